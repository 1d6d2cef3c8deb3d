import { hash } from 'node:crypto'
import type { Environment } from '@lastro/contract/clients/credentials.ts'
import type { UsageLine } from '@lastro/rules/trail/billing.ts'
import { addUsage, type UsageLines } from '@lastro/rules/trail/billing.ts'
import { type Link, readRecord } from '@lastro/rules/trail/chain.ts'
import type { IndexEntry, TrailStore } from './trail-store.ts'

/** What does not say what the chain says. */
export type Besides =
  | { readonly kind: 'usage'; readonly clientId: string; readonly day: string }
  /** Some record of these links is missing in the index, or stands there otherwise, or never was. */
  | { readonly kind: 'index'; readonly fromNumber: number; readonly untilNumber: number }

/** So many links share a sum: a hundred million of them are compared in a few megabytes. */
const linksPerSum = 1_024

type Beside = {
  /** The next link of the chain. */
  readonly take: (link: Link) => void
  /** The last link that the counts take in. The chain has to be walked as far, and no farther. */
  readonly countsUpTo: () => Promise<number>
  readonly differences: () => Promise<readonly Besides[]>
}

/** Adds up what the chain says while it is walked, and holds it against what is kept beside it. */
export async function heldBeside(
  trail: Pick<TrailStore, 'counted' | 'indexed' | 'indexedUpTo' | 'indexName'>,
  environment: Environment,
): Promise<Beside> {
  const indexedUpTo = await trail.indexedUpTo(environment)
  const usage: UsageLines = new Map()
  const sums = new Map<number, number>()
  let counted: readonly UsageLine[] = []
  let walkedTo = 0

  return {
    take: ({ number, records }) => {
      walkedTo = number
      for (const [place, text] of records.split('\n').entries()) {
        const record = readRecord(text)
        addUsage(usage, record, record.billed, record.cents)
        if (number > indexedUpTo || record.document === '') continue
        addPrint(sums, { ...record, number, place, name: trail.indexName(record.document) })
      }
    },
    countsUpTo: async () => {
      const { upTo, lines } = await trail.counted(environment)
      counted = lines
      return upTo
    },
    differences: async () => {
      const differing = differingCount(usage, counted)
      const indexed = new Map<number, number>()
      for await (const entry of trail.indexed(environment)) {
        // Others go on writing while the index is read.
        if (entry.number <= Math.min(indexedUpTo, walkedTo)) addPrint(indexed, entry)
      }
      const sum = differingSum(sums, indexed)
      return [
        ...(differing === undefined ? [] : [{ kind: 'usage' as const, ...differing }]),
        ...(sum === undefined ? [] : [{ kind: 'index' as const, ...sum }]),
      ]
    },
  }
}

/** Sums of prints do not ask for an order, and the index has another one than the chain. */
function addPrint(sums: Map<number, number>, { number, place, name, clientId, atMs, billed }: IndexEntry) {
  const text = `${number} ${place} ${name} ${clientId} ${atMs} ${billed ? 1 : 0}`
  const print = hash('sha256', text, 'buffer').readUIntBE(0, 6)
  const at = Math.floor(number / linksPerSum)
  sums.set(at, ((sums.get(at) ?? 0) + print) % 2 ** 48)
}

function differingCount(usage: UsageLines, counted: readonly UsageLine[]) {
  const left = new Map(usage)
  for (const kept of counted) {
    const { clientId, day, product, features } = kept
    const key = `${clientId} ${day} ${product} ${features}`
    const said = left.get(key) ?? { billed: 0, unbilled: 0, cents: 0 }
    left.delete(key)
    if (said.billed !== kept.billed || said.unbilled !== kept.unbilled || said.cents !== kept.cents)
      return { clientId, day }
  }
  const [missing] = left.values()
  return missing === undefined ? undefined : { clientId: missing.clientId, day: missing.day }
}

function differingSum(said: ReadonlyMap<number, number>, kept: ReadonlyMap<number, number>) {
  const places = [...new Set([...said.keys(), ...kept.keys()])].toSorted((a, b) => a - b)
  const at = places.find((place) => (said.get(place) ?? 0) !== (kept.get(place) ?? 0))
  if (at === undefined) return undefined
  return { fromNumber: Math.max(1, at * linksPerSum), untilNumber: (at + 1) * linksPerSum - 1 }
}
