import { randomUUID } from 'node:crypto'
import type { Day } from '@lastro/rules/calendar/day.ts'
import { productionRegister } from '@lastro/rules/listings/register.ts'
import { type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import {
  type DataCatalogue,
  type DataSwitched,
  type ServedSnapshot,
  type Snapshot,
  switchedTopic,
} from '../../features/public-data/data-catalogue.ts'
import { inItsTurn } from '../engine/after-deadlock.ts'
import { countLoad } from '../engine/replicas/load-version.ts'
import type { Engine, Tables } from '../engine/tables.ts'
import { addOutboxRows } from '../jobs/outbox.ts'

/** Reads ask `db` too, not a reader apart: whoever has switched must see it. */
export function dataCatalogue(db: Kysely<Tables>, engine: Engine): DataCatalogue {
  return {
    list: async (dataSet) => {
      const rows = await snapshots(db)
        .$if(dataSet !== undefined, (query) => query.where('data_snapshot.data_set', '=', dataSet ?? ''))
        .orderBy('data_snapshot.data_set')
        .orderBy('data_snapshot.date', 'desc')
        .orderBy('started_at_ms', 'desc')
        .execute()
      return rows.map(snapshotOf)
    },

    find: async (id) => {
      const row = await snapshots(db).where('id', '=', id).executeTakeFirst()
      return row && snapshotOf(row)
    },

    served: async () => {
      const rows = await db
        .selectFrom('data_served')
        .innerJoin('data_snapshot', 'data_snapshot.id', 'data_served.snapshot_id')
        .select(['data_snapshot.id', 'data_snapshot.data_set', 'data_snapshot.period', 'data_snapshot.date'])
        .execute()
      return rows.map(servedOf)
    },

    begin: async ({ id, dataSet, period, date, startedAtMs }) => {
      await db
        .insertInto('data_snapshot')
        .values({
          id,
          data_set: dataSet,
          period,
          date,
          state: 'building',
          started_at_ms: startedAtMs,
          seen_at_ms: startedAtMs,
          imported_at_ms: null,
          progress: null,
          accounting: null,
          size_bytes: null,
        })
        .execute()
    },

    progress: async (id, progress, nowMs) => {
      await db
        .updateTable('data_snapshot')
        .set({ progress: JSON.stringify(progress), seen_at_ms: nowMs })
        .where('id', '=', id)
        .where('state', '=', 'building')
        .execute()
    },

    finish: (id, { accounting, sizeBytes, needsAcceptance = false }, nowMs) =>
      inItsTurn(db, async (tx) => {
        await oneAtATime(tx, engine, id)
        const { numUpdatedRows } = await tx
          .updateTable('data_snapshot')
          .set({
            state: 'ready',
            imported_at_ms: nowMs,
            seen_at_ms: nowMs,
            progress: null,
            accounting: JSON.stringify(accounting),
            size_bytes: sizeBytes,
          })
          .where('id', '=', id)
          .where('state', '=', 'building')
          .executeTakeFirst()
        if (numUpdatedRows !== 1n) throw new Error('an import ends what it has begun')
        const isServed = !needsAcceptance && (await serve(tx, id, nowMs, (to, from) => to >= from))
        await replicasNeed(tx, engine)
        return isServed
      }),

    use: (id, nowMs) =>
      inItsTurn(db, async (tx) => {
        await oneAtATime(tx, engine, id)
        const isServed = await serve(tx, id, nowMs, () => true)
        await replicasNeed(tx, engine)
        return isServed
      }),

    retire: (id) =>
      inItsTurn(db, async (tx) => {
        await oneAtATime(tx, engine, id)
        const served = await tx
          .selectFrom('data_served')
          .select('snapshot_id')
          .where('snapshot_id', '=', id)
          .executeTakeFirst()
        if (served !== undefined) return false
        await tx.updateTable('data_snapshot').set({ state: 'building' }).where('id', '=', id).execute()
        return true
      }),

    remove: async (id) => {
      const { numDeletedRows } = await db
        .deleteFrom('data_snapshot')
        .where('id', '=', id)
        .where('id', 'not in', (served) => served.selectFrom('data_served').select('snapshot_id'))
        .executeTakeFirst()
      return numDeletedRows === 1n
    },

    forgetAll: () =>
      db.transaction().execute(async (tx) => {
        for (const table of ['data_served', 'data_snapshot', 'data_comparison'] as const)
          await tx.deleteFrom(table).execute()
        await tx
          .deleteFrom('outbox')
          .where('topic', '=', switchedTopic)
          .where('done_at_ms', 'is', null)
          .execute()
      }),

    awaited: async () => {
      const rows = await db
        .selectFrom('outbox')
        .select('payload')
        .where('topic', '=', switchedTopic)
        .where('done_at_ms', 'is', null)
        .execute()
      // After the outbox: a switch that is done by now is remembered here.
      const compared = await db.selectFrom('data_comparison').select(['told_id', 'next_id']).execute()
      const switched = rows.map(({ payload }): DataSwitched => JSON.parse(payload))
      return [
        ...compared.flatMap(({ told_id, next_id }) => [told_id, next_id]),
        ...switched.flatMap(({ from, to }) => [from, to]),
      ].filter((id) => id !== null)
    },
  }
}

const snapshots = (db: Kysely<Tables>) =>
  db
    .selectFrom('data_snapshot')
    .leftJoin('data_served', 'data_served.snapshot_id', 'data_snapshot.id')
    .selectAll('data_snapshot')
    .select('data_served.snapshot_id')

/**
 * Two that switch at once go one after the other, so that each says truly what was served before. First of all in a
 * transaction: whoever has changed a row already would wait in a circle.
 */
async function oneAtATime(tx: Transaction<Tables>, engine: Engine, id: string): Promise<void> {
  if (engine !== 'postgres') return
  await tx
    .selectFrom('data_snapshot')
    .select('id')
    .where('data_set', 'in', (of) => of.selectFrom('data_snapshot').select('data_set').where('id', '=', id))
    .orderBy('id')
    .forUpdate()
    .execute()
}

/** A replica answers from a snapshot only when it has all of it: it has this, which comes after. */
async function replicasNeed(tx: Transaction<Tables>, engine: Engine): Promise<void> {
  if (engine === 'postgres') await sql.raw(countLoad).execute(tx)
}

/** Points a set at a snapshot that is ready, and says so in the outbox; nothing where it is served already. */
async function serve(
  tx: Transaction<Tables>,
  id: string,
  nowMs: number,
  mayReplace: (to: string, from: string) => boolean,
): Promise<boolean> {
  const to = await tx
    .selectFrom('data_snapshot')
    .select(['id', 'data_set', 'date', 'imported_at_ms'])
    .where('id', '=', id)
    .where('state', '=', 'ready')
    .executeTakeFirst()
  if (to === undefined) return false
  const from = await tx
    .selectFrom('data_served')
    .innerJoin('data_snapshot', 'data_snapshot.id', 'data_served.snapshot_id')
    .select(['data_snapshot.id', 'data_snapshot.date'])
    .where('data_served.data_set', '=', to.data_set)
    .executeTakeFirst()
  if (from?.id === to.id) return true
  if (from !== undefined && !mayReplace(to.date, from.date)) return false
  await tx
    .insertInto('data_served')
    .values({ data_set: to.data_set, snapshot_id: to.id })
    .onConflict((conflict) => conflict.column('data_set').doUpdateSet({ snapshot_id: to.id }))
    .execute()
  const payload: DataSwitched = {
    dataSet: to.data_set,
    from: from?.id ?? null,
    to: to.id,
    isForward: from !== undefined && to.date > from.date,
  }
  await addOutboxRows(tx, [
    {
      id: randomUUID(),
      topic: switchedTopic,
      register: productionRegister,
      clientId: '',
      payload,
      createdAtMs: nowMs,
      dueAtMs: nowMs,
    },
  ])
  return true
}

type Row = Selectable<Tables['data_snapshot']> & { readonly snapshot_id: string | null }

const servedOf = (row: Pick<Row, 'id' | 'data_set' | 'period' | 'date'>): ServedSnapshot => ({
  id: row.id,
  dataSet: row.data_set,
  period: row.period,
  date: row.date as Day,
})

const snapshotOf = (row: Row): Snapshot => ({
  ...servedOf(row),
  state: row.state === 'ready' ? 'ready' : 'building',
  isServed: row.snapshot_id !== null,
  startedAtMs: row.started_at_ms,
  seenAtMs: row.seen_at_ms,
  importedAtMs: row.imported_at_ms ?? undefined,
  progress: row.progress === null ? undefined : JSON.parse(row.progress),
  accounting: row.accounting === null ? undefined : JSON.parse(row.accounting),
  sizeBytes: row.size_bytes ?? undefined,
})
