import type { DataSet } from '../data-set.ts'
import type { ImportPlan } from './plan/plan-import.ts'
import { type Domains, type ReadDomain, readDomains } from './read-domains.ts'
import { kindOf, type PlannedFile, type ReadFile } from './read-file.ts'
import type { WorkFolder } from './spill/work-folder.ts'
import type { ThreadPool } from './threads/thread-pool.ts'

/** All threads together hold about this much of parts, whatever their number. */
const partsMemoryBytes = 96 << 20
const partsMemoryBytesMax = 24 << 20

export type ReadAll = {
  readonly domains: Domains
  readonly ofDomains: readonly ReadDomain[]
  /** By the number of the file; domain files have none. */
  readonly files: readonly (ReadFile | undefined)[]
  /** Whether nothing had to be read again, so that what was written from it stands. */
  readonly isWhollyKnown: boolean
}

/** The first pass: domain tables, then all other files on all threads. */
export async function readAll(
  dataSet: DataSet,
  { files }: ImportPlan,
  folder: WorkFolder,
  pool: ThreadPool,
  threads: number,
): Promise<ReadAll> {
  const { domains, read } = await readDomains(
    dataSet,
    files,
    (file) => `${folder.spillPath(file)}.quarantine`,
  )
  const memoryBytes = Math.min(partsMemoryBytesMax, Math.floor(partsMemoryBytes / threads))
  let isWhollyKnown = true
  const readOne = async (file: PlannedFile): Promise<ReadFile> => {
    const known = await folder.known(file)
    if (known !== undefined) return known
    isWhollyKnown = false
    const result = await pool.read({ file, domains, spillPath: folder.spillPath(file), memoryBytes })
    await folder.keep(file, result)
    return result
  }
  const done: (ReadFile | undefined)[] = files.map(() => undefined)
  const rows = files.filter((file) => kindOf(dataSet, file).domain === undefined)
  // The largest first, so that no thread is left alone with it in the end.
  const bySize = rows.toSorted((a, b) => b.entry.sizeBytes - a.entry.sizeBytes)
  await Promise.all(
    bySize.map(async (file) => {
      done[file.number] = await readOne(file)
    }),
  )
  return { domains, ofDomains: read, files: done, isWhollyKnown }
}
