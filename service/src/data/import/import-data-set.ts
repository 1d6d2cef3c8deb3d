import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { dayAt } from '@lastro/rules/calendar/day.ts'
import type { Clock } from '../../clock.ts'
import type { Accounting, FileAccount } from '../../features/public-data/accounting.ts'
import type { DataCatalogue, ImportProgress, Snapshot } from '../../features/public-data/data-catalogue.ts'
import { DataFault } from '../data-fault.ts'
import type { DataSet } from '../data-set.ts'
import { searchTable } from '../search/search-table.ts'
import type {
  NewSnapshot,
  SnapshotEngine,
  SnapshotWriter,
  WriteProgress,
} from '../snapshots/snapshot-writer.ts'
import { diskFault } from './disk-fault.ts'
import type { MergedRange } from './merge-range.ts'
import { type ImportPlan, planImport } from './plan-import.ts'
import { joinQuarantines } from './quarantine.ts'
import { type Domains, type ReadDomain, readDomains } from './read-domains.ts'
import { kindOf, type PlannedFile, type ReadFile } from './read-file.ts'
import { type KeyRange, keyRanges, type Spill } from './spill.ts'
import { type ThreadPool, threadPool } from './thread-pool.ts'
import { type WorkFolder, workFolder, workFolderPath } from './work-folder.ts'

export type ImportDeps = {
  readonly catalogue: DataCatalogue
  readonly snapshots: SnapshotEngine
  /** Where spill files and quarantined rows go. */
  readonly directory: string
  readonly clock: Clock
}

export type ImportRequest = {
  readonly dataSet: DataSet
  /** Where the zips are. */
  readonly from: string
  readonly threads: number
  /** Goes on with what an import that was stopped has left. */
  readonly isResumed: boolean
  /** Makes an index to search by, too. */
  readonly isSearchable?: boolean
  readonly signal: AbortSignal
  readonly onProgress: (progress: ImportProgress) => void
}

export type Imported = {
  readonly snapshot: NewSnapshot
  readonly accounting: Accounting
  readonly sizeBytes: number
  readonly quarantinePath: string | undefined
  /** What is gone now, as newer ones are kept. */
  readonly removed: readonly string[]
}

/** How many snapshots of a set are kept. */
const keptCount = 2

/** All threads together hold about this much of parts, whatever their number. */
const partsMemoryBytes = 128 << 20
const partsMemoryBytesMax = 48 << 20

/** Of parts that become records at a time. Each thread holds a few times as much. */
const rangeBytes = 6 << 20

/** How much of the whole the first pass is. */
const readShare = 0.6

/** Zips → parts → records → a snapshot, built beside the one that is served and switched to in one step. */
export async function importDataSet(deps: ImportDeps, request: ImportRequest): Promise<Imported> {
  const plan = await planImport(request.dataSet, request.from, dayAt(deps.clock.nowMs()))
  const unlock = await deps.snapshots.lock()
  if (unlock === undefined) throw alreadyRunning
  try {
    return await importPlanned(deps, request, plan)
  } finally {
    await unlock()
  }
}

async function importPlanned(deps: ImportDeps, request: ImportRequest, plan: ImportPlan): Promise<Imported> {
  const snapshot = await claimed(deps, request, plan)
  const folder = workFolder(deps.directory, snapshot.location)
  try {
    return await built(deps, request, plan, snapshot, folder)
  } catch (error) {
    // What was stopped can go on. Anything else leaves nothing behind, above all not on a full disk.
    if (error !== stopped) await discard(deps, snapshot.location)
    throw diskFault(error) ?? error
  }
}

/** The snapshot to build: one that was left half-built where that is asked for, else a new one. */
async function claimed(
  deps: ImportDeps,
  { dataSet, isResumed, isSearchable }: ImportRequest,
  { period, date }: ImportPlan,
): Promise<NewSnapshot> {
  const known = await deps.catalogue.list(dataSet.name)
  const left = known.filter((one) => one.state === 'building')
  const goesOn = isResumed ? left.find((one) => one.date === date) : undefined
  for (const one of left) if (one !== goesOn) await discard(deps, one.id)
  const location = goesOn?.id ?? freeId(`${dataSet.name}-${period}`, known)
  const nowMs = deps.clock.nowMs()
  if (goesOn === undefined) {
    await deps.catalogue.begin({ id: location, dataSet: dataSet.name, period, date, startedAtMs: nowMs })
  }
  const tables = isSearchable ? [...dataSet.tables, searchTable] : dataSet.tables
  return { location, dataSet: dataSet.name, period, date, tables }
}

