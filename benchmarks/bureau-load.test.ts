import assert from 'node:assert/strict'
import { test } from 'node:test'
import { benchBureauLoad } from './bureau-load.ts'

test('the benchmark runs: the whole sample is kept, in the room it may take', async () => {
  const { count, subjectsPerSecond, diskBytesEach } = await benchBureauLoad(3_000)
  assert.deepEqual(count, { read: 3_000, kept: 3_000, refused: 0, withoutNotice: 0 })
  assert.ok(subjectsPerSecond > 0)
  // Tables that are still empty take room too: about 1 MiB.
  assert.ok(diskBytesEach - 2 ** 20 / 3_000 < 2_500, `${diskBytesEach} bytes`)
})
