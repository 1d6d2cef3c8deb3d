import assert from 'node:assert/strict'
import { test } from 'vitest'
import { chainStart } from './chain.ts'
import { laneMax, laneOf, laneStart, linksPerLane, positionOf } from './lane.ts'

test('a number says which lane a link is of, and where it stands there', () => {
  const placed = (number: number) => [laneOf(number), positionOf(number)]
  assert.deepEqual(placed(1), [0, 1])
  assert.deepEqual(placed(linksPerLane - 1), [0, linksPerLane - 1])
  assert.deepEqual(placed(linksPerLane + 1), [1, 1])
  assert.deepEqual(placed(300_000_000_012), [3, 12])
})

test('a number that no link has is of the first lane', () => {
  assert.equal(laneOf(-1), 0)
  assert.equal(laneOf(0), 0)
})

test('each lane begins at the same nothing, under numbers of its own', () => {
  assert.deepEqual(laneStart(0), { number: 0, hash: chainStart })
  assert.deepEqual(laneStart(3), { number: 300_000_000_000, hash: chainStart })
})

test('the last link of the last lane has a number of fifteen digits', () => {
  assert.equal(String((laneMax + 1) * linksPerLane - 1).length, 15)
})
