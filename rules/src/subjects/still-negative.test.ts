import assert from 'node:assert/strict'
import type { Subject } from '@lastro/contract/reports/subject.ts'
import { cheque, debt, manyDebts, protest } from '@lastro/service/features/sandbox/invented.ts'
import { test } from 'vitest'
import type { Day } from '../calendar/day.ts'
import type { HeldDebt } from '../reports/merging/held-here.ts'
import { negativeChanges } from './negative-changes.ts'
import { type NegativeTold, stillNegative } from './still-negative.ts'

const today = '2026-03-10' as Day
const lately = '2026-02-02' as Day
const documento = '52998224725'

type Facts = Omit<Subject, 'documento'>
const toldOf = (facts: Facts): NegativeTold => {
  const after = { subject: { documento, ...facts }, day: today }
  const [added] = negativeChanges({ subject: undefined, day: today }, after, [])
  assert.ok(added?.data.negative)
  return added.data.negative
}
const left = (told: NegativeTold, facts: Facts | undefined, day = today, held: readonly HeldDebt[] = []) =>
  stillNegative(told, { subject: facts && { documento, ...facts }, day }, held)

const one = debt('listingP', lately, { amount: '100.00' })
const other = debt('listingR', lately, { contractId: 'OTHER', amount: '20.00' })

test('what can still be read is told as it was', () => {
  const all = { negativeItems: [one, other], cheques: [cheque(lately)], protests: [protest(lately)] }
  const told = toldOf(all)
  assert.deepEqual(left(told, all), told)
  assert.deepEqual(left(told, { ...all, registration: { consumerName: 'ANA' } }), told)
})

test('what a load has taken out is told no more, and the summary counts what is left', () => {
  const told = toldOf({ negativeItems: [one, other] })
  const now = left(told, { negativeItems: [other] })
  assert.deepEqual(
    now?.items.map((item) => item.contractId),
    ['OTHER'],
  )
  assert.deepEqual(now.summary, { count: '1', balance: '20.00' })
  assert.equal(left(told, {}), undefined)
  assert.equal(left(told, undefined), undefined)
})

test('what was put right is told no more as it was', () => {
  const told = toldOf({ negativeItems: [one] })
  assert.equal(left(told, { negativeItems: [{ ...one, amount: '99.00' }] }), undefined)
})

test('past its five years, or without its notice, it is told no more', () => {
  const told = toldOf({ negativeItems: [one] })
  assert.deepEqual(left(told, { negativeItems: [one] }, '2031-02-02' as Day), told)
  assert.equal(left(told, { negativeItems: [one] }, '2031-02-03' as Day), undefined)
  const { notifiedBy: _, ...unnoticed } = one
  assert.equal(left(told, { negativeItems: [unnoticed] }), undefined)
})

test('a debt that has a listing here by now is told by that alone', () => {
  const told = toldOf({ negativeItems: [one] })
  const held = [{ creditorName: one.creditorName ?? '', contractId: one.contractId ?? '' }]
  assert.equal(left(told, { negativeItems: [one] }, today, held), undefined)
})

test('two that are alike are two', () => {
  const told = toldOf({ negativeItems: [one, one] })
  assert.equal(left(told, { negativeItems: [one] })?.items.length, 1)
  assert.equal(left(told, { negativeItems: [one, one, one] })?.items.length, 2)
})

test('members kept in another order are the same', () => {
  const told = toldOf({ negativeItems: [one] })
  const turned = told.items.map((item) => Object.fromEntries(Object.entries(item).toReversed()))
  assert.equal(left({ ...told, items: turned as never }, { negativeItems: [one] })?.items.length, 1)
})

test('a cut list keeps its summary while nothing is gone, and then counts what is left of it', () => {
  const many = manyDebts('listingP', today, 40)
  const told = toldOf({ negativeItems: many })
  assert.equal(told.summary.listed, '25')
  assert.deepEqual(left(told, { negativeItems: many }), told)
  const isListed = (contractId: string | undefined) => told.items.some((one) => one.contractId === contractId)
  const without = (contractId: string | undefined) => many.filter((one) => one.contractId !== contractId)
  assert.equal(left(told, { negativeItems: without(told.items[0]?.contractId) })?.summary.count, '24')
  const now = left(told, { negativeItems: many.filter(({ contractId }) => isListed(contractId)) })
  assert.deepEqual([now?.summary.count, now?.summary.listed], ['25', undefined])
})
