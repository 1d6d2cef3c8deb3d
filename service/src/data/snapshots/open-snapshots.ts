import { join } from 'node:path'
import type { Replicas } from '../../store/engine/replicas/replicas.ts'
import { postgresSnapshots } from './postgres/postgres-snapshots.ts'
import type { SnapshotReader } from './snapshot-reader.ts'
import type { SnapshotEngine } from './snapshot-writer.ts'
import { sqliteSnapshots } from './sqlite/sqlite-snapshots.ts'

/** Where everything of public data lies in a data directory: snapshots on SQLite, and what an import works with. */
export const publicDataDirectory = (dataDirectory: string): string => join(dataDirectory, 'public-data')

export type SnapshotLocation = {
  readonly databaseUrl: string | undefined
  readonly dataDirectory: string
}

/** Files beside the embedded store; schemas in the database of the other. */
export async function openSnapshots(
  { databaseUrl, dataDirectory }: SnapshotLocation,
  replicas?: Replicas,
): Promise<SnapshotEngine> {
  return databaseUrl === undefined
    ? sqliteSnapshots(publicDataDirectory(dataDirectory))
    : postgresSnapshots(databaseUrl, replicas)
}

/** Opens snapshots to be read. What they are kept in is opened with the first of them: most services have none. */
export function snapshotOpener(location: SnapshotLocation, replicas?: Replicas) {
  let engine: Promise<SnapshotEngine> | undefined
  return async ({ id }: { readonly id: string }): Promise<SnapshotReader> => {
    engine ??= openSnapshots(location, replicas)
    return (await engine).open({ location: id })
  }
}
