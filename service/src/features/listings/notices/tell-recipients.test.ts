import assert from 'node:assert/strict'
import type { Day } from '@lastro/rules/calendar/day.ts'
import type { HistoryEntry, Listing } from '@lastro/rules/listings/listing.ts'
import { shownListing } from '@lastro/rules/listings/shown-listing.ts'
import { test } from 'vitest'
import { publishedListing as listing } from '../../../../testing/invented/published-listing.ts'
import type { NewOutboxRow, OutboxRow } from '../../../jobs/outbox.ts'
import { type TellDeps, tellRecipients } from './tell-recipients.ts'

const correction: OutboxRow = {
  id: 'recipients.tell.L1.4',
  topic: 'recipients.tell',
  register: 'production',
  clientId: 'cli_loja',
  payload: {
    listingId: 'L1',
    document: '52998224725',
    change: 'changed',
    version: 4,
    fromMs: 700,
    isCorrection: true,
  },
  createdAtMs: 0,
  dueAtMs: 0,
  attempts: 0,
}
const nowMs = Date.parse('2026-11-17T11:00:00-03:00')
// A Monday; the Friday of its week is a holiday.
const atMs = Date.parse('2026-11-16T10:00:00-03:00')

const shownNow = shownListing(listing)
const shownBefore = { ...shownNow, amount: '1520.33' }

const entry = (version: number, of: Partial<HistoryEntry>): HistoryEntry => ({
  version,
  atMs,
  on: '2026-11-16' as Day,
  change: 'changed',
  state: 'published',
  actor: 'bureau',
  cause: 'debt',
  ...of,
})

const lowered = [1, 2, 3]
  .map((version) => entry(version, { shown: shownBefore, change: 'published', cause: undefined }))
  .concat(entry(4, { shown: shownNow }))
const released = lowered.slice(0, 3).concat(entry(4, { change: 'released', state: 'released', cause: '45' }))

type Shown = { readonly clientId: string; readonly listings: string; readonly outcome?: string }
type Told = {
  readonly alerted?: readonly { readonly clientId: string; readonly shown: string }[]
  readonly row?: OutboxRow
  readonly history?: readonly HistoryEntry[]
  readonly as?: Partial<Listing>
  readonly watching?: Awaited<ReturnType<TellDeps['watching']>>
}

/** Tells of a correction to those who were shown what the trail says; what goes into the outbox, and what was asked. */
async function told(
  shown: readonly Shown[],
  { row = correction, history = lowered, as = {}, watching = [], alerted = [] }: Told = {},
) {
  const rows: NewOutboxRow[] = []
  const asked: unknown[] = []
  const places: unknown[] = []
  const handled = await tellRecipients(
    {
      listings: { findListing: async () => ({ ...listing, ...as }), history: async () => history },
      outbox: { add: async (some) => void rows.push(...some) },
      clock: { nowMs: () => nowMs },
      nowMsIn: () => nowMs,
      watching: async (place) => {
        places.push(place)
        return watching
      },
      alertedOf: async (place) => {
        places.push(place)
        return alerted
      },
      shownTo: async (...of) => {
        asked.push(of)
        return shown.map((one) => ({ outcome: 'answered', ...one }))
      },
    },
    row,
  )
  assert.equal(handled, 'done')
  return {
    rows,
    asked,
    places,
    recipients: rows.map(({ clientId }) => clientId),
    data: rows[0]?.payload.data,
  }
}

const bank = { clientId: 'cli_banco', listings: 'L1:3' }

test('whoever was shown a version with the error is told, by a day five business days away', async () => {
  const { rows } = await told([bank])
  assert.deepEqual(rows, [
    {
      id: 'listing.corrected.L1.4.cli_banco',
      topic: 'listing.corrected',
      register: 'production',
      clientId: 'cli_banco',
      payload: {
        listingId: 'L1',
        documento: '52998224725',
        version: 4,
        wrongVersions: [1, 2, 3],
        dueOn: '2026-11-24',
        data: {
          on: '2026-11-16',
          change: 'changed',
          listing: shownBefore,
          changes: [{ field: 'listingP.amount', before: '1520.33', after: '900.00' }],
        },
      },
      createdAtMs: nowMs,
      dueAtMs: nowMs,
    },
  ])
})

