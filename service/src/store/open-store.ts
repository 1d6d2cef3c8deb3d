import { openSqlite } from './engine/sqlite.ts'
import type { Store } from './store.ts'

export type StoreLocation = {
  readonly databaseUrl: string | undefined
  readonly dataDirectory: string
  /** Whether the embedded trail keeps its newest records in memory, to find repeats faster. */
  readonly fastRepeats?: boolean
}

/** PostgreSQL where a URL is given, SQLite in the data directory otherwise; migrated and ready. */
export async function openStore({
  databaseUrl,
  dataDirectory,
  fastRepeats = true,
}: StoreLocation): Promise<Store> {
  if (databaseUrl === undefined) return openSqlite(dataDirectory, { fastRepeats })
  // Loaded only where it is used: a start on SQLite should not wait for a driver it does not need.
  const { openPostgres } = await import('./engine/postgres.ts')
  return openPostgres(databaseUrl)
}
