/**
 * Whether a row has every word that is looked for, in any of its cells. Case and accents do not count; figures are
 * found with their points or without, as documents are typed either way.
 */
export function searchOf(text: string): (cells: readonly string[]) => boolean {
  const words = folded(text).split(/\s+/).filter(Boolean)
  return (cells) => {
    const all = cells.map(folded)
    const bare = all.map(withoutMask)
    return words.every(
      (word) =>
        all.some((cell) => cell.includes(word)) ||
        (isFigures(word) && bare.some((cell) => cell.includes(withoutMask(word)))),
    )
  }
}

const folded = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase()

const withoutMask = (text: string): string => text.replace(/[./-]/g, '')

const isFigures = (word: string): boolean => /^[\d./-]*\d[\d./-]*$/.test(word)
