export type TextTable = {
  readonly columns: readonly { readonly label: string }[]
  readonly rows: readonly (readonly string[])[]
}

type Room = {
  readonly width: number
  readonly widthOf: (text: string, isHead: boolean) => number
}

/** No column is narrower, and no single word makes one wider than that by itself. */
const widthMin = 26
const wordWidthMax = 110

/** So many rows tell how wide the words of a column are. */
const rowsLookedAt = 500

/**
 * Columns as wide as their longest text, while there is room. When there is not, each has room for its longest
 * word, and what is left is shared by how much more they want.
 */
export function columnWidths(table: TextTable, { width, widthOf }: Room): number[] {
  const { columns, rows } = table
  const heads = columns.map(({ label }) =>
    Math.max(widthMin, ...label.split(' ').map((one) => widthOf(one, true))),
  )
  const wanted = heads.map((head, at) => Math.max(head, widthOf(longestText(rows, at), false)))
  if (sum(wanted) <= width) return wanted.map((one) => (one * width) / sum(wanted))
  const needed = heads.map((head, at) =>
    Math.max(head, Math.min(wordWidthMax, widthOf(longestWord(rows, at), false))),
  )
  const spare = width - sum(needed)
  if (spare <= 0) return needed.map((one) => (one * width) / sum(needed))
  const more = wanted.map((one, at) => Math.sqrt(Math.max(0, one - (needed[at] ?? 0))))
  return needed.map((one, at) => one + (spare * (more[at] ?? 0)) / sum(more))
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0)

const longer = (a: string, b: string): string => (b.length > a.length ? b : a)

const longestText = (rows: TextTable['rows'], at: number): string =>
  rows.reduce((longest, row) => longer(longest, row[at] ?? ''), '')

const longestWord = (rows: TextTable['rows'], at: number): string =>
  rows.slice(0, rowsLookedAt).reduce((longest, row) => (row[at] ?? '').split(' ').reduce(longer, longest), '')
