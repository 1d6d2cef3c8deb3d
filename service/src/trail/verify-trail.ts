import type { Environment } from '@lastro/contract/credentials.ts'
import { brokenPlace, chainStart } from './chain.ts'
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
}

/** Told after each link that is sound. */
export type OnVerified = (links: number, records: number) => void

/** Walks a chain from its first record. Stops at the first that is not what was written. */
export async function verifyTrail(
  trail: Pick<TrailStore, 'links'>,
  environment: Environment,
  expected?: string,
  onVerified: OnVerified = () => undefined,
): Promise<Verification> {
  let previous = { number: 0, hash: chainStart }
  let links = 0
  let records = 0
  let holdsExpected = expected === undefined ? undefined : expected === chainStart
  for await (const link of trail.links(environment)) {
    const place = brokenPlace(environment, previous, link)
    if (place !== undefined) {
      const broken = { number: previous.number + 1, place }
      return { links, records: records + place, head: previous.hash, holdsExpected, broken }
    }
    links += 1
    records += link.recordHashes.length / 32
    previous = link
    if (link.hash === expected) holdsExpected = true
    onVerified(links, records)
  }
  return { links, records, head: previous.hash, holdsExpected, broken: undefined }
}
