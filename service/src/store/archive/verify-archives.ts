import type { Environment } from '@lastro/contract/clients/credentials.ts'
import type { Month } from '@lastro/rules/calendar/month.ts'
import type { UsageLine } from '@lastro/rules/trail/billing.ts'
import { laneOf, laneStart } from '@lastro/rules/trail/lane.ts'
import { type LaneHead, type Seal, sealStart } from '@lastro/rules/trail/seal.ts'
import type { ArchivedMonth } from '../../features/trail/archive/archiving-store.ts'
import { type Head, manifestSum } from '../../features/trail/archive/month-manifest.ts'
import { type Besides, differingCount } from '../../features/trail/beside-the-chain.ts'
import type { TrailStore } from '../../features/trail/trail-store.ts'
import { type MonthArchive, sealsOf } from './month-archive.ts'
import { type MonthFault, type SealedLinks, sealedKey, verifyMonth } from './verify-month.ts'

export type VerifiedArchives = {
  readonly months: readonly Month[]
  readonly links: number
  readonly records: number
  /** Without the store, nobody can tell that they are those of a trail, or that the last of them is missing. */
  readonly isWithStore: boolean
  /** Whether the first of them begins where the trail does. */
  readonly isFromStart: boolean
  /** Whether the hash that was expected is in one of them; undefined when none was. */
  readonly holdsExpected: boolean | undefined
  /** The hash of the newest, to write down: it stands for all that it holds, and goes on from those before. */
  readonly sum: string | undefined
  readonly faults: readonly (MonthFault | UsageFault)[]
}

export type ArchivesAsked = {
  readonly archives: readonly MonthArchive[]
  /** Seals that were held outside. */
  readonly held?: readonly Seal[]
  /** The hash of an archive, a link or a seal, written down before. */
  readonly expected?: string | undefined
  /** The store that the archives were made of; without it they are verified by themselves. */
  readonly trail?: Pick<TrailStore, 'archived' | 'left' | 'linkHashes' | 'seals' | 'usageLeft'>
}

/**
 * Verifies archives, each by itself and each against the one before: a lane goes on where it ended, and so do the seals.
 * With the store they were made of, also against it: it knows which archives there are, what its lanes are chained to,
 * and what was used.
 */
export async function verifyArchives({
  archives,
  held = [],
  expected,
  trail,
}: ArchivesAsked): Promise<VerifiedArchives> {
  const known = await trail?.archived()
  const faults: (MonthFault | UsageFault)[] = known === undefined ? [] : unlike(archives, known)
  const standing = standingAt(known === undefined)
  const sealed: SealedLinks = new Map()
  const heldByNumber = Map.groupBy(held, ({ number }) => number)
  const usage = { production: new Map<string, UsageLine>(), sandbox: new Map<string, UsageLine>() }
  let [links, records, holdsExpected] = [0, 0, false]
  for (const [at, archive] of archives.entries()) {
    const isNext = standing.goesOnWith(archive)
    if (!isNext) faults.push({ kind: 'archive_missing', month: archive.manifest.month })
    await addHeadsBelow(sealed, archive, sealsAfter(archives.slice(at + 1), trail))
    const { headOf: before } = standing
    const found = await verifyMonth(archive, { sealed, held: heldByNumber, expected, before })
    standing.pass(archive)
    faults.push(...found.faults)
    holdsExpected ||= found.holdsExpected
    links += found.links
    records += found.records
    for (const environment of ['production', 'sandbox'] as const)
      for (const line of found.usage[environment].values()) addLine(usage[environment], line)
  }
  if (trail !== undefined) {
    const ofStore = archives.filter(({ manifest }) => known?.some(({ month }) => month === manifest.month))
    faults.push(...(await unsealed(trail, ofStore, sealed)))
    if (faults.length === 0) faults.push(...(await unlikeLeft(trail, ofStore)))
    if (faults.length === 0) faults.push(...(await differingUsage(trail, usage)))
  }
  const last = archives.at(-1)
  return {
    months: archives.map(({ manifest }) => manifest.month),
    links,
    records,
    isWithStore: trail !== undefined,
    isFromStart: standing.isFromStart(),
    holdsExpected: expected === undefined ? undefined : holdsExpected,
    sum: last && manifestSum(last.manifest),
    faults: distinct(faults),
  }
}

const distinct = <One>(all: readonly One[]): readonly One[] => [
  ...new Map(all.map((one) => [JSON.stringify(one), one])).values(),
]

/** Archives that the store knows and that were not given, and those that it knows as others. */
function unlike(archives: readonly MonthArchive[], known: readonly ArchivedMonth[]): MonthFault[] {
  const given = new Map(archives.map(({ manifest }) => [manifest.month, manifestSum(manifest)]))
  const ofStore = new Set(known.map(({ month }) => month))
  const missing = known
    .filter(({ month }) => !given.has(month))
    .map(({ month }): MonthFault => ({ kind: 'archive_missing', month }))
  const swapped = known
    .filter(({ month, manifest }) => {
      const sum = given.get(month)
      return sum !== undefined && (manifest === undefined || manifestSum(manifest) !== sum)
    })
    .map(({ month }): MonthFault => ({ kind: 'archive_swapped', month }))
  // Written, and not yet known to the store: a run of before was cut off, and the next one takes it up.
  const strange = archives
    .filter(({ manifest }) => !ofStore.has(manifest.month) && manifest.month <= (known.at(-1)?.month ?? ''))
    .map(({ manifest }): MonthFault => ({ kind: 'archive_swapped', month: manifest.month }))
  return [...missing, ...swapped, ...strange]
}

