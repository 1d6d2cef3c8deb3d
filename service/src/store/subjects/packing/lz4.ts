import { type Room, rooms } from './rooms.ts'

/**
 * The block format of LZ4 with a dictionary: literals, then a copy of at least four bytes from at most 64 KiB before,
 * which may lie in the dictionary; and so on. The runtime's own Zstandard packs a quarter smaller, but sets up a
 * compressor for each text, and so takes twice as long for one subject, both ways.
 */
export function lz4({ dictionary, mark }: { readonly dictionary: Uint8Array; readonly mark: number }): Lz4 {
  const start = dictionary.length
  const texts = rooms({ usualBytes: usualTextBytes, begin: dictionary })
  const blocks = rooms({ usualBytes: blockBytesMax(usualTextBytes) })
  const known = offsetsByHash(texts(start), start)
  const offsets = new Int32Array(known.length)
  const unpack = (packed: Uint8Array, { bytes }: Lengths, end: number): Buffer => {
    const block = blocks(packed.length)
    block.bytes.set(packed)
    const target = texts(start + bytes)
    decompressTo(target, block, { start, end: start + end, last: start + bytes, blockEnd: packed.length })
    return target.bytes
  }
  return {
    compress: ({ first, rest }) => {
      const source = texts(start + bytesMaxOf(first) + bytesMaxOf(rest))
      const middle = start + put(source.bytes, first, start)
      const end = middle + put(source.bytes, rest, middle)
      const block = blocks(blockBytesMax(end - start))
      block.bytes[0] = mark
      block.bytes.writeUInt32LE(middle - start, 1)
      block.bytes.writeUInt32LE(end - start, 5)
      offsets.set(known)
      return new Uint8Array(block.bytes.subarray(0, compressTo(block, source, { start, end, offsets })))
    },
    first: (packed) => {
      const lengths = lengthsOf(packed)
      return unpack(packed, lengths, lengths.firstBytes).toString('utf8', start, start + lengths.firstBytes)
    },
    rest: (packed) => {
      const lengths = lengthsOf(packed)
      const bytes = unpack(packed, lengths, lengths.bytes)
      return bytes.toString('utf8', start + lengths.firstBytes, start + lengths.bytes)
    },
  }
}

/** Two texts in one, so that the second may repeat the first. The first can be read without the second. */
export type TwoTexts = { readonly first: string; readonly rest: string | Uint8Array }

export type Lz4 = {
  /** A byte to know it by, the lengths in bytes of the first text and of both, and their block. */
  readonly compress: (texts: TwoTexts) => Uint8Array
  readonly first: (packed: Uint8Array) => string
  readonly rest: (packed: Uint8Array) => string
}

type Lengths = { readonly firstBytes: number; readonly bytes: number }

function lengthsOf(packed: Uint8Array): Lengths {
  if (packed.length < headBytes) broken()
  const view = new DataView(packed.buffer, packed.byteOffset, headBytes)
  const firstBytes = view.getUint32(1, true)
  const bytes = view.getUint32(5, true)
  // A block makes at most 255 bytes of each of its own.
  if (firstBytes > bytes || bytes > packed.length * 255) broken()
  return { firstBytes, bytes }
}

const bytesMaxOf = (text: string | Uint8Array): number =>
  typeof text === 'string' ? text.length * utf8BytesMax : text.length

/** How many bytes it took. */
function put(target: Buffer, text: string | Uint8Array, at: number): number {
  if (typeof text === 'string') return target.write(text, at)
  target.set(text, at)
  return text.length
}

const headBytes = 9
const usualTextBytes = 64 * 1024
const utf8BytesMax = 3

/** Where four bytes were seen last is remembered by their hash: 32 KiB, which stay in the fastest cache. */
const hashBits = 13

// What the format asks for.
const copyBytesMin = 4
const distanceMax = 0xffff
const lastLiterals = 5
const lastCopyFromEnd = 12

/** What cannot be made smaller grows by its lengths. */
const blockBytesMax = (bytes: number): number => headBytes + bytes + Math.ceil(bytes / 255) + 16

/** Multiplicative hashing with the golden ratio, as LZ4 itself does. */
const hashOf = (word: number): number => Math.imul(word, -1_640_531_535) >>> (32 - hashBits)

/** By the hash of four bytes, one more than the offset where they were last seen, so that 0 is none. */
function offsetsByHash({ view }: Room, end: number): Int32Array {
  const offsets = new Int32Array(1 << hashBits)
  for (let at = 0; at + copyBytesMin <= end; at++) offsets[hashOf(view.getInt32(at, true))] = at + 1
  return offsets
}

type Span = { readonly start: number; readonly end: number; readonly offsets: Int32Array }

