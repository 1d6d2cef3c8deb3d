import type { Environment } from '@lastro/contract/credentials.ts'
import type { Kysely, Selectable } from 'kysely'
import { type Link, readRecord } from '../trail/chain.ts'
import type { Consultation } from '../trail/consultation.ts'
import type { TrailStore } from '../trail/trail-store.ts'
import type { Tables } from './tables.ts'

/** Links read at a time when the trail is walked. */
const pageLinkCount = 200

/** Walking the chain and adding up usage, the same on both engines. */
export function trailReader(
  db: Kysely<Tables>,
): Pick<TrailStore, 'links' | 'linksOf' | 'linksWithin' | 'usage'> {
  const walk = async function* (
    environment: Environment,
    fromMs: number,
    untilMs: number,
  ): AsyncGenerator<Link> {
    for (let after = Number.MIN_SAFE_INTEGER; ; ) {
      const rows = await db
        .selectFrom('trail_link')
        .selectAll()
        .where('environment', '=', environment)
        .where('number', '>', after)
        .where('last_at_ms', '>=', fromMs)
        .where('first_at_ms', '<=', untilMs)
        .orderBy('number')
        .limit(pageLinkCount)
        .execute()
      for (const row of rows) yield linkOfRow(row)
      const last = rows.at(-1)
      if (last === undefined) return
      after = last.number
    }
  }

  /** Links from before owners were written down: any of them may hold records of anyone. */
  const unowned = async (environment: Environment, upTo: number, count: number) =>
    db
      .selectFrom('trail_link')
      .innerJoin('trail_unowned', 'trail_unowned.environment', 'trail_link.environment')
      .select(['trail_link.number', 'records'])
      .where('trail_link.environment', '=', environment)
      .where('trail_link.number', '<=', upTo)
      .whereRef('trail_link.number', '<=', 'trail_unowned.number')
      .orderBy('trail_link.number', 'desc')
      .limit(count)
      .execute()

  return {
    links: (environment) => walk(environment, 0, Number.MAX_SAFE_INTEGER),
    linksWithin: (environment, { fromMs, untilMs }) => walk(environment, fromMs, untilMs),

    linksOf: async (environment, owner, { upTo, count }) => {
      const owned = await db
        .selectFrom('trail_owner')
        .innerJoin('trail_link', (join) =>
          join
            .onRef('trail_link.environment', '=', 'trail_owner.environment')
            .onRef('trail_link.number', '=', 'trail_owner.number'),
        )
        .select(['trail_link.number', 'records'])
        .where('trail_owner.environment', '=', environment)
        .where('owner', '=', owner)
        .where('trail_owner.number', '<=', upTo)
        .orderBy('trail_owner.number', 'desc')
        .limit(count)
        .execute()
      const last = owned.at(-1)
      if (last !== undefined && owned.length === count) return { links: owned, next: last.number - 1 }
      const older = await unowned(environment, upTo, count)
      const oldest = older.at(-1)
      const isMore = oldest !== undefined && older.length === count
      return { links: [...owned, ...older], next: isMore ? oldest.number - 1 : undefined }
    },

    usage: async (environment, month, clientId) => {
      const rows = await db
        .selectFrom('usage_day')
        .selectAll()
        .where('environment', '=', environment)
        .where('day', '>=', `${month}-01`)
        .where('day', '<=', `${month}-31`)
        .$if(clientId !== undefined, (query) => query.where('client_id', '=', clientId ?? ''))
        .orderBy('client_id')
        .orderBy('day')
        .orderBy('product')
        .orderBy('features')
        .execute()
      return rows.map(({ client_id, environment: _, ...line }) => ({ clientId: client_id, ...line }))
    },
  }
}

export function consultationAt(
  environment: Environment,
  number: number,
  place: number,
  records: readonly string[],
): Consultation {
  const text = records[place]
  if (text === undefined) throw new Error(`Link ${number} of the trail has lost record ${place}`)
  return { environment, number, place, ...readRecord(text) }
}

const linkOfRow = (row: Selectable<Tables['trail_link']>): Link => ({
  number: row.number,
  firstAtMs: row.first_at_ms,
  lastAtMs: row.last_at_ms,
  records: row.records,
  recordHashes: Buffer.from(row.record_hashes),
  hash: row.hash,
})
