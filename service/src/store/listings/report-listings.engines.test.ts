import assert from 'node:assert/strict'
import type { ListingState } from '@lastro/contract/listings/listing-codes.ts'
import { addDays, type Day } from '@lastro/rules/calendar/day.ts'
import { withCheckDigits } from '@lastro/rules/documents/document-number.ts'
import type { Listing } from '@lastro/rules/listings/listing.ts'
import { isVisible } from '@lastro/rules/listings/visible.ts'
import { heldDebts } from '@lastro/rules/reports/merging/held-here.ts'
import fc from 'fast-check'
import { afterAll, describe, test } from 'vitest'
import { engines, newPlace } from '../../../testing/engines.ts'
import { debt } from '../../../testing/services/listing-service.ts'
import { anyListing } from './report-listings.ts'

const today = '2026-11-16' as Day

/** Around today, where a sign turned round would show. */
const near = fc.integer({ min: -1, max: 1 }).map((days) => addDays(today, days))
const perhaps = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined, freq: 2 })

const dispute = fc.record({
  statement: fc.constant('X'),
  openedOn: fc.constant(today),
  dueOn: near,
  isOverdue: fc.boolean(),
  outcome: fc.constantFrom(undefined, undefined, 'rejected' as const),
  answer: fc.constant(undefined),
})

const facts = fc.record({
  state: fc.constantFrom<ListingState>(
    'published',
    'published',
    'published',
    'waiting',
    'waiting',
    'suspended',
    'notice_sent',
    'received',
    'released',
    'expired',
  ),
  publishOn: near,
  expiresOn: fc.constantFrom(...[0, 0, 1, 1, -1].map((days) => addDays(today, days))),
  paidOn: fc.constantFrom(undefined, undefined, undefined, today),
  dispute: perhaps(dispute),
})
type Facts = typeof facts extends fc.Arbitrary<infer Of> ? Of : never

let serial = 0
const listingOf = (register: string, of: Facts, principalId?: string): Listing => ({
  id: `${register}-${serial++}`,
  register,
  clientId: register,
  principalId,
  version: 7,
  createdAtMs: 0,
  document: withCheckDigits(String(100_000_000 + serial)),
  name: debt.name,
  birthDate: undefined,
  address: debt.address,
  contact: {},
  creditor: { document: '99999999000191', name: 'CREDOR' },
  contractId: `C${serial}`,
  legalNatureId: 'CP',
  section: 'listingP',
  legalSquare: undefined,
  amountCents: 100_00n,
  dueDate: '2026-03-10' as Day,
  formerDebts: [],
  subJudice: false,
  courtCase: undefined,
  notice: undefined,
  deliveredOn: undefined,
  waitingEndsOn: undefined,
  publishedOn: undefined,
  isReminded: false,
  refusal: undefined,
  review: undefined,
  moreReviews: [],
  reviewed: [],
  release: undefined,
  suspension: undefined,
  earlier: undefined,
  lifted: undefined,
  told: undefined,
  requestKey: undefined,
  ...of,
})

for (const engine of engines) {
  describe(`what a reader sees on ${engine}`, async () => {
    const place = await newPlace(engine)
    const store = await place.open()
    afterAll(() => store.close())
    const insert = (listing: Listing) => {
      const draft = { keptVersion: undefined, listing, entries: entriesOf(listing), steps: [], notices: [] }
      const known = { register: listing.register, debts: [], listings: [] }
      return store.listings.insert({ drafts: [draft], outbox: [] }, known)
    }
    const entriesOf = ({ version, state }: Listing) => [
      {
        version,
        atMs: 0,
        on: today,
        change: 'received' as const,
        state,
        actor: 'bureau' as const,
        cause: undefined,
      },
    ]

    test('the query and the rule in words say the same, for a principal and for its guarantor', async () => {
      const register = `sandbox-${engine}`
      await fc.assert(
        fc.asyncProperty(facts, facts, async (ofPrincipal, ofGuarantor) => {
          const principal = listingOf(register, ofPrincipal)
          const guarantor = listingOf(register, ofGuarantor, principal.id)
          assert.equal(await insert(principal), true)
          assert.equal(await insert(guarantor), true)
          for (const [listing, of] of [
            [principal, undefined],
            [guarantor, principal],
          ] as const) {
            const { shown, held } = await store.listings.forReport(register, listing.document, today)
            const words = isVisible(listing, of, today) ? [listing.id] : []
            assert.deepEqual(
              shown.map((one) => one.id),
              words,
            )
            assert.deepEqual(held, heldDebts([listing]))
          }
        }),
        { numRuns: 400 },
      )
    })

    test('a register sees its own alone', async () => {
      const shown = listingOf('mine', {
        state: 'published',
        publishOn: today,
        expiresOn: today,
        paidOn: undefined,
        dispute: undefined,
      })
      await insert(shown)
      const counts = async (register: string) => {
        const found = await store.listings.forReport(register, shown.document, today)
        return [found.shown.length, found.held.length]
      }
      assert.deepEqual(
        [await counts('mine'), await counts('production')],
        [
          [1, 1],
          [0, 0],
        ],
      )
    })
  })
}

test('a report reads listings by an index made for it', async () => {
  const { DatabaseSync } = await import('node:sqlite')
  const place = await newPlace('sqlite')
  await (await place.open()).close()
  const db = new DatabaseSync(`${place.dataDirectory}/lastro.db`, { readOnly: true })
  const planOf = (query: string): string =>
    db
      .prepare(`explain query plan ${query}`)
      .all('1', '2')
      .map((row) => String(row.detail))
      .join('; ')
  const plans = [
    planOf(`select own.id from listing own left join listing debt on debt.id = own.principal_id
            where own.document = ? and own.register = ?`),
    planOf(`select ${anyListing('?1')} from subject where key = ?2`),
  ]
  db.close()
  for (const plan of plans) assert.match(plan, /SEARCH (own|listing) USING .*INDEX listing_\w+ \(document=\?/)
})
