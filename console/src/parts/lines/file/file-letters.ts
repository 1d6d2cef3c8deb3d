import { chunksOf } from './file-chunks.ts'

/** How the letters of a file are written. */
export type Letters = 'utf-8' | 'windows-1252' | 'utf-16le'

/**
 * Tells by reading all of it: what is not UTF-8 is what spreadsheets in Brazil save as CSV, Windows-1252. A file that is
 * partly one and partly the other is `mixed`: either reading would put a wrong name into somebody's listing.
 */
export async function lettersOf(file: Blob): Promise<Letters | 'mixed'> {
  const [first, second] = new Uint8Array(await file.slice(0, 2).arrayBuffer())
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  try {
    for await (const _ of textOf(file, 'utf-8', { fatal: true }));
    return 'utf-8'
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
  }
  for await (const text of textOf(file, 'windows-1252')) if (twoBytesPattern.test(text)) return 'mixed'
  return 'windows-1252'
}

/** A letter of two bytes, `Ã£` for `ã`, read as if each were one. No word has these side by side. */
const twoBytesPattern = /Ã[\u0080-\u00BF\u0152-\u0192\u2013-\u2122]/

/** The text of a file, piece by piece, without the mark that some programs begin it with. */
export async function* textOf(
  file: Blob,
  letters: Letters,
  options: TextDecoderOptions = {},
): AsyncGenerator<string> {
  yield* chunksOf(file.stream().pipeThrough(new TextDecoderStream(letters, options)))
}
