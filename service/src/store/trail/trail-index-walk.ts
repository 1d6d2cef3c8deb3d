import { documentKey } from '@lastro/rules/documents/document-key.ts'
import { shownOutcomes } from '@lastro/rules/trail/billing.ts'
import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { IndexEntry, OwnedLink, TrailStore } from '../../features/trail/trail-store.ts'
import type { Tables } from '../engine/tables.ts'
import { environmentNumber } from './sqlite/consultation-table.ts'

/** Entries read at a time when the index is walked. */
const pageEntryCount = 2_000

type IndexWalk = Pick<TrailStore, 'indexed' | 'indexedUpTo' | 'indexName' | 'owned' | 'unownedUpTo'>

export const postgresIndexWalk = (db: Kysely<Tables>): IndexWalk => ({
  ...ownerWalk(db),
  // The index is written with the chain.
  indexedUpTo: async () => Number.POSITIVE_INFINITY,
  indexName: (document) => document,
  indexed: (environment) =>
    walk(
      db,
      (after) => sql`select number, place, document as name, client_id as "clientId", at_ms as "atMs", billed,
          query, key, case when outcome in (${sql.join(shownOutcomes)}) then 1 else 0 end as "isShown"
        from consultation where environment = ${environment} ${
          after === undefined
            ? sql``
            : sql`and
        (document, billed, at_ms, number, place)
          > (${after.name}, ${after.billed}, ${after.atMs}, ${after.number}, ${after.place})`
        }
        order by document, billed, at_ms, number, place limit ${pageEntryCount}`,
    ),
})

export const sqliteIndexWalk = (db: Kysely<Tables>): IndexWalk => ({
  ...ownerWalk(db),
  indexedUpTo: async (environment) => {
    const { rows } = await sql<{ number: number }>`select number from trail_indexed
      where environment = ${environment}`.execute(db)
    return rows[0]?.number ?? 0
  },
  indexName: (document) => String(documentKey(document)),
  indexed: (environment) =>
    walk(
      db,
      // Some keys are past what a number holds exactly, so they come and go as text.
      (after) => sql`select number, place, cast(document as text) as name, trail_name.name as clientId,
          at_ms as atMs, billed, asked.name as query, key, answered as isShown
        from consultation join trail_name on trail_name.id = client join trail_name asked on asked.id = query
        where environment = ${environmentNumber[environment]} ${
          after === undefined
            ? sql``
            : sql`and
        (document, billed, at_ms, number, place) > (cast(${after.name} as integer), ${after.billed},
          ${after.atMs}, ${after.number}, ${after.place})`
        }
        order by document, billed, at_ms, number, place limit ${pageEntryCount}`,
    ),
})

type EntryRow = Omit<IndexEntry, 'billed' | 'isShown'> & { readonly billed: number; readonly isShown: number }

async function* walk(
  db: Kysely<Tables>,
  page: (after: EntryRow | undefined) => RawBuilder<unknown>,
): AsyncGenerator<IndexEntry> {
  const rows = walkPages(
    async (after: EntryRow | undefined) => (await (page(after) as RawBuilder<EntryRow>).execute(db)).rows,
  )
  for await (const row of rows) yield { ...row, billed: row.billed === 1, isShown: row.isShown === 1 }
}

const ownerWalk = (db: Kysely<Tables>): Pick<IndexWalk, 'owned' | 'unownedUpTo'> => ({
  unownedUpTo: async (environment) => {
    const row = await db
      .selectFrom('trail_unowned')
      .select('number')
      .where('environment', '=', environment)
      .executeTakeFirst()
    return row?.number ?? 0
  },
  owned: async function* (environment) {
    yield* walkPages((after: OwnedLink | undefined) => {
      const past = after && sql<SqlBool>`(owner, number) > (${after.owner}, ${after.number})`
      return db
        .selectFrom('trail_owner')
        .select(['owner', 'number'])
        .where('environment', '=', environment)
        .$if(past !== undefined, (query) => query.where(past as NonNullable<typeof past>))
        .orderBy('owner')
        .orderBy('number')
        .limit(pageEntryCount)
        .execute()
    })
    yield* walkPages((after: Required<OwnedLink> | undefined) => {
      const past =
        after &&
        sql<SqlBool>`(owner, last_at_ms, number) > (${after.owner}, ${after.lastAtMs}, ${after.number})`
      return db
        .selectFrom('trail_lane_owner')
        .select(['owner', 'last_at_ms as lastAtMs', 'number'])
        .where('environment', '=', environment)
        .$if(past !== undefined, (query) => query.where(past as NonNullable<typeof past>))
        .orderBy('owner')
        .orderBy('last_at_ms')
        .orderBy('number')
        .limit(pageEntryCount)
        .execute()
    })
  },
})

/** Row after row, a page at a time, each read from after the last row of the one before. */
async function* walkPages<Row>(
  page: (after: Row | undefined) => Promise<readonly Row[]>,
): AsyncGenerator<Row> {
  for (let after: Row | undefined; ; ) {
    const rows = await page(after)
    yield* rows
    after = rows.at(-1)
    if (after === undefined) return
  }
}
