import assert from 'node:assert/strict'
import { test } from 'vitest'
import { ticksUpTo } from './ticks.ts'

test('the lines of a chart are few, round, and reach above the peak', () => {
  for (const peak of [0, 1, 3, 7, 10, 99, 1_234, 5_000_000]) {
    const ticks = ticksUpTo(peak)
    assert.equal(ticks[0], 0)
    assert.ok((ticks.at(-1) ?? 0) >= Math.max(1, peak), `${peak}: ${ticks.join()}`)
    assert.ok(ticks.length <= 6 && ticks.every(Number.isInteger), `${peak}: ${ticks.join()}`)
  }
})
