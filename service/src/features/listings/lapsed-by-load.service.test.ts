import assert from 'node:assert/strict'
import { type Day, startOfDayMs } from '@lastro/rules/calendar/day.ts'
import type { Listing, Moment } from '@lastro/rules/listings/listing.ts'
import { test } from 'vitest'
import { listingsAlone, shopCreditor } from '../../../testing/services/listings-alone.ts'
import { lapsedByLoad } from './lapsed-by-load.ts'

const moment: Moment = { today: '2026-11-27' as Day, nowMs: 1_000, actor: 'bureau' }
/** The day after the five years of what is loaded. */
const endMs = startOfDayMs('2026-06-02' as Day) - 1

/** A debt with two guarantors, and a load that has told it of the principal and of one of them. */
async function debtOf(changes: Partial<Listing> = {}) {
  const { inserted } = await listingsAlone()
  const principal = { ...(await inserted({ contractId: 'CT-1' })), state: 'published', ...changes } as Listing
  const party = (id: string, state: Listing['state']): Listing => ({ ...principal, id, state, document: id })
  const item = {
    section: 'listingP' as const,
    contractId: 'CT-1',
    creditorName: shopCreditor.name,
    occurrenceDate: '2021-06-01',
    amount: '100.00',
    legalNatureId: 'CP',
  }
  const registeredAs = async (_: string, document: string) =>
    document === 'unknown' ? undefined : { names: [], birthDate: undefined, debts: [item] }
  return {
    id: principal.id,
    deps: { registeredAs },
    debt: {
      principal,
      guarantors: [party('known', 'published'), party('unknown', 'published'), party('ended', 'released')],
    },
  }
}

test('every live party of whom a load has told an earlier day is over, until that day', async () => {
  const { id, deps, debt } = await debtOf()
  assert.deepEqual(await lapsedByLoad(deps, debt, moment), {
    today: moment.today,
    nowMs: moment.nowMs,
    lapsed: new Map([
      [id, endMs],
      ['known', endMs],
    ]),
  })
})

test('or until the load, where that came later', async () => {
  const { id, deps, debt } = await debtOf()
  const found = await lapsedByLoad(deps, debt, moment, endMs + 5)
  assert.equal(found?.lapsed.get(id), endMs + 5)
})

test('on the last day of the five years nobody is', async () => {
  const { deps, debt } = await debtOf()
  const on = (day: string) => lapsedByLoad(deps, debt, { ...moment, today: day as Day })
  assert.equal((await on('2026-06-01'))?.lapsed.size, 0)
  assert.equal((await on('2026-06-02'))?.lapsed.size, 2)
})

test('nothing is loaded into a sandbox', async () => {
  const { deps, debt } = await debtOf({ register: 'cli_caixa' })
  assert.equal(await lapsedByLoad(deps, debt, moment), undefined)
})
