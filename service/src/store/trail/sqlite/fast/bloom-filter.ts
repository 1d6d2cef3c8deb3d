import { hashKey, type SplitKey } from '@lastro/rules/documents/document-key.ts'

/**
 * Which documents may be on record: a Bloom filter with one hash. What it denies is certain, so that a document nobody
 * has asked about need not be looked for. With a million documents it sends three in a hundred to look in vain, with
 * ten million every fourth.
 */
export class DocumentFilter {
  readonly #bits = new Uint32Array(2 ** (bitCountLog2 - 5))

  add(document: SplitKey): void {
    const bit = bitOf(document)
    this.#bits[bit >>> 5] = (this.#bits[bit >>> 5] as number) | (1 << (bit & 31))
  }

  mayHold(document: SplitKey): boolean {
    const bit = bitOf(document)
    return ((this.#bits[bit >>> 5] as number) & (1 << (bit & 31))) !== 0
  }
}

/** Four megabytes. */
const bitCountLog2 = 25

const bitOf = (document: SplitKey): number => hashKey(document) >>> (32 - bitCountLog2)