function freeId(name: string, known: readonly Snapshot[]): string {
  const taken = new Set(known.filter((one) => one.state === 'ready').map((one) => one.id))
  for (let number = 1; ; number++) {
    const id = number === 1 ? name : `${name}-${number}`
    if (!taken.has(id)) return id
  }
}

/** Files first: a row of the catalogue without files is found again, files without a row are not. */
async function discard({ catalogue, snapshots, directory }: ImportDeps, location: string): Promise<void> {
  await snapshots.discard(location)
  await rm(workFolderPath(directory, location), { recursive: true, force: true })
  await rm(quarantinePathOf(directory, location), { force: true })
  await catalogue.remove(location)
}

/** Removes a snapshot that is not served, with all that belongs to it. */
export const discardSnapshot = discard

const quarantinePathOf = (directory: string, location: string): string =>
  join(directory, `${location}.quarantine.tsv`)

async function built(
  deps: ImportDeps,
  request: ImportRequest,
  plan: ImportPlan,
  snapshot: NewSnapshot,
  folder: WorkFolder,
): Promise<Imported> {
  const { dataSet, threads, signal } = request
  if (signal.aborted) throw stopped
  const progress = progressOf(deps, request, plan, snapshot)
  const pool = threadPool(dataSet.name, threads, progress.onRead)
  const onAbort = () => void pool.stop(stopped)
  signal.addEventListener('abort', onAbort, { once: true })
  try {
    const read = await readAll(dataSet, plan, folder, pool, threads)
    const writer = await opened(deps, snapshot, read.isWhollyKnown)
    try {
      await writer.writeDomains(read.domains)
      const merge = (range: KeyRange) => pool.merge(range, request.isSearchable === true)
      const counts = await mergeAll(read.files, writer, { ...pool, merge }, threads, progress.onWritten)
      const accounting = accountingOf(plan, read, counts)
      if (signal.aborted) throw stopped
      await writer.finish()
      return await served(deps, snapshot, accounting, read, folder)
    } finally {
      await writer.close()
    }
  } finally {
    signal.removeEventListener('abort', onAbort)
    await pool.stop(new Error('the import is over'))
  }
}

type ReadAll = {
  readonly domains: Domains
  readonly ofDomains: readonly ReadDomain[]
  /** By the number of the file; domain files have none. */
  readonly files: readonly (ReadFile | undefined)[]
  /** Whether nothing had to be read again, so that what was written from it stands. */
  readonly isWhollyKnown: boolean
}

