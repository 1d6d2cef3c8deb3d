import assert from 'node:assert/strict'
import { test } from 'vitest'
import { benchDecisions, decisionFaults } from './decisions.ts'

test('the benchmark of decisions runs', () => {
  const figures = benchDecisions(50)
  assert.deepEqual(
    figures.map(({ items }) => items),
    [0, 5, 125],
  )
  for (const { cpuMicroseconds } of figures) assert.ok(cpuMicroseconds > 0)
})

test('a decision is cheap enough when the usual one is', () => {
  const costing = (cpuMicroseconds: number) => decisionFaults([{ items: 5, cpuMicroseconds }])
  assert.deepEqual(costing(20), [])
  assert.deepEqual(costing(20.1), ['a decision of 50 rules costs more than 20 µs'])
})
