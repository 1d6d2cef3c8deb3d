import { type Halves, stirred } from '@lastro/rules/documents/document-key.ts'

/**
 * Which documents may be on record: one bit for each, which others share. What it denies is certain, so that a
 * document nobody has asked about need not be looked for. With a million documents it sends three in a hundred to
 * look in vain, with ten million every fourth.
 */
export class DocumentFilter {
  readonly #bits = new Uint32Array(2 ** (bitCountLog - 5))

  add(document: Halves): void {
    const bit = bitOf(document)
    this.#bits[bit >>> 5] = (this.#bits[bit >>> 5] as number) | (1 << (bit & 31))
  }

  mayHold(document: Halves): boolean {
    const bit = bitOf(document)
    return ((this.#bits[bit >>> 5] as number) & (1 << (bit & 31))) !== 0
  }
}

/** Four megabytes. */
const bitCountLog = 25

const bitOf = (document: Halves): number => stirred(document) >>> (32 - bitCountLog)
