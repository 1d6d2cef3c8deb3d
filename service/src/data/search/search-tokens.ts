/**
 * What a row is found by, as numbers: beginnings of the words of its names, and the codes that narrow a search. A word
 * is kept by its first three and its first five letters, a shorter one whole; what is longer is compared with the
 * record itself. So the index needs no order of words and no search by prefix, and stays small.
 */

/** The list of all rows of a block stands under this, in the place of a word's. */
export const rowsToken = 0

const letterCounts = [3, 5] as const

/** What a row with this word is kept under. */
export function heldTokens(word: string): readonly number[] {
  if (word.length < letterCounts[0]) return [wordToken(word)]
  return letterCounts.filter((count) => count <= word.length).map((count) => wordToken(word.slice(0, count)))
}

/** What to look under for a word that may be cut: it finds all that begin so, and some others. */
export function askedToken(word: string): number {
  const count = letterCounts.findLast((one) => one <= word.length) ?? word.length
  return wordToken(word.slice(0, count))
}

/** Five digits to the base of 37: none, 0 to 9, A to Z. */
function wordToken(letters: string): number {
  let token = 0
  for (let at = 0; at < 5; at++) token = token * 37 + letterValue(letters.charCodeAt(at))
  return token
}

/** Past the end there is no letter: 0. */
const letterValue = (code: number): number => (code >= 65 ? code - 54 : code >= 48 ? code - 47 : 0)

/** Past every word. A state by its place in a list, the others by their codes. */
export const headOfficeToken = 100_002_000

export const filterToken = {
  state: (place: number): number => 100_000_000 + place,
  status: (code: number): number => 100_001_000 + code,
  municipality: (code: number): number => 100_010_000 + code,
  cnae: (code: number): number => 110_000_000 + code,
} as const
