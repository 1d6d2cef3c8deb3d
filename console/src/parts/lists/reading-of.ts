import type { Pages } from './pages-of.ts'

/** How much of a list has been read, and whether it is to be read on. */
export function readingOf(
  {
    items = [],
    pageCount,
    isError,
    hasNextPage,
    isPending,
  }: Omit<Pages<unknown>, 'fetchNextPage' | 'refetch'>,
  isWanted: boolean,
): Reading {
  if (isPending) return 'part'
  if (!hasNextPage) return 'whole'
  if (items.length >= rowsMax || pageCount >= pagesMax) return 'tooLong'
  return isWanted && !isError ? 'reading' : 'part'
}

/** A page of the browser with more rows than this helps nobody: the list is to be narrowed first. */
export const rowsMax = 2_000

/** A search of the trail may find nothing for many pages; it is not read on for ever. */
const pagesMax = 40

/** How much of a list has been read. */
export type Reading = 'part' | 'reading' | 'whole' | 'tooLong'
