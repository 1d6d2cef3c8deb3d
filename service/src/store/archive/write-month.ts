import { createHash, type Hash } from 'node:crypto'
import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Environment } from '@lastro/contract/clients/credentials.ts'
import { endOfMonthMs, type Month } from '@lastro/rules/calendar/month.ts'
import { brokenPlace, type Link } from '@lastro/rules/trail/chain.ts'
import { cutLink, keptText, recordsIn } from '@lastro/rules/trail/cut-link.ts'
import { laneOf, laneStart } from '@lastro/rules/trail/lane.ts'
import { isLongKept } from '@lastro/rules/trail/retention.ts'
import { isWholeSeal, type LaneHead, type Seal, sealStart } from '@lastro/rules/trail/seal.ts'
import type { Clock } from '../../clock.ts'
import { readArchives } from '../../features/trail/archive/known-archives.ts'
import {
  filesOf,
  type LaneRange,
  laneFile,
  type MonthManifest,
  manifestText,
  sealsFile,
} from '../../features/trail/archive/month-manifest.ts'
import type { TrailStore } from '../../features/trail/trail-store.ts'
import { sumOf, syncFile } from '../backup/copy-files.ts'
import { ArchiveFault } from './archive-fault.ts'
import { type MonthArchive, manifestName } from './month-archive.ts'
import { linkLine, sealLine, writeLines } from './month-files.ts'

export type ArchivedTrail = Pick<TrailStore, 'archived' | 'heads' | 'left' | 'links' | 'newestSeal' | 'seals'>

export type WriteDeps = { readonly trail: ArchivedTrail; readonly clock: Clock }

/**
 * Writes what a month has of every lane, and its seals, from where the archives before it end. Until all of it is on
 * disk it stands under another name.
 */
export async function writeMonth(deps: WriteDeps, month: Month, place: string): Promise<MonthArchive> {
  mkdirSync(place, { recursive: true, mode: 0o700 })
  const draft = mkdtempSync(join(place, `${month}.unfinished-`))
  try {
    const manifest = await fill(draft, deps, month)
    writeFileSync(join(draft, manifestName), manifestText(manifest), { mode: 0o600, flush: true })
    syncFile(draft)
    const directory = join(place, month)
    renameSync(draft, directory)
    syncFile(place)
    return { directory, manifest }
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
}

async function fill(draft: string, { trail, clock }: WriteDeps, month: Month): Promise<MonthManifest> {
  const written = {
    form: 1 as const,
    month,
    madeAt: new Date(clock.nowMs()).toISOString(),
    production: await writeChain(draft, trail, { environment: 'production', month }),
    sandbox: await writeChain(draft, trail, { environment: 'sandbox', month }),
    ...(await writeSeals(draft, trail, month)),
  }
  const files: MonthManifest['files'] = []
  for (const name of filesOf(written)) files.push({ name, ...(await sumOf(join(draft, name))) })
  return { ...written, files }
}

type MonthOfChain = { readonly environment: Environment; readonly month: Month }

async function writeChain(
  draft: string,
  trail: ArchivedTrail,
  { environment, month }: MonthOfChain,
): Promise<MonthManifest['production']> {
  const { leftOf } = await readArchives(trail, environment)
  const kept = { records: 0, sum: createHash('sha256') }
  const lanes: LaneRange[] = []
  for (const head of await trail.heads(environment)) {
    const lane = laneOf(head.number)
    const from = leftOf(lane) ?? laneStart(lane)
    const range = await writeLane(draft, trail, { environment, month, from, head, kept })
    if (range !== undefined) lanes.push(range)
  }
  return { lanes, kept: { records: kept.records, sha256: kept.sum.digest('hex') } }
}

type LaneAsked = MonthOfChain & {
  readonly from: Pick<LaneHead, 'number' | 'hash'>
  readonly head: LaneHead
  readonly kept: { records: number; readonly sum: Hash }
}

async function writeLane(
  draft: string,
  trail: ArchivedTrail,
  asked: LaneAsked,
): Promise<LaneRange | undefined> {
  const { environment, from, kept } = asked
  const path = join(draft, laneFile(environment, laneOf(asked.head.number)))
  let range: LaneRange | undefined
  const take = (link: Link): void => {
    const previous = range?.until ?? from
    const place = brokenPlace(environment, previous, link)
    if (place !== undefined)
      throw new ArchiveFault('trail_broken', `${environment} ${previous.number + 1}.${place}`)
    const left = cutLink(link, isLongKept)
    if (left !== undefined) {
      kept.records += Array.from(recordsIn(left)).length
      kept.sum.update(keptText(left))
    }
    range = {
      from: { number: from.number, hash: from.hash },
      until: { number: link.number, hash: link.hash },
      count: (range?.count ?? 0) + 1,
      records: (range?.records ?? 0) + Array.from(recordsIn(link)).length,
      firstAtMs: Math.min(range?.firstAtMs ?? link.firstAtMs, link.firstAtMs),
      lastAtMs: Math.max(range?.lastAtMs ?? link.lastAtMs, link.lastAtMs),
    }
  }
  const lines = async function* () {
    for await (const link of linksOfMonth(trail, asked)) {
      take(link)
      yield linkLine(link)
    }
  }
  await writeLines(path, lines())
  if (range === undefined) rmSync(path)
  return range
}

/**
 * A lane leaves from its beginning, without a gap: a clock that was set back keeps some links here longer, and none
 * leaves early. Its last link always stays, so that whoever writes next finds what to chain to.
 */
export async function* linksOfMonth(
  trail: Pick<TrailStore, 'links'>,
  { environment, month, from, head }: Omit<LaneAsked, 'kept'>,
): AsyncGenerator<Link> {
  const endMs = endOfMonthMs(month)
  for await (const link of trail.links(environment, from.number)) {
    if (link.number >= head.number || link.lastAtMs >= endMs) return
    yield link
  }
}

async function writeSeals(
  draft: string,
  trail: ArchivedTrail,
  month: Month,
): Promise<Pick<MonthManifest, 'seals'>> {
  const { lastSeal } = await readArchives(trail, 'production')
  const from = { ...(lastSeal ?? sealStart) }
  let seals: MonthManifest['seals']
  const lines = async function* () {
    for await (const seal of sealsOfMonth(trail, month)) {
      const previous = seals?.until ?? from
      if (seal.number !== previous.number + 1 || seal.previous !== previous.hash || !isWholeSeal(seal))
        throw new ArchiveFault('trail_broken', `seal ${previous.number + 1}`)
      seals = {
        from: { number: from.number, hash: from.hash },
        until: { number: seal.number, hash: seal.hash },
        count: (seals?.count ?? 0) + 1,
      }
      yield sealLine(seal)
    }
  }
  await writeLines(join(draft, sealsFile), lines())
  if (seals === undefined) rmSync(join(draft, sealsFile))
  return seals === undefined ? {} : { seals }
}

/** Seals leave from the first as well, and the newest stays: the next holds its hash. */
export async function* sealsOfMonth(
  trail: Pick<TrailStore, 'newestSeal' | 'seals'>,
  month: Month,
): AsyncGenerator<Seal> {
  const endMs = endOfMonthMs(month)
  const newest = await trail.newestSeal()
  for await (const seal of trail.seals()) {
    if (seal.number >= (newest?.number ?? 0) || seal.atMs >= endMs) return
    yield seal
  }
}
