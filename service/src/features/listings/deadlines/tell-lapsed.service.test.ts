import assert from 'node:assert/strict'
import { type Day, startOfDayMs } from '@lastro/rules/calendar/day.ts'
import type { Registered } from '@lastro/rules/listings/insertion/known-party.ts'
import { test } from 'vitest'
import { debt } from '../../../../testing/invented/invented-debt.ts'
import { listingsAlone, shopCreditor, withStore } from '../../../../testing/services/listings-alone.ts'
import type { OutboxRow } from '../../../jobs/outbox.ts'
import type { DebtKey } from '../listing-store.ts'
import { reportNotice } from '../notices/send-notice.ts'
import { settleAllDue } from './due-listings.ts'
import { lapsedListings, tellLapsed } from './tell-lapsed.ts'

const { documento } = debt

/** Published; then a load tells the same debt with a day of which the five years ended on 1 June. */
async function publishedAndLoaded() {
  const alone = await listingsAlone()
  const { deps, clock, inserted } = alone
  const { id, notice } = await inserted({ contractId: 'CT-1' })
  await reportNotice(deps, notice?.id ?? '', { kind: 'delivered', proof: '250', atMs: clock.nowMs() })
  clock.set('2026-11-27T12:00:00-03:00')
  await settleAllDue(deps)
  const item = {
    section: 'listingP' as const,
    contractId: 'CT-1',
    creditorName: shopCreditor.name,
    occurrenceDate: '2021-06-01',
    amount: debt.amount,
    legalNatureId: 'CP',
  }
  const registered: Registered = { names: [], birthDate: undefined, debts: [item] }
  return { ...alone, id, deps: { ...deps, registeredAs: async () => registered } }
}

const loadedAt = (createdAtMs: number) => ({ payload: { documento }, createdAtMs }) as unknown as OutboxRow

test('the end that a load brings is told until the load, by which it could be read', async () => {
  const { deps, clock, id, rowsOf } = await publishedAndLoaded()
  const createdAtMs = clock.nowMs() - 1_000
  assert.equal(await tellLapsed(deps, loadedAt(createdAtMs)), 'done')
  const [end, ...more] = await rowsOf('listing.expired')
  assert.deepEqual(more, [])
  const { listingId, on, untilMs } = (end?.payload ?? {}) as Record<string, unknown>
  assert.deepEqual([listingId, on, untilMs], [id, '2026-11-27', createdAtMs])
})

test('what days have ended is told until the last of them, once a day', async () => {
  const { deps, clock, rowsOf } = await publishedAndLoaded()
  const asked: string[] = []
  const watchedDocuments: typeof deps.listings.watchedDocuments = async ({ after }) => {
    asked.push(after)
    return after === '' ? ['1', documento, '999'] : []
  }
  const chore = lapsedListings(withStore(deps, { watchedDocuments }))
  assert.equal(await chore.run(), 0)
  assert.deepEqual(asked, ['', '999'])
  const [end] = await rowsOf('listing.expired')
  assert.equal(end?.payload.untilMs, startOfDayMs('2026-06-02' as Day) - 1)
  assert.equal(await chore.run(), 0)
  assert.equal(asked.length, 2, 'the same day')
  clock.add(86_400_000)
  await chore.run()
  assert.equal(asked.length, 4)
  assert.equal((await rowsOf('listing.expired')).length, 1, 'an end is told once')
})

test('each live debt of the document is looked at once, be it the principal’s or a guarantor’s', async () => {
  const { deps } = await publishedAndLoaded()
  const queries: unknown[] = []
  const looked: DebtKey[] = []
  const list: typeof deps.listings.list = async (query) => {
    queries.push(query)
    const of = (id: string, state: string, principalId?: string) => ({ id, state, principalId })
    return [
      of('l1', 'published'),
      of('g1', 'waiting', 'l1'),
      of('g2', 'published', 'l2'),
      of('l3', 'released'),
    ] as never
  }
  const findDebt: typeof deps.listings.findDebt = async (key) => void looked.push(key)
  await tellLapsed(withStore(deps, { list, findDebt }), loadedAt(1))
  assert.deepEqual(queries, [
    { register: 'production', clientId: undefined, document: documento, withGuarantors: true, limit: 10_000 },
  ])
  assert.deepEqual(
    looked,
    ['l1', 'l2'].map((id) => ({ register: 'production', clientId: undefined, id })),
  )
})
