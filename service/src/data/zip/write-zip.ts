import { closeSync, openSync, writeSync } from 'node:fs'
import { Readable } from 'node:stream'
import { crc32, createDeflateRaw } from 'node:zlib'
import type { SampledZip } from '../data-set.ts'

type Listed = {
  readonly name: Buffer
  readonly offset: number
  readonly crc: number
  readonly compressed: number
  readonly size: number
}

/** Writes a zip of files whose bytes are made as they are asked for; returns how many lines they have. */
export async function writeZip(path: string, { files }: SampledZip): Promise<number> {
  const out = openSync(path, 'w')
  try {
    const listed: Listed[] = []
    let [at, lines] = [0, 0]
    const write = (bytes: Buffer) => {
      writeSync(out, bytes)
      at += bytes.length
    }
    for (const { name, chunks } of files) {
      const file = { name: Buffer.from(name, 'latin1'), offset: at }
      // Sizes and checksum are known in the end, and filled in then.
      write(localHeader({ ...file, crc: 0, compressed: 0, size: 0 }))
      const begin = at
      const written = await deflated(chunks, write)
      lines += written.lines
      const whole = { ...file, crc: written.crc, compressed: at - begin, size: written.size }
      writeSync(out, localHeader(whole), undefined, undefined, file.offset)
      listed.push(whole)
    }
    write(directoryOf(listed, at))
    return lines
  } finally {
    closeSync(out)
  }
}

async function deflated(chunks: Iterable<Buffer>, write: (bytes: Buffer) => void) {
  let [crc, size, lines] = [0, 0, 0]
  function* watched() {
    for (const chunk of chunks) {
      crc = crc32(chunk, crc)
      size += chunk.length
      for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, at + 1)) lines++
      yield chunk
    }
  }
  for await (const packed of Readable.from(watched()).pipe(
    createDeflateRaw({ level: 5, chunkSize: 1 << 18 }),
  )) {
    write(packed as Buffer)
  }
  return { crc, size, lines }
}

const deflateMethod = 8
const version = 20

function localHeader({ name, crc, compressed, size }: Listed): Buffer {
  const header = Buffer.alloc(30)
  header.writeUInt32LE(0x04034b50, 0)
  header.writeUInt16LE(version, 4)
  header.writeUInt16LE(deflateMethod, 8)
  header.writeUInt32LE(crc, 14)
  header.writeUInt32LE(compressed, 18)
  header.writeUInt32LE(size, 22)
  header.writeUInt16LE(name.length, 26)
  return Buffer.concat([header, name])
}

function directoryOf(listed: readonly Listed[], start: number): Buffer {
  const entries = listed.map(({ name, offset, crc, compressed, size }) => {
    const entry = Buffer.alloc(46)
    entry.writeUInt32LE(0x02014b50, 0)
    entry.writeUInt16LE(version, 4)
    entry.writeUInt16LE(version, 6)
    entry.writeUInt16LE(deflateMethod, 10)
    entry.writeUInt32LE(crc, 16)
    entry.writeUInt32LE(compressed, 20)
    entry.writeUInt32LE(size, 24)
    entry.writeUInt16LE(name.length, 28)
    entry.writeUInt32LE(offset, 42)
    return Buffer.concat([entry, name])
  })
  const size = entries.reduce((sum, one) => sum + one.length, 0)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(listed.length, 8)
  end.writeUInt16LE(listed.length, 10)
  end.writeUInt32LE(size, 12)
  end.writeUInt32LE(start, 16)
  return Buffer.concat([...entries, end])
}
