import { join } from 'node:path'
import type { SnapshotEngine } from './snapshot-writer.ts'
import { sqliteSnapshots } from './sqlite/sqlite-snapshots.ts'

/** Where everything of public data lies in a data directory: snapshots on SQLite, and what an import works with. */
export const publicDataDirectory = (dataDirectory: string): string => join(dataDirectory, 'public-data')

export type SnapshotLocation = {
  readonly databaseUrl: string | undefined
  readonly dataDirectory: string
}

/** Files beside the embedded store. */
export async function openSnapshots({ dataDirectory }: SnapshotLocation): Promise<SnapshotEngine> {
  return sqliteSnapshots(publicDataDirectory(dataDirectory))
}
