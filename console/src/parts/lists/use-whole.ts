import { useEffect } from 'react'
import type { Pages } from './pages-of.ts'
import { type Reading, readingOf } from './reading-of.ts'

/** Reads a list to its end once somebody wants all of it: to sort or to search a part of it would mislead. */
export function useWhole<Item>(pages: Pages<Item>, isWanted: boolean): Reading {
  const reading = readingOf(pages, isWanted)
  useEffect(() => {
    if (reading === 'reading' && !pages.isFetchingNextPage) void pages.fetchNextPage()
  })
  return reading
}