/** Where lanes and seals stand after the archives so far. By themselves, the first of them may begin anywhere. */
function standingAt(mayBeginAnywhere: boolean) {
  const heads = new Map<string, Head>()
  let isFirst = true
  let isFromStart = true
  const goesOn = ({ name, start, from }: Going): boolean => {
    const before = heads.get(name)
    const { number, hash } = before ?? start
    const isSame = number === from.number && hash === from.hash
    if (before === undefined && !isSame) isFromStart = false
    return isSame || (before === undefined && isFirst && mayBeginAnywhere)
  }
  return {
    headOf: (environment: Environment, lane: number): Head | undefined => heads.get(`${environment} ${lane}`),
    goesOnWith: (archive: MonthArchive): boolean => goingsOf(archive).map(goesOn).every(Boolean),
    pass: (archive: MonthArchive): void => {
      for (const { name, until } of goingsOf(archive)) heads.set(name, until)
      isFirst = false
    },
    isFromStart: () => isFromStart,
  }
}

type Going = { readonly name: string; readonly start: Head; readonly from: Head; readonly until: Head }

/** Where an archive goes on, and up to where: each lane, and the seals. */
const goingsOf = ({ manifest }: MonthArchive): readonly Going[] => [
  ...(['production', 'sandbox'] as const).flatMap((environment) =>
    manifest[environment].lanes.map(({ from, until }) => {
      const lane = laneOf(until.number)
      return { name: `${environment} ${lane}`, start: laneStart(lane), from, until }
    }),
  ),
  ...(manifest.seals === undefined ? [] : [{ name: 'seals', start: sealStart, ...manifest.seals }]),
]

async function* sealsAfter(
  archives: readonly MonthArchive[],
  trail: ArchivesAsked['trail'],
): AsyncGenerator<Seal> {
  for (const archive of archives) yield* sealsOf(archive)
  if (trail !== undefined) yield* trail.seals()
}

/** At the turn of a month a seal may be of the next, and name a link of this one. Heads only grow: it is the first few. */
async function addHeadsBelow(
  sealed: SealedLinks,
  { manifest }: MonthArchive,
  later: AsyncIterable<Seal>,
): Promise<void> {
  const isBelow = ({ environment, number }: LaneHead): boolean => {
    const range = manifest[environment].lanes.find(({ until }) => laneOf(until.number) === laneOf(number))
    return range !== undefined && number < range.until.number && number > range.from.number
  }
  try {
    for await (const seal of later) {
      const below = seal.heads.filter(isBelow)
      if (below.length === 0) return
      for (const { environment, number, hash } of below) sealed.set(sealedKey(environment, number), hash)
    }
  } catch {
    // An archive that cannot be read is named when its turn comes.
  }
}

/** What seals of the archives name beyond them is held against the store. */
async function unsealed(
  trail: NonNullable<ArchivesAsked['trail']>,
  archives: readonly MonthArchive[],
  sealed: SealedLinks,
): Promise<readonly MonthFault[]> {
  const month = archives.at(-1)?.manifest.month ?? ''
  const faults: MonthFault[] = []
  for (const environment of ['production', 'sandbox'] as const) {
    const left = new Map((await trail.left(environment)).map((head) => [laneOf(head.number), head.number]))
    const wanted = [...sealed]
      .map(([key, hash]) => ({ of: key.split(' ')[0], number: Number(key.split(' ')[1]), hash }))
      .filter(({ of, number }) => of === environment && number > (left.get(laneOf(number)) ?? 0))
    if (wanted.length === 0) continue
    const hashes = await trail.linkHashes(
      environment,
      wanted.map(({ number }) => number),
    )
    for (const { number, hash } of wanted)
      if (hashes.get(number) !== hash) faults.push({ kind: 'archive_broken', month, environment, number })
  }
  return faults
}

/** Where the store's lanes go on is where the archives end, link by link: the lanes themselves are chained to it. */
async function unlikeLeft(
  trail: NonNullable<ArchivesAsked['trail']>,
  archives: readonly MonthArchive[],
): Promise<readonly MonthFault[]> {
  const month = archives.at(-1)?.manifest.month ?? ''
  for (const environment of ['production', 'sandbox'] as const) {
    const ranges = archives.flatMap(({ manifest }) => manifest[environment].lanes)
    const ends = new Map(ranges.map(({ until }) => [laneOf(until.number), until]))
    for (const { number, hash } of await trail.left(environment)) {
      const end = ends.get(laneOf(number))
      if (end?.number !== number || end.hash !== hash) return [{ kind: 'archive_swapped', month }]
    }
  }
  return []
}

/** What the store says was used in what left is not what the archives say. */
export type UsageFault = Extract<Besides, { readonly kind: 'usage' }>

type Usages = Readonly<Record<Environment, ReadonlyMap<string, UsageLine>>>

async function differingUsage(
  trail: NonNullable<ArchivesAsked['trail']>,
  usage: Usages,
): Promise<readonly UsageFault[]> {
  const found: UsageFault[] = []
  for (const environment of ['production', 'sandbox'] as const) {
    const differing = differingCount(new Map(usage[environment]), await trail.usageLeft(environment))
    if (differing !== undefined) found.push({ kind: 'usage', ...differing })
  }
  return found
}

function addLine(lines: Map<string, UsageLine>, line: UsageLine): void {
  const key = `${line.clientId} ${line.day} ${line.product} ${line.features}`
  const before = lines.get(key)
  lines.set(key, {
    ...line,
    billed: line.billed + (before?.billed ?? 0),
    unbilled: line.unbilled + (before?.unbilled ?? 0),
    cents: line.cents + (before?.cents ?? 0),
  })
}
