import assert from 'node:assert/strict'
import { test } from 'vitest'
import { benchStart } from './start.ts'

test('the benchmark runs: a first start answers, and one after a kill', async () => {
  const figures = await benchStart(1, ['sqlite'])
  assert.deepEqual(
    figures.map(({ engine }) => engine),
    ['sqlite'],
  )
  for (const { firstMs, againMs } of figures) assert.ok(firstMs > 0 && againMs > 0)
})
