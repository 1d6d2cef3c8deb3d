import { createHash } from 'node:crypto'
import { join } from 'node:path'
import type { Environment } from '@lastro/contract/clients/credentials.ts'
import { endOfMonthMs, type Month } from '@lastro/rules/calendar/month.ts'
import { addUsage, type UsageLines } from '@lastro/rules/trail/billing.ts'
import { brokenPlace, type Link, readRecord } from '@lastro/rules/trail/chain.ts'
import { cutLink, keptText, recordsIn } from '@lastro/rules/trail/cut-link.ts'
import { laneOf } from '@lastro/rules/trail/lane.ts'
import { isLongKept } from '@lastro/rules/trail/retention.ts'
import { isWholeSeal, type Seal } from '@lastro/rules/trail/seal.ts'
import { type Head, type LaneRange, manifestSum } from '../../features/trail/archive/month-manifest.ts'
import { sumOf } from '../backup/copy-files.ts'
import { ArchiveFault } from './archive-fault.ts'
import { linksOf, type MonthArchive, sealsOf } from './month-archive.ts'

/** What is wrong with an archive. */
export type MonthFault =
  /** The store knows of an archive that is not among those given, or there is a gap between two of them. */
  | { readonly kind: 'archive_missing'; readonly month: Month }
  /** It is whole, and another than the one that was made of this trail. */
  | { readonly kind: 'archive_swapped'; readonly month: Month }
  /** A file is missing, cut, or not what was written. */
  | { readonly kind: 'archive_damaged'; readonly month: Month; readonly file: string }
  /** This link is not what was chained, or not what was sealed. */
  | {
      readonly kind: 'archive_broken'
      readonly month: Month
      readonly environment: Environment
      readonly number: number
    }
  /** This seal is not what was written, or not the one that was held elsewhere. */
  | { readonly kind: 'archive_seal'; readonly month: Month; readonly number: number }

/** Links that seals name, by environment and number, with the hash that they were sealed under. */
export type SealedLinks = Map<string, string>

export const sealedKey = (environment: Environment, number: number): string => `${environment} ${number}`

export type VerifiedMonth = {
  readonly faults: readonly MonthFault[]
  readonly links: number
  readonly records: number
  /** Whether the hash that was expected is that of the archive, or of a link or a seal in it. */
  readonly holdsExpected: boolean
  readonly usage: Readonly<Record<Environment, UsageLines>>
}

export type MonthAgainst = {
  /** What seals say of links; those that this month has are taken out, those that its seals name beyond it are added. */
  readonly sealed: SealedLinks
  /** Seals that were held elsewhere, by number: two of one number where the store was set back in between. */
  readonly held: ReadonlyMap<number, readonly Seal[]>
  /** A hash that was written down before. */
  readonly expected?: string | undefined
  /** Where a lane stood after the archives before. */
  readonly before: (environment: Environment, lane: number) => Head | undefined
}

/**
 * Reads an archive from where it lies: the sum of every file, every link against the one before it, every seal against
 * the one before it and against the links that it names. Where each lane and the seals begin is for its manifest to
 * say, and for whoever has the archive before it, or the store, to compare.
 */
export async function verifyMonth(archive: MonthArchive, against: MonthAgainst): Promise<VerifiedMonth> {
  const found = {
    faults: [] as MonthFault[],
    links: 0,
    records: 0,
    holdsExpected: manifestSum(archive.manifest) === against.expected,
    usage: { production: new Map(), sandbox: new Map() } as Readonly<Record<Environment, UsageLines>>,
  }
  found.faults.push(...(await damagedFiles(archive)))
  if (found.faults.length > 0) return found
  try {
    await walkSeals(archive, against, found)
    for (const environment of ['production', 'sandbox'] as const)
      await walkChain(archive, environment, against, found)
  } catch (error) {
    if (!(error instanceof ArchiveFault)) throw error
    found.faults.push({ kind: 'archive_damaged', month: archive.manifest.month, file: error.about })
  }
  return found
}

async function damagedFiles({ directory, manifest }: MonthArchive): Promise<readonly MonthFault[]> {
  const faults: MonthFault[] = []
  for (const { name, bytes, sha256 } of manifest.files) {
    const found = await sumOf(join(directory, name)).catch(() => undefined)
    if (found?.bytes === bytes && found.sha256 === sha256) continue
    faults.push({ kind: 'archive_damaged', month: manifest.month, file: name })
  }
  return faults
}

async function walkSeals(
  archive: MonthArchive,
  { sealed, held, before, expected }: MonthAgainst,
  found: Found,
): Promise<void> {
  const { month, seals } = archive.manifest
  const onFault = (fault: MonthFault) => found.faults.push(fault)
  let previous: Head | undefined = seals?.from
  for await (const seal of sealsOf(archive)) {
    const { number } = seal
    if (seal.hash === expected) found.holdsExpected = true
    const isNext = number === (previous?.number ?? 0) + 1 && seal.previous === previous?.hash
    const isAsHeld = (held.get(number) ?? []).every(({ hash }) => hash === seal.hash)
    if (!isNext || !isAsHeld || !isWholeSeal(seal)) onFault({ kind: 'archive_seal', month, number })
    for (const one of seal.heads) {
      const known = before(one.environment, laneOf(one.number))
      if (known === undefined || one.number > known.number)
        sealed.set(sealedKey(one.environment, one.number), one.hash)
      else if (one.number === known.number && one.hash !== known.hash)
        onFault({ kind: 'archive_seal', month, number })
    }
    previous = seal
  }
}

type Found = {
  readonly faults: MonthFault[]
  links: number
  records: number
  holdsExpected: boolean
  readonly usage: VerifiedMonth['usage']
}

async function walkChain(
  archive: MonthArchive,
  environment: Environment,
  { sealed, expected }: MonthAgainst,
  found: Found,
): Promise<void> {
  const { month, [environment]: chain } = archive.manifest
  const sum = createHash('sha256')
  const broken = (number: number) => found.faults.push({ kind: 'archive_broken', month, environment, number })
  const take = (link: Link): void => {
    found.links += 1
    if (link.hash === expected) found.holdsExpected = true
    for (const { text } of recordsIn(link)) {
      const record = readRecord(text)
      found.records += 1
      addUsage(found.usage[environment], record, record.billed, record.cents)
    }
    const left = cutLink(link, isLongKept)
    if (left !== undefined) sum.update(keptText(left))
    const key = sealedKey(environment, link.number)
    if ((sealed.get(key) ?? link.hash) !== link.hash) broken(link.number)
    sealed.delete(key)
  }
  for (const range of chain.lanes) {
    const brokenAt = await walkLane(archive, environment, range, take)
    if (brokenAt !== undefined) return void broken(brokenAt)
  }
  if (sum.digest('hex') !== chain.kept.sha256)
    found.faults.push({ kind: 'archive_damaged', month, file: 'manifest.json' })
}

/** The number of the first link that is not what was chained, or that lies outside the month. */
async function walkLane(
  archive: MonthArchive,
  environment: Environment,
  range: LaneRange,
  take: (link: Link) => void,
): Promise<number | undefined> {
  const endMs = endOfMonthMs(archive.manifest.month)
  let previous = range.from
  for await (const link of linksOf(archive, environment, range)) {
    const isOfLane = laneOf(link.number) === laneOf(range.until.number)
    if (!isOfLane || link.lastAtMs >= endMs || brokenPlace(environment, previous, link) !== undefined)
      return previous.number + 1
    take(link)
    previous = link
  }
  return undefined
}
