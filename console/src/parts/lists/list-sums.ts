import { centsIn, type ListColumn, textIn } from './list-column.ts'

/** What a column of amounts adds up to; undefined for any other. */
export const sumOf = <Row>(column: ListColumn<Row>, rows: readonly Row[]): bigint | undefined =>
  'amount' in column ? rows.reduce((sum, row) => sum + (centsIn(column.amount(row)) ?? 0n), 0n) : undefined

/** How many rows there are of each text, the most first; nothing where there is but one. */
export function talliesOf<Row>(
  column: ListColumn<Row>,
  rows: readonly Row[],
): readonly (readonly [string, number])[] {
  if (!column.isTallied) return []
  const groups = Map.groupBy(rows, (row) => textIn(column, row))
  groups.delete('')
  if (groups.size < 2) return []
  return [...groups]
    .map(([text, of]) => [text, of.length] as const)
    .toSorted(([, one], [, other]) => other - one)
}
