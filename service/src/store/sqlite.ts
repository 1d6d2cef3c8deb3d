import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Kysely } from 'kysely'
import { clientStore } from './clients.ts'
import { migrate } from './migrations.ts'
import { sqliteDialect } from './sqlite-dialect.ts'
import { sqliteSubjects } from './sqlite-subjects.ts'
import type { Store } from './store.ts'
import type { Tables } from './tables.ts'
import { usageStore } from './usage.ts'

/** Earlier releases can lose a committed transaction in write-ahead mode. */
const sqliteVersionMin = [3, 51, 3] as const

/** Readers wait only while a file is being recovered or set up. */
const readerTimeoutMs = 5_000

export async function openSqlite(dataDirectory: string): Promise<Store> {
  mkdirSync(dataDirectory, { recursive: true, mode: 0o700 })
  const path = join(dataDirectory, 'lastro.db')
  const writer = open(path)
  writer.exec('pragma busy_timeout = 0')
  const db = new Kysely<Tables>({ dialect: sqliteDialect(writer) })
  await migrate(db, 'sqlite')
  const reader = open(path)
  return {
    engine: 'sqlite',
    clients: clientStore(db),
    usage: usageStore(db),
    subjects: sqliteSubjects(db, writer, reader),
    ping: async () => void reader.prepare('select 1').get(),
    isOutage: (error) => outageCodes.has(errcodeOf(error) & 0xff),
    close: async () => {
      reader.close()
      await db.destroy()
    },
  }
}

/** Busy, locked, out of memory, read-only, I/O error, disk full, cannot open. */
const outageCodes = new Set([5, 6, 7, 8, 10, 13, 14])

const errcodeOf = (error: unknown): number =>
  error instanceof Error && 'errcode' in error && typeof error.errcode === 'number' ? error.errcode : 0

function open(path: string): DatabaseSync {
  const db = new DatabaseSync(path, { timeout: readerTimeoutMs })
  const { version } = db.prepare('select sqlite_version() as version').get() as { version: string }
  if (isOlder(version)) {
    throw new Error(`SQLite ${version} is too old: ${sqliteVersionMin.join('.')} or newer comes with Node 26`)
  }
  db.exec('pragma page_size = 8192')
  db.exec('pragma journal_mode = wal')
  db.exec('pragma synchronous = full')
  db.exec('pragma foreign_keys = on')
  db.exec('pragma cache_size = -65536')
  return db
}

function isOlder(version: string): boolean {
  const parts = version.split('.').map(Number)
  for (const [at, least] of sqliteVersionMin.entries()) {
    if (parts[at] !== least) return (parts[at] ?? 0) < least
  }
  return false
}
