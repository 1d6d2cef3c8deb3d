import type { Day } from '@lastro/rules/calendar/day.ts'
import { queryOf } from '@lastro/rules/trail/billing.ts'
import { readRecord } from '@lastro/rules/trail/chain.ts'
import { type Kysely, sql } from 'kysely'
import { verifyTrail } from '../../features/trail/seals/verify-trail.ts'
import type { Tables } from '../engine/tables.ts'
import type { Store } from '../store.ts'
import { postgresIndexWalk } from '../trail/trail-index-walk.ts'
import { trailReader } from '../trail/trail-reader.ts'
import { type MoveTarget, type Row, writeRows } from './copy-table.ts'
import type { MovedStore } from './source.ts'

/**
 * The links go over as they are, byte for byte. The index by document is made anew from them, for each engine keeps it
 * otherwise; counts and owners are plain tables. Where a chain ends stands in a row of its own on PostgreSQL.
 */
export async function copyTrail(source: MovedStore, target: MoveTarget): Promise<number> {
  const db = source.db('trail.db')
  const links = db.prepare('select * from trail_link order by environment, number')
  const written = await writeRows(links.iterate(), 'trail_link', target)
  await writeRows(indexRows(links.iterate()), 'consultation', target)
  const { tx } = target
  await sql`delete from trail_unowned`.execute(tx)
  await writeRows(db.prepare('select * from trail_unowned').iterate(), 'trail_unowned', target)
  await sql`update trail_head set number = link.number, hash = link.hash
    from (select distinct on (environment) environment, number, hash from trail_link
          order by environment, number desc) as link
    where link.environment = trail_head.environment`.execute(tx)
  return written
}

function* indexRows(links: Iterable<Row>): Generator<Row> {
  for (const { environment, number, records } of links) {
    for (const [place, text] of String(records).split('\n').entries()) {
      const record = readable(text)
      if (record === undefined || record.document === '') continue
      yield {
        environment,
        number,
        place,
        document: record.document,
        billed: record.billed ? 1 : 0,
        at_ms: record.atMs,
        client_id: record.clientId,
        query: queryOf(record),
        outcome: record.outcome,
        key: record.key,
      }
    }
  }
}

/** A record that was damaged is for `trail verify` to name; it is carried over as it is. */
function readable(text: string): ReturnType<typeof readRecord> | undefined {
  try {
    return readRecord(text)
  } catch {
    return undefined
  }
}

/** Walks both: the same links, up to the same heads, and broken at the same place if at all. */
export async function isSameTrail(
  trail: Store['trail'],
  moved: Kysely<Tables>,
  today: Day,
): Promise<boolean> {
  const there = { ...trailReader(moved), ...postgresIndexWalk(moved) }
  for (const environment of ['production', 'sandbox'] as const) {
    const one = await verifyTrail(trail, environment, { today })
    const other = await verifyTrail(there, environment, { today })
    const isSame = one.links === other.links && one.records === other.records && one.head === other.head
    // A seal says nothing of what came after it.
    const heads = [await trail.heads(environment), await there.heads(environment)]
    if (JSON.stringify(heads[0]) !== JSON.stringify(heads[1])) return false
    if (!isSame || (one.broken === undefined) !== (other.broken === undefined)) return false
    if (one.besides.length === 0 && other.besides.length > 0) return false
  }
  return true
}
