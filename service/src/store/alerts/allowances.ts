import { type Kysely, sql } from 'kysely'
import type { Allowance, AllowanceStore, UsedUp } from '../../features/alerts/allowance.ts'
import type { Tables } from '../engine/tables.ts'

export const allowanceStore = (db: Kysely<Tables>): AllowanceStore => ({
  take: (allowances, nowMs) => takeAllowances(db, allowances, nowMs),
  forget: async (endedBeforeMs) => {
    const { numDeletedRows } = await db
      .deleteFrom('allowance')
      .where('ends_at_ms', '<', endedBeforeMs)
      .executeTakeFirst()
    return Number(numDeletedRows)
  },
})

/** One of each, or the first that is used up. */
export async function takeAllowances(
  db: Kysely<Tables>,
  allowances: readonly Allowance[],
  nowMs: number,
): Promise<UsedUp | undefined> {
  for (const allowance of allowances) {
    const freeAtMs = await take(db, allowance, nowMs)
    if (freeAtMs !== undefined) return { allowance, freeAtMs }
  }
  return undefined
}

/** Whether taking one would be refused. */
export async function isUsedUp(
  db: Kysely<Tables>,
  { policy, owner, limit, windowMs }: Allowance,
  nowMs: number,
): Promise<boolean> {
  const kept = await db
    .selectFrom('allowance')
    .select('key')
    .where('key', '=', `${policy} ${owner}`)
    .where('taken', '>=', limit)
    .where('ends_at_ms', '>', nowMs)
    .where('ends_at_ms', '<=', nowMs + windowMs)
    .executeTakeFirst()
  return kept !== undefined
}

/** One statement counts, so that of two processes each counts what the other took. */
async function take(
  db: Kysely<Tables>,
  { policy, owner, limit, windowMs }: Allowance,
  nowMs: number,
): Promise<number | undefined> {
  const endsAtMs = nowMs + windowMs
  // An end that lies too far ahead was written by a clock that has been set right since.
  const isOver = sql`(allowance.ends_at_ms <= ${nowMs} or allowance.ends_at_ms > ${endsAtMs})`
  const { rows } = await sql<{ taken: number; ends_at_ms: number }>`
    insert into allowance (key, taken, ends_at_ms) values (${`${policy} ${owner}`}, 1, ${endsAtMs})
    on conflict (key) do update set
      taken = case when ${isOver} then 1 when allowance.taken > ${limit} then allowance.taken
        else allowance.taken + 1 end,
      ends_at_ms = case when ${isOver} then excluded.ends_at_ms else allowance.ends_at_ms end
    returning taken, ends_at_ms`.execute(db)
  const [row] = rows
  if (row === undefined) throw new Error('An allowance was not counted')
  return row.taken <= limit ? undefined : row.ends_at_ms
}
