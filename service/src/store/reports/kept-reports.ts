import { type Kysely, type Selectable, sql } from 'kysely'
import type { KeptReportStore, SealedReport } from '../../features/reports/kept/kept-report.ts'
import type { Engine, Tables } from '../engine/tables.ts'
import { withinTerms } from './kept-terms.ts'

/** Reports destroyed in one statement: few enough that nothing waits long for it. */
const destroyedCountMax = 200

export function keptReportStore(db: Kysely<Tables>, reads: Kysely<Tables>, engine: Engine): KeptReportStore {
  return {
    keep: (reports) =>
      db.transaction().execute(async (tx) => {
        const rows = (await withinTerms(tx, engine, newestOfEach(reports))).map(rowOf)
        if (rows.length === 0) return
        await tx
          .insertInto('kept_report')
          .values(rows)
          .onConflict((conflict) =>
            conflict
              .columns(['client_id', 'environment', 'request_id'])
              .doUpdateSet((set) => ({
                at_ms: set.ref('excluded.at_ms'),
                asked_by: set.ref('excluded.asked_by'),
                keep_until_ms: set.ref('excluded.keep_until_ms'),
                sealed_key: set.ref('excluded.sealed_key'),
                sealed: set.ref('excluded.sealed'),
              }))
              // Batches of several processes may come in another order than their queries did.
              .whereRef('excluded.at_ms', '>=', 'kept_report.at_ms'),
          )
          .execute()
      }),

    find: async ({ environment, clientId, requestId }, nowMs) => {
      const row = await reads
        .selectFrom('kept_report')
        .selectAll()
        .where('client_id', '=', clientId)
        .where('environment', '=', environment)
        .where('request_id', '=', requestId)
        .where('keep_until_ms', '>', nowMs)
        .executeTakeFirst()
      return row && reportOf(row)
    },

    keptOf: async ({ environment, clientId, requestIds }, nowMs) => {
      if (requestIds.length === 0) return []
      const rows = await reads
        .selectFrom('kept_report')
        .select(['request_id', 'at_ms', 'keep_until_ms'])
        .where('client_id', '=', clientId)
        .where('environment', '=', environment)
        .where('request_id', 'in', requestIds)
        .where('keep_until_ms', '>', nowMs)
        .execute()
      return rows.map((row) => ({
        requestId: row.request_id,
        atMs: row.at_ms,
        keepUntilMs: row.keep_until_ms,
      }))
    },

    newestOf: async ({ environment, clientId, limit }, nowMs) => {
      const rows = await reads
        .selectFrom('kept_report')
        .select('request_id')
        .where('client_id', '=', clientId)
        .where('environment', '=', environment)
        .where('keep_until_ms', '>', nowMs)
        .orderBy('at_ms', 'desc')
        .orderBy('request_id', 'desc')
        .limit(limit)
        .execute()
      return rows.map((row) => row.request_id)
    },

    destroy: async (nowMs) => {
      let count = 0
      for (;;) {
        const destroyed = await destroySome(db, engine, nowMs)
        count += destroyed
        if (destroyed < destroyedCountMax) return count
      }
    },

    counts: async () => {
      const rows = await reads
        .selectFrom('kept_report')
        .select(['environment', sql<number>`cast(count(*) as bigint)`.as('count')])
        .groupBy('environment')
        .execute()
      return rows.map(({ environment, count }) => [environment, count] as const)
    },
  }
}

/** Of several queries under one request id in a batch, the last. */
const newestOfEach = (reports: readonly SealedReport[]): readonly SealedReport[] => [
  ...new Map(
    reports
      .toSorted((a, b) => a.atMs - b.atMs)
      .map((one) => [`${one.environment} ${one.clientId} ${one.requestId}`, one]),
  ).values(),
]

/** SQLite leaves what is deleted on its pages until they are used again, unless it is told to write zeros over it. */
const destroySome = (db: Kysely<Tables>, engine: Engine, nowMs: number): Promise<number> =>
  db.connection().execute(async (connection) => {
    if (engine === 'sqlite') await sql`pragma secure_delete = on`.execute(connection)
    try {
      const { numAffectedRows = 0n } = await sql`delete from kept_report
        where (client_id, environment, request_id) in (
          select client_id, environment, request_id from kept_report
          where keep_until_ms <= ${nowMs} order by keep_until_ms limit ${destroyedCountMax}
        )`.execute(connection)
      return Number(numAffectedRows)
    } finally {
      if (engine === 'sqlite') await sql`pragma secure_delete = off`.execute(connection)
    }
  })

const rowOf = (one: SealedReport) => ({
  environment: one.environment,
  client_id: one.clientId,
  request_id: one.requestId,
  at_ms: one.atMs,
  asked_by: one.askedBy,
  keep_until_ms: one.keepUntilMs,
  sealed_key: one.sealedKey,
  sealed: one.sealed,
})

const reportOf = (row: Selectable<Tables['kept_report']>): SealedReport => ({
  environment: row.environment === 'sandbox' ? 'sandbox' : 'production',
  clientId: row.client_id,
  requestId: row.request_id,
  atMs: row.at_ms,
  askedBy: row.asked_by === 'session' ? 'session' : 'key',
  keepUntilMs: row.keep_until_ms,
  sealedKey: row.sealed_key,
  sealed: row.sealed,
})
