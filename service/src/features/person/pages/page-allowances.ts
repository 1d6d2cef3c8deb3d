import { addressBlock } from '../../../http/headers/networks.ts'
import type { Allowance } from '../../alerts/allowance.ts'

const minuteMs = 60_000

/** A family behind one address signs in within minutes; a program tries for ever. Counted on the way there and back. */
export const signIns = (address: string): Allowance => ({
  policy: 'person-sign-ins',
  owner: addressBlock(address),
  limit: 40,
  windowMs: 10 * minuteMs,
})

/** To put a file together reads everything that there is. */
export const fileLooks = (document: string): Allowance => ({
  policy: 'person-files',
  owner: document,
  limit: 60,
  windowMs: 10 * minuteMs,
})

/** A letter is drawn anew each time. */
export const letters = (document: string): Allowance => ({
  policy: 'person-letters',
  owner: document,
  limit: 10,
  windowMs: 60 * minuteMs,
})

/** Each is read by somebody. */
export const askedFor = (document: string): Allowance => ({
  policy: 'person-requests',
  owner: document,
  limit: 20,
  windowMs: 24 * 60 * minuteMs,
})
