import { readFileSync } from 'node:fs'
import { inflateRawSync } from 'node:zlib'
import { type Lz4, lz4, type TwoTexts } from './lz4.ts'

/**
 * Makes two texts that few reports need small, with a first byte that says how. Subjects are too short to repeat
 * themselves, and all alike: a dictionary holds what nearly all of them say, the names of their members first.
 */
export const packTexts = (texts: TwoTexts): Uint8Array => codecOf(newest).compress(texts)

/** Undefined of what was packed otherwise, by a version from before `packTexts`. */
export const unpackFirst = (packed: Uint8Array): string | undefined => markedCodec(packed)?.first(packed)

export const unpackRest = (packed: Uint8Array): string | undefined => markedCodec(packed)?.rest(packed)

/** How facts were packed before `packTexts`, by themselves. */
export const inflateText = (packed: Uint8Array): string => inflateRawSync(packed).toString('utf8')

function markedCodec(packed: Uint8Array): Lz4 | undefined {
  const mark = packed[0] ?? 0
  return mark in dictionaryFiles ? codecOf(mark) : undefined
}

/**
 * The files of the dictionaries, by the first byte of what was packed with each. What is kept can only be read with
 * the dictionary that it was packed with: a file that is listed here never changes, and a better one gets a byte of
 * its own. Nothing that `inflateText` reads begins with such a byte: bits 1 and 2 are set together in no first byte
 * of a deflate stream.
 */
const dictionaryFiles: Readonly<Record<number, string>> = { 6: 'dictionary-1.txt' }

const newest = 0b0000_0110

const codecs = new Map<number, Lz4>()

function codecOf(mark: number): Lz4 {
  const known = codecs.get(mark)
  if (known !== undefined) return known
  const dictionary = readFileSync(new URL(`./${dictionaryFiles[mark]}`, import.meta.url))
  const made = lz4({ dictionary, mark })
  codecs.set(mark, made)
  return made
}
