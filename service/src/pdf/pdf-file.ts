import { promisify } from 'node:util'
import { deflate, deflateSync, type ZlibOptions } from 'node:zlib'
import { ByteWriter } from './byte-writer.ts'

/** A number by which the objects of a file name each other. */
export type PdfRef = number

/**
 * The objects of a PDF, put together into a file. Small objects go into compressed streams (PDF 1.5), for a
 * tagged table is thousands of them; those streams are compressed by another thread while the pages go on.
 */
export type PdfFile = {
  /** Keeps a number for an object that is written later. */
  readonly reserve: () => PdfRef
  /** Begins an object, which is whatever is written until the next one begins. */
  readonly begin: (ref: PdfRef) => ByteWriter
  readonly put: (ref: PdfRef, text: string) => PdfRef
  readonly add: (text: string) => PdfRef
  /** Compressed at once: a page is so short that another thread would cost more than it saves. */
  readonly addStream: (dictionary: string, bytes: Buffer) => PdfRef
  /** For what was compressed before, such as a font that every document has. */
  readonly addCompressed: (dictionary: string, compressed: Buffer) => PdfRef
  /** For what is too short to gain by compressing, or is to be found by programs that do not decompress. */
  readonly addPlain: (dictionary: string, bytes: Buffer) => PdfRef
  readonly finish: (ends: {
    readonly root: PdfRef
    readonly info: PdfRef
    readonly id: string
  }) => Promise<Buffer>
}

/** What is not in the file yet, for it may still be on its way from another thread. */
type Stream = { readonly ref: PdfRef; readonly dictionary: string; readonly bytes: Buffer | Promise<Buffer> }

const compressElsewhere = promisify<Buffer, ZlibOptions, Buffer>(deflate)

/** A third of the time of the usual level, for a few bytes more; pages are short, and need no wide window. */
const quickly = { level: 1, windowBits: 13, memLevel: 8 }

/** Objects a compressed stream holds: enough to compress well, few enough that one is quickly opened. */
const objectsInStream = 2_000

const deflated = '/Filter/FlateDecode'

export function pdfFile(): PdfFile {
  const entries = crossReferences()
  const streams: Stream[] = []
  let last = 0
  const heads = new ByteWriter()
  const bodies = new ByteWriter()
  let pack = { stream: 0, count: 0 }
  const reserve = (): PdfRef => {
    last += 1
    return last
  }
  const keep = (ref: PdfRef, dictionary: string, bytes: Stream['bytes']): PdfRef => {
    streams.push({ ref, dictionary, bytes })
    return ref
  }
  const closePack = (): void => {
    if (pack.count === 0) return
    const dictionary = `/Type/ObjStm/N ${pack.count}/First ${heads.length}${deflated}`
    const bytes = Buffer.concat([heads.take(), bodies.take()])
    keep(pack.stream, dictionary, compressElsewhere(bytes, quickly))
    pack = { stream: 0, count: 0 }
  }
  const begin = (ref: PdfRef): ByteWriter => {
    if (pack.count === objectsInStream) closePack()
    if (pack.count === 0) pack.stream = reserve()
    else bodies.text('\n')
    entries.inStream(ref, pack.stream, pack.count)
    heads.integer(ref).text(' ').integer(bodies.length).text(' ')
    pack.count += 1
    return bodies
  }
  const put = (ref: PdfRef, text: string): PdfRef => {
    begin(ref).text(text)
    return ref
  }
  return {
    reserve,
    begin,
    put,
    add: (text) => put(reserve(), text),
    addStream: (dictionary, bytes) =>
      keep(reserve(), `${dictionary}${deflated}`, deflateSync(bytes, quickly)),
    addCompressed: (dictionary, bytes) => keep(reserve(), `${dictionary}${deflated}`, bytes),
    addPlain: (dictionary, bytes) => keep(reserve(), dictionary, Buffer.from(bytes)),
    finish: async ({ root, info, id }) => {
      closePack()
      const chunks: Buffer[] = [fileHead]
      let offset = fileHead.length
      const write = ({ ref, dictionary }: Stream, bytes: Buffer): void => {
        entries.atOffset(ref, offset)
        const head = Buffer.from(`${ref} 0 obj\n<<${dictionary}/Length ${bytes.length}>>\nstream\n`, 'latin1')
        chunks.push(head, bytes, streamEnd)
        offset += head.length + bytes.length + streamEnd.length
      }
      for (const stream of streams) write(stream, await stream.bytes)
      const start = offset
      const ref = reserve()
      entries.atOffset(ref, start)
      const bytes = deflateSync(entries.table(ref), quickly)
      const dictionary = `/Type/XRef/Size ${ref + 1}/W[1 4 2]/Root ${root} 0 R/Info ${info} 0 R/ID[<${id}><${id}>]${deflated}`
      write({ ref, dictionary, bytes }, bytes)
      chunks.push(Buffer.from(`startxref\n${start}\n%%EOF\n`, 'latin1'))
      return Buffer.concat(chunks)
    },
  }
}

/** The second line says to whoever copies the file that it is not text. */
const fileHead = Buffer.from('%PDF-1.7\n%\xff\xff\xff\xff\n', 'latin1')

const streamEnd = Buffer.from('\nendstream\nendobj\n', 'latin1')

/** Where each object is: at an offset of the file, or at an index inside a stream of objects. */
function crossReferences() {
  const where: number[] = []
  const indexes: number[] = []
  return {
    atOffset: (ref: PdfRef, offset: number): void => {
      where[ref] = offset
      indexes[ref] = ownObject
    },
    inStream: (ref: PdfRef, stream: PdfRef, index: number): void => {
      where[ref] = stream
      indexes[ref] = index
    },
    /** Seven bytes for each object: its kind, where it is, its index there. */
    table: (last: PdfRef): Buffer => {
      const table = Buffer.alloc((last + 1) * 7)
      table.writeUInt16BE(65_535, 5)
      for (let ref = 1; ref <= last; ref += 1) {
        const index = indexes[ref]
        if (index === undefined) continue
        table.writeUInt8(index === ownObject ? 1 : 2, ref * 7)
        table.writeUInt32BE(where[ref] ?? 0, ref * 7 + 1)
        table.writeUInt16BE(index === ownObject ? 0 : index, ref * 7 + 5)
      }
      return table
    },
  }
}

const ownObject = -1

/** A text that a reader shows, such as a title: UTF-16 in hexadecimal says anything. */
export const pdfText = (text: string): string =>
  `<feff${Buffer.from(text, 'utf16le').swap16().toString('hex')}>`
