import { type AlertEvent, alertEventNames } from '@lastro/contract/alerts/alert-events.ts'
import { alertPageDefault, alertPageMax } from '@lastro/contract/alerts/alerts.ts'
import { parseDocument } from '@lastro/rules/documents/document-number.ts'
import { speakable } from '../../http/body/validate.ts'
import { documentInvalid, type FieldError, fieldError, type Refusal } from '../../http/reply.ts'
import type { Call } from '../../http/route.ts'

export type AskedPage = {
  readonly limit: number
  readonly after: Required<Place> | undefined
  readonly event: AlertEvent | undefined
  readonly document: string | undefined
}

/** Occurrences of one moment stand in the order of their sequence. */
type Place = { readonly createdAtMs: number; readonly sequence?: number; readonly id: string }

/** Which page of a list is asked for; everything that is wrong with it at once. */
export function readPage({ request, headers, language }: Call, parameters = pageOnly): AskedPage | Refusal {
  const asked = new URLSearchParams(request.url.split('?')[1])
  const errors: FieldError[] = []
  for (const name of asked.keys()) {
    if (!parameters.includes(name)) errors.push(fieldError(speakable(name), 'unknown_member', language))
  }
  const limitText = asked.get('limit') ?? String(alertPageDefault)
  const limit = Number(limitText)
  if (!/^\d{1,3}$/.test(limitText) || limit < 1 || limit > alertPageMax) {
    errors.push(fieldError('limit', 'limit', language, { limit: String(alertPageMax) }))
  }
  const cursor = asked.get('cursor')
  const after = cursor === null ? undefined : readCursor(cursor)
  if (cursor !== null && after === undefined) errors.push(fieldError('cursor', 'cursor', language))
  const event = alertEventNames.find((one) => one === asked.get('event'))
  if (asked.has('event') && event === undefined) {
    errors.push(fieldError('event', 'choice', language, { choices: alertEventNames.join(', ') }))
  }
  if (errors.length > 0) return { code: 'query_invalid', errors }
  const parsed = headers.document === undefined ? undefined : parseDocument(headers.document)
  if (parsed?.kind === 'fault') return documentInvalid(parsed.fault, language)
  return { limit, after, event, document: parsed?.document }
}

const pageOnly: readonly string[] = ['limit', 'cursor']
export const eventAndPage: readonly string[] = ['event', ...pageOnly]

/** One more than the page was read: whether there is a next, and where it begins. */
export function cutPage<One extends Place>(
  found: readonly One[],
  limit: number,
): { readonly page: readonly One[]; readonly cursor?: string } {
  const page = found.slice(0, limit)
  const last = page.at(-1)
  return found.length > page.length && last !== undefined ? { page, cursor: cursorOf(last) } : { page }
}

/** Opaque to callers: where a page ended. */
const cursorOf = ({ createdAtMs, sequence = 0, id }: Place): string =>
  Buffer.from(`${createdAtMs} ${sequence} ${id}`).toString('base64url')

/** What a column of sequences holds; PostgreSQL fails over a greater one. */
const sequenceMax = 2 ** 31 - 1

function readCursor(text: string): Required<Place> | undefined {
  const [, createdAtMs, sequence, id] =
    /^(\d{1,16}) (\d{1,10}) ([\w-]{1,64})$/.exec(Buffer.from(text, 'base64url').toString()) ?? []
  if (createdAtMs === undefined || sequence === undefined || id === undefined) return undefined
  if (Number(sequence) > sequenceMax) return undefined
  return { createdAtMs: Number(createdAtMs), sequence: Number(sequence), id }
}
