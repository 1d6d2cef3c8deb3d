import { createReadStream } from 'node:fs'
import type { Readable } from 'node:stream'
import { crc32, createInflateRaw } from 'node:zlib'
import { DataFault } from '../data-fault.ts'
import { tooLarge, truncated, type ZipEntry } from './zip-entries.ts'

/** Large pieces cost fewer turns of the event loop than zlib's usual 16 KiB. */
const chunkBytes = 256 * 1024

/** The bytes of a file inside a zip, as they come. Fails unless size and checksum are those that the zip tells. */
export async function* inflateEntry(entry: ZipEntry): AsyncGenerator<Buffer, void> {
  let size = 0
  let sum = 0
  for await (const chunk of chunksOf(entry)) {
    size += chunk.length
    // The size was judged when the zip was listed; one that lies about it gets no further.
    if (size > entry.sizeBytes) throw tooLarge(entry.zip)
    sum = crc32(chunk, sum)
    yield chunk
  }
  if (size !== entry.sizeBytes || sum !== entry.crc32) throw truncated(entry.zip)
}

/** The first bytes of it, for a look at what it is. */
export async function firstBytes(entry: ZipEntry, count: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of chunksOf(entry)) {
    chunks.push(chunk)
    size += chunk.length
    if (size >= count) break
  }
  return Buffer.concat(chunks).subarray(0, count)
}

async function* chunksOf(entry: ZipEntry): AsyncGenerator<Buffer, void> {
  if (entry.compressedBytes === 0) return
  const packed = createReadStream(entry.path, {
    start: entry.dataStart,
    end: entry.dataStart + entry.compressedBytes - 1,
    highWaterMark: chunkBytes,
  })
  const inflate = createInflateRaw({ chunkSize: chunkBytes })
  const stream: Readable = entry.isDeflated ? packed.pipe(inflate) : packed
  packed.on('error', (error) => stream.destroy(error))
  try {
    for await (const chunk of stream) yield chunk as Buffer
  } catch (error) {
    if (error instanceof DataFault || !isZlibFault(error)) throw error
    throw truncated(entry.zip)
  } finally {
    packed.destroy()
    inflate.destroy()
  }
}

const isZlibFault = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && /^(Z_|ERR_ZLIB)/.test(String(error.code))
