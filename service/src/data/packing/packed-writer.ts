import { lastDayOf } from '@lastro/rules/calendar/day-number.ts'

/**
 * Writes values one after the other, small numbers in few bytes: a record is read whole, in the order in which it was
 * written, so nothing in it needs a name. `packed-reader.ts` reads them again.
 */
export type PackedWriter = {
  bytes: Buffer
  /** Where the next value goes. */
  at: number
}

export const packedWriter = (sizeBytes = 1 << 16): PackedWriter => ({
  bytes: Buffer.allocUnsafe(sizeBytes),
  at: 0,
})

/** Makes room for so many more bytes. */
export function reserve(writer: PackedWriter, more: number): void {
  if (writer.at + more <= writer.bytes.length) return
  const grown = Buffer.allocUnsafe(Math.max(2 * writer.bytes.length, writer.at + more))
  writer.bytes.copy(grown, 0, 0, writer.at)
  writer.bytes = grown
}

/** A whole number from 0 to 2^53 − 1: seven bits in a byte, lowest first. */
export function putNumber(writer: PackedWriter, value: number): void {
  reserve(writer, 8)
  const { bytes } = writer
  let { at } = writer
  let rest = value
  while (rest > 0x7fff_ffff) {
    bytes[at++] = (rest % 128) | 128
    rest = Math.floor(rest / 128)
  }
  while (rest > 127) {
    bytes[at++] = (rest & 127) | 128
    rest >>>= 7
  }
  bytes[at++] = rest
  writer.at = at
}

/** Bytes under their length. */
export function putBytes(writer: PackedWriter, from: Buffer, start: number, end: number): void {
  putNumber(writer, end - start)
  putRaw(writer, from, start, end)
}

/** Bytes as they are. For a few of them a loop is faster than a call. */
export function putRaw(writer: PackedWriter, from: Buffer, start: number, end: number): void {
  reserve(writer, end - start)
  const { bytes } = writer
  if (end - start > loopBytesMax) {
    from.copy(bytes, writer.at, start, end)
    writer.at += end - start
    return
  }
  let { at } = writer
  for (let read = start; read < end; read++) bytes[at++] = from[read] as number
  writer.at = at
}

const loopBytesMax = 16

/** Latin-1 text under its length; a character past it becomes a question mark. */
export function putText(writer: PackedWriter, text: string | undefined): void {
  const bytes = Buffer.from((text ?? '').replace(/[^\0-\xff]/gu, '?'), 'latin1')
  putBytes(writer, bytes, 0, bytes.length)
}

/** Days since the end of 1799; 0 for a day that no calendar has, or from before. */
export function packedCivilDay(year: number, month: number, day: number): number {
  if (year < 1800 || year > 9999 || month < 1 || month > 12 || day < 1 || day > 31) return 0
  if (day > 28 && day > lastDayOf(year, month)) return 0
  // Years begin in March, so that the leap day is their last.
  const marchYear = month > 2 ? year : year - 1
  const century = Math.floor(marchYear / 100)
  const dayOfYear = Math.floor((153 * (month > 2 ? month - 3 : month + 9) + 2) / 5) + day - 1
  return (
    365 * marchYear + Math.floor(marchYear / 4) - century + Math.floor(century / 4) + dayOfYear - lastOf1799
  )
}

/** 31 December 1799 as the sum above counts it. */
const lastOf1799 = 657_376

/** 31 December 1799, in days since 1970. */
export const firstDay = Date.UTC(1799, 11, 31) / 86_400_000

/** Cents of any size as two numbers. */
export function putCents(writer: PackedWriter, cents: bigint | undefined): void {
  if (cents === undefined) {
    putNumber(writer, 0)
    return
  }
  putNumber(writer, Number(cents / centsSplit) + 1)
  putNumber(writer, Number(cents % centsSplit))
}

export const centsSplit = 1_000_000_000n
