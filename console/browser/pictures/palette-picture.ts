import assert from 'node:assert/strict'
import { crc32, deflateSync, inflateSync } from 'node:zlib'

/**
 * A picture of a screen with at most 256 colours, a third of the bytes: the colours that it has most of, and for each
 * of the others the nearest of these. Takes the PNGs that Chromium and poppler write.
 */
export function palettePicture(png: Buffer): Buffer {
  const { width, height, colours } = pixelsOf(png)
  const palette = mostUsed(colours)
  const indexOf = nearestIn(palette)
  const rows = Buffer.alloc((width + 1) * height)
  for (let y = 0; y < height; y++) {
    // Each row begins with its filter: none, which packs best where there is a palette.
    for (let x = 0; x < width; x++) rows[y * (width + 1) + 1 + x] = indexOf(colours[y * width + x] ?? 0)
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 3, 0, 0, 0], 8)
  return Buffer.concat([
    png.subarray(0, 8),
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from(palette.flatMap(channels))),
    chunk('IDAT', deflateSync(rows, { level: 9, memLevel: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

const colourCountMax = 256

const channels = (colour: number): [number, number, number] => [
  colour >> 16,
  (colour >> 8) & 255,
  colour & 255,
]

function mostUsed(colours: Uint32Array): readonly number[] {
  const counts = new Map<number, number>()
  for (const colour of colours) counts.set(colour, (counts.get(colour) ?? 0) + 1)
  const byUse = [...counts].toSorted(([, one], [, other]) => other - one)
  return byUse.slice(0, colourCountMax).map(([colour]) => colour)
}

function nearestIn(palette: readonly number[]): (colour: number) => number {
  const known = new Map(palette.map((colour, index) => [colour, index]))
  return (colour) => {
    const held = known.get(colour)
    if (held !== undefined) return held
    const distances = palette.map((one) => distance(one, colour))
    const nearest = distances.indexOf(Math.min(...distances))
    known.set(colour, nearest)
    return nearest
  }
}

function distance(one: number, other: number): number {
  const [a, b] = [channels(one), channels(other)]
  return (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2 + (a[2] - b[2]) ** 2
}

type Pixels = { readonly width: number; readonly height: number; readonly colours: Uint32Array }

function pixelsOf(png: Buffer): Pixels {
  const chunks = chunksOf(png)
  const header = chunks.find(({ type }) => type === 'IHDR')?.data ?? assert.fail('no PNG')
  const [width, height, depth, kind] = [header.readUInt32BE(0), header.readUInt32BE(4), header[8], header[9]]
  const pixelBytes = { 2: 3, 6: 4 }[kind ?? 0] ?? assert.fail(`colours of kind ${kind} are not read`)
  assert.equal(depth, 8)
  const packed = Buffer.concat(chunks.filter(({ type }) => type === 'IDAT').map(({ data }) => data))
  const bytes = unfiltered(inflateSync(packed), { rowBytes: width * pixelBytes, height, pixelBytes })
  const colours = new Uint32Array(width * height)
  for (let at = 0; at < colours.length; at++) colours[at] = bytes.readUIntBE(at * pixelBytes, 3)
  return { width, height, colours }
}

function chunksOf(png: Buffer) {
  const chunks: { readonly type: string; readonly data: Buffer }[] = []
  for (let at = 8; at < png.length; ) {
    const length = png.readUInt32BE(at)
    chunks.push({ type: png.toString('latin1', at + 4, at + 8), data: png.subarray(at + 8, at + 8 + length) })
    at += length + 12
  }
  return chunks
}

type Rows = { readonly rowBytes: number; readonly height: number; readonly pixelBytes: number }

function unfiltered(filtered: Buffer, { rowBytes, height, pixelBytes }: Rows): Buffer {
  const bytes = Buffer.alloc(rowBytes * height)
  for (let y = 0; y < height; y++) {
    const filter = filtered[y * (rowBytes + 1)] ?? 0
    for (let x = 0; x < rowBytes; x++) {
      const at = y * rowBytes + x
      const left = x < pixelBytes ? 0 : (bytes[at - pixelBytes] ?? 0)
      const above = y === 0 ? 0 : (bytes[at - rowBytes] ?? 0)
      const corner = x < pixelBytes || y === 0 ? 0 : (bytes[at - rowBytes - pixelBytes] ?? 0)
      const predicted = [0, left, above, (left + above) >> 1, paeth(left, above, corner)][filter]
      bytes[at] = (filtered[y * (rowBytes + 1) + 1 + x] ?? 0) + (predicted ?? assert.fail(`filter ${filter}`))
    }
  }
  return bytes
}

function paeth(left: number, above: number, corner: number): number {
  const guess = left + above - corner
  const [a, b, c] = [Math.abs(guess - left), Math.abs(guess - above), Math.abs(guess - corner)]
  if (a <= b && a <= c) return left
  return b <= c ? above : corner
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const whole = Buffer.alloc(body.length + 8)
  whole.writeUInt32BE(data.length, 0)
  whole.set(body, 4)
  whole.writeUInt32BE(crc32(body), body.length + 4)
  return whole
}
