import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { migrate } from '../../src/store/engine/migrations/migrate.ts'
import { storeMigrations, trailMigrations } from '../../src/store/engine/migrations/migrations.ts'
import { sqliteDialect } from '../../src/store/engine/sqlite-dialect.ts'
import type { Engine, Tables } from '../../src/store/engine/tables.ts'
import { emptyPlace, type Place } from '../engines.ts'

/**
 * What a small store held, with a row in every table: written by the service of November 2026 and kept since. Rows of
 * tables that come later are added here, in the form in which their first release writes them; none is made anew.
 */
export type OldRows = {
  readonly credentials: Readonly<Record<'production' | 'sandbox', Credentials>>
  readonly tables: Readonly<Record<string, readonly OldRow[]>>
}

type Credentials = { readonly clientId: string; readonly clientSecret: string; readonly apiKey: string }
type OldValue = string | number | null | { readonly $hex: string } | { readonly $int: string }
export type OldRow = Readonly<Record<string, OldValue>>

export const oldRows = (engine: Engine): OldRows => keptRows(`${engine}.json`)

/**
 * A trail of 2021, of whose four months three have left for archives, sealed and, on PostgreSQL, in three lanes: what
 * lies in those tables belongs to links that the first store cannot have.
 */
export const archivedRows = (engine: Engine): Pick<OldRows, 'tables'> => keptRows(`archived/${engine}.json`)

const keptRows = (file: string) => JSON.parse(readFileSync(join(import.meta.dirname, file), 'utf8'))

/** How many migrations of the trail main had with each of the store, from that of this number on. */
const trailSince = [
  { store: 1, trail: [1] },
  { store: 8, trail: [2] },
  { store: 9, trail: [3] },
  { store: 19, trail: [4] },
  // Archives and months came one after the other, before the next of the store.
  { store: 20, trail: [4, 5, 6] },
  { store: 21, trail: [6] },
] as const

/** The schemas that main has had. */
export const oldSchemas: readonly Schema[] = Object.keys(storeMigrations).flatMap((last, at) => {
  const { trail = [] } = trailSince.findLast(({ store }) => store <= at + 1) ?? {}
  return trail.map((count) => ({ last, store: at + 1, trail: count }))
})

export type Schema = { readonly last: string; readonly store: number; readonly trail: number }

/** The first of the trail that knows of archives. */
export const archivesSince = 5

/** A store of that schema, as a service of its day left it. */
export const oldStore = (engine: Engine, schema: Schema): Promise<Place> =>
  filledStore(engine, schema, oldRows(engine).tables)

/** The same with the other trail in the place of its own. */
export const oldArchivedStore = (engine: Engine, schema: Schema): Promise<Place> =>
  filledStore(engine, schema, { ...oldRows(engine).tables, ...archivedRows(engine).tables })

async function filledStore(engine: Engine, schema: Schema, tables: OldRows['tables']): Promise<Place> {
  const place = await emptyPlace(engine)
  const files = openFiles(place)
  await migrate(files.store, engine, firstOf(storeMigrations, schema.store))
  await migrate(files.trail, engine, firstOf(trailMigrations, schema.trail))
  for (const db of new Set([files.store, files.trail]))
    await db.transaction().execute((tx) => fill(tx, tables))
  for (const db of new Set([files.store, files.trail])) await db.destroy()
  return place
}

const firstOf = (migrations: typeof storeMigrations, count: number) =>
  Object.fromEntries(Object.entries(migrations).slice(0, count))

function openFiles({ databaseUrl, dataDirectory }: Place) {
  if (databaseUrl === undefined) {
    const open = (file: string) =>
      new Kysely<Tables>({ dialect: sqliteDialect(new DatabaseSync(join(dataDirectory, file))) })
    return { store: open('lastro.db'), trail: open('trail.db') }
  }
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 1 })
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  return { store: db, trail: db }
}

/** Of each row what the schema has a column for; what its migrations put there goes first. */
async function fill(db: Kysely<Tables>, tables: OldRows['tables']): Promise<void> {
  const found = await db.introspection.getTables()
  const seeded = ['trail_head', 'trail_unowned']
  for (const name of Object.keys(tables)) {
    const columns = found.find((one) => one.name === name)?.columns.map((one) => one.name)
    if (columns === undefined) continue
    const table = name as keyof Tables
    if (seeded.includes(name)) await db.deleteFrom(table).execute()
    for (const row of tables[name] ?? []) {
      const kept = Object.entries(row).filter(([column]) => columns.includes(column))
      const values = Object.fromEntries(kept.map(([column, value]) => [column, plainValue(value)]))
      await db
        .insertInto(table)
        .values(values as never)
        .execute()
    }
  }
}

function plainValue(value: OldValue): string | number | bigint | null | Buffer {
  if (value === null || typeof value !== 'object') return value
  return '$hex' in value ? Buffer.from(value.$hex, 'hex') : BigInt(value.$int)
}