test('of a listing that ended it is told what was shown, and that it is gone', async () => {
  const { data } = await told([bank], { history: released, as: { state: 'released', release: '45' } })
  assert.deepEqual(data, { on: '2026-11-16', change: 'released', listing: shownBefore })
})

test('what may not be read may not be told: of a hidden listing, the names of the fields', async () => {
  for (const as of [{ state: 'suspended' }, { paidOn: '2026-11-16' as Day }] as Partial<Listing>[]) {
    const { data } = await told([bank], { as })
    assert.deepEqual(data, {
      on: '2026-11-16',
      change: 'changed',
      listing: shownBefore,
      changes: [{ field: 'listingP.amount' }],
    })
  }
})

test('whoever saw the new version, another listing or none is told nothing', async () => {
  const { recipients } = await told([
    { clientId: 'cli_later', listings: 'L1:4' },
    { clientId: 'cli_other', listings: 'L2:1' },
    { clientId: 'cli_longer', listings: 'L11:1' },
    { clientId: 'cli_within', listings: 'XL1:1' },
    { clientId: 'cli_none', listings: '' },
  ])
  assert.deepEqual(recipients, [])
})

test('whoever was answered, degraded, again or by an alert was shown it; whoever was refused was not', async () => {
  const outcomes = ['answered', 'degraded', 'replayed', 'alerted', 'sources_unavailable']
  const { recipients } = await told(
    outcomes.map((outcome) => ({ clientId: outcome, listings: 'L1:3', outcome })),
  )
  assert.deepEqual(recipients, outcomes.slice(0, 4))
})

test('a report shows several listings, in any order', async () => {
  const { recipients } = await told([
    { clientId: 'cli_last', listings: 'L2:9,L1:3' },
    { clientId: 'cli_first', listings: 'L1:3,L2:9' },
  ])
  assert.deepEqual(recipients, ['cli_last', 'cli_first'])
})

test('many reports to one client make one event', async () => {
  const shown = ['L1:1', 'L1:2', 'L1:3', 'L1:4'].map((listings) => ({ clientId: 'cli_banco', listings }))
  assert.deepEqual((await told(shown)).recipients, ['cli_banco'])
})

test('whoever watches and was shown nothing is told what a report shows now, as of any change', async () => {
  const watching = [
    { clientId: 'cli_vigia', sinceMs: 0, watched: { registrationId: 'r1', label: 'cliente 7' } },
    { clientId: 'cli_banco', sinceMs: 0, watched: { registrationId: 'r2' } },
  ]
  const { rows } = await told([bank], { watching })
  assert.deepEqual(
    rows.map(({ id }) => id),
    ['listing.corrected.L1.4.cli_banco', 'listing.corrected.L1.4.cli_vigia.watched'],
  )
  assert.deepEqual(rows[1]?.payload.watched, { registrationId: 'r1', label: 'cliente 7' })
  assert.deepEqual(rows[1]?.payload.data, {
    on: '2026-11-16',
    change: 'changed',
    visible: 'true',
    listing: shownNow,
  })
  const hidden = await told([], { watching, as: { paidOn: '2026-11-16' as Day } })
  assert.deepEqual(hidden.data, { on: '2026-11-16', change: 'changed' })
  const gone = await told([], { watching, history: released, as: { state: 'released', release: '45' } })
  assert.deepEqual(gone.data, { on: '2026-11-16', change: 'released' })
  const told7 = { shown: shownNow, untilMs: 7, isOver: true }
  const as = { state: 'released', release: '45', told: told7 } as const
  const known = await told([], { watching, history: released, as })
  assert.deepEqual(known.data, { on: '2026-11-16', change: 'released', listing: shownNow })
  const lastMoment = watching.map((one) => ({ ...one, sinceMs: 7 }))
  assert.equal((await told([], { watching: lastMoment, history: released, as })).rows.length, 2)
  const tooLate = watching.map((one) => ({ ...one, sinceMs: 8 }))
  assert.deepEqual((await told([], { watching: tooLate, history: released, as })).recipients, [])
  const late = { ...correction, payload: { ...correction.payload, isLate: true } }
  assert.deepEqual((await told([bank], { watching, row: late })).recipients, ['cli_banco'])
})

