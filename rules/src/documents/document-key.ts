import { type DocumentNumber, withCheckDigits } from './document-number.ts'

/**
 * A document as one whole number, the same for the same document and no other: a table keyed by it is found
 * and written faster than one keyed by text. The check digits follow from the rest, so they are left out.
 */
export function documentKey(document: DocumentNumber): number | bigint {
  const isCpf = document.length === 11
  const stemLength = isCpf ? 9 : 12
  let stem = 0
  for (let at = 0; at < stemLength; at++) {
    const digit = document.charCodeAt(at) - 48
    if (digit > 9) return firstWithLetters + base36(document.slice(0, stemLength))
    stem = 10 * stem + digit
  }
  return isCpf ? stem : cpfCount + stem
}

/** The document that a key stands for. */
export function documentOfKey(key: number | bigint): DocumentNumber {
  if (key >= firstWithLetters) return withCheckDigits(stemOf(BigInt(key) - firstWithLetters, 36))
  const number = BigInt(key)
  return number < cpfCount
    ? withCheckDigits(String(number).padStart(9, '0'))
    : withCheckDigits(stemOf(number - BigInt(cpfCount), 10))
}

const stemOf = (value: bigint, base: number): string => value.toString(base).toUpperCase().padStart(12, '0')

/** Nine digits: where the keys of companies begin. */
const cpfCount = 1_000_000_000

/** Past every key that a number holds exactly. */
const firstWithLetters = 2n ** 53n

function base36(text: string): bigint {
  let value = 0n
  for (const character of text) value = value * 36n + BigInt(Number.parseInt(character, 36))
  return value
}

/** A key as two unsigned numbers of 32 bits each, for tables of numbers. */
export type SplitKey = { readonly low: number; readonly high: number }

export const splitKey = (key: number | bigint): SplitKey =>
  typeof key === 'number'
    ? { low: key >>> 0, high: Math.floor(key / 2 ** 32) }
    : { low: Number(BigInt.asUintN(32, key)), high: Number(key >> 32n) }

export const joinKey = ({ low, high }: SplitKey): number | bigint =>
  high < 2 ** 21 ? high * 2 ** 32 + low : (BigInt(high) << 32n) + BigInt(low)

/** A 32-bit hash of a key (the finalizer of MurmurHash3 over both halves): neighbours lie far apart in a hash table. */
export function hashKey({ low, high }: SplitKey): number {
  let mixed = Math.imul(low ^ Math.imul(high, 0x9e3779b1), 0x85ebca6b)
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0xc2b2ae35)
  return (mixed ^ (mixed >>> 13)) >>> 0
}
