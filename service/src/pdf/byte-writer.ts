/**
 * Bytes as they are written, one after the other. A long table is a million of them, and as strings that are put
 * together they would take three times as long.
 */
export type ByteWriter = {
  readonly length: () => number
  /** Signs that are one byte each. */
  readonly text: (text: string) => ByteWriter
  /** Below two thousand million either way: a file is no larger. */
  readonly integer: (value: number) => ByteWriter
  /** A number with one decimal, given in tenths. */
  readonly tenths: (tenths: number) => ByteWriter
  /** A string of a page in which every sign is a code of two bytes. */
  readonly codes: (codes: string) => ByteWriter
  readonly bytes: (more: Buffer) => ByteWriter
  /** What was written, to be used at once: what is written next begins anew, in the same place. */
  readonly take: () => Buffer
}

/** More than most pages have. */
const firstBytes = 16 * 1024

export function byteWriter(): ByteWriter {
  let bytes = Buffer.allocUnsafe(firstBytes)
  let length = 0
  const grow = (more: number): void => {
    const larger = Buffer.allocUnsafe(Math.max(bytes.length * 2, length + more))
    bytes.copy(larger, 0, 0, length)
    bytes = larger
  }
  const writer: ByteWriter = {
    length: () => length,
    text: (text) => {
      if (length + text.length > bytes.length) grow(text.length)
      const to = bytes
      const from = length
      for (let at = 0; at < text.length; at += 1) to[from + at] = text.charCodeAt(at)
      length += text.length
      return writer
    },
    integer: (value) => {
      if (length + integerBytesMax > bytes.length) grow(integerBytesMax)
      const to = bytes
      let left = value
      if (value < 0) {
        to[length++] = minus
        left = -value
      }
      const end = length + digitsOf(left)
      for (let at = end - 1; at >= length; at -= 1) {
        const tens = (left / 10) | 0
        to[at] = zero + left - tens * 10
        left = tens
      }
      length = end
      return writer
    },
    tenths: (tenths) => {
      const digit = Math.abs(tenths) % 10
      if (tenths < 0 && tenths > -10) writer.text('-0')
      else writer.integer(Math.trunc(tenths / 10))
      if (digit === 0) return writer
      if (length + 2 > bytes.length) grow(2)
      bytes[length++] = point
      bytes[length++] = zero + digit
      return writer
    },
    codes: (codes) => {
      const bytesMax = codes.length * 4 + 2
      if (length + bytesMax > bytes.length) grow(bytesMax)
      bytes[length++] = bracketOpen
      for (let at = 0; at < codes.length; at += 1) {
        const code = codes.charCodeAt(at)
        length = writeStringByte(bytes, length, code >> 8)
        length = writeStringByte(bytes, length, code & 0xff)
      }
      bytes[length++] = bracketClose
      return writer
    },
    bytes: (more) => {
      if (length + more.length > bytes.length) grow(more.length)
      more.copy(bytes, length)
      length += more.length
      return writer
    },
    take: () => {
      const taken = bytes.subarray(0, length)
      length = 0
      return taken
    },
  }
  return writer
}

const integerBytesMax = 20

const bracketOpen = 0x28
const bracketClose = 0x29
const backslash = 0x5c
const carriageReturn = 0x0d
const letterR = 0x72
const minus = 0x2d
const point = 0x2e
const zero = 0x30

/** Answers where the next byte stands. Brackets and what may be taken for the end of a line get a backslash. */
function writeStringByte(to: Buffer, at: number, value: number): number {
  if (value !== bracketOpen && value !== bracketClose && value !== backslash && value !== carriageReturn) {
    to[at] = value
    return at + 1
  }
  to[at] = backslash
  to[at + 1] = value === carriageReturn ? letterR : value
  return at + 2
}

function digitsOf(value: number): number {
  let count = 1
  for (let power = 10; value >= power; power *= 10) count += 1
  return count
}
