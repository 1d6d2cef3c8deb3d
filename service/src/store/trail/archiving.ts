import type { Environment } from '@lastro/contract/clients/credentials.ts'
import type { Month } from '@lastro/rules/calendar/month.ts'
import { documentKey } from '@lastro/rules/documents/document-key.ts'
import type { DocumentNumber } from '@lastro/rules/documents/document-number.ts'
import { ownersOf, type UsageLine } from '@lastro/rules/trail/billing.ts'
import { type Link, readRecord } from '@lastro/rules/trail/chain.ts'
import { recordsIn } from '@lastro/rules/trail/cut-link.ts'
import { laneOf } from '@lastro/rules/trail/lane.ts'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { ArchivingStore } from '../../features/trail/archive/archiving-store.ts'
import { type MonthManifest, manifestText } from '../../features/trail/archive/month-manifest.ts'
import type { Engine, Tables } from '../engine/tables.ts'
import { environmentNumber } from './sqlite/consultation-table.ts'

/** How months leave the store. The index by document is each engine's own, and so is room; everything else is alike. */
export function archivingStore(
  db: Kysely<Tables>,
  engine: Engine,
  shrink: (month: Month) => Promise<void> = async () => undefined,
): ArchivingStore {
  const unplace = engine === 'postgres' ? unplaceOnPostgres : unplaceOnSqlite
  return {
    begin: (manifest, usage) =>
      db.transaction().execute(async (tx) => {
        const { numInsertedOrUpdatedRows } = await tx
          .insertInto('trail_archive')
          .values({
            month: manifest.month,
            state: 'leaving',
            holds_long_kept: 1,
            manifest: manifestText(manifest),
          })
          .onConflict((conflict) => conflict.doNothing())
          .executeTakeFirst()
        if (Number(numInsertedOrUpdatedRows ?? 0) === 0) return false
        for (const environment of ['production', 'sandbox'] as const) {
          await moveOn(tx, environment, manifest)
          for (const line of usage[environment]) await addUsage(tx, environment, line)
        }
        return true
      }),

    beginLongKept: async (month) => {
      await db
        .updateTable('trail_archive')
        .set({ state: 'leaving', holds_long_kept: 0 })
        .where('month', '=', month)
        .execute()
    },

    remove: (environment, links) =>
      db.transaction().execute(async (tx) => {
        // However small the trail was when a plan was made: rows are found by their keys.
        if (engine === 'postgres') await sql`set local enable_seqscan = off`.execute(tx)
        await unplace(tx, environment, links.flatMap(leavingRecords))
        for (const one of links) await removeLink(tx, environment, one)
      }),

    removeSeals: async (upTo) => {
      await db.deleteFrom('trail_seal').where('number', '<=', upTo).execute()
    },

    end: async (month) => {
      await shrink(month)
      await db.updateTable('trail_archive').set({ state: 'archived' }).where('month', '=', month).execute()
    },
  }
}

/** Where each lane goes on. */
async function moveOn(
  tx: Transaction<Tables>,
  environment: Environment,
  manifest: MonthManifest,
): Promise<void> {
  for (const { until } of manifest[environment].lanes) {
    const { number, hash } = until
    await tx
      .insertInto('trail_left')
      .values({ environment, lane: laneOf(number), number, hash })
      .onConflict((conflict) => conflict.columns(['environment', 'lane']).doUpdateSet({ number, hash }))
      .execute()
  }
}

/** A day at the turn of two months may have left in parts. */
async function addUsage(tx: Transaction<Tables>, environment: Environment, line: UsageLine): Promise<void> {
  const { clientId, day, product, features, billed, unbilled, cents } = line
  await tx
    .insertInto('trail_left_usage')
    .values({ environment, client_id: clientId, day, product, features, billed, unbilled, cents })
    .onConflict((conflict) =>
      conflict.columns(['environment', 'client_id', 'day', 'product', 'features']).doUpdateSet((with_) => ({
        billed: sql`${with_.ref('trail_left_usage.billed')} + excluded.billed`,
        unbilled: sql`${with_.ref('trail_left_usage.unbilled')} + excluded.unbilled`,
        cents: sql`${with_.ref('trail_left_usage.cents')} + excluded.cents`,
      })),
    )
    .execute()
}

type Leaving = { readonly link: Link; readonly left: Link | undefined }

type LeavingRecord = ReturnType<typeof readRecord> & { readonly number: number; readonly place: number }

function leavingRecords({ link, left }: Leaving): LeavingRecord[] {
  const stays = new Set(left === undefined ? [] : Array.from(recordsIn(left), ({ place }) => place))
  return Array.from(recordsIn(link))
    .filter(({ place }) => !stays.has(place))
    .map(({ place, text }) => ({ number: link.number, place, ...readRecord(text) }))
}

async function removeLink(
  tx: Transaction<Tables>,
  environment: Environment,
  { link, left }: Leaving,
): Promise<void> {
  const { number, lastAtMs } = link
  const isLink = { environment, number }
  if (left === undefined) await tx.deleteFrom('trail_link').where(sameLink(isLink)).execute()
  else await tx.updateTable('trail_link').set({ records: left.records }).where(sameLink(isLink)).execute()
  const staying = new Set(left === undefined ? [] : ownersIn(left))
  const owners = ownersIn(link).filter((owner) => !staying.has(owner))
  if (owners.length === 0) return
  if (laneOf(number) === 0)
    await tx.deleteFrom('trail_owner').where(sameLink(isLink)).where('owner', 'in', owners).execute()
  else
    await tx
      .deleteFrom('trail_lane_owner')
      .where(sameLink(isLink))
      .where('last_at_ms', '=', lastAtMs)
      .where('owner', 'in', owners)
      .execute()
}

const sameLink = ({ environment, number }: { environment: string; number: number }) =>
  sql<boolean>`environment = ${environment} and number = ${number}`

const ownersIn = (link: Link): readonly string[] =>
  ownersOf(Array.from(recordsIn(link), ({ text }) => readRecord(text)))

/** By the whole of its key, which the record tells: there is no index by link. */
async function unplaceOnPostgres(
  tx: Transaction<Tables>,
  environment: Environment,
  records: readonly LeavingRecord[],
): Promise<void> {
  if (records.length === 0) return
  await sql`delete from consultation placed using unnest(${records.map((one) => one.document)}::text[],
      ${records.map((one) => (one.billed ? 1 : 0))}::int[], ${records.map((one) => one.atMs)}::bigint[],
      ${records.map((one) => one.number)}::bigint[], ${records.map((one) => one.place)}::int[])
      as gone (document, billed, at_ms, number, place)
    where placed.environment = ${environment} and placed.document = gone.document
      and placed.billed = gone.billed and placed.at_ms = gone.at_ms and placed.number = gone.number
      and placed.place = gone.place`.execute(tx)
}

async function unplaceOnSqlite(
  tx: Transaction<Tables>,
  environment: Environment,
  records: readonly LeavingRecord[],
): Promise<void> {
  for (const { document, billed, atMs, number, place } of records) {
    if (document === '') continue
    await sql`delete from consultation where environment = ${environmentNumber[environment]}
      and document = ${documentKey(document as DocumentNumber)} and billed = ${billed ? 1 : 0}
      and at_ms = ${atMs} and number = ${number} and place = ${place}`.execute(tx)
  }
}
