import assert from 'node:assert/strict'
import fc from 'fast-check'
import { test } from 'vitest'
import type { Day } from '../../calendar/day.ts'
import { centsOf } from '../../money/cents.ts'
import { canonicalText, type Members } from '../report-members.ts'
import { withoutHeld } from './held-here.ts'
import { isSameReportedDebt, type Occurrence } from './same-occurrence.ts'
import { type ToldList, uniteOccurrences } from './unite-occurrences.ts'

const today = '2026-11-16' as Day

/** Few values of each, so that many are alike. */
const item: fc.Arbitrary<Occurrence> = fc.record(
  {
    occurrenceDate: fc.constantFrom('2025-01-01', '2025-02-01', '2020-01-01'),
    contractId: fc.constantFrom('1', '001', '1-1', '11', '0', 'ç', ''),
    creditorName: fc.constantFrom('LOJA', 'Loja Ltda', 'OUTRA SA', ''),
    amount: fc.constantFrom('10.00', '20.00'),
    principal: fc.constantFrom('true', 'false'),
  },
  { requiredKeys: ['occurrenceDate', 'amount'] },
)
const list: fc.Arbitrary<ToldList> = fc
  .array(item, { maxLength: 12 })
  .map((items) => ({ items, summary: {} }))

test('whatever the lists hold, what is shown is counted, summed and not too old', () => {
  fc.assert(
    fc.property(fc.array(list, { maxLength: 4 }), (lists) => {
      const { items, count, balanceCents } = uniteOccurrences('debt', lists, today)
      assert.equal(count, items.length)
      assert.equal(
        balanceCents,
        items.reduce((sum, { amount = '' }) => sum + centsOf(amount), 0n),
      )
      assert.ok(items.every(({ occurrenceDate = '' }) => occurrenceDate >= '2021-11-16'))
      assert.ok(count <= lists.reduce((sum, one) => sum + one.items.length, 0))
    }),
  )
})

/** Contracts that are alike in pairs and not all together, so that an order could tell. */
const spelled: fc.Arbitrary<Occurrence> = fc.record(
  {
    occurrenceDate: fc.constantFrom('2025-01-01', '2025-02-01', '2025-02-02', '2020-01-01'),
    contractId: fc.constantFrom(
      '1001',
      '1-001',
      '1-1',
      '1001-00',
      '100100',
      '1001/1',
      '1001/2',
      '****1001',
      'N/A',
    ),
    creditorName: fc.constantFrom('LOJA', 'Loja Ltda', 'OUTRA SA'),
    amount: fc.constantFrom('10.00', '20.00'),
  },
  { requiredKeys: ['occurrenceDate', 'amount'] },
)
const datedLists: fc.Arbitrary<readonly ToldList[]> = fc
  .array(fc.array(spelled, { maxLength: 7 }), { minLength: 1, maxLength: 4 })
  .map((all) => all.map((items, at) => ({ items, summary: {}, asOf: `2026-0${at + 1}-01` as Day })))

test('whatever the order of sources and of their items, the same is shown', () => {
  fc.assert(
    fc.property(
      datedLists.chain((lists) =>
        fc.tuple(
          fc.constant(lists),
          fc
            .tuple(
              ...lists.map((one) => fc.shuffledSubarray([...one.items], { minLength: one.items.length })),
            )
            .map((shuffled) => lists.map((one, at) => ({ ...one, items: shuffled[at] ?? [] })))
            .chain((some) => fc.shuffledSubarray(some, { minLength: some.length })),
        ),
      ),
      ([lists, shuffled]) => {
        const [one, other] = [lists, shuffled].map((all) => uniteOccurrences('debt', all, today))
        const setOf = (of: typeof one) => of?.items.map((item) => canonicalText(item as Members)).toSorted()
        assert.deepEqual(setOf(other), setOf(one))
        assert.deepEqual([other?.count, other?.balanceCents], [one?.count, one?.balanceCents])
      },
    ),
    { numRuns: 300 },
  )
})

test('a second source that has nothing new adds nothing', () => {
  fc.assert(
    fc.property(list, (one) => {
      const alone = uniteOccurrences('debt', [one], today)
      const twice = uniteOccurrences('debt', [one, one], today)
      assert.ok(twice.count <= alone.count)
    }),
  )
})

test('of what is held here nothing is left, and of the rest everything', () => {
  fc.assert(
    fc.property(list, fc.array(item, { maxLength: 4 }), (one, held) => {
      const { list: rest } = withoutHeld(one, held)
      assert.ok(!rest.items.some((left) => held.some((here) => isSameReportedDebt(here, left))))
      assert.ok(
        one.items.every(
          (was) => rest.items.includes(was) || held.some((here) => isSameReportedDebt(here, was)),
        ),
      )
    }),
  )
})
