import type { DocumentNumber } from './document-number.ts'

/**
 * A document as one whole number, the same for the same document and no other: a table keyed by it is found
 * and written faster than one keyed by text. The check digits follow from the rest, so they are left out.
 */
export function documentKey(document: DocumentNumber): number | bigint {
  if (document.length === 11) return Number(document.slice(0, 9))
  const stem = document.slice(0, 12)
  return isDigits(stem) ? cpfCount + Number(stem) : firstWithLetters + base36(stem)
}

/** Nine digits: where the keys of companies begin. */
const cpfCount = 1_000_000_000

/** Past every key that a number holds exactly. */
const firstWithLetters = 2n ** 53n

const isDigits = (text: string): boolean => /^\d+$/.test(text)

function base36(text: string): bigint {
  let value = 0n
  for (const character of text) value = value * 36n + BigInt(Number.parseInt(character, 36))
  return value
}

/** A key as two numbers of 32 bits each. */
export type Halves = { readonly low: number; readonly high: number }

export const halvesOf = (key: number | bigint): Halves =>
  typeof key === 'number'
    ? { low: key >>> 0, high: Math.floor(key / 2 ** 32) }
    : { low: Number(BigInt.asUintN(32, key)), high: Number(key >> 32n) }

export const keyOf = ({ low, high }: Halves): number | bigint =>
  high < 2 ** 21 ? high * 2 ** 32 + low : (BigInt(high) << 32n) + BigInt(low)

/** Both halves in 32 bits, stirred until neighbours lie far apart: the upper bits make a place in a table. */
export function stirred({ low, high }: Halves): number {
  let mixed = Math.imul(low ^ Math.imul(high, 0x9e3779b1), 0x85ebca6b)
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0xc2b2ae35)
  return (mixed ^ (mixed >>> 13)) >>> 0
}
