import assert from 'node:assert/strict'
import fc from 'fast-check'
import { describe, test } from 'vitest'
import type { UsageLine } from '../trail/billing.ts'
import {
  amountCents,
  type BillingTerms,
  type CountedLine,
  countedUsage,
  type EntryAmount,
  noTerms,
  type PriceTier,
  statementSums,
} from './statement.ts'

const line = (of: Partial<CountedLine> = {}): CountedLine => ({
  product: 'relato',
  features: '',
  priceCents: 100n,
  count: 1,
  ...of,
})
const terms = (of: Partial<BillingTerms>): BillingTerms => ({ ...noTerms, ...of })
const tier = (from: number, price: number, product = 'relato'): PriceTier => ({ product, from, price })

const codes = ['relato', 'cadastral', 'alertas'] as const
const aLine = fc.record({
  product: fc.constantFrom(...codes),
  features: fc.constantFrom('', 'SANCOES', 'DIVIDA_ATIVA,SANCOES'),
  priceCents: fc.bigInt({ min: 0n, max: 100_000_000n }),
  count: fc.integer({ min: 0, max: 1_000_000 }),
})
const someLines = fc.array(aLine, { maxLength: 12 })
/** As a contract takes them: one for each beginning, and never dearer further on. */
const someTiers = fc
  .array(
    fc.record({
      product: fc.constantFrom(...codes),
      from: fc.integer({ min: 2, max: 500_000 }),
      price: fc.integer({ min: 0, max: 1_000_000 }),
    }),
    { maxLength: 6 },
  )
  .map((tiers) => {
    const falling: PriceTier[] = []
    for (const one of tiers.toSorted((a, b) => a.from - b.from)) {
      const before = falling.findLast(({ product }) => product === one.product)
      if (before?.from === one.from) continue
      falling.push({ ...one, price: Math.min(one.price, before?.price ?? one.price) })
    }
    return falling
  })
const someTerms = fc.record({
  prices: fc.dictionary(
    fc.constantFrom('SANCOES', 'DIVIDA_ATIVA', ...codes),
    fc.integer({ min: 0, max: 500 }),
  ),
  tiers: someTiers,
  minimumCents: fc.integer({ min: 0, max: 1_000_000_000 }),
})
const anEntry: fc.Arbitrary<EntryAmount> = fc.record({
  kind: fc.constantFrom('credit' as const, 'debit' as const),
  cents: fc.bigInt({ min: 1n, max: 10n ** 12n }),
})
const someEntries = fc.array(anEntry, { maxLength: 6 })

const plainSum = (lines: readonly CountedLine[]) => lines.reduce((sum, one) => sum + amountCents(one), 0n)

describe('what a month comes to', () => {
  test('without terms and entries it is the plain sum of the records', () => {
    fc.assert(
      fc.property(someLines, (lines) => {
        const sums = statementSums(lines, noTerms, [])
        assert.equal(sums.totalCents, plainSum(lines))
        assert.equal(sums.listedCents, plainSum(lines))
        assert.deepEqual(sums.tiers, [])
      }),
    )
  })

  test('it is never below the minimum, unless credits say so', () => {
    fc.assert(
      fc.property(someLines, someTerms, someEntries, (lines, of, entries) => {
        const sums = statementSums(lines, of, entries)
        assert.ok(sums.totalCents + sums.creditCents >= BigInt(of.minimumCents))
        assert.ok(
          sums.topUpCents === 0n ||
            sums.listedCents - sums.discountCents + sums.topUpCents === BigInt(of.minimumCents),
        )
      }),
    )
  })

  test('credits and debits change it by what they are, one by one, in any order', () => {
    fc.assert(
      fc.property(someLines, someTerms, someEntries, (lines, of, entries) => {
        const plain = statementSums(lines, of, []).totalCents
        const moved = entries.reduce((sum, { kind, cents }) => sum + (kind === 'debit' ? cents : -cents), 0n)
        assert.equal(statementSums(lines, of, entries).totalCents, plain + moved)
        assert.equal(statementSums(lines, of, entries.toReversed()).totalCents, plain + moved)
      }),
    )
  })

  test('an entry and its counter-entry are as if neither had been', () => {
    fc.assert(
      fc.property(someLines, someTerms, anEntry, (lines, of, entry) => {
        const counter: EntryAmount = { ...entry, kind: entry.kind === 'credit' ? 'debit' : 'credit' }
        assert.equal(
          statementSums(lines, of, [entry, counter]).totalCents,
          statementSums(lines, of, []).totalCents,
        )
      }),
    )
  })

  test('the order: list, tiers, minimum, and credits last', () => {
    const lines = [line({ count: 10 })]
    const of = terms({ tiers: [tier(6, 50)], minimumCents: 900 })
    const sums = statementSums(lines, of, [
      { kind: 'credit', cents: 300n },
      { kind: 'debit', cents: 20n },
    ])
    assert.deepEqual(
      [sums.listedCents, sums.discountCents, sums.topUpCents, sums.totalCents],
      [1_000n, 250n, 150n, 620n],
    )
    assert.equal(
      statementSums([], terms({ minimumCents: 900 }), [{ kind: 'credit', cents: 901n }]).totalCents,
      -1n,
    )
  })

  test('one cent below the minimum is one cent to pay, and a debit is told apart from a credit', () => {
    const sums = statementSums([line({ count: 1 })], terms({ minimumCents: 101 }), [
      { kind: 'debit', cents: 7n },
      { kind: 'credit', cents: 5n },
    ])
    assert.equal(sums.topUpCents, 1n)
    assert.deepEqual([sums.creditCents, sums.debitCents, sums.totalCents], [5n, 7n, 103n])
  })

  test('what outgrows a double keeps its cents', () => {
    const lines = [line({ priceCents: 99_999_999n, count: 1_000_000_007 })]
    assert.equal(statementSums(lines, noTerms, []).totalCents, 99_999_999n * 1_000_000_007n)
  })
})

