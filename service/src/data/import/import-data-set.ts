import { dayAt } from '@lastro/rules/calendar/day.ts'
import type { Clock } from '../../clock.ts'
import type { Accounting } from '../../features/public-data/accounting.ts'
import type { ImportProgress, Snapshot } from '../../features/public-data/data-catalogue.ts'
import type { DataSet } from '../data-set.ts'
import { searchTable } from '../search/search-table.ts'
import type { NewSnapshot, SnapshotWriter } from '../snapshots/snapshot-writer.ts'
import { accountingOf, sum } from './accounting-of.ts'
import {
  type DiscardDeps,
  discardSnapshot,
  discardUnfinished,
  discardWorkFolders,
  quarantinePathOf,
} from './discard-snapshot.ts'
import { alreadyRunning, diskFault, stopped } from './import-faults.ts'
import { mergeAll } from './merge-all.ts'
import { type PhasesMs, type PhaseTimer, phaseTimer } from './phase-timer.ts'
import { type ImportPlan, planImport } from './plan/plan-import.ts'
import { joinQuarantines } from './quarantine.ts'
import { type ReadAll, readAll } from './read-all.ts'
import { rowsFault, type UnreadableAmounts, unreadableAmounts } from './rows-fault.ts'
import { type WorkFolder, workFolder } from './spill/work-folder.ts'
import { threadPool } from './threads/thread-pool.ts'

export type ImportDeps = DiscardDeps & { readonly clock: Clock }

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
  /** False if newer data is served or most amounts cannot be read: then the import is kept until `use`. */
  readonly isServed: boolean
  readonly unreadable: UnreadableAmounts | undefined
  readonly quarantinePath: string | undefined
  /** What is gone now, as newer ones are kept. */
  readonly removed: readonly string[]
  readonly phasesMs: PhasesMs
}

/** Of how many periods a set is kept. */
const keptCount = 2

/** How much of the whole the first pass is. */
const readShare = 0.6

/** Zips → parts → records → a snapshot, built beside the one that is served; newer data is switched to in one step. */
export async function importDataSet(deps: ImportDeps, request: ImportRequest): Promise<Imported> {
  const plan = await planImport(request.dataSet, request.from, dayAt(deps.clock.nowMs()))
  try {
    return await importAlone(deps, request, plan)
  } catch (error) {
    throw diskFault(error) ?? error
  }
}

async function importAlone(deps: ImportDeps, request: ImportRequest, plan: ImportPlan): Promise<Imported> {
  const unlock = await deps.snapshots.lock()
  if (unlock === undefined) throw alreadyRunning
  try {
    return await importPlanned(deps, request, plan)
  } finally {
    await unlock()
  }
}

