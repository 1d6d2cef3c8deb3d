import { hash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream'
import { pipeline as piped } from 'node:stream/promises'
import { constants, createZstdCompress, createZstdDecompress } from 'node:zlib'
import type { Link } from '@lastro/rules/trail/chain.ts'
import type { Seal } from '@lastro/rules/trail/seal.ts'
import { ArchiveFault } from './archive-fault.ts'

/** A link has five hundred records at most; a longer line was made by somebody else. */
const lineBytesMax = 64 * 1024 * 1024

/** Records repeat one another: of invented ones a sixteenth is left, and a higher level saves little. */
const compressionLevel = 6

/** Writes lines compressed, and has them on disk. */
export async function writeLines(path: string, lines: AsyncIterable<string>): Promise<void> {
  const params = {
    [constants.ZSTD_c_compressionLevel]: compressionLevel,
    [constants.ZSTD_c_checksumFlag]: 1,
  }
  await piped(
    ended(lines),
    createZstdCompress({ params }),
    createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true }),
  )
}

async function* ended(lines: AsyncIterable<string>): AsyncGenerator<string> {
  for await (const line of lines) yield `${line}\n`
}

/** The lines of a file; fails where it is cut or is not compressed as ours are. */
export async function* readLines(path: string): AsyncGenerator<string> {
  const plain = createZstdDecompress()
  // A fault of either ends the other, and whoever reads hears of it.
  pipeline(createReadStream(path), plain, () => undefined)
  let parts: Buffer[] = []
  let bytes = 0
  for await (const chunk of plain as AsyncIterable<Buffer>) {
    let from = 0
    for (let end = chunk.indexOf(10); end !== -1; end = chunk.indexOf(10, from)) {
      yield Buffer.concat([...parts, chunk.subarray(from, end)]).toString()
      parts = []
      bytes = 0
      from = end + 1
    }
    parts.push(chunk.subarray(from))
    bytes += chunk.length - from
    if (bytes > lineBytesMax) throw new ArchiveFault('damaged', path)
  }
  if (bytes > 0) throw new ArchiveFault('damaged', path)
}

/** The hashes of its records can be taken again, and would be most of the archive: random bytes do not compress. */
export const linkLine = ({ number, firstAtMs, lastAtMs, records, hash: of }: Link): string =>
  JSON.stringify([number, firstAtMs, lastAtMs, of, records])

export function linkOfLine(line: string): Link {
  const [number, firstAtMs, lastAtMs, of, records] = JSON.parse(line) as [
    number,
    number,
    number,
    string,
    string,
  ]
  const hashes = records.split('\n').map((text) => hash('sha256', text, 'buffer'))
  return { number, firstAtMs, lastAtMs, records, hash: of, recordHashes: Buffer.concat(hashes) }
}

export const sealLine = ({ number, atMs, previous, heads, hash: of }: Seal): string =>
  JSON.stringify({ number, atMs, previous, heads, hash: of })

export const sealOfLine = (line: string): Seal => JSON.parse(line) as Seal
