import { hash } from 'node:crypto'
import type { Environment } from '@lastro/contract/clients/credentials.ts'
import type { UsageLine } from '@lastro/rules/trail/billing.ts'
import { addUsage, ownersOf, queryOf, shownOutcomes, type UsageLines } from '@lastro/rules/trail/billing.ts'
import { type Link, readRecord } from '@lastro/rules/trail/chain.ts'
import { recordsIn } from '@lastro/rules/trail/cut-link.ts'
import { laneOf, laneStart } from '@lastro/rules/trail/lane.ts'
import type { IndexEntry, OwnedLink, TrailStore } from './trail-store.ts'

/** What does not say what the chain says. */
export type Besides =
  | { readonly kind: 'usage'; readonly clientId: string; readonly day: string }
  /**
   * Of these links something is missing, stands otherwise, or never was: in the index by document, or among those by
   * which a client or a user finds its own.
   */
  | { readonly kind: 'index' | 'owners'; readonly fromNumber: number; readonly untilNumber: number }
  /** A link up to here was written, and the chain ends before it. */
  | { readonly kind: 'end'; readonly number: number }

/** So many links share a sum: a hundred million of them are compared in a few megabytes. */
const linksPerSum = 1_024

export type Beside = {
  /** The next link of the chain. */
  readonly take: (link: Link) => void
  /** What is left of a link that is in an archive: it was counted there. */
  readonly takeLeft: (link: Link) => void
  /** The last link of each lane that the counts take in. It has to be walked as far, and no farther. */
  readonly countsUpTo: () => Promise<readonly number[]>
  readonly differences: () => Promise<readonly Besides[]>
}

export type BesideStore = Pick<
  TrailStore,
  'counted' | 'heads' | 'indexed' | 'indexedUpTo' | 'indexName' | 'owned' | 'unownedUpTo' | 'usageLeft'
>

/** Whether what stands beside a link is held against it. While a month leaves, what is left of it changes. */
export type IsHeldAgainst = (number: number) => boolean

/** Adds up what the chain says while it is walked, and holds it against what is kept beside it. */
export async function heldBeside(
  trail: BesideStore,
  environment: Environment,
  isHeldAgainst: IsHeldAgainst,
): Promise<Beside> {
  const indexedUpTo = await trail.indexedUpTo(environment)
  const unownedUpTo = await trail.unownedUpTo(environment)
  const usage: UsageLines = new Map(
    (await trail.usageLeft(environment)).map((line) => [lineKey(line), { ...line }]),
  )
  const saidOfDocuments = new Sums()
  const saidOfOwners = new Sums()
  let counted: readonly UsageLine[] = []
  const walkedTo = new Map<number, number>()
  const isWalked = (number: number) => number <= (walkedTo.get(laneOf(number)) ?? 0) && isHeldAgainst(number)
  const say = ({ number, lastAtMs }: Link, records: readonly Placed[]): void => {
    for (const record of records) {
      if (number > indexedUpTo || record.document === '') continue
      const name = trail.indexName(record.document)
      const isShown = shownOutcomes.includes(record.outcome)
      saidOfDocuments.add(number, entryText({ ...record, number, name, isShown, query: queryOf(record) }))
    }
    if (number <= unownedUpTo) return
    for (const owner of ownersOf(records)) saidOfOwners.add(number, ownerText({ owner, number, lastAtMs }))
  }

  return {
    take: (link) => {
      walkedTo.set(laneOf(link.number), link.number)
      const records = wholeIn(link)
      for (const record of records) addUsage(usage, record, record.billed, record.cents)
      say(link, records)
    },
    takeLeft: (link) => {
      if (isHeldAgainst(link.number)) say(link, leftIn(link))
    },
    countsUpTo: async () => {
      const { upTo, lines } = await trail.counted(environment)
      counted = lines
      return upTo
    },
    differences: async () => {
      const differing = differingCount(usage, counted)
      const keptOfDocuments = new Sums()
      const keptOfOwners = new Sums()
      const newest = new Map<number, number>()
      const meet = (number: number) =>
        newest.set(laneOf(number), Math.max(newest.get(laneOf(number)) ?? 0, number))
      // Others go on writing while these are read: what is past the walk is not held against it.
      for await (const entry of trail.indexed(environment)) {
        meet(entry.number)
        if (entry.number <= indexedUpTo && isWalked(entry.number))
          keptOfDocuments.add(entry.number, entryText(entry))
      }
      for await (const owned of trail.owned(environment)) {
        meet(owned.number)
        if (owned.number > unownedUpTo && isWalked(owned.number))
          keptOfOwners.add(owned.number, ownerText(owned))
      }
      // Read last: a link is written with what stands beside it.
      const ends = new Map((await trail.heads(environment)).map(({ number }) => [laneOf(number), number]))
      const cut = [...newest]
        .toSorted(([a], [b]) => a - b)
        .find(([lane, number]) => number > (ends.get(lane) ?? 0))
      const found: (Besides | undefined)[] = [
        differing && { kind: 'usage', ...differing },
        differingLinks('index', saidOfDocuments, keptOfDocuments),
        differingLinks('owners', saidOfOwners, keptOfOwners),
        cut && { kind: 'end', number: cut[1] },
      ]
      return found.filter((one) => one !== undefined)
    },
  }
}

