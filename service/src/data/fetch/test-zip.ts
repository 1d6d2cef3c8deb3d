import { crc32 } from 'node:zlib'
import { openPromise } from 'yauzl'

/**
 * Whether a zip is whole: every file in it is inflated, its length and its CRC compared with what the zip says.
 * The first part of a file before a change and the rest from after it do not pass.
 */
export async function testZip(path: string, signal: AbortSignal): Promise<boolean> {
  let entries = 0
  try {
    const zip = await openPromise(path, { validateEntrySizes: true, autoClose: false })
    try {
      for await (const entry of zip.eachEntry()) {
        entries += 1
        const stream = await zip.openReadStreamPromise(entry)
        let crc = 0
        for await (const chunk of stream as AsyncIterable<Buffer>) {
          signal.throwIfAborted()
          crc = crc32(chunk, crc)
        }
        if (crc !== entry.crc32) return false
      }
    } finally {
      zip.close()
    }
  } catch (error) {
    if (signal.aborted || isOfTheDisk(error)) throw error
    return false
  }
  return entries > 0
}

/** What is wrong with our disk says nothing about the zip. */
const isOfTheDisk = (error: unknown): boolean => (error as NodeJS.ErrnoException).syscall !== undefined
