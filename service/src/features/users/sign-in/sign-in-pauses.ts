import { hash } from 'node:crypto'
import { addressBlock } from '../../../http/headers/networks.ts'
import { emailKey } from '../user.ts'

/** What tries are counted under, and how many of them are free. */
export type PauseKey = { readonly key: string; readonly freeTries: number }

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
  { freeTries }: PauseKey,
  nowMs: number,
  limits: PauseLimits,
): Tries {
  const remembered = nowMs - held.lastAtMs < limits.memoryMs ? held.tries : 0
  const tries = remembered + 1
  return { tries, lastAtMs: nowMs, pausedUntilMs: nowMs + pauseMs(tries, freeTries, limits) }
}

/**
 * From where a user has signed in before, only the tries made from there count: somebody elsewhere who does not
 * know the password cannot keep its owner out. From anywhere else the user's and the address's tries both count.
 */
export function pauseKeys(email: string, address: string, isKnown: boolean): readonly PauseKey[] {
  if (isKnown) return [{ key: knownKey(email, addressBlock(address)), freeTries: userFreeTries }]
  return [
    { key: userKey(email), freeTries: userFreeTries },
    { key: addressKey(address), freeTries: addressFreeTries },
  ]
}

/** What counts the tries of anybody against one user, known or not. Typed addresses are kept as hashes only. */
export const userKey = (email: string): string => `user ${digest(emailKey(email))}`
const addressKey = (address: string): string => `address ${digest(addressBlock(address))}`
/** By a block of addresses. */
export const knownKey = (email: string, block: string): string =>
  `known ${digest(`${emailKey(email)} ${block}`)}`

const digest = (text: string): string => hash('sha256', text, 'base64url')
