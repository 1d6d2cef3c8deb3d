import { type QueryLineStatus, queryLineStatuses } from '@lastro/contract/query-batches/query-batch-codes.ts'
import { type CursorPosition, ListQuery, readPosition } from '../../../http/query/list-query.ts'
import type { Refusal } from '../../../http/reply.ts'
import type { Call } from '../../../http/route.ts'

/** How many a page of batches, of their lines and of decisions has. */
export const pageBounds = { usual: 50, max: 200 }

export type BatchPage = { readonly limit: number; readonly after?: CursorPosition }

/** Which page of a client's batches. */
export function readBatchPage(call: Call): BatchPage | Refusal {
  const query = new ListQuery(call, ['limit', 'cursor'])
  const limit = query.limit(pageBounds)
  const after = query.after(readPosition)
  return query.refusal ?? { limit, ...(after !== undefined && { after }) }
}

export type LinePage = {
  readonly limit: number
  readonly after: number
  readonly status?: QueryLineStatus
}

/** Which lines of a batch. */
export function readLinePage(call: Call): LinePage | Refusal {
  const query = new ListQuery(call, ['limit', 'cursor', 'status'])
  const limit = query.limit(pageBounds)
  const after = query.after((line) => (/^\d{1,9}$/.test(line) ? Number(line) : undefined)) ?? 0
  const status = query.choice('status', statusNames)
  return query.refusal ?? { limit, after, ...(status !== undefined && { status }) }
}

const statusNames = Object.keys(queryLineStatuses) as readonly QueryLineStatus[]
