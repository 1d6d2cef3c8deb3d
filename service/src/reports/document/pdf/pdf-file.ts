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
  readonly finish: (ends: {
    readonly root: PdfRef
    readonly info: PdfRef
    readonly id: string
  }) => Promise<Buffer>
}

type Stream = { readonly dictionary: string; readonly bytes: Buffer | Promise<Buffer> }

const compress = promisify<Buffer, ZlibOptions, Buffer>(deflate)

/** A third of the time of the usual level, for a few bytes more; pages are short, and need no wide window. */
const quickly = { level: 1, windowBits: 13, memLevel: 6 }

/** Objects a compressed stream holds: enough to compress well, few enough that one is quickly opened. */
const objectsInStream = 2_000

export function pdfFile(): PdfFile {
  const texts: (string | undefined)[] = []
  const streams = new Map<PdfRef, Stream>()
  const reserve = (): PdfRef => texts.push(undefined)
  const put = (ref: PdfRef, text: string): PdfRef => {
    texts[ref - 1] = text
    return ref
  }
  return {
    reserve,
    put,
    add: (text) => texts.push(text),
    addStream: (dictionary, bytes, ref = reserve()) => {
      streams.set(ref, { dictionary, bytes: compress(bytes, quickly) })
      return ref
    },
    addCompressed: (dictionary, bytes) => {
      const ref = reserve()
      streams.set(ref, { dictionary, bytes })
      return ref
    },
    finish: (ends) => written(texts, streams, ends),
  }
}

/** Where an object is: at a byte of the file, or at a place inside a stream of objects. */
type Place =
  | { readonly kind: 1; readonly offset: number }
  | { readonly kind: 2; readonly stream: number; readonly index: number }

async function written(
  texts: (string | undefined)[],
  streams: Map<PdfRef, Stream>,
  { root, info, id }: { readonly root: PdfRef; readonly info: PdfRef; readonly id: string },
): Promise<Buffer> {
  const places: Place[] = []
  packObjects(texts, streams, places)
  const chunks: Buffer[] = [Buffer.from('%PDF-1.7\n%\xff\xff\xff\xff\n', 'latin1')]
  let offset = chunks[0]?.length ?? 0
  const write = (chunk: Buffer): void => {
    chunks.push(chunk)
    offset += chunk.length
  }
  for (const [ref, { dictionary, bytes }] of streams) {
    const body = await bytes
    places[ref] = { kind: 1, offset }
    write(streamHead(ref, `${dictionary}/Filter/FlateDecode`, body.length))
    write(body)
    write(streamEnd)
  }
  const crossReference = texts.length + 1
  places[crossReference] = { kind: 1, offset }
  const table = await compress(crossReferenceTable(places, crossReference), quickly)
  const start = offset
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

/** Puts the objects that are no streams into streams of objects. */
function packObjects(texts: (string | undefined)[], streams: Map<PdfRef, Stream>, places: Place[]): void {
  const last = texts.length
  let heads = ''
  let bodies = ''
  let index = 0
  let stream = 0
  const pack = (): void => {
    if (index === 0) return
    const dictionary = `/Type/ObjStm/N ${index}/First ${heads.length}`
    streams.set(stream, { dictionary, bytes: compress(Buffer.from(heads + bodies, 'latin1'), quickly) })
    heads = ''
    bodies = ''
    index = 0
  }
  for (let ref = 1; ref <= last; ref += 1) {
    const text = texts[ref - 1]
    if (text === undefined) continue
    if (index === 0) stream = texts.push(undefined)
    heads += `${ref} ${bodies.length} `
    bodies += `${text}\n`
    places[ref] = { kind: 2, stream, index }
    index += 1
    if (index === objectsInStream) pack()
  }
  pack()
}

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
