import assert from 'node:assert/strict'
import type { Cheque, NegativeItem, Subject } from '@lastro/contract/reports/subject.ts'
import { test } from 'vitest'
import { onEarliestDays } from './earliest-days.ts'

const debt = (over: Partial<NegativeItem> = {}): NegativeItem => ({
  section: 'listingP',
  occurrenceDate: '2021-11-25',
  legalNatureId: 'CD',
  contractId: 'FWD-1',
  creditorName: 'LOJA LTDA',
  amount: '1520.33',
  ...over,
})
const later = { occurrenceDate: '2024-11-25' }
const subject = (...negativeItems: NegativeItem[]): Subject => ({ documento: '52998224725', negativeItems })
const daysOf = (before: Subject, after: Subject) =>
  onEarliestDays(before, after)?.negativeItems?.map((one) => one.occurrenceDate)

test('a debt that is loaded again keeps the earliest of its days, however it is spelled now', () => {
  for (const over of [
    {},
    { contractId: 'fwd 0001' },
    { creditorName: 'Loja' },
    { amount: '2000.00' },
    { section: 'listingR' },
  ] as const)
    assert.deepEqual(daysOf(subject(debt()), subject(debt({ ...later, ...over }))), ['2021-11-25'])
  const twice = subject(debt(later), debt(later))
  assert.deepEqual(daysOf(subject(debt()), twice), ['2021-11-25', '2021-11-25'], 'told twice')
})

test('a cheque does too', () => {
  const cheque = {
    occurrenceDate: '2021-11-25',
    bankId: '001',
    bankAgencyId: '1',
    checkNumber: '7',
  } as Cheque
  const before = { documento: '52998224725', cheques: [cheque] }
  const after = { documento: '52998224725', cheques: [{ ...cheque, ...later }] }
  assert.deepEqual(onEarliestDays(before, after), before)
})

test('nothing moves where a day is the same or earlier now, or the debt is another', () => {
  assert.equal(daysOf(subject(debt()), subject(debt())), undefined)
  assert.equal(daysOf(subject(debt(later)), subject(debt())), undefined)
  assert.equal(daysOf(subject(debt()), subject(debt({ ...later, contractId: 'FWD-2' }))), undefined)
  assert.equal(daysOf(subject(), subject(debt(later))), undefined)
  const next = subject(debt(), debt(later))
  assert.equal(daysOf(next, next), undefined, 'two instalments of one contract')
})
