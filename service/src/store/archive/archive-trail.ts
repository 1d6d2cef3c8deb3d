import type { Environment } from '@lastro/contract/clients/credentials.ts'
import type { Day } from '@lastro/rules/calendar/day.ts'
import { type Month, monthAfter, monthAt } from '@lastro/rules/calendar/month.ts'
import { cutLink } from '@lastro/rules/trail/cut-link.ts'
import { laneOf, laneStart } from '@lastro/rules/trail/lane.ts'
import { isLongKept, keptYears, mayLeave } from '@lastro/rules/trail/retention.ts'
import type { Clock } from '../../clock.ts'
import type { ArchivingStore } from '../../features/trail/archive/archiving-store.ts'
import { readArchives } from '../../features/trail/archive/known-archives.ts'
import { type MonthManifest, manifestSum, manifestText } from '../../features/trail/archive/month-manifest.ts'
import type { TrailStore } from '../../features/trail/trail-store.ts'
import { ArchiveFault } from './archive-fault.ts'
import { findMonth, type MonthArchive } from './month-archive.ts'
import { type VerifiedMonth, verifyMonth } from './verify-month.ts'
import { type ArchivedTrail, linksOfMonth, sealsOfMonth, writeMonth } from './write-month.ts'

export type ArchiveDeps = {
  readonly trail: ArchivedTrail & Pick<TrailStore, 'linkHashes'>
  readonly archiving: ArchivingStore
  readonly clock: Clock
  /** Told before each step that writes something. */
  readonly onStep?: (step: ArchiveStep) => void
}

export type ArchiveStep = 'write' | 'begin' | 'removeSeals' | 'remove' | 'end'

export type ArchiveAsked = {
  /** Only months before this one. */
  readonly before: Month
  readonly today: Day
  readonly to: string
}

/** A month that has left, or whose records of fifteen years have. */
export type LeftMonth = {
  readonly month: Month
  readonly kind: 'archived' | 'long_kept_left'
  readonly records: number
  /** How many of them are kept for fifteen years, and stay in the store. */
  readonly kept: number
  /** Stands for all that the archive holds: to write down elsewhere. */
  readonly sum: string
}

/** Records taken away in one commit: others write meanwhile, and wait no longer than for this. */
const batchRecordCount = 2_000

/**
 * Moves whole months into archives, the oldest first. Each is written, synced, read back and verified; then the store
 * says in one commit that it goes on from there; then its records leave, some at a time. Cut off at any step, the next
 * run takes up the month where it was.
 */
export async function archiveTrail(deps: ArchiveDeps, asked: ArchiveAsked): Promise<readonly LeftMonth[]> {
  const done: LeftMonth[] = []
  for (const { month, state, manifest, holdsLongKept } of await deps.trail.archived()) {
    if (state !== 'leaving') continue
    const archive = await wholeArchive(asked.to, month, manifest)
    await leave(deps, archive, holdsLongKept)
    done.push(leftMonth(archive, holdsLongKept ? 'archived' : 'long_kept_left'))
  }
  for (let month = await nextMonth(deps.trail, asked); month !== undefined; ) {
    done.push(await archiveMonth(deps, month, asked.to))
    month = await nextMonth(deps.trail, asked)
  }
  for (const month of await longKeptMonths(deps.trail, asked)) {
    const archive = findMonth(asked.to, month)
    if (archive === undefined) continue
    await deps.archiving.beginLongKept(month)
    await leave(deps, archive, false)
    done.push(leftMonth(archive, 'long_kept_left'))
  }
  return done
}

const environments = ['production', 'sandbox'] as const

function leftMonth({ manifest }: MonthArchive, kind: LeftMonth['kind']): LeftMonth {
  const chains = environments.map((environment) => manifest[environment])
  const records = chains.flatMap(({ lanes }) => lanes).reduce((sum, one) => sum + one.records, 0)
  const kept = kind === 'archived' ? chains.reduce((sum, one) => sum + one.kept.records, 0) : 0
  return { month: manifest.month, kind, records, kept, sum: manifestSum(manifest) }
}

/** The month of whatever is the first to leave. After a clock was set back it follows those that have left. */
async function nextMonth(trail: ArchivedTrail, { before, today }: ArchiveAsked): Promise<Month | undefined> {
  const firsts: Month[] = []
  for (const environment of environments) {
    const { leftOf } = await readArchives(trail, environment)
    for (const head of await trail.heads(environment)) {
      const from = leftOf(laneOf(head.number)) ?? laneStart(laneOf(head.number))
      const asked = { environment, month: before, from, head }
      for await (const link of linksOfMonth(trail, asked)) {
        firsts.push(monthAt(link.lastAtMs))
        break
      }
    }
  }
  for await (const { atMs } of sealsOfMonth(trail, before)) {
    firsts.push(monthAt(atMs))
    break
  }
  const [first] = firsts.toSorted()
  const newest = (await trail.archived()).at(-1)?.month
  const month = first !== undefined && newest !== undefined && first <= newest ? monthAfter(newest) : first
  const isOld = month !== undefined && month < before && mayLeave(month, today, keptYears.usual)
  return isOld ? month : undefined
}

