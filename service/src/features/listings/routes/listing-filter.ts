import { type ListingState, listingStates } from '@lastro/contract/listings/listing-codes.ts'
import { listingPageDefault, listingPageMax } from '@lastro/contract/listings/listings.ts'
import { addDays, type Day, parseDay, startOfDayMs } from '@lastro/rules/calendar/day.ts'
import { parseDocument } from '@lastro/rules/documents/document-number.ts'
import type { Listing } from '@lastro/rules/listings/listing.ts'
import { speakable } from '../../../http/body/validate.ts'
import { documentInvalid, type FieldError, fieldError, type Refusal } from '../../../http/reply.ts'
import type { Call } from '../../../http/route.ts'
import type { ListingFilter } from '../listing-store.ts'

type Filter = Omit<ListingFilter, 'register' | 'clientId'>

/** What a caller wants to see of its listings; everything that is wrong with it at once. */
export function readFilter({ request, headers, language }: Call): Filter | Refusal {
  const { asked, errors, wrong } = askedOf({ request, language }, parameters)

  const state = asked.get('state') ?? undefined
  if (state !== undefined && !Object.hasOwn(listingStates, state)) {
    wrong('state', 'choice', { choices: Object.keys(listingStates).join(', ') })
  }
  const whetherOf = (name: string): boolean | undefined => {
    const text = asked.get(name)
    if (text !== null && !/^(true|false)$/.test(text)) wrong(name, 'choice', { choices: 'true, false' })
    return text === null ? undefined : text === 'true'
  }
  const disputed = whetherOf('disputed')
  const refused = whetherOf('refused')
  const dayOf = (name: string): Day | undefined => {
    const text = asked.get(name)
    const day = text === null ? undefined : parseDay(text)
    if (text !== null && day === undefined) wrong(name, 'day')
    return day
  }
  const from = dayOf('from')
  const until = dayOf('until')
  const page = pageOf(asked, wrong)
  const contractId = asked.get('contractId')
  // No contract has it, and PostgreSQL cannot even be asked for it.
  if (contractId?.includes('\0')) wrong('contractId', 'format')
  if (errors.length > 0) return { code: 'query_invalid', errors }

  const document = headers.document === undefined ? undefined : parseDocument(headers.document)
  if (document?.kind === 'fault') return documentInvalid(document.fault, language)
  return {
    ...page,
    ...(state !== undefined && { state: state as ListingState }),
    ...(disputed !== undefined && { disputed }),
    ...(refused !== undefined && { refused }),
    ...(document !== undefined && { document: document.document }),
    ...(contractId !== null && { contractId }),
    ...(from !== undefined && { fromMs: startOfDayMs(from) }),
    ...(until !== undefined && { untilMs: startOfDayMs(addDays(until, 1)) }),
  }
}

const parameters = ['state', 'disputed', 'refused', 'contractId', 'from', 'until', 'limit', 'cursor']

/** Where a page begins, and how much of it is wanted. */
export type AskedPage = Pick<Filter, 'limit' | 'after'>

/** A page of a list that has no filter. */
export function readPage(call: Call): AskedPage | Refusal {
  const { asked, errors, wrong } = askedOf(call, ['limit', 'cursor'])
  const page = pageOf(asked, wrong)
  return errors.length > 0 ? { code: 'query_invalid', errors } : page
}

type Wrong = (field: string, code: Parameters<typeof fieldError>[1], values?: Record<string, string>) => void

/** What stands after the question mark, and the faults found in it so far. */
function askedOf(
  { request: { url }, language }: Pick<Call, 'request' | 'language'>,
  known: readonly string[],
) {
  const asked = new URLSearchParams(url.includes('?') ? url.slice(url.indexOf('?') + 1) : '')
  const errors: FieldError[] = []
  const wrong: Wrong = (field, code, values = {}) =>
    void errors.push(fieldError(field, code, language, values))
  for (const name of asked.keys()) if (!known.includes(name)) wrong(speakable(name), 'unknown_member')
  return { asked, errors, wrong }
}

function pageOf(asked: URLSearchParams, wrong: Wrong): AskedPage {
  const limitText = asked.get('limit') ?? String(listingPageDefault)
  const limit = Number(limitText)
  if (!/^\d{1,3}$/.test(limitText) || limit < 1 || limit > listingPageMax) {
    wrong('limit', 'limit', { limit: String(listingPageMax) })
  }
  const cursor = asked.get('cursor')
  const after = cursor === null ? undefined : readCursor(cursor)
  if (cursor !== null && after === undefined) wrong('cursor', 'cursor')
  return { limit, ...(after !== undefined && { after }) }
}

/** Opaque to callers: where a page ended. */
export const cursorOf = ({ createdAtMs, id }: Pick<Listing, 'createdAtMs' | 'id'>): string =>
  Buffer.from(`${createdAtMs} ${id}`).toString('base64url')

function readCursor(text: string): { createdAtMs: number; id: string } | undefined {
  const [, createdAtMs, id] =
    /^(\d{1,16}) ([\w-]{1,64})$/.exec(Buffer.from(text, 'base64url').toString()) ?? []
  return createdAtMs === undefined || id === undefined ? undefined : { createdAtMs: Number(createdAtMs), id }
}
