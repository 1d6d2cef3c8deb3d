import assert from 'node:assert/strict'
import { test } from 'vitest'
import { benchPipelining } from './pipelining.ts'

test('the benchmark runs: others are answered beside pipelined queries, on both readers', async () => {
  // Its own number of subjects, and so a directory of its own: tests of other benchmarks run beside it.
  const figures = await benchPipelining(400, 0.1)
  assert.equal(figures.length, 2)
  for (const { p99Ms, answered, pipelined } of figures) assert.ok(p99Ms > 0 && answered > 0 && pipelined > 0)
})
