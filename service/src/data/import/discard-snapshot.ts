import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { DataCatalogue } from '../../features/public-data/data-catalogue.ts'
import type { SnapshotEngine } from '../snapshots/snapshot-writer.ts'
import { workFolderPath } from './spill/work-folder.ts'

export type DiscardDeps = {
  readonly catalogue: DataCatalogue
  readonly snapshots: SnapshotEngine
  /** Where spill files and quarantined rows go. */
  readonly directory: string
}

/**
 * Removes a snapshot, finished or not, with all that belongs to it; false where it is served, and nothing goes. Files
 * before the row: a row of the catalogue without files is found again, files without a row are not. Before both it
 * can no longer be switched to.
 */
export async function discardSnapshot(
  { catalogue, snapshots, directory }: DiscardDeps,
  location: string,
): Promise<boolean> {
  if (!(await catalogue.retire(location))) return false
  await snapshots.discard(location)
  await rm(workFolderPath(directory, location), { recursive: true, force: true })
  await rm(quarantinePathOf(directory, location), { force: true })
  await catalogue.remove(location)
  return true
}

export const quarantinePathOf = (directory: string, location: string): string =>
  join(directory, `${location}.quarantine.tsv`)
