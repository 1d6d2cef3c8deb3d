import { type QueryLineStatus, queryLineStatuses } from '@lastro/contract/query-batches/query-batch-codes.ts'
import { speakable } from '../../../http/body/validate.ts'
import { type FieldError, fieldError, type Refusal } from '../../../http/reply.ts'
import type { Call } from '../../../http/route.ts'

const pageDefault = 50
const pageMax = 200

type Wrong = (field: string, code: Parameters<typeof fieldError>[1], values?: Record<string, string>) => void

/** What stands after the question mark, and the faults found in it so far. */
export function parametersOf({ request: { url }, language }: Call, known: readonly string[]) {
  const asked = new URLSearchParams(url.includes('?') ? url.slice(url.indexOf('?') + 1) : '')
  const errors: FieldError[] = []
  const wrong: Wrong = (field, code, values = {}) =>
    void errors.push(fieldError(field, code, language, values))
  for (const name of new Set(asked.keys())) {
    if (!known.includes(name)) wrong(speakable(name), 'unknown_member')
    else if (asked.getAll(name).length > 1) wrong(name, 'sent_twice')
  }
  return { asked, errors, wrong }
}

export type BatchPage = {
  readonly limit: number
  readonly after?: { readonly createdAtMs: number; readonly id: string }
}

/** Which page of a client's batches. */
export function readBatchPage(call: Call): BatchPage | Refusal {
  const { asked, errors, wrong } = parametersOf(call, ['limit', 'cursor'])
  const limit = limitOf(asked, wrong)
  const [, createdAtMs, id] = /^(\d{1,16}) ([\w-]{1,64})$/.exec(cursorIn(asked)) ?? []
  if (asked.has('cursor') && id === undefined) wrong('cursor', 'cursor')
  if (errors.length > 0) return { code: 'query_invalid', errors }
  return { limit, ...(id !== undefined && { after: { createdAtMs: Number(createdAtMs), id } }) }
}

export type LinePage = {
  readonly limit: number
  readonly after: number
  readonly status?: QueryLineStatus
}

/** Which lines of a batch. */
export function readLinePage(call: Call): LinePage | Refusal {
  const { asked, errors, wrong } = parametersOf(call, ['limit', 'cursor', 'status'])
  const limit = limitOf(asked, wrong)
  const after = asked.has('cursor') ? cursorIn(asked) : '0'
  if (!/^\d{1,9}$/.test(after)) wrong('cursor', 'cursor')
  const status = asked.get('status')
  if (status !== null && !Object.hasOwn(queryLineStatuses, status)) {
    wrong('status', 'choice', { choices: Object.keys(queryLineStatuses).join(', ') })
  }
  if (errors.length > 0) return { code: 'query_invalid', errors }
  return { limit, after: Number(after), ...(status !== null && { status: status as QueryLineStatus }) }
}

/** Opaque to callers: where a page ended. */
export const cursorOf = (place: string): string => Buffer.from(place).toString('base64url')

export const cursorIn = (asked: URLSearchParams): string =>
  Buffer.from(asked.get('cursor') ?? '', 'base64url').toString()

export function limitOf(asked: URLSearchParams, wrong: Wrong): number {
  const text = asked.get('limit') ?? String(pageDefault)
  const limit = Number(text)
  if (!/^\d{1,3}$/.test(text) || limit < 1 || limit > pageMax) {
    wrong('limit', 'limit', { limit: String(pageMax) })
  }
  return limit
}
