import { type AlertEvent, alertEventNames } from '@lastro/contract/alerts/alert-events.ts'
import { alertPageDefault, alertPageMax } from '@lastro/contract/alerts/alerts.ts'
import { parseDocument } from '@lastro/rules/documents/document-number.ts'
import { cursorOf, ListQuery } from '../../http/query/list-query.ts'
import { documentInvalid, type Refusal } from '../../http/reply.ts'
import type { Call } from '../../http/route.ts'

export type AskedAlertPage = {
  readonly limit: number
  readonly after: Required<AlertPosition> | undefined
  readonly event: AlertEvent | undefined
  readonly document: string | undefined
}

/** Occurrences of one moment stand in the order of their sequence. */
type AlertPosition = { readonly createdAtMs: number; readonly sequence?: number; readonly id: string }

/** Which page of a list is asked for; everything that is wrong with it at once. */
export function readAlertPage(call: Call, parameters = pageOnly): AskedAlertPage | Refusal {
  const query = new ListQuery(call, parameters)
  const limit = query.limit({ usual: alertPageDefault, max: alertPageMax })
  const after = query.after(readPosition)
  const event = query.choice('event', alertEventNames)
  if (query.refusal !== undefined) return query.refusal
  const { headers, language } = call
  const parsed = headers.document === undefined ? undefined : parseDocument(headers.document)
  if (parsed?.kind === 'fault') return documentInvalid(parsed.fault, language)
  return { limit, after, event, document: parsed?.document }
}

const pageOnly: readonly string[] = ['limit', 'cursor']
export const eventAndPage: readonly string[] = ['event', ...pageOnly]

/** One more than the page was read: whether there is a next, and where it begins. */
export function cutPage<One extends AlertPosition>(
  found: readonly One[],
  limit: number,
): { readonly page: readonly One[]; readonly cursor?: string } {
  const page = found.slice(0, limit)
  const last = page.at(-1)
  if (found.length === page.length || last === undefined) return { page }
  const { createdAtMs, sequence = 0, id } = last
  return { page, cursor: cursorOf(createdAtMs, sequence, id) }
}

/** What a column of sequences holds; PostgreSQL fails over a greater one. */
const sequenceMax = 2 ** 31 - 1

function readPosition(text: string): Required<AlertPosition> | undefined {
  const [, createdAtMs, sequence, id] = /^(\d{1,16}) (\d{1,10}) ([\w-]{1,64})$/.exec(text) ?? []
  if (createdAtMs === undefined || sequence === undefined || id === undefined) return undefined
  if (Number(sequence) > sequenceMax) return undefined
  return { createdAtMs: Number(createdAtMs), sequence: Number(sequence), id }
}
