import assert from 'node:assert/strict'
import { test } from 'vitest'
import { headsText, isWholeSeal, type LaneHead, readHeads, sealOf, sealStart } from './seal.ts'

const head = (environment: LaneHead['environment'], number: number, hash = 'a'.repeat(64)): LaneHead => ({
  environment,
  number,
  hash,
})
const heads = [head('sandbox', 100_000_000_002), head('production', 200_000_000_001), head('production', 7)]
const first = sealOf(sealStart, heads, 1_800_000_000_000)

test('a seal says the same in whatever order lanes are read, and has the hash it always had', () => {
  assert.deepEqual(sealOf(sealStart, heads.toReversed(), 1_800_000_000_000), first)
  assert.deepEqual(
    first.heads.map(({ environment, number }) => [environment, number]),
    [
      ['production', 7],
      ['production', 200_000_000_001],
      ['sandbox', 100_000_000_002],
    ],
  )
  assert.equal(first.hash, '5edad7d79915ba8ff836cf95b74b2def243e2d86b8e643acc674684c293df68e')
})

test('nothing that it says can be changed without showing', () => {
  assert.ok(isWholeSeal(first))
  const [one = assert.fail(), ...others] = first.heads
  for (const by of [
    { number: 2 },
    { atMs: first.atMs + 1 },
    { previous: 'b'.repeat(64) },
    { heads: others },
    { heads: [...first.heads, head('sandbox', 5)] },
    { heads: [...others, one] },
    { heads: [{ ...one, number: 8 }, ...others] },
    { heads: [{ ...one, hash: 'b'.repeat(64) }, ...others] },
    { heads: [{ ...one, environment: 'sandbox' as const }, ...others] },
    { hash: 'b'.repeat(64) },
  ])
    assert.equal(isWholeSeal({ ...first, ...by }), false, JSON.stringify(by))
})

test('each seal follows the one before', () => {
  const second = sealOf(first, heads, first.atMs + 1)
  assert.deepEqual([second.number, second.previous], [2, first.hash])
  assert.notEqual(second.hash, sealOf({ ...first, hash: 'b'.repeat(64) }, heads, first.atMs + 1).hash)
})

test('heads read back as they were kept', () => {
  assert.deepEqual(readHeads(headsText(first.heads)), first.heads)
  assert.deepEqual(readHeads(headsText([])), [])
})
