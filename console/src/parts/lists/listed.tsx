import type { ReactNode } from 'react'
import { Loading } from '../loading.tsx'
import { ProblemNotice } from '../problem-notice.tsx'
import { MorePages } from './more-pages.tsx'
import type { Pages } from './pages-of.ts'

type ListedProps<Item> = {
  readonly pages: Pages<Item>
  /** What is said where there is nothing: what to do next. */
  readonly empty: ReactNode
  readonly children: (items: readonly Item[]) => ReactNode
}

/** A list by its pages: waiting for it, failing to read it, having nothing, and going on. */
export function Listed<Item>({ pages, empty, children }: ListedProps<Item>) {
  const { items } = pages
  return (
    <>
      {pages.isError && <ProblemNotice error={pages.error} onRetry={() => void pages.refetch()} />}
      {pages.isPending && <Loading />}
      {items !== undefined && (items.length === 0 ? <p className="empty">{empty}</p> : children(items))}
      <MorePages pages={pages} />
    </>
  )
}
