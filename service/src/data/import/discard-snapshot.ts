import { existsSync } from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { DataCatalogue } from '../../features/public-data/data-catalogue.ts'
import type { SnapshotEngine } from '../snapshots/snapshot-writer.ts'
import { isWorkFolder, workFolderPath } from './spill/work-folder.ts'

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

/**
 * Removes what an import has built and could not finish; nobody but it can make that ready, so files go first: a disk that
 * is full takes no row of the catalogue before. Each step is tried whatever became of the one before, and none fails:
 * the fault that led here is what is told, and what is left the next import removes.
 */
export async function discardUnfinished(deps: DiscardDeps, location: string): Promise<void> {
  const { catalogue, snapshots, directory } = deps
  const steps = [
    () => snapshots.discard(location),
    () => rm(workFolderPath(directory, location), { recursive: true, force: true }),
    () => rm(quarantinePathOf(directory, location), { force: true }),
    () => discardSnapshot(deps, location),
  ]
  try {
    if ((await catalogue.find(location))?.state === 'ready') return
  } catch {
    // Of what may be ready nothing is taken.
    return
  }
  for (const step of steps) await Promise.resolve(step()).catch(() => undefined)
}

/** Spill files of imports that were killed once their snapshot was ready, or before it was known. */
export async function discardWorkFolders({ catalogue, directory }: DiscardDeps): Promise<void> {
  const building = (await catalogue.list()).filter((one) => one.state === 'building')
  const wanted = new Set(building.map(({ id }) => workFolderPath(directory, id)))
  const names = existsSync(directory) ? await readdir(directory) : []
  const found = names.filter(isWorkFolder).map((name) => join(directory, name))
  for (const path of found) if (!wanted.has(path)) await rm(path, { recursive: true, force: true })
}

export const quarantinePathOf = (directory: string, location: string): string =>
  join(directory, `${location}.quarantine.tsv`)
