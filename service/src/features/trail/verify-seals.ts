import type { Environment } from '@lastro/contract/clients/credentials.ts'
import { laneOf, laneStart } from '@lastro/rules/trail/lane.ts'
import { isWholeSeal, type LaneHead, type Seal, sealStart } from '@lastro/rules/trail/seal.ts'
import type { TrailStore } from './trail-store.ts'

/** What the seals say and the trail does not, or what is wrong with the seals themselves. */
export type SealFault =
  /** `number` is that of the seal. */
  | { readonly kind: 'seal_missing' | 'seal_changed'; readonly number: number }
  /** The lane had a link of this number, and ends before it, or has none at all. */
  | { readonly kind: 'lane_cut' | 'lane_missing'; readonly lane: number; readonly number: number }
  /** Links of the lane, up to the last of these, are not those that were sealed, though they are chained. */
  | {
      readonly kind: 'lane_rewritten'
      readonly lane: number
      readonly fromNumber: number
      readonly untilNumber: number
    }

export type SealStore = Pick<TrailStore, 'heads' | 'linkHashes' | 'seals'>

/** Sealed heads looked up at a time. */
const headCount = 500

export type VerifiedSeals = {
  /** How many there are, up to the first that is missing or changed. */
  readonly count: number
  readonly faults: readonly SealFault[]
}

/**
 * Walks the seals from the first, and holds each against the links that it names, and against those of its kind that
 * were held elsewhere. Links and lanes that a seal names were there when it was made, and only grew since.
 */
export async function verifySeals(
  trail: SealStore,
  environment: Environment,
  held: readonly Seal[],
  onSeal: (seal: Seal) => void = () => undefined,
): Promise<VerifiedSeals> {
  const faults: SealFault[] = []
  const heads = sealedHeads(trail, environment, (fault) => faults.push(fault))
  const missingHere = new Map(held.map((seal) => [seal.number, seal]))
  let previous: Pick<Seal, 'number' | 'hash'> = sealStart
  let count = 0
  for await (const seal of trail.seals()) {
    const isNext = seal.number === previous.number + 1
    if (!isNext) faults.push({ kind: 'seal_missing', number: previous.number + 1 })
    const outside = missingHere.get(seal.number)
    missingHere.delete(seal.number)
    const isAsHeld = outside === undefined || outside.hash === seal.hash
    if (!isAsHeld || !isWholeSeal(seal) || (isNext && seal.previous !== previous.hash))
      faults.push({ kind: 'seal_changed', number: seal.number })
    // What was sealed is what was held elsewhere.
    await heads.take(isAsHeld ? seal : outside)
    onSeal(seal)
    if (faults.every(isOfLane)) count += 1
    previous = seal
  }
  for (const seal of [...missingHere.values()].toSorted((a, b) => a.number - b.number)) {
    if (seal.number > previous.number) faults.push({ kind: 'seal_missing', number: previous.number + 1 })
    await heads.take(seal)
    previous = { number: Math.max(previous.number, seal.number), hash: seal.hash }
  }
  await heads.end()
  return { count, faults }
}

const isOfLane = ({ kind }: SealFault): boolean => kind.startsWith('lane')

/** Holds heads against the links, many at a time, and tells of each lane the first thing that is wrong. */
function sealedHeads(
  trail: SealStore,
  environment: Environment,
  onFault: (fault: SealFault) => void,
): { readonly take: (seal: Seal) => Promise<void>; readonly end: () => Promise<void> } {
  let waiting: LaneHead[] = []
  /** By lane: the last head that was handed on, and the last that is what was sealed. */
  const taken = new Map<number, string>()
  const sound = new Map<number, number>()
  const faulty = new Map<number, SealFault>()

  const look = async (): Promise<void> => {
    const looked = waiting
    waiting = []
    if (looked.length === 0) return
    const hashes = await trail.linkHashes(
      environment,
      looked.map(({ number }) => number),
    )
    const last = new Map((await trail.heads(environment)).map(({ number }) => [laneOf(number), number]))
    for (const { number, hash } of looked) {
      const lane = laneOf(number)
      if (hashes.get(number) === hash) sound.set(lane, number)
      else if (hashes.has(number)) rewritten(lane, number)
      else if (!last.has(lane)) faulty.set(lane, { kind: 'lane_missing', lane, number })
      else if ((last.get(lane) ?? 0) < number) faulty.set(lane, { kind: 'lane_cut', lane, number })
      // A link that is gone from the middle of its lane is named by the walk.
    }
  }
  const rewritten = (lane: number, untilNumber: number): void => {
    if (faulty.get(lane)?.kind === 'lane_rewritten') return
    const fromNumber = (sound.get(lane) ?? laneStart(lane).number) + 1
    faulty.set(lane, { kind: 'lane_rewritten', lane, fromNumber, untilNumber })
  }

  return {
    take: async (seal) => {
      for (const head of seal.heads) {
        const name = `${head.number} ${head.hash}`
        if (head.environment !== environment || taken.get(laneOf(head.number)) === name) continue
        taken.set(laneOf(head.number), name)
        waiting.push(head)
      }
      if (waiting.length >= headCount) await look()
    },
    end: async () => {
      await look()
      for (const [, fault] of [...faulty].toSorted(([a], [b]) => a - b)) onFault(fault)
    },
  }
}
