/**
 * The block format of LZ4 with a dictionary: literals, then a copy of at least four bytes from at most 64 KiB before,
 * which may lie in the dictionary; and so on. The runtime's own Zstandard packs a quarter smaller, but sets up a
 * compressor for each text, and so takes twice as long for one subject, both ways.
 */
export function lz4({ dictionary, mark }: { readonly dictionary: Uint8Array; readonly mark: number }): Lz4 {
  const start = dictionary.length
  const known = new Int32Array(1 << hashBits)
  for (let at = 0; at + copyBytesMin <= start; at++) known[hashAt(dictionary, at)] = at + 1
  // For texts of the usual size, so that there is less to collect.
  const scratch = Buffer.alloc(scratchBytes)
  const scratchBlock = Buffer.alloc(blockBytesMax(scratchBytes))
  scratch.set(dictionary)
  const places = new Int32Array(1 << hashBits)
  const roomFor = (bytes: number): Buffer => {
    if (start + bytes <= scratchBytes) return scratch
    const room = Buffer.alloc(start + bytes)
    room.set(dictionary)
    return room
  }
  return {
    compress: ({ first, rest }) => {
      const source = roomFor((first.length + rest.length) * utf8BytesMax)
      const middle = start + source.write(first, start)
      const end = middle + source.write(rest, middle)
      places.set(known)
      const block = source === scratch ? scratchBlock : Buffer.alloc(blockBytesMax(end - start))
      block[0] = mark
      block.writeUInt32LE(middle - start, 1)
      block.writeUInt32LE(end - start, 5)
      return Uint8Array.from(block.subarray(0, compressTo(block, source, { start, end, places })))
    },
    first: (packed) => {
      const { firstBytes, bytes } = lengthsOf(packed)
      const target = roomFor(bytes)
      decompressTo(target, packed, { start, end: start + firstBytes })
      return target.toString('utf8', start, start + firstBytes)
    },
    rest: (packed) => {
      const { firstBytes, bytes } = lengthsOf(packed)
      const target = roomFor(bytes)
      decompressTo(target, packed, { start, end: start + bytes })
      return target.toString('utf8', start + firstBytes, start + bytes)
    },
  }
}

/** Two texts in one, so that the second may repeat the first. The first can be read without the second. */
export type TwoTexts = { readonly first: string; readonly rest: string }

export type Lz4 = {
  /** A byte to know it by, the lengths in bytes of the first text and of both, and their block. */
  readonly compress: (texts: TwoTexts) => Uint8Array
  readonly first: (packed: Uint8Array) => string
  readonly rest: (packed: Uint8Array) => string
}

function lengthsOf(packed: Uint8Array): { readonly firstBytes: number; readonly bytes: number } {
  if (packed.length < headBytes) broken()
  const firstBytes = wordAt(packed, 1) >>> 0
  const bytes = wordAt(packed, 5) >>> 0
  // A block makes at most 255 bytes of each of its own.
  if (firstBytes > bytes || bytes > packed.length * 255) broken()
  return { firstBytes, bytes }
}

const headBytes = 9
const scratchBytes = 64 * 1024
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
function hashAt(bytes: Uint8Array, at: number): number {
  return Math.imul(wordAt(bytes, at), -1_640_531_535) >>> (32 - hashBits)
}

const wordAt = (bytes: Uint8Array, at: number): number =>
  (bytes[at] as number) |
  ((bytes[at + 1] as number) << 8) |
  ((bytes[at + 2] as number) << 16) |
  ((bytes[at + 3] as number) << 24)

type Span = { readonly start: number; readonly end: number; readonly places: Int32Array }

/** Returns where the block ends in the target. Places hold one more than the offset, so that 0 is none. */
function compressTo(target: Uint8Array, source: Uint8Array, { start, end, places }: Span): number {
  let written = headBytes
  let literals = start
  const copyEndMax = end - lastLiterals
  for (let at = start; at < end - lastCopyFromEnd; ) {
    const hash = hashAt(source, at)
    let from = (places[hash] as number) - 1
    places[hash] = at + 1
    if (from < 0 || at - from > distanceMax || wordAt(source, from) !== wordAt(source, at)) {
      at += 1
      continue
    }
    let copyEnd = at + copyBytesMin
    for (let other = from + copyBytesMin; copyEnd < copyEndMax && source[other] === source[copyEnd]; other++)
      copyEnd += 1
    for (; at > literals && from > 0 && source[at - 1] === source[from - 1]; at--) from -= 1
    const copyLength = copyEnd - at - copyBytesMin
    written = writeLengths(target, written, at - literals, copyLength)
    while (literals < at) target[written++] = source[literals++] as number
    target[written++] = (at - from) & 0xff
    target[written++] = (at - from) >>> 8
    written = writeLength(target, written, copyLength)
    at = copyEnd
    literals = at
  }
  written = writeLengths(target, written, end - literals, 0)
  while (literals < end) target[written++] = source[literals++] as number
  return written
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

/** Makes the text up to its end, or a little more where a copy reaches further. */
function decompressTo(
  target: Uint8Array,
  packed: Uint8Array,
  { start, end }: { readonly start: number; readonly end: number },
): void {
  let made = start
  for (let at = headBytes; made < end; ) {
    const lengths = packed[at++] ?? broken()
    let literals = lengths >>> 4
    if (literals === 15) for (let more = 255; more === 255; literals += more) more = packed[at++] ?? broken()
    if (at + literals > packed.length || made + literals > target.length) broken()
    for (const last = at + literals; at < last; ) target[made++] = packed[at++] as number
    if (made >= end) return
    const distance = (packed[at] ?? broken()) | ((packed[at + 1] ?? broken()) << 8)
    at += 2
    let copied = lengths & 15
    if (copied === 15) for (let more = 255; more === 255; copied += more) more = packed[at++] ?? broken()
    copied += copyBytesMin
    if (distance === 0 || distance > made || made + copied > target.length) broken()
    // Byte by byte: a copy may reach into what it makes.
    for (const last = made + copied; made < last; made++) target[made] = target[made - distance] as number
  }
}

const broken = (): never => {
  throw new Error('What is packed of a subject is broken')
}
