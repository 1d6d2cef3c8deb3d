import type { Environment } from '@lastro/contract/clients/credentials.ts'
import {
  environmentNames,
  operatorPageDefault,
  operatorPageMax,
} from '@lastro/contract/operator/operator-parts.ts'
import { type CursorPosition, cursorAt, type ListQuery } from '../../http/query/list-query.ts'

export const environmentIn = (query: ListQuery): Environment =>
  query.choice('environment', environmentNames) ?? 'production'

export const limitIn = (query: ListQuery): number =>
  query.limit({ usual: operatorPageDefault, max: operatorPageMax })

export const afterIn = (query: ListQuery): CursorPosition | undefined => query.after(readPosition)

/** One more than the page was read: whether there is a next, and where it begins. */
export function cutPage<One>(
  found: readonly One[],
  limit: number,
  positionOf: (one: One) => CursorPosition,
): { readonly page: readonly One[]; readonly cursor?: string } {
  const page = found.slice(0, limit)
  const last = page.at(-1)
  if (found.length === page.length || last === undefined) return { page }
  return { page, cursor: cursorAt(positionOf(last)) }
}

/** A time or another number, and an id or a name. */
function readPosition(text: string): CursorPosition | undefined {
  const [, number, id] = /^(\d{1,16}) ([\w. -]{0,200})$/.exec(text) ?? []
  return number === undefined || id === undefined ? undefined : { createdAtMs: Number(number), id }
}
