import { hash } from 'node:crypto'
import { addressBlock } from '../../../http/headers/networks.ts'
import { emailKey } from '../user.ts'

/** What tries are counted under, and how many of them are free. */
export type PauseKey = {
  readonly key: string
  readonly freeTries: number
  readonly kind: 'user' | 'address'
}

/**
 * Until when an attempt must wait; undefined if it need not. A paused address gets the same response for every name: a
 * longer pause for one name would reveal that it exists.
 */
export function pausedUntil(
  pauses: readonly { readonly kind: PauseKey['kind']; readonly pausedUntilMs: number }[],
  nowMs: number,
): number | undefined {
  const paused = pauses.filter(({ pausedUntilMs }) => pausedUntilMs > nowMs)
  return (paused.find(({ kind }) => kind === 'address') ?? paused[0])?.pausedUntilMs
}

export type PauseLimits = typeof pauseLimits

/** A person mistypes a few times; a program never stops. */
const userFreeTries = 5

/** An office shares one address, and in the morning all of it signs in. */
const addressFreeTries = 20

export const pauseLimits = {
  /** The first pause is one that a person waits for without a thought. */
  firstMs: 15_000,
  /**
   * No pause is longer, so that nobody can be kept out for ever by somebody else's tries; even so, a hundred
   * tries a day guess no password of twelve characters.
   */
  longestMs: 15 * 60_000,
  /** Tries are forgotten after a day without one. */
  memoryMs: 24 * 60 * 60_000,
} as const

/** After the free tries each one doubles the pause, up to the longest. */
export function pauseMs(tries: number, freeTries: number, { firstMs, longestMs }: PauseLimits): number {
  if (tries <= freeTries) return 0
  return Math.min(longestMs, firstMs * 2 ** Math.min(tries - freeTries - 1, doublingsMax))
}

/** By then the pause is at its longest, and the number is still exact. */
const doublingsMax = 20

export type Tries = { readonly tries: number; readonly lastAtMs: number; readonly pausedUntilMs: number }

/** One more try, on top of those that are not forgotten yet. */
export function chargedTries(
  held: Tries,
  { freeTries }: Pick<PauseKey, 'freeTries'>,
  nowMs: number,
  limits: PauseLimits,
): Tries {
  const remembered = nowMs - held.lastAtMs < limits.memoryMs ? held.tries : 0
  const tries = remembered + 1
  return { tries, lastAtMs: nowMs, pausedUntilMs: nowMs + pauseMs(tries, freeTries, limits) }
}

/** Who is trying: anyone at an address, or a browser or session of the user's own. */
export type Trying = {
  readonly email: string
  readonly address: string
  readonly own?: { readonly userId: string; readonly by: string } | undefined
}

/**
 * Attempts from a browser known to be the user's count only there, so nobody without that browser can make its owner
 * wait. All others count against the address and the typed name, whether or not such a user exists.
 */
export function pauseKeys({ email, address, own }: Trying): readonly PauseKey[] {
  if (own !== undefined)
    return [{ key: `${ownKeyPrefix(own.userId)}${own.by}`, freeTries: userFreeTries, kind: 'user' }]
  return [
    { key: userKey(email), freeTries: userFreeTries, kind: 'user' },
    { key: addressKey(address), freeTries: addressFreeTries, kind: 'address' },
  ]
}

/** Counts all attempts against one name. The typed name is stored only as a hash. */
export const userKey = (email: string): string => `user ${digest(emailKey(email))}`

/** The prefix of the keys of a user's own browsers and sessions. */
export const ownKeyPrefix = (userId: string): string => `own ${userId} `

/** The user of such a key. */
export const ownerOfKey = (key: string): string => key.split(' ')[1] ?? ''

const addressKey = (address: string): string => `address ${digest(addressBlock(address))}`

const digest = (text: string): string => hash('sha256', text, 'base64url')
