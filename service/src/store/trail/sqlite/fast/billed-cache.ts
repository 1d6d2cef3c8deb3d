import { hashKey, type SplitKey } from '@lastro/rules/documents/document-key.ts'
import { neverMs } from '@lastro/rules/trail/billing.ts'

/**
 * A cache of who paid last for which document: whatever is asked for again is mostly asked for again soon. What it
 * knows is certain; what it does not know may be so all the same. A row has four entries, and the next one takes the
 * place of the eldest (a set-associative cache).
 */
export class BilledCache {
  /** Four numbers an entry, side by side: both halves of the document's key, the query, the second it was paid in. */
  readonly #entries = new Uint32Array(entryCount * entryLength)

  /** `query` is an id of `InternedQueries`. */
  set(document: SplitKey, query: number, atMs: number): void {
    const entries = this.#entries
    const first = rowOf(document)
    let at = first
    for (let next = first; next < first + rowLength; next += entryLength) {
      if (entries[next] === document.low && entries[next + 1] === document.high) {
        at = next
        break
      }
      if ((entries[next + 3] as number) < (entries[at + 3] as number)) at = next
    }
    entries[at] = document.low
    entries[at + 1] = document.high
    entries[at + 2] = query
    // Rounded down: what is later than a moment by this is later.
    entries[at + 3] = Math.floor(atMs / 1000)
  }

  /** When it was paid for, rounded down to a second. */
  atMs(document: SplitKey, query: number): number {
    const entries = this.#entries
    const first = rowOf(document)
    for (let at = first; at < first + rowLength; at += entryLength) {
      if (entries[at] === document.low && entries[at + 1] === document.high)
        return entries[at + 2] === query ? (entries[at + 3] as number) * 1000 : neverMs
    }
    return neverMs
  }
}

const entryLength = 4

/** Four entries: what a processor reads at once. */
const rowLength = 4 * entryLength

const rowCountLog2 = 17

/** Eight megabytes for an environment, of which the system gives what is used. */
const entryCount = 4 * 2 ** rowCountLog2

const rowOf = (document: SplitKey): number => rowLength * (hashKey(document) >>> (32 - rowCountLog2))
