import type { Page } from '@lastro/client/pages.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useLanguage } from '../../shell/language.tsx'

/** A list by its pages: what has been read so far, and how to read on. */
export function usePages<Item>(
  name: readonly unknown[],
  pageAt: (cursor: string | undefined) => Promise<Page<Item>>,
) {
  const { language } = useLanguage()
  const pages = useInfiniteQuery({
    queryKey: [...name, language],
    queryFn: ({ pageParam }) => pageAt(pageParam),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.cursor,
  })
  return { ...pages, items: pages.data?.pages.flatMap((one) => one.items) }
}
