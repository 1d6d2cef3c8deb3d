import type { ReplicaSettings } from './engine/replicas/replicas.ts'
import { openSqlite } from './engine/sqlite.ts'
import type { Store } from './store.ts'

export type StoreLocation = {
  readonly databaseUrl: string | undefined
  readonly dataDirectory: string
  /** Whether the embedded trail keeps its newest records in memory, to find repeats faster. */
  readonly fastRepeats?: boolean
  /** With less room than this on the disk of the data directory the service is not ready. */
  readonly diskFreeMinBytes?: number
  /** Copies of the database of the URL that help with reading. */
  readonly replicas?: ReplicaSettings
  /** Whether a statement may take as long as it takes: for commands, and what walks the whole trail. */
  readonly isPatient?: boolean
}

/** PostgreSQL where a URL is given, SQLite in the data directory otherwise; migrated and ready. */
export async function openStore({
  databaseUrl,
  dataDirectory,
  fastRepeats = true,
  diskFreeMinBytes = 0,
  replicas,
  isPatient = false,
}: StoreLocation): Promise<Store> {
  if (databaseUrl === undefined) return openSqlite(dataDirectory, { fastRepeats, diskFreeMinBytes })
  // Loaded only where it is used: a start on SQLite should not wait for a driver it does not need.
  const { openPatiently, openPostgres } = await import('./engine/postgres.ts')
  return isPatient
    ? openPatiently(databaseUrl, replicas, dataDirectory)
    : openPostgres(databaseUrl, replicas, { dataDirectory })
}
