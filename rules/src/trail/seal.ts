import { hash } from 'node:crypto'
import type { Environment } from '@lastro/contract/clients/credentials.ts'
import { chainStart } from './chain.ts'

/** The last link of a lane, at a moment. */
export type LaneHead = {
  readonly environment: Environment
  readonly number: number
  readonly hash: string
}

/**
 * Ties lanes together: the heads of all lanes at a moment, and the seal before. Whoever keeps one elsewhere can tell
 * later whether anything that lies before it was changed.
 */
export type Seal = {
  readonly number: number
  readonly atMs: number
  /** The hash of the seal before. */
  readonly previous: string
  /** In the order of environments, then of lanes. */
  readonly heads: readonly LaneHead[]
  readonly hash: string
}

/** What the first seal comes after. */
export const sealStart: Pick<Seal, 'number' | 'hash'> = { number: 0, hash: chainStart }

export function sealOf(
  before: Pick<Seal, 'number' | 'hash'>,
  heads: readonly LaneHead[],
  atMs: number,
): Seal {
  const seal = {
    number: before.number + 1,
    atMs,
    previous: before.hash,
    heads: heads
      .map(({ environment, number, hash: of }) => ({ environment, number, hash: of }))
      .toSorted(byPlace),
  }
  return { ...seal, hash: sealHash(seal) }
}

const byPlace = (a: LaneHead, b: LaneHead): number =>
  a.environment === b.environment ? a.number - b.number : a.environment < b.environment ? -1 : 1

/** Whether it says what was hashed. */
export const isWholeSeal = (seal: Seal): boolean => seal.hash === sealHash(seal)

/** Over everything the seal says. The word in front keeps it apart from the hash of any link. */
const sealHash = ({ number, atMs, previous, heads }: Omit<Seal, 'hash'>): string =>
  hash('sha256', `seal ${previous} ${number} ${atMs} ${headsText(heads)}`, 'hex')

/** Heads as they are hashed and kept. */
export const headsText = (heads: readonly LaneHead[]): string =>
  JSON.stringify(heads.map(({ environment, number, hash: of }) => [environment, number, of]))

/** What somebody has made unreadable says nothing, so that the seal's hash is another, and it is named. */
export function readHeads(text: string): readonly LaneHead[] {
  const heads = parsed(text)
  if (!Array.isArray(heads) || !heads.every(isHead)) return []
  return heads.map(([environment, number, of]) => ({ environment, number, hash: of }))
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const isHead = (value: unknown): value is [Environment, number, string] =>
  Array.isArray(value) && Number.isSafeInteger(value[1]) && typeof value[2] === 'string'
