import { dayAt } from '@lastro/rules/calendar/day.ts'
import { Kysely, PostgresDialect, sql, type Transaction } from 'kysely'
import pg from 'pg'
import type { Clock } from '../../clock.ts'
import { BackupFault } from '../backup/backup-fault.ts'
import { databaseName } from '../engine/database/database-address.ts'
import { databasePool } from '../engine/database/database-connection.ts'
import { patientLimits } from '../engine/database/patient-limits.ts'
import { openPostgres } from '../engine/postgres.ts'
import { countLoad } from '../engine/replicas/load-version.ts'
import type { Tables } from '../engine/tables.ts'
import type { Store } from '../store.ts'
import { copyTable, type MoveTarget, targetTables } from './copy-table.ts'
import { copySubjects } from './move-subjects.ts'
import { copyTrail, isSameTrail } from './move-trail.ts'
import { type MovedStore, openSource } from './source.ts'

export type MoveAsked = {
  /** The embedded store, open; nobody else writes to it meanwhile. */
  readonly store: Store
  readonly clock: Clock
  readonly dataDirectory: string
  readonly databaseUrl: string
  /** Carries what lies beside the store, once the target is known to be empty and before the store is in it. */
  readonly carryFirst: () => Promise<void>
}

export type Moved = { readonly rows: number; readonly tables: number }

/**
 * Carries an embedded store into an empty PostgreSQL, all of it or nothing: one transaction, which commits once both
 * trails verify to the same heads. Whenever it is cut off, the target is as empty as before, and may be moved to again.
 */
export async function moveToPostgres({
  store,
  clock,
  dataDirectory,
  databaseUrl,
  carryFirst,
}: MoveAsked): Promise<Moved> {
  const source = openSource(dataDirectory)
  try {
    await prepareTarget(databaseUrl)
    const db = patientQueries(databaseUrl)
    try {
      return await db.transaction().execute(async (tx) => {
        const tables = await emptyTables(tx, databaseUrl)
        await carryFirst()
        return carry({ tx, tables }, source, { store, clock })
      })
    } finally {
      await db.destroy()
    }
  } finally {
    source.close()
  }
}

/** Gives an empty database its tables. One that belongs to something else is left alone. */
async function prepareTarget(databaseUrl: string): Promise<void> {
  const db = patientQueries(databaseUrl)
  try {
    const tables = await targetTables(db)
    if (tables.size > 0 && !tables.has('migration'))
      throw new BackupFault('place_taken', databaseName(databaseUrl))
  } finally {
    await db.destroy()
  }
  const opened = await openPostgres(databaseUrl)
  await opened.close()
  if (opened.isNewer) throw new BackupFault('newer_store', databaseName(databaseUrl))
}

/** One connection whose statements take as long as they take. */
function patientQueries(databaseUrl: string): Kysely<Tables> {
  const pool = databasePool(databaseUrl, {
    limits: patientLimits('lastro move'),
    max: 1,
    types: {
      getTypeParser: (id, format) =>
        id === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(id, format),
    },
  })
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
}

/** What migrations put into an empty store; everything else in one was put there by somebody. */
const seeded = new Set(['migration', 'trail_head', 'trail_unowned'])

/** The tables of the target, locked; nothing may be in them. */
async function emptyTables(tx: Transaction<Tables>, databaseUrl: string): Promise<MoveTarget['tables']> {
  const tables = await targetTables(tx)
  await lockAll(tx, [...tables.keys()])
  for (const name of tables.keys()) {
    if (!seeded.has(name) && (await countOf(tx, name)) > 0)
      throw new BackupFault('place_taken', databaseName(databaseUrl))
  }
  return tables
}

async function carry(
  target: MoveTarget,
  source: MovedStore,
  { store, clock }: Pick<MoveAsked, 'store' | 'clock'>,
): Promise<Moved> {
  const { tx } = target
  let rows = await copySubjects(source, target)
  rows += await copyTrail(source, target)
  const plain = source.tables.filter((one) => !engineTables.has(one.name))
  for (const { file, name } of plain) rows += await copyTable(source.db(file), name, target)
  await sql.raw(countLoad).execute(tx)
  if (!(await isSameTrail(store.trail, tx, dayAt(clock.nowMs())))) throw new BackupFault('differs', 'trail')
  return { rows, tables: plain.length }
}

/** Kept otherwise by each engine, or told by the migrations themselves. */
const engineTables = new Set([
  'migration',
  'subject',
  'subject_more',
  'consultation',
  'trail_indexed',
  'trail_link',
  'trail_name',
  'trail_unowned',
])

/** Until the commit nobody else writes there: a service that starts meanwhile finds an empty store, and waits. */
async function lockAll(tx: Transaction<Tables>, names: readonly string[]): Promise<void> {
  await sql`lock table ${sql.join(names.map((one) => sql.table(one)))} in share row exclusive mode`.execute(
    tx,
  )
}

async function countOf(tx: Transaction<Tables>, name: string): Promise<number> {
  const { rows } = await sql<{ has: number }>`select 1 as has from ${sql.table(name)} limit 1`.execute(tx)
  return rows.length
}