async function archiveMonth(deps: ArchiveDeps, month: Month, to: string): Promise<LeftMonth> {
  deps.onStep?.('write')
  const archive = findMonth(to, month) ?? (await writtenMonth(deps, month, to))
  const { usage } = await readBack(archive)
  await assertOfTrail(deps.trail, archive)
  deps.onStep?.('begin')
  const lines = (of: Environment) => [...usage[of].values()]
  const isBegun = await deps.archiving.begin(archive.manifest, {
    production: lines('production'),
    sandbox: lines('sandbox'),
  })
  // Another run was quicker: what it archived has to be the same.
  if (!isBegun) await assertKnown(deps.trail, archive)
  await leave(deps, archive, true)
  return leftMonth(archive, 'archived')
}

async function writtenMonth(deps: ArchiveDeps, month: Month, to: string): Promise<MonthArchive> {
  try {
    return await writeMonth(deps, month, to)
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    if (code !== 'ENOTEMPTY' && code !== 'EEXIST') throw error
    const written = findMonth(to, month)
    if (written === undefined) throw new ArchiveFault('taken', `${to} ${month}`)
    return written
  }
}

async function readBack(archive: MonthArchive): Promise<VerifiedMonth> {
  const found = await verifyMonth(archive, {
    sealed: new Map(),
    held: new Map(),
    before: () => undefined,
  })
  if (found.faults.length > 0) throw new ArchiveFault('damaged', archive.manifest.month)
  return found
}

/**
 * It goes on from where the store says, and ends with links that the store has: as it is chained in between, it holds
 * what the store holds.
 */
async function assertOfTrail(trail: ArchiveDeps['trail'], archive: MonthArchive): Promise<void> {
  const { manifest } = archive
  const fail = () => {
    throw new ArchiveFault('taken', `${archive.directory}`)
  }
  for (const environment of environments) {
    const { lanes } = manifest[environment]
    const { leftOf } = await readArchives(trail, environment)
    for (const { from, until } of lanes) {
      const lane = laneOf(until.number)
      const { number, hash } = leftOf(lane) ?? laneStart(lane)
      if (number !== from.number || hash !== from.hash) fail()
      const hashes = await trail.linkHashes(environment, [until.number])
      const heads = await trail.heads(environment)
      if (hashes.get(until.number) !== until.hash) fail()
      if (!heads.some((head) => laneOf(head.number) === lane && head.number > until.number)) fail()
    }
  }
  if (manifest.seals !== undefined) await assertSeals(trail, manifest.seals, fail)
}

async function assertSeals(
  trail: ArchivedTrail,
  { from, until }: NonNullable<MonthManifest['seals']>,
  fail: () => void,
): Promise<void> {
  const { lastSeal } = await readArchives(trail, 'production')
  if ((lastSeal?.number ?? 0) !== from.number) fail()
  const newest = await trail.newestSeal()
  if (newest === undefined || newest.number <= until.number) fail()
  for await (const seal of trail.seals()) {
    if (seal.number < until.number) continue
    if (seal.hash !== until.hash) fail()
    return
  }
  fail()
}

async function assertKnown(trail: ArchivedTrail, { directory, manifest }: MonthArchive): Promise<void> {
  const known = (await trail.archived()).find(({ month }) => month === manifest.month)?.manifest
  if (known === undefined || manifestText(known) !== manifestText(manifest))
    throw new ArchiveFault('taken', directory)
}

/** The archive that the store says there is, read back once more before anything else leaves. */
async function wholeArchive(
  to: string,
  month: Month,
  known: MonthManifest | undefined,
): Promise<MonthArchive> {
  const archive = findMonth(to, month)
  const isKnown =
    archive !== undefined && known !== undefined && manifestText(known) === manifestText(archive.manifest)
  if (!isKnown) throw new ArchiveFault('elsewhere', month)
  await readBack(archive)
  return archive
}

/** Everything of the month leaves, but for what is kept longer. */
async function leave(
  { trail, archiving, onStep }: ArchiveDeps,
  { manifest }: MonthArchive,
  holdsLongKept: boolean,
): Promise<void> {
  onStep?.('removeSeals')
  if (manifest.seals !== undefined) await archiving.removeSeals(manifest.seals.until.number)
  const stays = holdsLongKept ? isLongKept : () => false
  for (const environment of environments) {
    for (const { from, until } of manifest[environment].lanes) {
      let batch: Parameters<ArchivingStore['remove']>[1][number][] = []
      let records = 0
      const flush = async () => {
        if (batch.length === 0) return
        onStep?.('remove')
        await archiving.remove(environment, batch)
        batch = []
        records = 0
      }
      for await (const link of trail.links(environment, from.number)) {
        if (link.number > until.number) break
        const left = cutLink(link, stays)
        if (left?.records === link.records) continue
        batch.push({ link, left })
        records += link.recordHashes.length / 32
        if (records >= batchRecordCount) await flush()
      }
      await flush()
    }
  }
  onStep?.('end')
  await archiving.end(manifest.month)
}

/** Months whose records of fifteen years are still here, and need not be any more. */
async function longKeptMonths(
  trail: ArchivedTrail,
  { before, today, to }: ArchiveAsked,
): Promise<readonly Month[]> {
  const months: Month[] = []
  for (const { month, manifest, holdsLongKept } of await trail.archived()) {
    if (!holdsLongKept || month >= before || !mayLeave(month, today, keptYears.long)) continue
    const isAny = environments.some((environment) => (manifest?.[environment].kept.records ?? 0) > 0)
    // It stays as long as its archive is not at hand.
    if (!isAny || findMonth(to, month) === undefined) continue
    await wholeArchive(to, month, manifest)
    months.push(month)
  }
  return months
}
