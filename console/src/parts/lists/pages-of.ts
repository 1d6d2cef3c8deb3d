import type { Page } from '@lastro/client/transport/pages.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useLanguage } from '../../shell/language.tsx'

/** The first page is there soon; whoever reads on wants many. */
const firstLimit = 50
const nextLimit = 200

/** A list by its pages: what has been read so far, and how to read on. */
export type Pages<Item> = {
  readonly items: readonly Item[] | undefined
  readonly pageCount: number
  readonly error: unknown
  readonly isError: boolean
  readonly isPending: boolean
  readonly hasNextPage: boolean
  readonly isFetchingNextPage: boolean
  readonly fetchNextPage: () => Promise<unknown>
  readonly refetch: () => Promise<unknown>
}

export function usePages<Item>(
  name: readonly unknown[],
  pageAt: (cursor: string | undefined, limit: number) => Promise<Page<Item>>,
): Pages<Item> {
  const { language } = useLanguage()
  const pages = useInfiniteQuery({
    queryKey: [...name, language],
    queryFn: ({ pageParam }) => pageAt(pageParam, pageParam === undefined ? firstLimit : nextLimit),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.cursor,
  })
  const read = pages.data?.pages
  // Held on to while nothing changes: what is made of it need not be made anew.
  const items = useMemo(() => read?.flatMap((one) => one.items), [read])
  return { ...pages, items, pageCount: read?.length ?? 0 }
}

/** What came in one answer, as a list that does not go on. */
export const onePage = <Item>(items: readonly Item[]): Pages<Item> => ({
  items,
  pageCount: 1,
  error: undefined,
  isError: false,
  isPending: false,
  hasNextPage: false,
  isFetchingNextPage: false,
  fetchNextPage: async () => undefined,
  refetch: async () => undefined,
})
