import assert from 'node:assert/strict'
import { test } from 'vitest'
import { benchBureauLoad } from './bureau-load.ts'

test('a load keeps the whole sample, and each subject takes less than 2,400 bytes', async () => {
  const few = await benchBureauLoad(1_000)
  const many = await benchBureauLoad(3_000)
  assert.deepEqual(many.count, { read: 3_000, kept: 3_000, refused: 0, withoutNotice: 0 })
  assert.ok(many.subjectsPerSecond > 0)
  // The difference leaves out the pages of empty tables.
  const bytesEach = (many.diskBytesEach * 3_000 - few.diskBytesEach * 1_000) / 2_000
  assert.ok(bytesEach < 2_400, `${bytesEach} bytes`)
})
