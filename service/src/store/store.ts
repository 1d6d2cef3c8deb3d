import type { ClientStore } from '../clients/client-store.ts'
import type { UsageStore } from '../clients/limits.ts'
import type { SubjectStore } from '../subjects/subject-store.ts'
import { openPostgres } from './postgres.ts'
import { openSqlite } from './sqlite.ts'
import type { Engine } from './tables.ts'

/** Everything that is kept, whichever engine keeps it. */
export type Store = {
  readonly engine: Engine
  readonly clients: ClientStore
  readonly usage: UsageStore
  readonly subjects: SubjectStore
  /** Fails when the engine cannot answer. */
  readonly ping: () => Promise<void>
  /** Whether an error means that the engine is out of reach, rather than that we are wrong. */
  readonly isOutage: (error: unknown) => boolean
  readonly close: () => Promise<void>
}

export type StoreLocation = { readonly databaseUrl: string | undefined; readonly dataDirectory: string }

/** PostgreSQL where a URL is given, SQLite in the data directory otherwise; migrated and ready. */
export const openStore = ({ databaseUrl, dataDirectory }: StoreLocation): Promise<Store> =>
  databaseUrl === undefined ? openSqlite(dataDirectory) : openPostgres(databaseUrl)
