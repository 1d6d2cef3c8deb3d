/**
 * Bytes as they are written, one after the other. A long table is a million of them, and as strings that are put
 * together they would take three times as long.
 */
export class ByteWriter {
  #bytes = Buffer.allocUnsafe(firstBytes)
  #length = 0

  get length(): number {
    return this.#length
  }

  /** Signs that are one byte each. */
  text(text: string): this {
    const to = this.#roomFor(text.length)
    const from = this.#length
    for (let at = 0; at < text.length; at += 1) to[from + at] = text.charCodeAt(at)
    this.#length = from + text.length
    return this
  }

  /** Below two thousand million either way: a file is no larger. */
  integer(value: number): this {
    const to = this.#roomFor(integerBytesMax)
    this.#length = writeInteger(to, this.#length, value)
    return this
  }

  /** A number with one decimal, given in tenths. */
  tenths(tenths: number): this {
    const to = this.#roomFor(integerBytesMax)
    this.#length = writeTenths(to, this.#length, tenths)
    return this
  }

  /** A string of a page in which every sign is a code of two bytes. */
  codes(codes: string): this {
    const to = this.#roomFor(codes.length * 4 + 2)
    let end = this.#length
    to[end++] = bracketOpen
    for (let at = 0; at < codes.length; at += 1) {
      const code = codes.charCodeAt(at)
      end = writeStringByte(to, end, code >> 8)
      end = writeStringByte(to, end, code & 0xff)
    }
    to[end++] = bracketClose
    this.#length = end
    return this
  }

  bytes(more: Buffer): this {
    more.copy(this.#roomFor(more.length), this.#length)
    this.#length += more.length
    return this
  }

  /** What was written, to be used at once: what is written next begins anew, in the same place. */
  take(): Buffer {
    const taken = this.#bytes.subarray(0, this.#length)
    this.#length = 0
    return taken
  }

  #roomFor(more: number): Buffer {
    if (this.#length + more <= this.#bytes.length) return this.#bytes
    const larger = Buffer.allocUnsafe(Math.max(this.#bytes.length * 2, this.#length + more))
    this.#bytes.copy(larger, 0, 0, this.#length)
    this.#bytes = larger
    return larger
  }
}

/** More than most pages have. */
const firstBytes = 16 * 1024

const integerBytesMax = 20

const bracketOpen = 0x28
const bracketClose = 0x29
const backslash = 0x5c
const carriageReturn = 0x0d
const letterR = 0x72
const minus = 0x2d
const point = 0x2e
const zero = 0x30

/** Answers where the next byte stands, as all of these do. */
function writeInteger(to: Buffer, from: number, value: number): number {
  let start = from
  let left = value
  if (value < 0) {
    to[start++] = minus
    left = -value
  }
  const end = start + digitsOf(left)
  for (let at = end - 1; at >= start; at -= 1) {
    const tens = (left / 10) | 0
    to[at] = zero + left - tens * 10
    left = tens
  }
  return end
}

function writeTenths(to: Buffer, from: number, tenths: number): number {
  let start = from
  let left = tenths
  if (tenths < 0) {
    to[start++] = minus
    left = -tenths
  }
  const whole = (left / 10) | 0
  let end = writeInteger(to, start, whole)
  if (left === whole * 10) return end
  to[end++] = point
  to[end++] = zero + left - whole * 10
  return end
}

/** Brackets and what may be taken for the end of a line get a backslash. */
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
