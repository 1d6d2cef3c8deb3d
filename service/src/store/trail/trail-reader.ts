import type { Environment } from '@lastro/contract/clients/credentials.ts'
import type { UsageLine } from '@lastro/rules/trail/billing.ts'
import type { Link } from '@lastro/rules/trail/chain.ts'
import { laneOf, linksPerLane } from '@lastro/rules/trail/lane.ts'
import { readHeads, type Seal } from '@lastro/rules/trail/seal.ts'
import { type Kysely, type Selectable, type SqlBool, sql } from 'kysely'
import { type MonthManifest, readManifestText } from '../../features/trail/archive/month-manifest.ts'
import type { LinkPlace, OwnLink, SearchRange, TrailStore } from '../../features/trail/trail-store.ts'
import type { Tables } from '../engine/tables.ts'

/** Links read at a time when the trail is walked. */
const pageLinkCount = 200

/** Seals read at a time, each with the heads of all lanes. */
const pageSealCount = 500

/** Walking links and seals and adding up usage, the same on both engines. */
export function trailReader(
  db: Kysely<Tables>,
): Pick<
  TrailStore,
  | 'archived'
  | 'heads'
  | 'lastAtMs'
  | 'left'
  | 'linkHashes'
  | 'links'
  | 'linksBefore'
  | 'linksOf'
  | 'linksWithin'
  | 'newestSeal'
  | 'seals'
  | 'usage'
  | 'usageByClient'
  | 'usageLeft'
  | 'usageOfDay'
  | 'counted'
