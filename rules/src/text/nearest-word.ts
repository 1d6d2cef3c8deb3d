/** The offered word with the fewest edits from the given one, for a "did you mean" message. */
export function nearestWord<Word extends string>(sent: string, offered: readonly Word[]): Word {
  const wanted = sent.toUpperCase().slice(0, comparedMax)
  const [best] = offered.toSorted(
    (a, b) => distance(a.toUpperCase(), wanted) - distance(b.toUpperCase(), wanted),
  )
  if (best === undefined) throw new Error('Without words there is none to suggest')
  return best
}

/** The comparison takes time proportional to the product of both lengths. */
const comparedMax = 64

/** Edits between two words (Levenshtein). */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const replaced = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1))
    }
    row = next
  }
  return row[b.length] ?? 0
}
