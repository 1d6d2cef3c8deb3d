import { isDeepStrictEqual } from 'node:util'
import type { Environment } from '@lastro/contract/clients/credentials.ts'
import type { Day } from '@lastro/rules/calendar/day.ts'
import type { Month } from '@lastro/rules/calendar/month.ts'
import { brokenPlace, chainStart, type Link, readRecord } from '@lastro/rules/trail/chain.ts'
import { laneMax, laneOf, laneStart } from '@lastro/rules/trail/lane.ts'
import type { Seal } from '@lastro/rules/trail/seal.ts'
import { type Archives, changed, type LeftFault, readArchives } from '../archive/known-archives.ts'
import { leftRecords } from '../archive/left-records.ts'
import { sealedLater } from '../archive/sealed-later.ts'
import { type Beside, type BesideStore, type Besides, heldBeside } from '../beside-the-chain.ts'
import type { TrailStore } from '../trail-store.ts'
import { type SealFault, type SealStore, verifySeals } from './verify-seals.ts'

export type Verification = {
  readonly links: number
  /** How many records are sound, in each lane up to the first that is not. */
  readonly records: number
  /** The hash of the newest seal, or of the last sound link where there is none. Written down elsewhere, it shows later that nothing was cut off. */
  readonly head: string
  /** Whether the hash that was expected is that of a sound link or of a seal; undefined when none was. */
  readonly holdsExpected: boolean | undefined
  /** The first record that is not what was written. */
  readonly broken: RecordName | undefined
  /** The same in other lanes: where one is broken the others are walked all the same. */
  readonly brokenElsewhere: readonly RecordName[]
  readonly seals: SealsFound
  readonly archived: ArchivesFound
  /** What else is kept and does not say what the links say; broken links are held against seals alone. */
  readonly besides: readonly (Besides | SealFault | LeftFault)[]
}

type RecordName = { readonly number: number; readonly place: number }

export type SealsFound = {
  readonly count: number
  /** Up to which seal this proves anything: the newest that was held elsewhere, else the newest there is. */
  readonly upTo: Pick<Seal, 'number' | 'atMs' | 'hash'> | undefined
  /** Whether that one was held elsewhere. Without, whoever can write to the database could have made all seals anew. */
  readonly isHeld: boolean
  /** Records that are not under that seal: chained, and no more than that. */
  readonly recordsAfter: number
}

/** What lies in archives. Nothing of it is walked here: the store goes on from where they end. */
export type ArchivesFound = {
  /** The months, in order. */
  readonly months: readonly Month[]
  /** One that is on its way out: whoever archives again goes on with it. */
  readonly leaving: Month | undefined
  /** How many of their records are kept for fifteen years, and are here. */
  readonly recordsKept: number
}

/** Told after each link that is sound. */
export type OnVerified = (links: number, records: number) => void

export type VerifyAgainst = {
  /** The hash of a link or of a seal, written down before. */
  readonly expected?: string | undefined
  /** Seals that were held outside the database. */
  readonly held?: readonly Seal[]
  /** Nothing younger than five years by this day can have left. Without it, nothing is believed to have. */
  readonly today?: Day
}

export type VerifiedTrail = Pick<TrailStore, 'archived' | 'left' | 'links' | 'newestSeal'> &
  SealStore &
  BesideStore

/** A month leaves in many commits, and months follow one another: so often a walk that one began under begins again. */
const walkCountMax = 5

/**
 * Walks every lane from its first record, each up to the first that is not what was written, and the seals that tie
 * them together. When all is whole, what is derived from the links is held against them: the counts that bills are made
 * from, the index by which a document's consultations are found, and that by which clients and people find their own.
 * What was written with a link that is no longer there tells of a lane that was cut. Where months lie in archives, each
 * lane is walked from where they end, and so are the seals.
 */
export async function verifyTrail(
  trail: VerifiedTrail,
  environment: Environment,
  against: VerifyAgainst = {},
  onVerified: OnVerified = () => undefined,
): Promise<Verification> {
  for (let walks = 1; ; walks++) {
    const archives = await readArchives(trail, environment)
    const found = await walkTrail(trail, environment, { archives, ...against }, onVerified)
    const { months, left } = await readArchives(trail, environment)
    const isSame = isDeepStrictEqual([months, left], [archives.months, archives.left])
    if (isSame || walks >= walkCountMax) return found
  }
}

