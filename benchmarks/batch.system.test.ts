import assert from 'node:assert/strict'
import { test } from 'vitest'
import { benchBatch } from './batch.ts'

test('the benchmark runs: every line is answered, and its listing created', async () => {
  const { batch, linesPerSecond, peakMb } = await benchBatch(200)
  assert.deepEqual([batch.status, batch.created], ['done', 200])
  assert.ok(linesPerSecond > 0)
  assert.ok(peakMb < 300, `${peakMb} MB`)
})
