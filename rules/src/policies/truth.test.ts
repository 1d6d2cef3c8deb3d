import assert from 'node:assert/strict'
import { test } from 'vitest'
import { unknown } from './span.ts'
import { maybe, negated, no, type Operator, testSpan, yes } from './truth.ts'

const answers = (operator: Operator, constant: number, spans: readonly (readonly [number, number])[]) =>
  spans.map(([least, most]) => testSpan({ operator, constants: [constant] }, { least, most }))

const endless = Number.POSITIVE_INFINITY

test('a comparison holds when all that the value can be holds, and fails when nothing does', () => {
  const spans = [
    [4, 4],
    [5, 5],
    [6, 6],
    [4, 5],
    [5, 6],
    [4, 6],
    [6, endless],
    [3, endless],
  ] as const
  assert.deepEqual(answers('above', 5, spans), [no, no, yes, no, maybe, maybe, yes, maybe])
  assert.deepEqual(answers('atLeast', 5, spans), [no, yes, yes, maybe, yes, maybe, yes, maybe])
  assert.deepEqual(answers('below', 5, spans), [yes, no, no, maybe, no, maybe, no, maybe])
  assert.deepEqual(answers('atMost', 5, spans), [yes, yes, no, yes, maybe, maybe, no, maybe])
  assert.deepEqual(answers('is', 5, spans), [no, yes, no, maybe, maybe, maybe, no, maybe])
})

test('of what nobody told no comparison holds and none fails, but that it is unknown', () => {
  for (const operator of ['above', 'atLeast', 'below', 'atMost', 'is', 'in'] as const)
    for (const constant of [0, 5]) assert.equal(testSpan({ operator, constants: [constant] }, unknown), maybe)
  assert.equal(testSpan({ operator: 'known', constants: [1] }, unknown), no)
  assert.equal(testSpan({ operator: 'known', constants: [0] }, unknown), yes)
  // Bounds are not knowledge of a figure.
  assert.equal(testSpan({ operator: 'known', constants: [1] }, { least: 1, most: 2 }), no)
  assert.equal(testSpan({ operator: 'known', constants: [1] }, { least: 1, most: 1 }), yes)
})

test('a choice is one of a list or is not', () => {
  const among = { operator: 'in', constants: [0, 2] } as const
  assert.deepEqual(
    [0, 1, 2].map((place) => testSpan(among, { least: place, most: place })),
    [yes, no, yes],
  )
})

test('not turns yes and no round, and leaves what is not known', () => {
  assert.deepEqual(
    ([yes, maybe, no] as const).map((one) => negated(one)),
    [no, maybe, yes],
  )
})
