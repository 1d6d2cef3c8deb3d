import { createHash, type Hash } from 'node:crypto'
import type { Environment } from '@lastro/contract/clients/credentials.ts'
import type { Month } from '@lastro/rules/calendar/month.ts'
import type { Link } from '@lastro/rules/trail/chain.ts'
import { isSoundCut, keptText, recordsIn } from '@lastro/rules/trail/cut-link.ts'
import { laneOf } from '@lastro/rules/trail/lane.ts'
import type { LaneHead } from '@lastro/rules/trail/seal.ts'
import type { TrailStore } from '../trail-store.ts'
import type { ArchivedMonth } from './archiving-store.ts'
import { type Head, laneIn, type MonthManifest, manifestSum } from './month-manifest.ts'

/** What is wrong with what the store knows of an archive, or with records of it that stay here. */
export type LeftFault = { readonly kind: 'archive_changed' | 'kept_changed'; readonly month: Month }

/** What the store says of its archives, for one environment. */
export type Archives = {
  readonly months: readonly ArchivedMonth[]
  readonly left: readonly LaneHead[]
  /** The last link of a lane that is in an archive. */
  readonly leftOf: (lane: number) => LaneHead | undefined
  /** The last seal that is. */
  readonly lastSeal: Head | undefined
  /** Whether a hash that was written down is that of an archive, or of a link or a seal that one ends with. */
  readonly holds: (hash: string) => boolean
}

export async function readArchives(
  trail: Pick<TrailStore, 'archived' | 'left'>,
  environment: Environment,
): Promise<Archives> {
  const [months, left] = [await trail.archived(), await trail.left(environment)]
  const byLane = new Map(left.map((head) => [laneOf(head.number), head]))
  const manifests = months.flatMap(({ manifest }) => manifest ?? [])
  const lastSeal = manifests.findLast(({ seals }) => seals !== undefined)?.seals?.until
  return {
    months,
    left,
    leftOf: (lane) => byLane.get(lane),
    lastSeal,
    holds: (hash) =>
      hash === lastSeal?.hash ||
      left.some((head) => head.hash === hash) ||
      manifests.some((manifest) => manifestSum(manifest) === hash),
  }
}

/**
 * Records that are kept for fifteen years, whose links are in archives. Each is held against the hash that was taken
 * when it was written, and all of a month against the sum in its manifest. That these were not made anew, the archive
 * tells. Of a month that is on its way out nothing can be said yet.
 */
export function leftRecords(environment: Environment, { months }: Archives) {
  const leaving = months.find(({ state }) => state === 'leaving')?.month
  const sums = new Map<Month, Hash>()
  const faulty = new Set<Month>()
  let recordsKept = 0

  const monthOf = (number: number): ArchivedMonth | undefined =>
    months.find(({ manifest }) => manifest !== undefined && isIn(manifest, environment, number))
  const isSound = ({ month, manifest, holdsLongKept }: ArchivedMonth): boolean => {
    const sum = (sums.get(month) ?? createHash('sha256')).digest('hex')
    const expected = holdsLongKept ? manifest?.[environment].kept.sha256 : createHash('sha256').digest('hex')
    return sum === expected
  }

  return {
    isHeldAgainst: (number: number): boolean => leaving === undefined || monthOf(number)?.month !== leaving,
    /** Whether what is left of the link can be read. */
    take: (link: Link): boolean => {
      const month = monthOf(link.number)?.month
      const isReadable = month !== undefined && isSoundCut(link)
      if (!isReadable) faulty.add(month ?? months.at(-1)?.month ?? '')
      else if (month !== leaving) {
        recordsKept += Array.from(recordsIn(link)).length
        const sum = sums.get(month) ?? createHash('sha256')
        sums.set(month, sum.update(keptText(link)))
      }
      return isReadable
    },
    found: () => ({ months: months.map(({ month }) => month), leaving, recordsKept }),
    faults: (): readonly LeftFault[] => [
      ...months
        .filter(({ manifest }) => manifest === undefined)
        .map(({ month }): LeftFault => ({ kind: 'archive_changed', month })),
      ...months
        .filter((one) => one.manifest !== undefined && one.state === 'archived')
        .filter((one) => faulty.has(one.month) || !isSound(one))
        .map(({ month }): LeftFault => ({ kind: 'kept_changed', month })),
    ],
  }
}

function isIn(manifest: MonthManifest, environment: Environment, number: number): boolean {
  const range = laneIn(manifest, environment, laneOf(number))
  return range !== undefined && number > range.from.number && number <= range.until.number
}
