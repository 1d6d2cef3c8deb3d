import assert from 'node:assert/strict'
import type { SectionId } from '@lastro/contract/reports/sections.ts'
import type { Day } from '@lastro/rules/calendar/day.ts'
import fc from 'fast-check'
import { test } from 'vitest'
import type { SectionAnswers } from '../source.ts'
import { addListings, type PublishedListing } from './add-listings.ts'
import { showsListings } from './sections/listing-sections.ts'

const plan = (sections: readonly SectionId[], wholeLists = false) => ({
  sections,
  wholeLists,
  contactData: false,
})

const listing = (changes: Partial<PublishedListing> = {}): PublishedListing => ({
  id: 'a',
  version: 3,
  section: 'listingP',
  occurrenceDate: '2026-03-10' as Day,
  legalNatureId: 'CP',
  legalNature: 'CRED PESSOAL',
  contractId: 'CT-1',
  creditorName: 'LOJA',
  amount: '100.01',
  legalSquare: 'SAO PAULO',
  federalUnit: 'SP',
  isPrincipal: true,
  isSubJudice: false,
  isDisputed: false,
  ...changes,
})

const bureau = (dates: readonly string[], summary?: object) => ({
  kind: 'found' as const,
  text: JSON.stringify({
    listingPResponse: dates.map((occurrenceDate) => ({ occurrenceDate, amount: '0.10' })),
    ...(summary !== undefined && { summary }),
  }),
})

/** What the sources answered before listings are added. */
const from = (answers: SectionAnswers) => ({ answers, sourceOf: () => 'bureau' })

const textIn = (answers: SectionAnswers, id: SectionId) => {
  const answer = answers[id]
  assert.ok(answer?.kind === 'found')
  return JSON.parse(answer.text)
}

test('a listing alone is a section of one, in the fields and order of each report', () => {
  const sections: readonly SectionId[] = ['listingP', 'companyListingP']
  const nothing = { listingP: { kind: 'nothing' }, companyListingP: { kind: 'nothing' } } as const
  const { answers, shownVersions: shown } = addListings(plan(sections), from(nothing), [listing()], 0)
  const [basic] = textIn(answers, 'listingP').listingPResponse
  assert.deepEqual(Object.keys(basic), [
    'occurrenceDate',
    'legalNature',
    'contractId',
    'creditorName',
    'amount',
    'legalSquare',
    'principal',
    'flagSubJudice',
  ])
  const [company] = textIn(answers, 'companyListingP').listingPResponse
  assert.deepEqual(Object.keys(company), [
    'occurrenceDate',
    'legalNatureId',
    'legalNature',
    'contractId',
    'creditorName',
    'amount',
    'federalUnit',
    'principal',
  ])
  assert.equal(shown, 'a:3')
})

test('newest first among the bureau’s, with a summary that counts both', () => {
  const held = bureau(['2026-05-01', '2026-01-01'], {
    count: '2',
    balance: '0.20',
    firstOccurrence: '2026-01-01',
    lastOccurrence: '2026-05-01',
  })
  const { answers } = addListings(plan(['listingP']), from({ listingP: held }), [listing()], 0)
  const { listingPResponse, summary } = textIn(answers, 'listingP')
  assert.deepEqual(
    listingPResponse.map((one: { occurrenceDate: string }) => one.occurrenceDate),
    ['2026-05-01', '2026-03-10', '2026-01-01'],
  )
  assert.deepEqual(summary, {
    count: '3',
    balance: '100.21',
    firstOccurrence: '2026-01-01',
    lastOccurrence: '2026-05-01',
  })
})

test('a listing is shown as partial if the other source of its section failed', () => {
  const failed = { kind: 'failed', code: 'source_timeout' } as const
  const { answers, shownVersions: shown } = addListings(
    plan(['listingP']),
    from({ listingP: failed }),
    [listing()],
    3,
  )
  const { listingP } = answers
  assert.ok(listingP?.kind === 'found')
  assert.deepEqual(listingP.missing, { source: 'bureau', code: 'source_timeout' })
  assert.equal(listingP.isPartial, true)
  assert.equal(textIn(answers, 'listingP').summary.count, '1')
  assert.equal(shown, 'a:3')
})

test('a section whose only other source failed stays failed while nothing is listed', () => {
  const failed = { kind: 'failed', code: 'source_timeout' } as const
  const { answers, listed } = addListings(plan(['listingP']), from({ listingP: failed }), [], 3)
  assert.equal(answers.listingP, failed)
  assert.equal(listed.size, 0)
})

test('listings alone make a partial section that gives the number of creditors', () => {
  for (const other of [undefined, { kind: 'uncovered' }, { kind: 'withheld' }] as const) {
    const before = from(other === undefined ? {} : { listingP: other })
    const empty = addListings(plan(['listingP', 'check']), before, [], 12)
    assert.deepEqual(empty.answers.listingP, { kind: 'nothing', isPartial: true, creditors: 12 })
    assert.equal(empty.answers.check, undefined)
    assert.deepEqual([...empty.listed], ['listingP'])
    const { listingP } = addListings(plan(['listingP']), before, [listing()], 12).answers
    assert.ok(listingP?.kind === 'found' && listingP.isPartial === true && listingP.creditors === 12)
    assert.equal(addListings(plan(['listingP']), before, [], 0).answers.listingP, other)
  }
})