test('nobody hears of a change that corrects nothing, not even who watches', async () => {
  const watching = [{ clientId: 'cli_vigia', sinceMs: 0, watched: { registrationId: 'r1' } }]
  const raised = [1, 2, 3]
    .map((version) => entry(version, { shown: { ...shownNow, amount: '100.00' }, change: 'published' }))
    .concat(entry(4, { shown: shownNow }))
  assert.deepEqual((await told([bank], { watching, history: raised })).recipients, [])
})

test('whoever was alerted of a version with the error and wants no corrections is told as its reader, once', async () => {
  const alerted = ['L1:3', 'L1:2', 'L9:3'].map((shown) => ({ clientId: 'cli_banco', shown }))
  const [first, ...more] = (await told([], { alerted })).rows
  assert.deepEqual([first?.clientId, first?.payload.watched, more], ['cli_banco', undefined, []])
  // A day later its sending is on record.
  const late = { ...correction, payload: { ...correction.payload, isLate: true } }
  const sent = [{ ...bank, outcome: 'alerted' }]
  assert.deepEqual(
    (await told(sent, { alerted, row: late })).rows.map(({ id }) => id),
    [first?.id],
  )
  const right = [{ clientId: 'cli_banco', shown: 'L1:4' }]
  assert.deepEqual((await told([], { alerted: right })).recipients, [])
})

test('whoever was alerted and wants to hear of corrections is told as one who watches', async () => {
  const alerted = [{ clientId: 'cli_vigia', shown: 'L1:3' }]
  const watching = [{ clientId: 'cli_vigia', sinceMs: 1, watched: { registrationId: 'r1' } }]
  const { rows } = await told([], { alerted, watching })
  assert.deepEqual(
    rows.map(({ clientId, payload }) => [clientId, payload.watched]),
    [['cli_vigia', { registrationId: 'r1' }]],
  )
  const late = { ...correction, payload: { ...correction.payload, isLate: true } }
  assert.deepEqual((await told([], { alerted, watching, row: late })).recipients, [])
  // Whoever wants no corrections any more by then has been told.
  assert.deepEqual(
    (await told([], { alerted, row: late })).rows.map(({ id }) => id),
    rows.map(({ id }) => id),
  )
})

test('whoever was alerted of it, slept and woke when it could no longer be read is told as its reader', async () => {
  const alerted = [{ clientId: 'cli_vigia', shown: 'L1:3' }]
  const watching = [{ clientId: 'cli_vigia', sinceMs: 8, watched: { registrationId: 'r1' } }]
  const as = {
    state: 'released',
    release: '45',
    told: { shown: shownNow, untilMs: 7, isOver: true },
  } as const
  const { rows } = await told([], { alerted, watching, history: released, as })
  assert.deepEqual(
    rows.map(({ clientId, payload }) => [clientId, payload.watched]),
    [['cli_vigia', undefined]],
  )
})

test('the whole trail of the register’s own environment is asked, from the debt’s first day', async () => {
  const range = { fromMs: 700, untilMs: Number.MAX_SAFE_INTEGER }
  assert.deepEqual((await told([])).asked, [['production', '52998224725', range]])
  const played = await told([], { row: { ...correction, register: 'cli_caixa' } })
  const place = { register: 'cli_caixa', document: '52998224725' }
  assert.deepEqual(played.places, [place, place])
  assert.deepEqual(played.asked, [['sandbox', '52998224725', range]])
})

test('rows that an earlier release left are told by the rules of today', async () => {
  const left = (change: string) => ({ ...correction, payload: { listingId: 'L1', change, version: 4 } })
  const { recipients, asked } = await told([bank], { row: left('changed') })
  assert.deepEqual(recipients, ['cli_banco'])
  assert.deepEqual(asked, [['production', '52998224725', { fromMs: 0, untilMs: Number.MAX_SAFE_INTEGER }]])
  const ended = { row: left('released'), history: released }
  assert.deepEqual((await told([bank], { ...ended, as: { release: '45' } })).recipients, ['cli_banco'])
  assert.deepEqual((await told([bank], { ...ended, as: { release: '01' } })).recipients, [])
  const paid = lowered.slice(0, 3).concat(entry(4, { change: 'paid', cause: undefined }))
  assert.deepEqual((await told([bank], { row: left('paid'), history: paid })).recipients, [])
})
