import { DataFault } from '../data-fault.ts'
import { inflateEntry } from '../zip/inflate-entry.ts'
import { zipEntries } from '../zip/zip-entries.ts'

/**
 * Whether a zip is whole, by the same reading as an import's: every file in it is inflated, its length and its CRC
 * compared with what the zip says. The first part of a file before a change and the rest from after it do not pass.
 */
export async function testZip(path: string, signal: AbortSignal): Promise<boolean> {
  try {
    const entries = await zipEntries(path)
    for (const entry of entries) {
      for await (const _chunk of inflateEntry(entry)) signal.throwIfAborted()
    }
    return entries.length > 0
  } catch (error) {
    if (error instanceof DataFault) return false
    throw error
  }
}