async function walkTrail(
  trail: VerifiedTrail,
  environment: Environment,
  { expected, held = [], today, archives }: VerifyAgainst & { readonly archives: Archives },
  onVerified: OnVerified,
): Promise<Verification> {
  const left = leftRecords(environment, archives, today)
  const beside = await heldBeside(trail, environment, left.isHeldAgainst)
  const upTo = newestOf(held) ?? (await trail.newestSeal())
  const isSealed = sealedBy(upTo, environment)
  const heads = new Map<number, { readonly number: number; readonly hash: string }>()
  let links = 0
  let records = 0
  let recordsAfter = 0
  let lastHash = chainStart
  let sealHash: string | undefined
  let holdsExpected = expected === undefined ? undefined : expected === chainStart || archives.holds(expected)
  const headOf = (lane: number) => heads.get(lane) ?? archives.leftOf(lane) ?? laneStart(lane)
  const take = (link: Link): number | undefined => {
    const lane = laneOf(link.number)
    if (link.number <= (archives.leftOf(lane)?.number ?? Number.NEGATIVE_INFINITY)) {
      if (left.take(link)) beside.takeLeft(link)
      return undefined
    }
    const place = brokenPlace(environment, headOf(lane), link) ?? unreadablePlace(beside, link)
    if (place !== undefined) return place
    const count = link.recordHashes.length / 32
    links += 1
    records += count
    if (!isSealed(link.number)) recordsAfter += count
    heads.set(lane, link)
    lastHash = link.hash
    if (link.hash === expected) holdsExpected = true
    onVerified(links, records)
    return undefined
  }
  const walk = async (after: number | undefined, until: number): Promise<RecordName | undefined> => {
    for await (const link of trail.links(environment, after)) {
      if (link.number > until) return undefined
      const place = take(link)
      if (place === undefined) continue
      records += place
      const lane = laneOf(link.number)
      return { number: headOf(lane).number + 1, place }
    }
    return undefined
  }
  /** Past what is broken, the walk goes on with the next lane. */
  const walkLanes = async (): Promise<readonly RecordName[]> => {
    const found: RecordName[] = []
    for (let after: number | undefined; ; ) {
      const one = await walk(after, Number.POSITIVE_INFINITY)
      if (one === undefined) return found
      found.push(one)
      // Past the last lane there may be, any link is one too many, and the first of them was named.
      if (laneOf(one.number) > laneMax) return found
      after = laneStart(laneOf(one.number) + 1).number
    }
  }
  const walkOn = async (counted: readonly number[]): Promise<readonly RecordName[]> => {
    const found: RecordName[] = []
    for (const until of counted) {
      const lane = laneOf(until)
      const one = await walk(headOf(lane).number, until)
      if (one !== undefined) found.push(one)
    }
    return found
  }

  const met = await walkLanes()
  const [broken, ...brokenElsewhere] = met.length > 0 ? met : await walkOn(await beside.countsUpTo())
  const later = sealedLater(environment, archives)
  const inOrder = held.toSorted((a, b) => a.number - b.number)
  const lastSeal = archives.lastSeal?.number ?? 0
  for (const seal of inOrder) if (seal.number <= lastSeal) later.take(seal)
  const { count, faults } = await verifySeals(trail, environment, { held, archives }, (seal) => {
    sealHash = seal.hash
    if (seal.hash === expected) holdsExpected = true
    // Past the newest that was held whoever writes to the database makes seals of any time.
    if (seal.number <= (inOrder.at(-1)?.number ?? seal.number)) later.take(seal)
  })
  const besides = [
    ...left.faults(),
    ...later.months().map(changed),
    ...faults,
    ...(await lanesWithoutEnd(trail, environment, archives)).filter(
      ({ lane }) => !faults.some((one) => 'lane' in one && one.lane === lane),
    ),
    ...usageFault(left.invented(await trail.usageLeft(environment))),
    ...(broken === undefined ? await beside.differences() : []),
  ]
  return {
    links,
    records,
    head: sealHash ?? lastHash,
    holdsExpected,
    broken,
    brokenElsewhere,
    seals: {
      count,
      upTo: upTo && { number: upTo.number, atMs: upTo.atMs, hash: upTo.hash },
      isHeld: held.length > 0,
      recordsAfter,
    },
    archived: left.found(),
    besides: distinct(besides),
  }
}

type LaneCut = { readonly kind: 'lane_cut'; readonly lane: number; readonly number: number }

/** The last link of a lane never leaves. */
async function lanesWithoutEnd(
  trail: Pick<TrailStore, 'heads'>,
  environment: Environment,
  { left, leftOf }: Archives,
): Promise<readonly LaneCut[]> {
  const ends = new Map((await trail.heads(environment)).map(({ number }) => [laneOf(number), number]))
  return left
    .filter(
      (head) => leftOf(laneOf(head.number)) === head && (ends.get(laneOf(head.number)) ?? 0) <= head.number,
    )
    .map(({ number }) => ({ kind: 'lane_cut', lane: laneOf(number), number: number + 1 }))
}

const usageFault = (
  invented: { readonly clientId: string; readonly day: string } | undefined,
): readonly Besides[] =>
  invented === undefined ? [] : [{ kind: 'usage', clientId: invented.clientId, day: invented.day }]

const distinct = <One>(all: readonly One[]): readonly One[] => [
  ...new Map(all.map((one) => [JSON.stringify(one), one])).values(),
]

/** Adds up what a link says. Whoever chains a lane anew can put into it what is no record: then its place is told. */
function unreadablePlace(beside: Beside, link: Link): number | undefined {
  try {
    beside.take(link)
    return undefined
  } catch {
    return Math.max(0, link.records.split('\n').findIndex(isUnreadable))
  }
}

function isUnreadable(text: string): boolean {
  try {
    readRecord(text)
    return false
  } catch {
    return true
  }
}

const newestOf = (held: readonly Seal[]): Seal | undefined =>
  held.toSorted((a, b) => a.number - b.number).at(-1)

/** Whether a link lies before the seal. */
function sealedBy(seal: Seal | undefined, environment: Environment): (number: number) => boolean {
  const ends = new Map(
    seal?.heads
      .filter((one) => one.environment === environment)
      .map(({ number }) => [laneOf(number), number]),
  )
  return (number) => number <= (ends.get(laneOf(number)) ?? Number.NEGATIVE_INFINITY)
}
