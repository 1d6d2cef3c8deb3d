import { type Halves, stirred } from '../documents/document-key.ts'

/**
 * Who paid last for which document, by heart, as far as there is room: whatever is asked for again is mostly asked
 * for again soon. What this says is certain. What it does not say may be so all the same: one that comes to the
 * place of another takes it.
 */
export class LastBilled {
  /** Four numbers a place, side by side: both halves of the document, who asked what, and when. */
  readonly #places = new Uint32Array(4 * placeCount)

  /** `asker` is a number of `Askers`. */
  set(document: Halves, asker: number, atMs: number): void {
    const at = placeOf(document)
    this.#places[at] = document.low
    this.#places[at + 1] = document.high
    this.#places[at + 2] = asker
    // Rounded down: what is later than a moment by this is later.
    this.#places[at + 3] = Math.floor(atMs / 1000)
  }

  isAfter(ms: number, document: Halves, asker: number): boolean {
    const at = placeOf(document)
    return (
      this.#places[at] === document.low &&
      this.#places[at + 1] === document.high &&
      this.#places[at + 2] === asker &&
      (this.#places[at + 3] as number) * 1000 > ms
    )
  }
}

/** Eight megabytes. */
const placeCountLog = 19
const placeCount = 2 ** placeCountLog

const placeOf = (document: Halves): number => 4 * (stirred(document) >>> (32 - placeCountLog))