> {
  /**
   * By the whole of the key that PostgreSQL keeps, in which a number may stand twice under two times: whoever added such
   * a link is met by the walk, wherever a page ends.
   */
  const walk = async function* (environment: Environment, afterNumber: number): AsyncGenerator<Link> {
    for (let after: LinkPlace = { number: afterNumber, lastAtMs: Number.MAX_SAFE_INTEGER }; ; ) {
      const rows = await db
        .selectFrom('trail_link')
        .selectAll()
        .where('environment', '=', environment)
        .where(sql<SqlBool>`(number, last_at_ms) > (${after.number}, ${after.lastAtMs})`)
        .orderBy('number')
        .orderBy('last_at_ms')
        .limit(pageLinkCount)
        .execute()
      for (const row of rows) yield linkOfRow(row)
      const last = rows.at(-1)
      if (last === undefined) return
      after = { number: last.number, lastAtMs: last.last_at_ms }
    }
  }

  /** In the order in which links ended, whichever lane they are of. */
  const walkTime = async function* (
    environment: Environment,
    { fromMs, untilMs }: SearchRange,
  ): AsyncGenerator<Link> {
    for (let after: LinkPlace = { lastAtMs: fromMs - 1, number: Number.MAX_SAFE_INTEGER }; ; ) {
      const rows = await db
        .selectFrom('trail_link')
        .selectAll()
        .where('environment', '=', environment)
        .where(sql<SqlBool>`(last_at_ms, number) > (${after.lastAtMs}, ${after.number})`)
        .where('first_at_ms', '<=', untilMs)
        .orderBy('last_at_ms')
        .orderBy('number')
        .limit(pageLinkCount)
        .execute()
      for (const row of rows) yield linkOfRow(row)
      const last = rows.at(-1)
      if (last === undefined) return
      after = { lastAtMs: last.last_at_ms, number: last.number }
    }
  }

  const sealRows = (count: number, afterNumber = 0) =>
    db.selectFrom('trail_seal').selectAll().where('number', '>', afterNumber).limit(count)

  /** Links from before owners were written down: any of them may hold records of anyone. */
  const unowned = async (environment: Environment, upTo: number, count: number) =>
    db
      .selectFrom('trail_link')
      .innerJoin('trail_unowned', 'trail_unowned.environment', 'trail_link.environment')
      .select(ownColumns)
      .where('trail_link.environment', '=', environment)
      .where('trail_link.number', '<=', upTo)
      .whereRef('trail_link.number', '<=', 'trail_unowned.number')
      .orderBy('trail_link.number', 'desc')
      .limit(count)
      .execute()

  /** In lanes, by time. */
  const ownedInLanes = async (
    environment: Environment,
    owner: string,
    { from, count }: { readonly from: LinkPlace | undefined; readonly count: number },
  ): Promise<OwnLink[]> => {
    const upTo =
      from &&
      sql<SqlBool>`(trail_lane_owner.last_at_ms, trail_lane_owner.number)
      <= (${from.lastAtMs}, ${from.number})`
    return db
      .selectFrom('trail_lane_owner')
      .innerJoin('trail_link', (join) =>
        join
          .onRef('trail_link.environment', '=', 'trail_lane_owner.environment')
          .onRef('trail_link.number', '=', 'trail_lane_owner.number')
          .onRef('trail_link.last_at_ms', '=', 'trail_lane_owner.last_at_ms'),
      )
      .select(ownColumns)
      .where('trail_lane_owner.environment', '=', environment)
      .where('owner', '=', owner)
      .$if(upTo !== undefined, (query) => query.where(upTo as NonNullable<typeof upTo>))
      .orderBy('trail_lane_owner.last_at_ms', 'desc')
      .orderBy('trail_lane_owner.number', 'desc')
      .limit(count)
      .execute()
  }

  /** In the first lane, by number. */
  const ownedInFirst = async (
    environment: Environment,
    owner: string,
    { upTo, count }: { readonly upTo: number; readonly count: number },
  ) => {
    const owned = await db
      .selectFrom('trail_owner')
      .innerJoin('trail_link', (join) =>
        join
          .onRef('trail_link.environment', '=', 'trail_owner.environment')
          .onRef('trail_link.number', '=', 'trail_owner.number'),
      )
      .select(ownColumns)
      .where('trail_owner.environment', '=', environment)
      .where('owner', '=', owner)
      .where('trail_owner.number', '<=', upTo)
      .orderBy('trail_owner.number', 'desc')
      .limit(count)
      .execute()
    const last = owned.at(-1)
    if (last !== undefined && owned.length === count) return { links: owned, next: last }
    const older = await unowned(environment, upTo, count)
    return { links: [...owned, ...older], next: older.length === count ? older.at(-1) : undefined }
  }

  return {
    links: (environment, afterNumber = Number.MIN_SAFE_INTEGER) => walk(environment, afterNumber),
    linksWithin: walkTime,

    linksOf: async (environment, owner, { from, count }) => {
      if (from !== undefined && laneOf(from.number) === 0)
        return ownedInFirst(environment, owner, { upTo: from.number, count })
      const newer = await ownedInLanes(environment, owner, { from, count })
      if (newer.length === count) return { links: newer, next: newer.at(-1) }
      const older = await ownedInFirst(environment, owner, { upTo: linksPerLane, count })
      return { links: [...newer, ...older.links], next: older.next }
    },

    heads: async (environment) => {
      const { rows } = await sql<{ number: number; hash: string }>`select number, hash from trail_link
        where environment = ${environment} and number in (${lastLinks(environment)}) order by number`.execute(
        db,
      )
      return rows.map((row) => ({ environment, ...row }))
    },

    archived: async () => {
      const rows = await db.selectFrom('trail_archive').selectAll().orderBy('month').execute()
      return rows.map(({ month, state, holds_long_kept, manifest }) => ({
        month,
        state: state === 'archived' ? 'archived' : 'leaving',
        holdsLongKept: holds_long_kept === 1,
        manifest: manifestOf(month, manifest),
      }))
    },

    left: async (environment) => {
      const rows = await db
        .selectFrom('trail_left')
        .select(['number', 'hash'])
        .where('environment', '=', environment)
        .orderBy('lane')
        .execute()
      return rows.map((row) => ({ environment, ...row }))
    },

    linkHashes: async (environment, numbers) => {
      const rows = await db
        .selectFrom('trail_link')
        .select(['number', 'hash'])
        .where('environment', '=', environment)
        .where('number', 'in', [...numbers])
        .execute()
      return new Map(rows.map(({ number, hash }) => [number, hash]))
    },

    lastAtMs: async (environment) => {
      const row = await db
        .selectFrom('trail_link')
        .select('last_at_ms')
        .where('environment', '=', environment)
        .orderBy('last_at_ms', 'desc')
        .limit(1)
        .executeTakeFirst()
      return row?.last_at_ms
    },

    newestSeal: async () => {
      const row = await sealRows(1).orderBy('number', 'desc').executeTakeFirst()
      return row && sealOfRow(row)
    },

    seals: async function* () {
      for (let after = 0; ; ) {
        const rows = await sealRows(pageSealCount, after).orderBy('number').execute()
        yield* rows.map(sealOfRow)
        const last = rows.at(-1)
        if (last === undefined) return
        after = last.number
      }
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
        .selectFrom('usage_of_lanes')
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
        .selectFrom('usage_of_lanes')
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

    usage: (environment, month, clientId) =>
      db
        .selectFrom('usage_of_lanes')
        .select(['client_id as clientId', 'day', 'product', 'features'])
        .select(usageSums)
        .where('environment', '=', environment)
        .where('day', '>=', `${month}-01`)
        .where('day', '<=', `${month}-31`)
        .$if(clientId !== undefined, (query) => query.where('client_id', '=', clientId ?? ''))
        .groupBy(['client_id', 'day', 'product', 'features'])
        .orderBy('client_id')
        .orderBy('day')
        .orderBy('product')
        .orderBy('features')
        .execute(),

    usageLeft: (environment) =>
      db
        .selectFrom('trail_left_usage')
        .select(['client_id as clientId', 'day', 'product', 'features', 'billed', 'unbilled', 'cents'])
        .where('environment', '=', environment)
        .execute(),

    counted: async (environment) => {
      // One statement, so that counts and links are those of one moment.
      const { rows } = await sql<UsageLine & { upTo: number | null }>`
        select client_id as "clientId", day, product, features, cast(sum(billed) as bigint) as billed,
          cast(sum(unbilled) as bigint) as unbilled, cast(sum(cents) as bigint) as cents,
          cast(null as bigint) as "upTo"
        from usage_of_lanes where environment = ${environment} group by client_id, day, product, features
        union all select '', '', '', '', 0, 0, 0, number from (${lastLinks(environment)}) lane_end`.execute(
        db,
      )
      return {
        upTo: rows.flatMap(({ upTo }) => upTo ?? []),
        lines: rows.filter(({ upTo }) => upTo === null).map(({ upTo: _, ...line }) => line),
      }
    },
  }
}

/** The number of the last link of each lane that has one: a look into the key for each. */
const lastLinks = (environment: Environment) => sql<{ number: number }>`select max(number) as number
  from trail_link where environment = ${environment} and number < ${linksPerLane} having max(number) is not null
  union all select last.number from (select (select max(number) from trail_link
      where trail_link.environment = trail_lane.environment
        and trail_link.number > trail_lane.lane * cast(${linksPerLane} as bigint)
        and trail_link.number < (trail_lane.lane + 1) * cast(${linksPerLane} as bigint)) as number
    from trail_lane where trail_lane.environment = ${environment}) last where last.number is not null`

const ownColumns = [
  'trail_link.number as number',
  'trail_link.last_at_ms as lastAtMs',
  'trail_link.records as records',
] as const

/** Sums of whole numbers are wider than those on PostgreSQL, and come back as text unless they are told. */
const usageSums = [
  sql<number>`cast(sum(billed) as bigint)`.as('billed'),
  sql<number>`cast(sum(unbilled) as bigint)`.as('unbilled'),
  sql<number>`cast(sum(cents) as bigint)`.as('cents'),
] as const

/** Undefined where it is not that of the month. */
function manifestOf(month: string, text: string): MonthManifest | undefined {
  const manifest = readManifestText(text)
  return manifest?.month === month ? manifest : undefined
}

const linkOfRow = (row: Selectable<Tables['trail_link']>): Link => ({
  number: row.number,
  firstAtMs: row.first_at_ms,
  lastAtMs: row.last_at_ms,
  records: row.records,
  recordHashes: Buffer.from(row.record_hashes),
  hash: row.hash,
})

const sealOfRow = ({ number, at_ms, previous, heads, hash }: Selectable<Tables['trail_seal']>): Seal => ({
  number,
  atMs: at_ms,
  previous,
  heads: readHeads(heads),
  hash,
})