/** Returns where the block ends in the target. */
function compressTo(target: Room, source: Room, { start, end, offsets }: Span): number {
  const { bytes, view } = source
  let written = headBytes
  let literals = start
  const copyEndMax = end - lastLiterals
  for (let at = start; at < end - lastCopyFromEnd; ) {
    const word = view.getInt32(at, true)
    const hash = hashOf(word)
    let from = (offsets[hash] as number) - 1
    offsets[hash] = at + 1
    if (from < 0 || at - from > distanceMax || view.getInt32(from, true) !== word) {
      at += 1
      continue
    }
    const copyEnd = at + equalBytes(view, { at, from, atMax: copyEndMax })
    for (; at > literals && from > 0 && bytes[at - 1] === bytes[from - 1]; at--) from -= 1
    const copyLength = copyEnd - at - copyBytesMin
    written = writeLengths(target.bytes, written, at - literals, copyLength)
    copyWords(target.view, written, { view, from: literals, length: at - literals })
    written += at - literals
    target.view.setUint16(written, at - from, true)
    written = writeLength(target.bytes, written + 2, copyLength)
    at = copyEnd
    literals = at
  }
  written = writeLengths(target.bytes, written, end - literals, 0)
  copyWords(target.view, written, { view, from: literals, length: end - literals })
  return written + end - literals
}

type Pair = { readonly at: number; readonly from: number; readonly atMax: number }

/** How many bytes from one offset on are those from an earlier one on; the first four are. */
function equalBytes(view: DataView, { at, from, atMax }: Pair): number {
  let length = copyBytesMin
  for (; at + length < atMax; length += 4) {
    const differing = view.getInt32(at + length, true) ^ view.getInt32(from + length, true)
    if (differing === 0) continue
    // The lowest bit that differs lies in the first byte that does.
    length += (31 - Math.clz32(differing & -differing)) >>> 3
    break
  }
  return Math.min(length, atMax - at)
}

type Words = { readonly view: DataView; readonly from: number; readonly length: number }

/**
 * Copies sixteen bytes at a time, and so up to fifteen too many, which what comes next overwrites: a loop that ends
 * where the bytes do costs more, since nothing foresees where that is.
 */
function copyWords(target: DataView, to: number, { view, from, length }: Words): void {
  for (let at = 0; at < length; at += 16) {
    target.setInt32(to + at, view.getInt32(from + at, true), true)
    target.setInt32(to + at + 4, view.getInt32(from + at + 4, true), true)
    target.setInt32(to + at + 8, view.getInt32(from + at + 8, true), true)
    target.setInt32(to + at + 12, view.getInt32(from + at + 12, true), true)
  }
}

/** A byte with both lengths as far as they fit, and the rest of that of the literals, which come next. */
function writeLengths(target: Uint8Array, at: number, literalLength: number, copyLength: number): number {
  target[at] = (Math.min(literalLength, 15) << 4) | Math.min(copyLength, 15)
  return writeLength(target, at + 1, literalLength)
}

/** The rest of a length that its four bits do not hold. */
function writeLength(target: Uint8Array, at: number, length: number): number {
  if (length < 15) return at
  let rest = length - 15
  let next = at
  for (; rest >= 255; rest -= 255) target[next++] = 255
  target[next++] = rest
  return next
}

type Unpacking = {
  readonly start: number
  /** How far the text is wanted, and how far it goes. */
  readonly end: number
  readonly last: number
  readonly blockEnd: number
}

/** Makes the text up to where it is wanted, or a little more where a copy reaches further. */
function decompressTo(target: Room, block: Room, { start, end, last, blockEnd }: Unpacking): void {
  const packed = block.bytes
  let made = start
  for (let at = headBytes; made < end; ) {
    if (at >= blockEnd) broken()
    const lengths = packed[at++] as number
    let literals = lengths >>> 4
    if (literals === 15) {
      for (let more = 255; more === 255; literals += more)
        more = at < blockEnd ? (packed[at++] as number) : broken()
    }
    if (at + literals > blockEnd || made + literals > last) broken()
    copyWords(target.view, made, { view: block.view, from: at, length: literals })
    at += literals
    made += literals
    if (made >= end) return
    if (at + 2 > blockEnd) broken()
    const distance = block.view.getUint16(at, true)
    at += 2
    let copied = lengths & 15
    if (copied === 15) {
      for (let more = 255; more === 255; copied += more)
        more = at < blockEnd ? (packed[at++] as number) : broken()
    }
    copied += copyBytesMin
    if (distance === 0 || distance > made || made + copied > last) broken()
    if (distance >= 4)
      copyWords(target.view, made, { view: target.view, from: made - distance, length: copied })
    // A copy from so near reaches into what it makes.
    else
      for (let to = made; to < made + copied; to++) target.bytes[to] = target.bytes[to - distance] as number
    made += copied
  }
}

const broken = (): never => {
  throw new Error('What is packed of a subject is broken')
}
