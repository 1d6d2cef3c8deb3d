import type { Environment } from '@lastro/contract/clients/credentials.ts'
import { laneOf, laneStart } from '@lastro/rules/trail/lane.ts'
import { isWholeSeal, type LaneHead, type Seal, sealStart } from '@lastro/rules/trail/seal.ts'
import type { TrailStore } from '../trail-store.ts'

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

/** Where seals and lanes go on after what lies in archives. */
export type SealedArchives = {
  readonly lastSeal: Pick<Seal, 'number' | 'hash'> | undefined
  readonly leftOf: (lane: number) => Pick<LaneHead, 'number' | 'hash'> | undefined
}

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
  { held, archives }: { readonly held: readonly Seal[]; readonly archives: SealedArchives },
  onSeal: (seal: Seal) => void = () => undefined,
): Promise<VerifiedSeals> {
  const faults: SealFault[] = []
  const heads = sealedHeads(trail, environment, archives, (fault) => faults.push(fault))
  const start = archives.lastSeal ?? sealStart
  // A log may hold two seals of one number: then the store was set back in between, and one of them is missed here.
  // Those before the start are in archives, and are looked for there.
  const missingHere = Map.groupBy(
    held.filter(({ number }) => number > start.number),
    ({ number }) => number,
  )
  for (const { number, hash } of held)
    if (number === start.number && hash !== start.hash) faults.push({ kind: 'seal_changed', number })
  let previous: Pick<Seal, 'number' | 'hash'> = start
  let count = 0
  for await (const seal of trail.seals()) {
    // It is in an archive, and about to leave.
    if (seal.number <= start.number) continue
    const isNext = seal.number === previous.number + 1
    if (!isNext) faults.push({ kind: 'seal_missing', number: previous.number + 1 })
    const outside = missingHere.get(seal.number) ?? []
    missingHere.delete(seal.number)
    const isAsHeld = outside.every(({ hash }) => hash === seal.hash)
    if (!isAsHeld || !isWholeSeal(seal) || (isNext && seal.previous !== previous.hash))
      faults.push({ kind: 'seal_changed', number: seal.number })
    // What was sealed is what was held elsewhere.
    const isHeld = outside.length > 0
    for (const one of isHeld ? outside : [seal]) await heads.take(one, { isHeld, isAsKept: isAsHeld })
    onSeal(seal)
    if (faults.length === 0) count += 1
    previous = seal
  }
  let last = previous.number
  for (const seal of [...missingHere.values()].flat().toSorted((a, b) => a.number - b.number)) {
    if (seal.number > last) faults.push({ kind: 'seal_missing', number: last + 1 })
    await heads.take(seal, { isHeld: true, isAsKept: false })
    last = Math.max(last, seal.number)
  }
  await heads.end()
  return { count, faults }
}

type Taking = {
  /** Whether the seal was held elsewhere. */
  readonly isHeld: boolean
  /** Whether the trail has this very seal: then it has every seal before it as it was too. */
  readonly isAsKept: boolean
}

type SealedHeads = {
  readonly take: (seal: Seal, as: Taking) => Promise<void>
  readonly end: () => Promise<void>
}

/** Holds heads against the links, many at a time, and tells of each lane what is wrong. */
function sealedHeads(
  trail: SealStore,
  environment: Environment,
  { leftOf }: SealedArchives,
  onFault: (fault: SealFault) => void,
): SealedHeads {
  let waiting: (Taking & { readonly heads: readonly LaneHead[] })[] = []
  let count = 0
  /** By lane: the head that was taken last; the last that is as a seal says, and as one says that was held. */
  const taken = new Map<number, string>()
  const sound = new Map<number, number>()
  let proved: ReadonlyMap<number, number> = new Map()
  const faulty = new Map<number, SealFault>()

  const look = async (): Promise<void> => {
    const looked = waiting
    waiting = []
    count = 0
    const numbers = looked.flatMap(({ heads }) => heads.map(({ number }) => number))
    const hashes =
      numbers.length > 0 ? await trail.linkHashes(environment, numbers) : new Map<number, string>()
    const ends = new Map((await trail.heads(environment)).map(({ number }) => [laneOf(number), number]))
    for (const { heads, isHeld, isAsKept } of looked) {
      for (const { number, hash } of heads) {
        const lane = laneOf(number)
        const left = leftOf(lane)
        const end = ends.get(lane)
        // A seal from the turn of the month may name a link that is in an archive, and is held against it there.
        if (left !== undefined && number < left.number) continue
        if (hash === (number === left?.number ? left.hash : hashes.get(number))) sound.set(lane, number)
        else if (hashes.has(number) || number === left?.number) rewritten(number, isHeld ? proved : sound)
        else if (end === undefined) faulty.set(lane, { kind: 'lane_missing', lane, number })
        else if (end < number) faulty.set(lane, { kind: 'lane_cut', lane, number })
        // A link that is gone from the middle of its lane is named by the walk.
      }
      if (isHeld && isAsKept) proved = new Map(sound)
    }
  }
  /** Seals between two that were held may have been made anew with the links: the range goes back to the one before. */
  const rewritten = (number: number, before: ReadonlyMap<number, number>): void => {
    const lane = laneOf(number)
    const after = before.get(lane) ?? leftOf(lane)?.number ?? laneStart(lane).number
    // The link with which an archive ends may be the one that differs.
    const first = Math.min(after + 1, number)
    const known = faulty.get(lane)
    const [fromNumber, untilNumber] =
      known?.kind === 'lane_rewritten'
        ? [Math.min(known.fromNumber, first), known.untilNumber]
        : [first, number]
    faulty.set(lane, { kind: 'lane_rewritten', lane, fromNumber, untilNumber })
  }

  return {
    take: async (seal, as) => {
      const heads = seal.heads.filter((head) => {
        const name = `${head.number} ${head.hash}`
        if (head.environment !== environment || taken.get(laneOf(head.number)) === name) return false
        taken.set(laneOf(head.number), name)
        return true
      })
      waiting.push({ ...as, heads })
      count += heads.length + 1
      if (count >= headCount) await look()
    },
    end: async () => {
      await look()
      for (const [, fault] of [...faulty].toSorted(([a], [b]) => a - b)) onFault(fault)
    },
  }
}
