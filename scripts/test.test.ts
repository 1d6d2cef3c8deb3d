import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { test } from 'node:test'
import { plainFiles } from './test.ts'

test('every file that runs a second time, with the fast parts off, is there', () => {
  assert.deepEqual(
    plainFiles.filter((file) => !existsSync(file)),
    [],
  )
})
