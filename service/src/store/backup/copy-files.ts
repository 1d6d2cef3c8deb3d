import { createHash } from 'node:crypto'
import { chmodSync, closeSync, fsyncSync, openSync } from 'node:fs'
import { open } from 'node:fs/promises'

/** What a copy reads and writes at a time. */
const chunkBytes = 1024 * 1024

export type Sum = { readonly bytes: number; readonly sha256: string }

/** Copies a file and has it on disk; tells the sum of the bytes that were written. */
export async function copyFile(from: string, to: string): Promise<Sum> {
  await using source = await open(from, 'r')
  await using target = await open(to, 'wx', 0o600)
  const hash = createHash('sha256')
  const buffer = Buffer.allocUnsafe(chunkBytes)
  let bytes = 0
  for (;;) {
    const { bytesRead } = await source.read(buffer, 0, chunkBytes)
    if (bytesRead === 0) break
    const read = buffer.subarray(0, bytesRead)
    hash.update(read)
    await target.writeFile(read)
    bytes += bytesRead
  }
  await target.sync()
  return { bytes, sha256: hash.digest('hex') }
}

/** Reads a file back from where it lies. */
export async function sumOf(path: string): Promise<Sum> {
  await using file = await open(path, 'r')
  const hash = createHash('sha256')
  let bytes = 0
  for await (const chunk of file.createReadStream({ highWaterMark: chunkBytes, autoClose: false })) {
    hash.update(chunk)
    bytes += chunk.length
  }
  return { bytes, sha256: hash.digest('hex') }
}

/** What was written is on disk, for its owner alone; a directory's names are. */
export function syncFile(path: string, mode?: number): void {
  if (mode !== undefined) chmodSync(path, mode)
  const file = openSync(path, 'r')
  try {
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}