describe('tiers', () => {
  test('the price changes with the query that a tier begins at, and not before', () => {
    const of = terms({ tiers: [tier(3, 60), tier(5, 10)] })
    const totals = [1, 2, 3, 4, 5, 6].map((count) => statementSums([line({ count })], of, []).totalCents)
    assert.deepEqual(totals, [100n, 200n, 260n, 320n, 330n, 340n])
  })

  test('they say how many they took and what that saved; one that was not reached is not there', () => {
    const of = terms({ tiers: [tier(5, 10), tier(3, 60), tier(100, 1)] })
    assert.deepEqual(statementSums([line({ count: 6 })], of, []).tiers, [
      { ...tier(3, 60), count: 2, discountCents: 80n },
      { ...tier(5, 10), count: 2, discountCents: 180n },
    ])
  })

  test('features cost the same in every tier, and count together with the product alone', () => {
    const lines = [line({ count: 2 }), line({ features: 'DIVIDA_ATIVA,SANCOES', priceCents: 150n, count: 2 })]
    const of = terms({ prices: { relato: 100, SANCOES: 20, DIVIDA_ATIVA: 30 }, tiers: [tier(3, 60)] })
    assert.equal(statementSums(lines, of, []).totalCents, 500n - 2n * 40n)
  })

  test('whatever became of a feature and of its price, a tier takes away what it does of the product', () => {
    const given = { prices: { relato: 100, SANCOES: 500 }, tiers: [tier(101, 50)] }
    const asked = (priceCents: bigint, prices: Record<string, number> = given.prices) =>
      statementSums(
        [line({ features: 'SANCOES', priceCents, count: 1_000 })],
        terms({ ...given, prices }),
        [],
      ).discountCents
    // Answered; its source was silent; silent for half of the day; dearer since; no longer on the list.
    assert.deepEqual(
      [
        asked(600n),
        asked(100n),
        asked(350n),
        asked(600n, { relato: 100, SANCOES: 1_000 }),
        asked(600n, { relato: 100 }),
      ],
      [45_000n, 45_000n, 45_000n, 45_000n, 45_000n],
    )
    assert.equal(asked(40n), 0n)
  })

  test('the dearest queries of a month stand first, in whatever lines they come; one cent less is less', () => {
    const [cheap, middle, dear] = [101n, 150n, 300n].map((priceCents) => line({ priceCents }))
    const of = terms({ tiers: [tier(2, 100)] })
    for (const lines of [
      [cheap, middle, dear],
      [dear, middle, cheap],
      [middle, dear, cheap],
      [dear, cheap, middle],
      [cheap, dear, middle],
      [middle, cheap, dear],
    ] as CountedLine[][])
      assert.equal(statementSums(lines, of, []).discountCents, 51n)
  })

  test('a product without a price of its own has nothing that a tier could lower', () => {
    const lines = [line({ features: 'SANCOES', priceCents: 20n, count: 3 })]
    const { tiers, discountCents } = statementSums(lines, terms({ tiers: [tier(2, 0)] }), [])
    assert.deepEqual([tiers.map(({ count }) => count), discountCents], [[2], 0n])
  })

  test('a product counts for itself: another one neither fills its tiers nor has them', () => {
    const lines = [line({ count: 2 }), line({ product: 'cadastral', count: 10 })]
    assert.equal(statementSums(lines, terms({ tiers: [tier(3, 0)] }), []).discountCents, 0n)
  })

  test('a tier that is dearer than the list takes nothing away and adds nothing', () => {
    const { tiers, totalCents } = statementSums([line({ count: 3 })], terms({ tiers: [tier(2, 500)] }), [])
    assert.deepEqual([tiers[0]?.discountCents, totalCents], [0n, 300n])
  })

  test('no query costs more than the list says, nor less than nothing', () => {
    fc.assert(
      fc.property(someLines, someTerms, (lines, of) => {
        const sums = statementSums(lines, { ...of, minimumCents: 0 }, [])
        assert.ok(sums.discountCents >= 0n && sums.totalCents >= 0n && sums.totalCents <= plainSum(lines))
      }),
    )
  })

  test('one query more never lowers the total, whatever its price was', () => {
    fc.assert(
      fc.property(someLines, aLine, someTerms, (lines, more, of) => {
        const total = (all: readonly CountedLine[]) => statementSums(all, of, []).totalCents
        assert.ok(total([...lines, { ...more, count: 1 }]) >= total(lines))
      }),
      { numRuns: 500 },
    )
    // By days this would be 10: the free one first, and the dear one in the tier.
    const of = terms({ tiers: [tier(2, 10)] })
    assert.equal(statementSums([line({ priceCents: 0n }), line()], of, []).totalCents, 100n)
  })

  test('it does not matter in which lines the same queries come', () => {
    fc.assert(
      fc.property(someLines, someTerms, (lines, of) => {
        const halves = lines.flatMap((one) => {
          const count = Math.floor(one.count / 2)
          return [
            { ...one, count },
            { ...one, count: one.count - count },
          ]
        })
        assert.equal(
          statementSums(halves.toReversed(), of, []).totalCents,
          statementSums(lines, of, []).totalCents,
        )
      }),
    )
  })
})

