import assert from 'node:assert/strict'
import type { HistoryEntry, Listing } from '@lastro/rules/listings/listing.ts'
import { shownListing } from '@lastro/rules/listings/shown-listing.ts'
import { describe, test } from 'vitest'
import { publishedListing as listing } from '../../../testing/invented/published-listing.ts'
import { findCorrection, toldToReader } from './find-correction.ts'

const shownNow = shownListing(listing)
const entry = (version: number, of: Partial<HistoryEntry> = {}) =>
  ({ version, atMs: 0, on: '2026-11-16', change: 'changed', state: 'published', ...of }) as HistoryEntry

describe('a correction to be told', () => {
  const history = [entry(1, { change: 'published' }), entry(2, { change: 'released', state: 'released' })]
  const found = (listings: readonly Listing[], version = 2, listingId = 'L1') =>
    findCorrection(
      {
        listings: {
          findListing: async (id) => listings.find((one) => one.id === id),
          history: async () => history,
        },
        nowMsIn: () => Date.parse('2026-11-17T11:00:00-03:00'),
      },
      'production',
      { listingId, document: listing.document, change: 'released', version, fromMs: 0, isCorrection: true },
    )

  test('is none of a listing or of a version that is not on record', async () => {
    assert.equal(await found([listing], 2, 'L9'), undefined)
    assert.equal(await found([listing], 3), undefined)
  })

  test('is what was decided with the change, whatever the reason says by itself', async () => {
    const ended = { ...listing, release: '12' } as const
    const correction = await found([ended])
    assert.deepEqual(
      [correction?.listing, correction?.entry, correction?.history],
      [ended, history[1], history],
    )
  })

  test('of a guarantor can be read while the debt that it backs can', async () => {
    const guarantor = { ...listing, id: 'G1', principalId: 'L1' }
    const isReadable = async (principal: Listing) =>
      (await found([guarantor, principal], 2, 'G1'))?.isReadable
    assert.equal(await isReadable(listing), true)
    assert.equal(await isReadable({ ...listing, state: 'suspended' }), false)
    assert.equal((await found([{ ...listing, paidOn: listing.dueDate }]))?.isReadable, false)
  })
})

describe('whoever was shown a version of which it is not known what it said', () => {
  const told = (corrected: HistoryEntry, isReadable: boolean, seen = entry(1)) =>
    toldToReader({ listing, entry: corrected, history: [seen, corrected], isReadable }, 1)
  const on = '2026-11-16'

  test('is told of its end with the listing as it is', () => {
    const data = { on, change: 'released', listing: shownNow }
    assert.deepEqual(told(entry(2, { change: 'released' }), false), data)
    assert.deepEqual(told(entry(2, { change: 'released' }), false, entry(7)), data)
  })

  test('is told of a change with the listing as it is, and without it where nobody may read it', () => {
    const corrected = entry(2, { shown: shownNow })
    assert.deepEqual(told(corrected, true), { on, change: 'changed', listing: shownNow })
    assert.deepEqual(told(corrected, false), { on, change: 'changed' })
  })

  test('is told what it was shown, without a comparison, when it is not known what is shown now', () => {
    const seen = { ...shownNow, amount: '1520.33' }
    assert.deepEqual(told(entry(2), true, entry(1, { shown: seen })), {
      on,
      change: 'changed',
      listing: seen,
    })
  })
})
