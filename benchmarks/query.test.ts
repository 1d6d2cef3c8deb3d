import assert from 'node:assert/strict'
import { test } from 'node:test'
import { benchQuery } from './query.ts'

test('the benchmark runs: every answer is a 200 and the ratio is one of two rates', async () => {
  const ratio = await benchQuery(500, { count: 1, seconds: 0.5 })
  // Half a second on a busy machine says nothing of speed; that it is a figure at all is what is tried here.
  assert.ok(Number.isFinite(ratio) && ratio > 0, `ratio ${ratio}`)
})