async function readAll(
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

async function opened(
  { snapshots }: ImportDeps,
  snapshot: NewSnapshot,
  isWhollyKnown: boolean,
): Promise<SnapshotWriter> {
  const resumed = isWhollyKnown ? await snapshots.resume(snapshot) : undefined
  if (resumed !== undefined) return resumed
  await snapshots.discard(snapshot.location)
  return snapshots.begin(snapshot)
}

type Counts = { readonly seen: number[]; readonly merged: number[] }

/** Ranges are merged on all threads, ahead of the one that is written, and written in ascending order. */
async function mergeAll(
  files: readonly (ReadFile | undefined)[],
  writer: SnapshotWriter,
  pool: Pick<ThreadPool, 'share'> & { readonly merge: (range: KeyRange) => Promise<MergedRange> },
  threads: number,
  onWritten: (share: number) => void,
): Promise<Counts> {
  const spills: Spill[] = files.map((one) => one?.spill ?? { path: '', runs: [] })
  const counts: Counts = {
    seen: files.map((_, at) => writer.progress?.seen[at] ?? 0),
    merged: files.map((_, at) => writer.progress?.merged[at] ?? 0),
  }
  const begin = writer.progress?.nextKey ?? 0
  const ranges = begin < Number.MAX_SAFE_INTEGER ? keyRanges(spills, begin, rangeBytes) : []
  await pool.share(spills)
  const ahead = ranges.slice(0, threads + writer.writesAtOnce).map((range) => pool.merge(range))
  const writing: Promise<void>[] = []
  for (const at of ranges.keys()) {
    const result = await (ahead.shift() as NonNullable<(typeof ahead)[number]>)
    const next = ranges[at + threads + writer.writesAtOnce]
    if (next !== undefined) {
      const merging = pool.merge(next)
      // Whoever awaits it is told; nobody may, when another fails before.
      merging.catch(() => undefined)
      ahead.push(merging)
    }
    add(counts.seen, result.seen)
    add(counts.merged, result.merged)
    const progress: WriteProgress = {
      nextKey: result.range.until,
      seen: [...counts.seen],
      merged: [...counts.merged],
    }
    writing.push(Promise.resolve(writer.write(result.batches, progress)))
    if (writing.length >= writer.writesAtOnce) await writing.shift()
    onWritten((at + 1) / ranges.length)
  }
  await Promise.all(writing)
  return counts
}

function add(to: number[], more: readonly number[]): void {
  for (const [at, one] of more.entries()) to[at] = (to[at] ?? 0) + one
}

/** In every file, rows read are those kept, merged and quarantined: whatever breaks that is found before the switch. */
function accountingOf({ files }: ImportPlan, read: ReadAll, { seen, merged }: Counts): Accounting {
  return {
    files: files.map((file) => {
      const domain = read.ofDomains.find((one) => one.file === file)
      const counts = domain ?? read.files[file.number]
      if (counts === undefined) throw new Error('every file was read')
      const quarantined = sum(Object.values(counts.quarantinedBy))
      const mergedCount = domain?.merged ?? merged[file.number] ?? 0
      const kept = (domain === undefined ? (seen[file.number] ?? 0) : domain.read - quarantined) - mergedCount
      const account: FileAccount = {
        zip: file.entry.zip,
        file: file.entry.name,
        kind: file.kind,
        read: counts.read,
        kept,
        merged: mergedCount,
        quarantined,
        quarantinedBy: counts.quarantinedBy,
        fields: counts.fields,
      }
      if (account.read !== kept + mergedCount + quarantined) {
        throw new Error(`${file.entry.zip}: ${account.read} rows were read and other ones accounted for`)
      }
      return account
    }),
  }
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0)

/** The switch, and after it what it leaves behind. */
async function served(
  deps: ImportDeps,
  snapshot: NewSnapshot,
  accounting: Accounting,
  read: ReadAll,
  folder: WorkFolder,
): Promise<Imported> {
  const { catalogue, snapshots, directory, clock } = deps
  const { location } = snapshot
  const sizeBytes = await snapshots.sizeBytes(location)
  const isClean = accounting.files.every((one) => one.quarantined === 0)
  const quarantinePath = isClean ? undefined : quarantinePathOf(directory, location)
  if (quarantinePath !== undefined) {
    const paths = [...read.ofDomains, ...read.files].flatMap((one) => one?.quarantinePath ?? [])
    await joinQuarantines(paths, quarantinePath)
  }
  await catalogue.finish(location, { accounting, sizeBytes }, clock.nowMs())
  await folder.remove()
  return { snapshot, accounting, sizeBytes, quarantinePath, removed: await removeOld(deps, snapshot.dataSet) }
}

/** The last two imported are kept, the served one, and those that a switch not yet told of compares. */
async function removeOld(deps: ImportDeps, dataSet: string): Promise<readonly string[]> {
  const ready = (await deps.catalogue.list(dataSet)).filter((one) => one.state === 'ready')
  const awaited = new Set(await deps.catalogue.awaited())
  const old = ready
    .toSorted((a, b) => (b.importedAtMs ?? 0) - (a.importedAtMs ?? 0))
    .slice(keptCount)
    .filter((one) => !one.isServed && !awaited.has(one.id))
  for (const { id } of old) await discard(deps, id)
  return old.map(({ id }) => id)
}

/** How often the catalogue hears of an import under way. */
const tellEveryMs = 2_000

function progressOf(
  { catalogue, clock }: ImportDeps,
  { onProgress }: ImportRequest,
  { files }: ImportPlan,
  { location }: NewSnapshot,
) {
  const total = Math.max(1, sum(files.map(({ entry }) => entry.sizeBytes)))
  let [rows, bytes, toldAtMs] = [0, 0, 0]
  const tell = (step: ImportProgress['step'], share: number) => {
    const progress: ImportProgress = { step, rows, share: Math.min(1, share) }
    onProgress(progress)
    const nowMs = clock.nowMs()
    if (nowMs - toldAtMs < tellEveryMs) return
    toldAtMs = nowMs
    // Only for people who look; an import does not fail for it.
    catalogue.progress(location, progress, nowMs).catch(() => undefined)
  }
  return {
    onRead: (moreRows: number, moreBytes: number) => {
      rows += moreRows
      bytes += moreBytes
      tell('reading', (readShare * bytes) / total)
    },
    onWritten: (share: number) => tell('writing', readShare + (1 - readShare) * share),
  }
}

/** By a signal; what was read and written so far is kept for `--resume`. */
export const stopped = new DataFault({
  pt: 'Importação interrompida. Continue com o mesmo comando e --resume; sem ele, começa do início. O que era servido continua.',
  en: 'The import was stopped. Go on with the same command and --resume; without it, it begins anew. What was served still is.',
})

const alreadyRunning = new DataFault({
  pt: 'Outra importação está em curso. Espere que termine; lastro data list mostra até onde foi.',
  en: 'Another import is under way. Wait for it to end; lastro data list shows how far it is.',
})
