/** The texts that have every word of what was typed, however it is written; those that begin with it come first. */
export function pageMatches<Named extends { readonly label: string }>(
  typed: string,
  named: readonly Named[],
): readonly Named[] {
  const words = plain(typed).split(' ').filter(Boolean)
  const [first = ''] = words
  return named
    .filter(({ label }) => words.every((word) => plain(label).includes(word)))
    .toSorted((one, other) => Number(begins(other, first)) - Number(begins(one, first)))
}

const begins = ({ label }: { readonly label: string }, word: string): boolean => plain(label).startsWith(word)

const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
