import type { Environment } from '@lastro/contract/clients/credentials.ts'
import { brokenPlace, chainStart, type Link } from '@lastro/rules/trail/chain.ts'
import { type BesideStore, type Besides, heldBeside } from './beside-the-chain.ts'
import type { TrailStore } from './trail-store.ts'

export type Verification = {
  readonly links: number
  /** How many records are sound, up to the first that is not. */
  readonly records: number
  /** The hash of the last sound link. Written down elsewhere, it shows later that nothing was cut off. */
  readonly head: string
  /** Whether the hash that was expected is that of a sound link; undefined when none was. */
  readonly holdsExpected: boolean | undefined
  readonly broken: { readonly number: number; readonly place: number } | undefined
  /** What else is kept and does not say what the chain says; a broken chain is held against nothing. */
  readonly besides: readonly Besides[]
}

/** Told after each link that is sound. */
export type OnVerified = (links: number, records: number) => void

/**
 * Walks a chain from its first record. Stops at the first that is not what was written. When the chain is
 * whole, what is derived from it is held against it: the counts that bills are made from, the index by which a
 * document's consultations are found, and that by which clients and people find their own. What was written with a
 * link that is no longer there tells of a chain that was cut.
 */
export async function verifyTrail(
  trail: Pick<TrailStore, 'links'> & BesideStore,
  environment: Environment,
  expected?: string,
  onVerified: OnVerified = () => undefined,
): Promise<Verification> {
  const beside = await heldBeside(trail, environment)
  let previous = { number: 0, hash: chainStart }
  let links = 0
  let records = 0
  let holdsExpected = expected === undefined ? undefined : expected === chainStart
  const take = (link: Link): number | undefined => {
    const place = brokenPlace(environment, previous, link)
    if (place !== undefined) return place
    links += 1
    records += link.recordHashes.length / 32
    previous = link
    if (link.hash === expected) holdsExpected = true
    beside.take(link)
    onVerified(links, records)
    return undefined
  }
  const walk = async (untilNumber: number): Promise<Verification['broken']> => {
    for await (const link of trail.links(environment, previous.number)) {
      if (link.number > untilNumber) return undefined
      const place = take(link)
      if (place === undefined) continue
      records += place
      return { number: previous.number + 1, place }
    }
    return undefined
  }

  const broken = (await walk(Number.POSITIVE_INFINITY)) ?? (await walk(await beside.countsUpTo()))
  const besides = broken === undefined ? await beside.differences() : []
  return { links, records, head: previous.hash, holdsExpected, broken, besides }
}