describe('usage as lines of a price', () => {
  const used = (of: Partial<UsageLine> = {}): UsageLine => ({
    clientId: 'cli_ana',
    day: '2026-11-16',
    product: 'relato',
    features: '',
    billed: 1,
    unbilled: 0,
    cents: 100,
    ...of,
  })

  test('days of one price are one line; another price, product or feature is another', () => {
    const { lines, free } = countedUsage([
      used({ billed: 3, cents: 300, unbilled: 2 }),
      used({ day: '2026-11-17', billed: 2, cents: 200, unbilled: 1 }),
      used({ day: '2026-11-18', billed: 2, cents: 300 }),
      used({ features: 'SANCOES', cents: 120 }),
      used({ product: 'cadastral', cents: 0 }),
      used({ product: 'cadastral', day: '2026-11-18', billed: 0, unbilled: 4, cents: 0 }),
    ])
    assert.deepEqual(lines, [
      line({ product: 'cadastral', priceCents: 0n }),
      line({ count: 5 }),
      line({ priceCents: 150n, count: 2 }),
      line({ features: 'SANCOES', priceCents: 120n }),
    ])
    assert.deepEqual(free, [
      { product: 'cadastral', count: 4 },
      { product: 'relato', count: 3 },
    ])
  })

  test('a day of two prices keeps its sum and its count to the cent', () => {
    assert.deepEqual(countedUsage([used({ billed: 3, cents: 500 })]).lines, [
      line({ priceCents: 166n, count: 1 }),
      line({ priceCents: 167n, count: 2 }),
    ])
    const aDay = fc.record({
      clientId: fc.constant('cli_ana'),
      day: fc.constantFrom('2026-11-16', '2026-11-17'),
      product: fc.constantFrom('relato', 'cadastral'),
      features: fc.constantFrom('', 'SANCOES'),
      billed: fc.integer({ min: 1, max: 1_000_000 }),
      unbilled: fc.integer({ min: 0, max: 1_000_000 }),
      cents: fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER }),
    })
    fc.assert(
      fc.property(fc.array(aDay, { maxLength: 10 }), (days) => {
        const { lines, free } = countedUsage(days)
        const total = (numbers: readonly number[]) => numbers.reduce((sum, one) => sum + BigInt(one), 0n)
        assert.equal(plainSum(lines), total(days.map(({ cents }) => cents)))
        assert.equal(total(lines.map(({ count }) => count)), total(days.map(({ billed }) => billed)))
        assert.equal(total(free.map(({ count }) => count)), total(days.map(({ unbilled }) => unbilled)))
      }),
    )
  })

  test('lines are read by product, then by features, then by price, whatever came first', () => {
    const [first, second] = [used({ product: 'relato' }), used({ product: 'relato', features: 'SANCOES' })]
    const [dear, cheap] = [
      used({ product: 'cadastral', cents: 300 }),
      used({ product: 'cadastral', cents: 90 }),
    ]
    const expected = [
      line({ product: 'cadastral', priceCents: 90n }),
      line({ product: 'cadastral', priceCents: 300n }),
      line(),
      line({ features: 'SANCOES' }),
    ]
    for (const days of [
      [first, second, dear, cheap],
      [cheap, dear, second, first],
      [second, cheap, first, dear],
    ])
      assert.deepEqual(countedUsage(days).lines, expected)
  })

  test('what was never free is not counted as free', () => {
    assert.deepEqual(countedUsage([used(), used({ product: 'cadastral', unbilled: 1 })]).free, [
      { product: 'cadastral', count: 1 },
    ])
    const free = ['b', 'a', 'c', 'a'].map((product) => used({ product, billed: 0, cents: 0, unbilled: 1 }))
    assert.deepEqual(
      countedUsage(free).free.map(({ product, count }) => [product, count]),
      [
        ['a', 2],
        ['b', 1],
        ['c', 1],
      ],
    )
  })

  test('nothing used is nothing', () => {
    assert.deepEqual(countedUsage([]), { lines: [], free: [] })
  })
})
