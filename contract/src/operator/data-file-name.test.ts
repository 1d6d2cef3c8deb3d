import assert from 'node:assert/strict'
import { test } from 'vitest'
import { dataFileName } from './data-file-name.ts'

test('a file is called by its zip, and by its own name where the zip has several', () => {
  const files = [
    { zip: 'Empresas0.zip', file: 'K3241.EMPRECSV' },
    { zip: 'FGTS.zip', file: 'FGTS_1.csv' },
    { zip: 'FGTS.zip', file: 'FGTS_2.csv' },
  ]
  assert.deepEqual(
    files.map((one) => dataFileName(one, files)),
    ['Empresas0.zip', 'FGTS.zip/FGTS_1.csv', 'FGTS.zip/FGTS_2.csv'],
  )
})
