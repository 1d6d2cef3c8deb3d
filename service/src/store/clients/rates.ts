import { newWindow, type RateWindow, takeFromWindow } from '@lastro/rules/limits/rate-window.ts'
import type { Kysely } from 'kysely'
import type { Pool } from 'pg'
import type { RateStore } from '../../features/clients/limits.ts'
import type { Tables } from '../engine/tables.ts'

/** Rates shared by the workers of one embedded store. */
export function rateStore(db: Kysely<Tables>): RateStore {
  return {
    take: (clientId, asked) =>
      db.transaction().execute(async (tx) => {
        const fresh = newWindow()
        await tx
          .insertInto('rate_window')
          .values({ client_id: clientId, step: fresh.step, taken: fresh.taken.join() })
          .onConflict((conflict) => conflict.doNothing())
          .execute()
        const row = await tx
          .selectFrom('rate_window')
          .selectAll()
          .where('client_id', '=', clientId)
          .executeTakeFirst()
        const window = row ? windowOf(row) : fresh
        const granted = takeFromWindow(window, asked)
        await tx
          .updateTable('rate_window')
          .set({ step: window.step, taken: window.taken.join() })
          .where('client_id', '=', clientId)
          .execute()
        return granted
      }),
  }
}

type WindowRow = { readonly step: number; readonly taken: string }

const windowOf = ({ step, taken }: WindowRow): RateWindow => ({ step, taken: taken.split(',').map(Number) })

/** Clients whose windows are remembered; whoever is forgotten costs one more round trip. */
const windowCountMax = 10_000

/**
 * Rates shared by every process on one PostgreSQL, in one round trip: a process counts on the window as it last saw it,
 * and writes if that is how it still stands. Where another was quicker it is told how it stands, and counts again.
 */
export function postgresRates(pool: Pool): RateStore {
  const seen = new Map<string, WindowRow>()
  const put = async (clientId: string, before: WindowRow, after: WindowRow) => {
    const { rows } = await pool.query<WindowRow & { readonly put: boolean }>({
      name: 'take_rate',
      text: takeRateText,
      values: [clientId, after.step, after.taken, before.step, before.taken],
    })
    return rows[0]
  }
  return {
    take: async (clientId, asked) => {
      for (let before = seen.get(clientId) ?? nothingTaken; ; ) {
        const window = windowOf(before)
        const granted = takeFromWindow(window, asked)
        const after = { step: window.step, taken: window.taken.join() }
        const stands = await put(clientId, before, after)
        if (seen.size >= windowCountMax) seen.clear()
        seen.set(clientId, stands?.put === true ? after : (stands ?? nothingTaken))
        if (stands?.put === true) return granted
        before = stands ?? nothingTaken
      }
    },
  }
}

const nothingTaken: WindowRow = { step: 0, taken: newWindow().taken.join() }

/** A count of one second need not outlive a power cut: nobody waits for the disk, nor for whoever waits for it. */
const takeRateText = `with quick as (
    select set_config('synchronous_commit', 'off', true)
  ), put as (
    insert into rate_window (client_id, step, taken) select $1, $2, $3 from quick
    on conflict (client_id) do update set step = excluded.step, taken = excluded.taken
      where rate_window.step = $4 and rate_window.taken = $5
    returning true
  )
  select exists (select from put) as put, coalesce(held.step, 0) as step, coalesce(held.taken, $5) as taken
  from (select) one left join rate_window held on held.client_id = $1`
