import type { Environment } from '@lastro/contract/clients/credentials.ts'
import type { Month } from '@lastro/rules/calendar/month.ts'
import { laneOf, laneStart } from '@lastro/rules/trail/lane.ts'
import { type LaneHead, sealStart } from '@lastro/rules/trail/seal.ts'
import type { TrailStore } from '../trail-store.ts'
import type { ArchivedMonth } from './archiving-store.ts'
import { type Head, laneIn, type MonthManifest, manifestSum } from './month-manifest.ts'

/** What is wrong with what the store knows of an archive, or with records of it that stay here. */
export type LeftFault =
  | { readonly kind: 'archive_changed' | 'kept_changed'; readonly month: Month }
  /** What is said to have left of this lane, up to this link, is not what the archives say. */
  | { readonly kind: 'archive_changed'; readonly lane: number; readonly number: number }

/** What the store says of its archives, for one environment. */
export type Archives = {
  readonly months: readonly ArchivedMonth[]
  readonly left: readonly LaneHead[]
  /** The last link of a lane that is in an archive. Undefined where the archives do not end with what the store says. */
  readonly leftOf: (lane: number) => LaneHead | undefined
  /** The last seal that is. */
  readonly lastSeal: Head | undefined
  /** The month whose archive has a link. */
  readonly monthOf: (linkNumber: number) => ArchivedMonth | undefined
  /** Whether a hash that was written down is that of an archive, or of a link or a seal that one ends with. */
  readonly holds: (hash: string) => boolean
  /** What of all this cannot be. */
  readonly faults: readonly LeftFault[]
}

/**
 * Reads what the store says has left. It is believed only as far as it holds together: each archive goes on where the
 * one before it ended, the first where the trail begins, and each lane goes on in the store where the last of them ends.
 */
export async function readArchives(
  trail: Pick<TrailStore, 'archived' | 'left'>,
  environment: Environment,
): Promise<Archives> {
  const [months, left] = [await trail.archived(), await trail.left(environment)]
  const manifests = months.flatMap(({ manifest }) => manifest ?? [])
  const lastSeal = manifests.findLast(({ seals }) => seals !== undefined)?.seals?.until
  const { ends, gaps } = followed(manifests, environment)
  // Where one cannot be read nobody knows how the next goes on; it is named, and nothing is proved.
  const isReadable = manifests.length === months.length
  const unlike = isReadable ? unlikeEnds(left, ends) : []
  const believed = new Map(
    left
      .filter(({ number }) => !unlike.some(({ lane }) => lane === laneOf(number)))
      .map((head) => [laneOf(head.number), head]),
  )
  return {
    months,
    left,
    leftOf: (lane) => believed.get(lane),
    lastSeal,
    monthOf: (number) =>
      months.find(({ manifest }) => manifest !== undefined && isIn(manifest, environment, number)),
    holds: (hash) =>
      hash === lastSeal?.hash ||
      left.some((head) => head.hash === hash) ||
      manifests.some((manifest) => manifestSum(manifest) === hash),
    faults: [
      ...months.filter(({ manifest }) => manifest === undefined).map(({ month }) => changed(month)),
      ...(isReadable ? gaps.map(changed) : []),
      ...unlike,
    ],
  }
}

export const changed = (month: Month): LeftFault => ({ kind: 'archive_changed', month })

/** Where the archives end in each lane, and those that do not go on from the one before. */
function followed(manifests: readonly MonthManifest[], environment: Environment) {
  const ends = new Map<number, Head>()
  const gaps: Month[] = []
  let lastSeal: Head = sealStart
  for (const { month, seals, [environment]: chain } of manifests) {
    const goesOn = chain.lanes.map(({ from, until }) => {
      const lane = laneOf(until.number)
      const before = ends.get(lane) ?? laneStart(lane)
      ends.set(lane, until)
      return isSame(before, from)
    })
    if (seals !== undefined) {
      goesOn.push(isSame(lastSeal, seals.from))
      lastSeal = seals.until
    }
    if (!goesOn.every(Boolean)) gaps.push(month)
  }
  return { ends, gaps }
}

/** Lanes that the store goes on with elsewhere than where the archives end, or of which only one of them knows. */
function unlikeEnds(left: readonly LaneHead[], ends: ReadonlyMap<number, Head>) {
  const heads: readonly Head[] = [
    ...left.filter((head) => !isSame(head, ends.get(laneOf(head.number)))),
    ...[...ends.values()].filter((end) => !left.some((head) => laneOf(head.number) === laneOf(end.number))),
  ]
  return heads.map(({ number }) => ({ kind: 'archive_changed' as const, lane: laneOf(number), number }))
}

const isSame = (one: Head, other: Head | undefined): boolean =>
  one.number === other?.number && one.hash === other.hash

function isIn(manifest: MonthManifest, environment: Environment, number: number): boolean {
  const range = laneIn(manifest, environment, laneOf(number))
  return range !== undefined && number > range.from.number && number <= range.until.number
}
