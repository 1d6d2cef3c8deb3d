import { promisify } from 'node:util'
import { deflate, type ZlibOptions } from 'node:zlib'

/** A number by which the objects of a file name each other. */
export type PdfRef = number

/**
 * The objects of a PDF, put together into a file. Small objects go into compressed streams (PDF 1.5), for a
 * tagged table is thousands of them; the compressing is done by other threads.
 */
export type PdfFile = {
  /** Keeps a number for an object that is written later. */
  readonly reserve: () => PdfRef
  readonly put: (ref: PdfRef, text: string) => PdfRef
  readonly add: (text: string) => PdfRef
  readonly addStream: (dictionary: string, bytes: Buffer, ref?: PdfRef) => PdfRef
  /** For what was compressed before, such as a font that every document has. */
  readonly addCompressed: (dictionary: string, compressed: Buffer) => PdfRef
  /** Text of a page that is too short to gain by compressing. */
  readonly addShort: (text: string) => PdfRef
  readonly finish: (ends: {
    readonly root: PdfRef
    readonly info: PdfRef
    readonly id: string
  }) => Promise<Buffer>
}

/** What is no text yet: compressed by another thread, or before. */
type Stream = { readonly dictionary: string; readonly bytes: Buffer | Promise<Buffer> }

/** Where an object is: at a byte of the file, or at a place inside a stream of objects. */
type Place =
  | { readonly kind: 1; readonly offset: number }
  | { readonly kind: 2; readonly stream: number; readonly index: number }

const compress = promisify<Buffer, ZlibOptions, Buffer>(deflate)

/** A third of the time of the usual level, for a few bytes more; pages are short, and need no wide window. */
const quickly = { level: 1, windowBits: 13, memLevel: 6 }

/** Objects a compressed stream holds: enough to compress well, few enough that one is quickly opened. */
const objectsInStream = 1_000

export function pdfFile(): PdfFile {
  const places: (Place | undefined)[] = []
  const streams = new Map<PdfRef, Stream>()
  let last = 0
  let pack = { stream: 0, heads: '', bodies: '', count: 0 }
  const reserve = (): PdfRef => {
    last += 1
    return last
  }
  const addStream: PdfFile['addStream'] = (dictionary, bytes, ref = reserve()) => {
    streams.set(ref, { dictionary: `${dictionary}/Filter/FlateDecode`, bytes: compress(bytes, quickly) })
    return ref
  }
  /** Begun as soon as it is full, so that it is compressed while the rest is being made. */
  const closePack = (): void => {
    const { stream, heads, bodies, count } = pack
    if (count === 0) return
    addStream(`/Type/ObjStm/N ${count}/First ${heads.length}`, Buffer.from(heads + bodies, 'latin1'), stream)
    pack = { stream: 0, heads: '', bodies: '', count: 0 }
  }
  const put = (ref: PdfRef, text: string): PdfRef => {
    if (pack.count === 0) pack.stream = reserve()
    places[ref] = { kind: 2, stream: pack.stream, index: pack.count }
    pack.heads += `${ref} ${pack.bodies.length} `
    pack.bodies += `${text}\n`
    pack.count += 1
    if (pack.count === objectsInStream) closePack()
    return ref
  }
  const addBytes = (dictionary: string, bytes: Buffer): PdfRef => {
    const ref = reserve()
    streams.set(ref, { dictionary, bytes })
    return ref
  }
  return {
    reserve,
    put,
    add: (text) => put(reserve(), text),
    addStream,
    addCompressed: (dictionary, bytes) => addBytes(`${dictionary}/Filter/FlateDecode`, bytes),
    addShort: (text) => addBytes('', Buffer.from(text, 'latin1')),
    finish: (ends) => {
      closePack()
      return written(places, streams, reserve(), ends)
    },
  }
}

async function written(
  places: (Place | undefined)[],
  streams: ReadonlyMap<PdfRef, Stream>,
  crossReference: PdfRef,
  { root, info, id }: { readonly root: PdfRef; readonly info: PdfRef; readonly id: string },
): Promise<Buffer> {
  const chunks: Buffer[] = []
  let offset = 0
  const write = (chunk: Buffer): void => {
    chunks.push(chunk)
    offset += chunk.length
  }
  write(Buffer.from('%PDF-1.7\n%\xff\xff\xff\xff\n', 'latin1'))
  for (const [ref, { dictionary, bytes }] of streams) {
    const body = await bytes
    places[ref] = { kind: 1, offset }
    write(streamHead(ref, dictionary, body.length))
    write(body)
    write(streamEnd)
  }
  const start = offset
  places[crossReference] = { kind: 1, offset }
  const table = await compress(crossReferenceTable(places, crossReference), quickly)
  const names = `/Type/XRef/Size ${crossReference + 1}/W[1 4 2]/Root ${root} 0 R/Info ${info} 0 R/ID[<${id}><${id}>]/Filter/FlateDecode`
  write(streamHead(crossReference, names, table.length))
  write(table)
  write(streamEnd)
  write(Buffer.from(`startxref\n${start}\n%%EOF\n`, 'latin1'))
  return Buffer.concat(chunks)
}

const streamHead = (ref: PdfRef, dictionary: string, length: number): Buffer =>
  Buffer.from(`${ref} 0 obj\n<<${dictionary}/Length ${length}>>\nstream\n`, 'latin1')

const streamEnd = Buffer.from('\nendstream\nendobj\n', 'latin1')

/** Seven bytes for each object: its kind, where it is, its index there. */
function crossReferenceTable(places: readonly (Place | undefined)[], last: PdfRef): Buffer {
  const table = Buffer.alloc((last + 1) * 7)
  table.writeUInt16BE(65_535, 5)
  for (let ref = 1; ref <= last; ref += 1) {
    const place = places[ref]
    if (place === undefined) continue
    table.writeUInt8(place.kind, ref * 7)
    table.writeUInt32BE(place.kind === 1 ? place.offset : place.stream, ref * 7 + 1)
    table.writeUInt16BE(place.kind === 1 ? 0 : place.index, ref * 7 + 5)
  }
  return table
}

/** A text that a reader shows, such as a title: UTF-16 in hexadecimal says anything. */
export const pdfText = (text: string): string =>
  `<feff${Buffer.from(text, 'utf16le').swap16().toString('hex')}>`