async function importPlanned(deps: ImportDeps, request: ImportRequest, plan: ImportPlan): Promise<Imported> {
  await discardWorkFolders(deps)
  const snapshot = await claimed(deps, request, plan)
  const folder = workFolder(deps.directory, snapshot.location)
  try {
    return await built(deps, request, plan, snapshot, folder)
  } catch (error) {
    // What was stopped can go on. Anything else leaves nothing behind, above all not on a full disk; what is ready by
    // then is not undone by a fault in clearing up.
    if (error !== stopped) await discardUnfinished(deps, snapshot.location)
    throw error
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
  for (const one of left) if (one !== goesOn) await discardSnapshot(deps, one.id)
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

async function built(
  deps: ImportDeps,
  request: ImportRequest,
  plan: ImportPlan,
  snapshot: NewSnapshot,
  folder: WorkFolder,
): Promise<Imported> {
  const { dataSet, threads, isSearchable = false, signal } = request
  if (signal.aborted) throw stopped
  const phases = phaseTimer(deps.clock)
  const progress = progressOf(deps, request, plan, snapshot)
  const pool = threadPool(dataSet.name, threads, progress.onRead, isSearchable)
  const onAbort = () => void pool.stop(stopped)
  signal.addEventListener('abort', onAbort, { once: true })
  try {
    const read = await readAll(dataSet, plan, folder, pool, threads)
    phases.end('reading')
    const writer = await opened(deps, snapshot, read.isWhollyKnown)
    try {
      await writer.writeDomains(read.domains)
      const counts = await mergeAll(read.files, writer, pool, threads, progress.onWritten)
      const accounting = accountingOf(plan, read, counts)
      const fault = rowsFault(accounting, dataSet.files)
      if (fault !== undefined) throw fault
      if (signal.aborted) throw stopped
      phases.end('writing')
      await showingLife(progress.onIndexing, () => writer.finish())
      phases.end('indexing')
      const unreadable = unreadableAmounts(accounting, dataSet.files)
      return await finished(deps, { snapshot, accounting, unreadable, read, folder, phases, signal })
    } finally {
      await writer.close()
    }
  } finally {
    signal.removeEventListener('abort', onAbort)
    await pool.stop(new Error('the import is over'))
  }
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

/** While an index is built nothing else would tell the catalogue that the import lives. */
async function showingLife(show: () => void, work: () => Promise<void>): Promise<void> {
  const timer = setInterval(show, noteEveryMs / 2)
  try {
    await work()
  } finally {
    clearInterval(timer)
  }
}

/** All rows that were set aside, in one file; undefined where there are none, or only such as are left out by rule. */
async function quarantineOf(
  { directory }: ImportDeps,
  { location }: NewSnapshot,
  read: ReadAll,
): Promise<string | undefined> {
  const path = quarantinePathOf(directory, location)
  const paths = [...read.ofDomains, ...read.files].flatMap((one) => one?.quarantinePath ?? [])
  return (await joinQuarantines(paths, path)) ? path : undefined
}

type Written = Pick<Imported, 'snapshot' | 'accounting' | 'unreadable'> & {
  readonly read: ReadAll
  readonly folder: WorkFolder
  readonly phases: PhaseTimer
  readonly signal: AbortSignal
}

/** The switch, and after it what it leaves behind. */
async function finished(deps: ImportDeps, written: Written): Promise<Imported> {
  const { catalogue, snapshots, clock } = deps
  const { snapshot, accounting, unreadable, read, folder, phases, signal } = written
  const sizeBytes = await snapshots.sizeBytes(snapshot.location)
  const quarantinePath = await quarantineOf(deps, snapshot, read)
  // Until now a stop leaves what was served, and the next run goes on from here.
  if (signal.aborted) throw stopped
  const result = { accounting, sizeBytes, needsAcceptance: unreadable !== undefined }
  const isServed = await catalogue.finish(snapshot.location, result, clock.nowMs())
  await folder.remove()
  const removed = await removeOld(deps, snapshot)
  phases.end('switching')
  const phasesMs = phases.taken()
  return { snapshot, accounting, sizeBytes, isServed, unreadable, quarantinePath, removed, phasesMs }
}

/**
 * The last two periods are kept, of each what was imported last; besides, what was imported now, the served one, and those
 * that are still to be compared.
 */
async function removeOld(deps: ImportDeps, { dataSet, location }: NewSnapshot): Promise<readonly string[]> {
  const ready = (await deps.catalogue.list(dataSet)).filter((one) => one.state === 'ready')
  const awaited = new Set(await deps.catalogue.awaited())
  const newest = Map.groupBy(
    ready.toSorted((a, b) => (b.importedAtMs ?? 0) - (a.importedAtMs ?? 0)),
    (one) => one.period,
  )
  const periods = [...newest.keys()].toSorted().slice(-keptCount)
  const kept = new Set([location, ...periods.map((period) => newest.get(period)?.[0]?.id)])
  const old = ready.filter((one) => !kept.has(one.id) && !one.isServed && !awaited.has(one.id))
  const removed: string[] = []
  for (const { id } of old) if (await discardSnapshot(deps, id)) removed.push(id)
  return removed
}

/** How often the catalogue hears of an import under way. */
const noteEveryMs = 2_000

function progressOf(
  { catalogue, clock }: ImportDeps,
  { onProgress }: ImportRequest,
  { files }: ImportPlan,
  { location }: NewSnapshot,
) {
  const total = Math.max(1, sum(files.map(({ entry }) => entry.sizeBytes)))
  let [rows, bytes, notedAtMs] = [0, 0, 0]
  const notify = (step: ImportProgress['step'], share: number) => {
    const progress: ImportProgress = { step, rows, share: Math.min(1, share) }
    onProgress(progress)
    const nowMs = clock.nowMs()
    if (nowMs - notedAtMs < noteEveryMs) return
    notedAtMs = nowMs
    // Only for people who look; an import does not fail for it.
    catalogue.progress(location, progress, nowMs).catch(() => undefined)
  }
  return {
    onRead: (moreRows: number, moreBytes: number) => {
      rows += moreRows
      bytes += moreBytes
      notify('reading', (readShare * bytes) / total)
    },
    onWritten: (share: number) => notify('writing', readShare + (1 - readShare) * share),
    onIndexing: () => notify('writing', 1),
  }
}