test('a section that another source covers keeps the extent of that source', () => {
  for (const isPartial of [undefined, true] as const) {
    const nothing = { kind: 'nothing', ...(isPartial && { isPartial }) } as const
    const { listingP } = addListings(plan(['listingP']), from({ listingP: nothing }), [listing()], 12).answers
    assert.ok(listingP?.kind === 'found')
    assert.equal(listingP.isPartial, isPartial)
    assert.equal(listingP.creditors, undefined)
  }
})

test('sections without debts are left untouched', () => {
  const check = { kind: 'found', text: '{}' } as const
  const { answers } = addListings(plan(['check']), from({ check }), [listing()], 12)
  assert.equal(answers.check, check)
  assert.equal(showsListings(plan(['registration', 'check'])), false)
  assert.equal(showsListings(plan(['registration', 'companyListingR'])), true)
})

test('a source without a summary is counted by its list', () => {
  const { answers } = addListings(
    plan(['listingP']),
    from({ listingP: bureau(['2026-01-01']) }),
    [listing()],
    0,
  )
  assert.deepEqual(textIn(answers, 'listingP').summary, {
    count: '2',
    balance: '100.11',
    firstOccurrence: '2026-01-01',
    lastOccurrence: '2026-03-10',
  })
})

test('with a debt without an amount, the sum is a lower bound', () => {
  const merged = (items: readonly object[], summary?: object) => {
    const text = JSON.stringify({ listingPResponse: items, summary })
    const { answers } = addListings(
      plan(['listingP']),
      from({ listingP: { kind: 'found', text } }),
      [listing()],
      0,
    )
    const { listingP } = answers
    assert.ok(listingP?.kind === 'found')
    const { count, balance } = JSON.parse(listingP.text).summary
    return [count, balance, listingP.missing]
  }
  const [known, unknown] = [
    { occurrenceDate: '2026-01-01', amount: '0.10' },
    { occurrenceDate: '2026-01-01' },
  ]
  assert.deepEqual(merged([known, unknown]), ['3', '100.11', 'unreadable'])
  assert.deepEqual(merged([unknown], { count: '1' }), ['2', '100.01', 'unreadable'])
  assert.deepEqual(merged([known], { count: '5' }), ['6', '100.11', 'unlisted'])
  assert.deepEqual(merged([unknown], { count: '1', balance: '7.00' }), ['2', '107.01', undefined])
  assert.deepEqual(merged([known]), ['2', '100.11', undefined])
})

test('whatever is merged: the newest 25, sums exact to the cent, and the cut is told', () => {
  const day = fc.integer({ min: 0, max: 700 }).map((at) => {
    const date = new Date(Date.UTC(2025, 0, 1 + at))
    return date.toISOString().slice(0, 10) as Day
  })
  const cents = fc.bigInt({ min: 1000n, max: 99_999_999_999n })
  const money = (of: bigint) => `${of / 100n}.${String(of % 100n).padStart(2, '0')}`
  const item = fc.record({ occurrenceDate: day, cents })
  fc.assert(
    fc.property(
      fc.array(item, { maxLength: 60 }),
      fc.array(item, { minLength: 1, maxLength: 60 }),
      fc.boolean(),
      (held, own, wholeLists) => {
        const sorted = held.toSorted((a, b) => (a.occurrenceDate < b.occurrenceDate ? 1 : -1))
        const shown = wholeLists ? sorted : sorted.slice(0, 25)
        const text = JSON.stringify({
          listingPResponse: shown.map((one) => ({
            occurrenceDate: one.occurrenceDate,
            amount: money(one.cents),
          })),
          summary: {
            count: String(held.length),
            balance: money(held.reduce((sum, one) => sum + one.cents, 0n)),
            firstOccurrence: sorted.at(-1)?.occurrenceDate,
            lastOccurrence: sorted[0]?.occurrenceDate,
          },
        })
        const answer = held.length === 0 ? { kind: 'nothing' as const } : { kind: 'found' as const, text }
        const listings = own.map((one, at) =>
          listing({ id: `l${at}`, occurrenceDate: one.occurrenceDate, amount: money(one.cents) }),
        )
        const { answers } = addListings(
          plan(['listingP'], wholeLists),
          from({ listingP: answer }),
          listings,
          0,
        )
        const merged = textIn(answers, 'listingP')
        const all = [...held, ...own]
        const dates = all
          .map((one) => one.occurrenceDate)
          .toSorted()
          .toReversed()
        const listedCount = wholeLists ? all.length : Math.min(25, all.length)
        assert.deepEqual(
          merged.listingPResponse.map((one: { occurrenceDate: string }) => one.occurrenceDate),
          dates.slice(0, listedCount),
        )
        assert.deepEqual(merged.summary, {
          count: String(all.length),
          ...(listedCount < all.length && { listed: String(listedCount) }),
          balance: money(all.reduce((sum, one) => sum + one.cents, 0n)),
          firstOccurrence: dates.at(-1),
          lastOccurrence: dates[0],
        })
      },
    ),
  )
})
