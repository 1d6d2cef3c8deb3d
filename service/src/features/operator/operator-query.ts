import type { Environment } from '@lastro/contract/clients/credentials.ts'
import {
  environmentNames,
  operatorPageDefault,
  operatorPageMax,
} from '@lastro/contract/operator/operator-parts.ts'
import { cursorOf, type ListQuery } from '../../http/query/list-query.ts'

/** Where a page ended: a time or another number, and an id. */
export type Place = { readonly createdAtMs: number; readonly id: string }

export const environmentIn = (query: ListQuery): Environment =>
  query.choice('environment', environmentNames) ?? 'production'

export const limitIn = (query: ListQuery): number =>
  query.limit({ usual: operatorPageDefault, max: operatorPageMax })

export const afterIn = (query: ListQuery): Place | undefined => query.after(readPlace)

/** One more than the page was read: whether there is a next, and where it begins. */
export function cutPage<One>(
  found: readonly One[],
  limit: number,
  place: (one: One) => Place,
): { readonly page: readonly One[]; readonly cursor?: string } {
  const page = found.slice(0, limit)
  const last = page.at(-1)
  if (found.length === page.length || last === undefined) return { page }
  const { createdAtMs, id } = place(last)
  return { page, cursor: cursorOf(createdAtMs, id) }
}

function readPlace(place: string): Place | undefined {
  const [, number, id] = /^(\d{1,16}) ([\w. -]{0,200})$/.exec(place) ?? []
  return number === undefined || id === undefined ? undefined : { createdAtMs: Number(number), id }
}
