import { type ListingState, listingStates } from '@lastro/contract/listings/listing-codes.ts'
import { listingPageDefault, listingPageMax } from '@lastro/contract/listings/listings.ts'
import { addDays, startOfDayMs } from '@lastro/rules/calendar/day.ts'
import { parseDocument } from '@lastro/rules/documents/document-number.ts'
import { ListQuery, readPosition } from '../../../http/query/list-query.ts'
import { documentInvalid, type Refusal } from '../../../http/reply.ts'
import type { Call } from '../../../http/route.ts'
import type { ListingFilter } from '../listing-store.ts'

type Filter = Omit<ListingFilter, 'register' | 'clientId'>

/** What a caller wants to see of its listings; everything that is wrong with it at once. */
export function readFilter(call: Call): Filter | Refusal {
  const query = new ListQuery(call, parameters)
  const state = query.choice('state', stateNames)
  const disputed = query.whether('disputed')
  const refused = query.whether('refused')
  const from = query.day('from')
  const until = query.day('until')
  const page = pageIn(query)
  // No contract has a NUL, and PostgreSQL cannot even be asked for it.
  const contractId = query.matching('contractId', withoutNul)
  if (query.refusal !== undefined) return query.refusal

  const { headers, language } = call
  const document = headers.document === undefined ? undefined : parseDocument(headers.document)
  if (document?.kind === 'fault') return documentInvalid(document.fault, language)
  return {
    ...page,
    ...(state !== undefined && { state }),
    ...(disputed !== undefined && { disputed }),
    ...(refused !== undefined && { refused }),
    ...(document !== undefined && { document: document.document }),
    ...(contractId !== undefined && { contractId }),
    ...(from !== undefined && { fromMs: startOfDayMs(from) }),
    ...(until !== undefined && { untilMs: startOfDayMs(addDays(until, 1)) }),
  }
}

const parameters = ['state', 'disputed', 'refused', 'contractId', 'from', 'until', 'limit', 'cursor']
const stateNames = Object.keys(listingStates) as readonly ListingState[]
const withoutNul = /^[^\0]*$/

/** Where a page begins, and how much of it is wanted. */
export type AskedPage = Pick<Filter, 'limit' | 'after'>

/** A page of a list that has no filter. */
export function readPage(call: Call): AskedPage | Refusal {
  const query = new ListQuery(call, ['limit', 'cursor'])
  const page = pageIn(query)
  return query.refusal ?? page
}

function pageIn(query: ListQuery): AskedPage {
  const limit = query.limit({ usual: listingPageDefault, max: listingPageMax })
  const after = query.after(readPosition)
  return { limit, ...(after !== undefined && { after }) }
}
