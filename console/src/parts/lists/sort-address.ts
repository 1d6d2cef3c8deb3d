import type { ColumnSort } from '@tanstack/react-table'

/** What a list is sorted by, as an address names it: the column, and a minus before it for falling. */
export const sortText = (sort: ColumnSort | undefined): string | undefined =>
  sort === undefined ? undefined : `${sort.desc ? '-' : ''}${sort.id}`

/** The order that an address names; undefined for a column that the list has not, or that cannot be sorted by. */
export function sortIn(text: string | undefined, sortable: readonly string[]): ColumnSort | undefined {
  const desc = text?.startsWith('-') === true
  const id = sortable.find((one) => one === (desc ? text?.slice(1) : text))
  return id === undefined ? undefined : { id, desc }
}
