import type { Page } from '@lastro/client/transport/pages.ts'

/** Far more than anybody reopens between two queries; what a home may cost is bounded. */
const pageCountMax = 4

/**
 * The first few of a list. A page may have none of them and others follow: to open a report again is recorded between
 * queries, and is none.
 */
export async function firstOf<Item>(
  count: number,
  pageAt: (cursor: string | undefined) => Promise<Page<Item>>,
): Promise<readonly Item[]> {
  const found: Item[] = []
  let cursor: string | undefined
  for (let pages = 0; pages < pageCountMax; pages++) {
    const page = await pageAt(cursor)
    found.push(...page.items)
    cursor = page.cursor
    if (found.length >= count || cursor === undefined) break
  }
  return found.slice(0, count)
}
