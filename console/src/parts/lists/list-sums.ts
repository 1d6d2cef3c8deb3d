import { centsIn, type ListColumn, textIn } from './list-column.ts'

/** What a column of amounts adds up to; undefined for any other. */
export const sumOf = <Row>(column: ListColumn<Row>, rows: readonly Row[]): bigint | undefined =>
  'amount' in column
    ? summedIn(column, rows)?.reduce((sum, row) => sum + (centsIn(column.amount(row)) ?? 0n), 0n)
    : undefined

/** Undefined where there are rows and none of them is in a sum. */
function summedIn<Row>(
  { isSummed = () => true }: { readonly isSummed?: (row: Row) => boolean },
  rows: readonly Row[],
): readonly Row[] | undefined {
  const summed = rows.filter(isSummed)
  return summed.length === 0 && rows.length > 0 ? undefined : summed
}

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
