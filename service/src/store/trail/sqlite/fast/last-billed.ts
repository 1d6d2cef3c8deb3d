import { type Halves, stirred } from '@lastro/rules/documents/document-key.ts'

/**
 * Who paid last for which document, by heart, as far as there is room: whatever is asked for again is mostly asked
 * for again soon. What this says is certain. What it does not say may be so all the same: where a document may lie
 * there is room for four, and the next one takes the place of the eldest.
 */
export class LastBilled {
  /** Four numbers a place, side by side: both halves of the document, who asked what, and when. */
  readonly #places = new Uint32Array(placeCount * width)

  /** `asker` is a number of `Askers`. */
  set(document: Halves, asker: number, atMs: number): void {
    const places = this.#places
    const first = firstPlace(document)
    let at = first
    for (let next = first; next < first + rowLength; next += width) {
      if (places[next] === document.low && places[next + 1] === document.high) {
        at = next
        break
      }
      if ((places[next + 3] as number) < (places[at + 3] as number)) at = next
    }
    places[at] = document.low
    places[at + 1] = document.high
    places[at + 2] = asker
    // Rounded down: what is later than a moment by this is later.
    places[at + 3] = Math.floor(atMs / 1000)
  }

  isAfter(ms: number, document: Halves, asker: number): boolean {
    const places = this.#places
    const first = firstPlace(document)
    for (let at = first; at < first + rowLength; at += width) {
      if (places[at] === document.low && places[at + 1] === document.high)
        return places[at + 2] === asker && (places[at + 3] as number) * 1000 > ms
    }
    return false
  }
}

const width = 4

/** Four places: what a processor reads at once. */
const rowLength = 4 * width

const rowCountLog = 17

/** Eight megabytes for an environment, of which the system gives what is used. */
const placeCount = 4 * 2 ** rowCountLog

const firstPlace = (document: Halves): number => rowLength * (stirred(document) >>> (32 - rowCountLog))