type Placed = ReturnType<typeof readRecord> & { readonly place: number }

/** Throws where a line is no record, an empty one too. */
const wholeIn = ({ records }: Link): readonly Placed[] =>
  records.split('\n').map((text, place) => ({ place, ...readRecord(text) }))

/** Of a link whose other records are in an archive. */
const leftIn = (link: Link): readonly Placed[] =>
  Array.from(recordsIn(link), ({ place, text }) => ({ place, ...readRecord(text) }))

const lineKey = ({ clientId, day, product, features }: UsageLine): string =>
  `${clientId} ${day} ${product} ${features}`

const entryText = ({
  number,
  place,
  name,
  clientId,
  atMs,
  billed,
  query,
  isShown,
  key,
}: IndexEntry): string => JSON.stringify([number, place, name, clientId, atMs, billed, query, isShown, key])

/** In the first lane the time is not kept. */
const ownerText = ({ owner, number, lastAtMs }: OwnedLink): string =>
  laneOf(number) === 0 ? `${owner} ${number}` : `${owner} ${number} ${lastAtMs}`

/** Sums of prints do not ask for an order, and what stands beside the chain has another one than the chain. */
class Sums {
  readonly byPlace = new Map<number, number>()

  add(number: number, text: string): void {
    const print = hash('sha256', text, 'buffer').readUIntBE(0, 6)
    const at = Math.floor(number / linksPerSum)
    this.byPlace.set(at, ((this.byPlace.get(at) ?? 0) + print) % 2 ** 48)
  }
}

export function differingCount(usage: UsageLines, counted: readonly UsageLine[]) {
  const left = new Map(usage)
  for (const kept of counted) {
    const key = lineKey(kept)
    const said = left.get(key) ?? { billed: 0, unbilled: 0, cents: 0 }
    left.delete(key)
    if (said.billed !== kept.billed || said.unbilled !== kept.unbilled || said.cents !== kept.cents)
      return { clientId: kept.clientId, day: kept.day }
  }
  const [missing] = left.values()
  return missing === undefined ? undefined : { clientId: missing.clientId, day: missing.day }
}

function differingLinks(kind: 'index' | 'owners', { byPlace: said }: Sums, { byPlace: kept }: Sums) {
  const places = [...new Set([...said.keys(), ...kept.keys()])].toSorted((a, b) => a - b)
  const at = places.find((place) => (said.get(place) ?? 0) !== (kept.get(place) ?? 0))
  if (at === undefined) return undefined
  const untilNumber = (at + 1) * linksPerSum - 1
  const first = laneStart(laneOf(untilNumber)).number + 1
  return { kind, fromNumber: Math.max(first, at * linksPerSum), untilNumber }
}
