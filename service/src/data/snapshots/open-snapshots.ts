import { join } from 'node:path'
import { postgresSnapshots } from './postgres/postgres-snapshots.ts'
import type { SnapshotEngine } from './snapshot-writer.ts'
import { sqliteSnapshots } from './sqlite/sqlite-snapshots.ts'

/** Where everything of public data lies in a data directory: snapshots on SQLite, and what an import works with. */
export const publicDataDirectory = (dataDirectory: string): string => join(dataDirectory, 'public-data')

export type SnapshotLocation = {
  readonly databaseUrl: string | undefined
  readonly dataDirectory: string
}

/** Files beside the embedded store; schemas in the database of the other. */
export async function openSnapshots({
  databaseUrl,
  dataDirectory,
}: SnapshotLocation): Promise<SnapshotEngine> {
  return databaseUrl === undefined
    ? sqliteSnapshots(publicDataDirectory(dataDirectory))
    : postgresSnapshots(databaseUrl)
}
