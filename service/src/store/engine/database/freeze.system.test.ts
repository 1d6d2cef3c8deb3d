import assert from 'node:assert/strict'
import { test } from 'vitest'
import { freezeRun } from '../../../../../benchmarks/freeze/freeze-run.ts'
import { newPlace } from '../../../../testing/engines.ts'

test('a service that is frozen, inside its transaction too, does not keep another from answering', async () => {
  const { dataDirectory, databaseUrl = '' } = await newPlace('postgres')
  const report = await freezeRun({ place: { dataDirectory, databaseUrl }, tries: 2, callers: 4 })
  assert.equal(report.inTransaction, 1)
  assert.equal(report.tries, 2)
})
