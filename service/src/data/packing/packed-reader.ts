import type { Day } from '@lastro/rules/calendar/day.ts'
import { centsSplit, firstDay } from './packed-writer.ts'

/** Reads what `packed-writer.ts` wrote, in the same order. */
export type PackedReader = {
  /** A character for each byte: numbers are the codes of some, and a text is a slice. */
  readonly text: string
  at: number
}

/** A record as its engine has it at hand: bytes, or a text with a character for each of them. */
export type PackedRecord = Uint8Array | string

export const packedReader = (record: PackedRecord): PackedReader => ({
  text: typeof record === 'string' ? record : recordBytes(record).toString('latin1'),
  at: 0,
})

/** The bytes of a record that is more than numbers and texts. */
export const recordBytes = (record: PackedRecord): Buffer =>
  typeof record === 'string'
    ? Buffer.from(record, 'latin1')
    : Buffer.from(record.buffer, record.byteOffset, record.byteLength)

export function takeNumber(reader: PackedReader): number {
  const { text } = reader
  let value = 0
  let scale = 1
  for (;;) {
    if (reader.at >= text.length) throw new Error('a packed record ends too early')
    const byte = text.charCodeAt(reader.at++)
    value += (byte & 127) * scale
    if (byte < 128) return value
    scale *= 128
  }
}

/** Text under its length; undefined where it is empty. */
export function takeText(reader: PackedReader): string | undefined {
  const length = takeNumber(reader)
  if (length === 0) return undefined
  const start = reader.at
  reader.at += length
  if (reader.at > reader.text.length) throw new Error('a packed record ends too early')
  return reader.text.slice(start, reader.at)
}

export function takeDay(reader: PackedReader): Day | undefined {
  const packed = takeNumber(reader)
  if (packed === 0) return undefined
  const known = knownDays[packed]
  if (known !== undefined) return known
  const day = new Date((packed + firstDay) * 86_400_000).toISOString().slice(0, 10) as Day
  if (packed < knownDays.length) knownDays[packed] = day
  return day
}

/** The days of three centuries, each worded once: a record has a dozen of them, and wording one costs a microsecond. */
const knownDays = new Array<Day | undefined>(300 * 366)

/** A code with its zeros; undefined where there is none. */
export function takeCode(reader: PackedReader, length: number): string | undefined {
  const code = takeNumber(reader)
  return code === 0 ? undefined : codeText(code - 1, length)
}

/** Zeros and all. Nearly all codes are short, and come again with every record: each is worded once. */
export function codeText(code: number, length: number): string {
  if (code >= shortCodeCount) return String(code).padStart(length, '0')
  const place = length * shortCodeCount + code
  const known = shortCodes[place]
  if (known !== undefined) return known
  const text = String(code).padStart(length, '0')
  shortCodes[place] = text
  return text
}

const shortCodeCount = 10_000
const lengthMax = 9
const shortCodes = new Array<string | undefined>((lengthMax + 1) * shortCodeCount)

export function takeCents(reader: PackedReader): bigint | undefined {
  const high = takeNumber(reader)
  if (high === 0) return undefined
  return BigInt(high - 1) * centsSplit + BigInt(takeNumber(reader))
}
