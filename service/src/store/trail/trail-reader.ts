import type { Environment } from '@lastro/contract/clients/credentials.ts'
import type { UsageLine } from '@lastro/rules/trail/billing.ts'
import type { Link } from '@lastro/rules/trail/chain.ts'
import { type Kysely, type Selectable, type SqlBool, sql } from 'kysely'
import type { SearchRange, TrailStore } from '../../features/trail/trail-store.ts'
import type { Tables } from '../engine/tables.ts'

/** Links read at a time when the trail is walked. */
const pageLinkCount = 200

/** Walking the chain and adding up usage, the same on both engines. */
export function trailReader(
  db: Kysely<Tables>,
): Pick<
  TrailStore,
  | 'head'
  | 'links'
  | 'linksBefore'
  | 'linksOf'
  | 'linksWithin'
  | 'usage'
  | 'usageByClient'
  | 'usageOfDay'
  | 'counted'
> {
  const walk = async function* (
    environment: Environment,
    { fromMs, untilMs }: SearchRange,
    afterNumber = Number.MIN_SAFE_INTEGER,
  ): AsyncGenerator<Link> {
    for (let after = afterNumber; ; ) {
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
    links: (environment, afterNumber) => walk(environment, always, afterNumber),
    linksWithin: (environment, range) => walk(environment, range),

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

    head: async (environment) => {
      const row = await db
        .selectFrom('trail_link')
        .select(['number', 'hash', 'last_at_ms'])
        .where('environment', '=', environment)
        .orderBy('number', 'desc')
        .limit(1)
        .executeTakeFirst()
      return row && { number: row.number, hash: row.hash, lastAtMs: row.last_at_ms }
    },

    linksBefore: async (environment, before, { fromMs, limit }) => {
      const rows = await db
        .selectFrom('trail_link')
        .selectAll()
        .where('environment', '=', environment)
        .where('last_at_ms', '>=', fromMs)
        .where(sql<SqlBool>`(last_at_ms, number) < (${before.lastAtMs}, ${before.number})`)
        .orderBy('last_at_ms', 'desc')
        .orderBy('number', 'desc')
        .limit(limit)
        .execute()
      return rows.map(linkOfRow)
    },

    usageOfDay: (environment, day, clientId) =>
      db
        .selectFrom('usage_day')
        .select('product')
        .select(usageSums)
        .where('environment', '=', environment)
        .where('day', '=', day)
        .$if(clientId !== undefined, (query) => query.where('client_id', '=', clientId ?? ''))
        .groupBy('product')
        .orderBy('product')
        .execute(),

    usageByClient: (environment, month, { after, limit }) =>
      db
        .selectFrom('usage_day')
        .select('client_id as clientId')
        .select(usageSums)
        .where('environment', '=', environment)
        .where('client_id', '>', after)
        .where('day', '>=', `${month}-01`)
        .where('day', '<=', `${month}-31`)
        .groupBy('client_id')
        .orderBy('client_id')
        .limit(limit)
        .execute(),

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
      return rows.map(usageLineOf)
    },

    counted: (environment) =>
      // One statement, so that counts and chain are those of one moment.
      db
        .selectFrom('usage_day')
        .selectAll()
        .select((one) =>
          one
            .selectFrom('trail_link')
            .select((of) => of.fn.max('number').as('number'))
            .where('environment', '=', environment)
            .as('upTo'),
        )
        .where('environment', '=', environment)
        .execute()
        .then((rows) => ({
          upTo: Number(rows[0]?.upTo ?? 0),
          lines: rows.map(({ upTo: _, ...row }) => usageLineOf(row)),
        })),
  }
}

const always: SearchRange = { fromMs: 0, untilMs: Number.MAX_SAFE_INTEGER }

const usageLineOf = ({ client_id, environment: _, ...line }: Selectable<Tables['usage_day']>): UsageLine => ({
  clientId: client_id,
  ...line,
})
/** Sums of whole numbers are wider than those on PostgreSQL, and come back as text unless they are told. */
const usageSums = [
  sql<number>`cast(sum(billed) as bigint)`.as('billed'),
  sql<number>`cast(sum(unbilled) as bigint)`.as('unbilled'),
  sql<number>`cast(sum(cents) as bigint)`.as('cents'),
] as const

const linkOfRow = (row: Selectable<Tables['trail_link']>): Link => ({
  number: row.number,
  firstAtMs: row.first_at_ms,
  lastAtMs: row.last_at_ms,
  records: row.records,
  recordHashes: Buffer.from(row.record_hashes),
  hash: row.hash,
})
