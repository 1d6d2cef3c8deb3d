import type { CorrectionSubject } from '@lastro/contract/person/request-codes.ts'
import type { DocumentNumber } from '@lastro/rules/documents/document-number.ts'
import { decideDispute, disputeAnswerBy, disputeDueOn } from '@lastro/rules/listings/dispute.ts'
import type { Actor, Listing } from '@lastro/rules/listings/listing.ts'
import { targetOf } from '@lastro/rules/listings/move.ts'
import { isRefused, type Refused } from '@lastro/rules/listings/refused.ts'
import { productionRegister } from '@lastro/rules/listings/register.ts'
import { correctionDueOn, type PersonRequest } from '@lastro/rules/person/request.ts'
import { changeDebt } from '../listings/change-debt.ts'
import { newRequest } from './new-request.ts'
import type { Asking, PersonDeps } from './person-deps.ts'

export type DisputeAsked = {
  readonly document: DocumentNumber
  readonly listingId: string
  readonly statement: string
  readonly asking: Asking
}

export type CorrectionAsked = Omit<DisputeAsked, 'listingId'> & {
  readonly subject: CorrectionSubject
  readonly field: string
  /** Of a listing, and of nothing else. */
  readonly listingId: string | undefined
}

/** `not_on_file`: there is no such listing of this document. */
export type RequestOpened =
  | { readonly kind: 'opened'; readonly request: PersonRequest }
  | { readonly kind: 'refused'; readonly refused: Refused; readonly state: Listing['state'] }
  | { readonly kind: 'not_on_file' | 'busy' }

/** Disputes a listing for the one it is about, and for nobody else. */
export const openDispute = (deps: PersonDeps, asked: DisputeAsked): Promise<RequestOpened> =>
  onListing(deps, asked, { kind: 'dispute' })

/** Asks for a correction. One of a listing counts as a dispute of it: left without an answer, it goes. */
export async function openCorrection(deps: PersonDeps, asked: CorrectionAsked): Promise<RequestOpened> {
  const { document, listingId, subject, field, statement, asking } = asked
  if (listingId !== undefined) {
    return onListing(deps, { document, listingId, statement, asking }, { kind: 'correction', subject, field })
  }
  const request = newRequest(deps, asking, document, (openedOn) => ({
    kind: 'correction',
    subject,
    field,
    statement,
    dueOn: correctionDueOn(openedOn),
  }))
  await deps.requests.insert(request)
  return { kind: 'opened', request }
}

async function onListing(
  deps: PersonDeps,
  { document, listingId, statement, asking }: DisputeAsked,
  own: Pick<PersonRequest, 'kind'> & Partial<PersonRequest>,
): Promise<RequestOpened> {
  const found = await deps.listing.listings.findListing(listingId)
  const isOwn = found?.document === document && found.register === productionRegister
  if (found === undefined || !isOwn) return { kind: 'not_on_file' }
  const request = newRequest(deps, asking, document, (openedOn) => ({
    ...own,
    listingId,
    statement,
    dueOn: disputeDueOn(openedOn),
    answerBy: disputeAnswerBy(openedOn),
  }))
  const guarantorId = found.principalId === undefined ? undefined : listingId
  const key = { register: productionRegister, clientId: undefined, id: found.principalId ?? listingId }
  let { state } = found
  const changed = await changeDebt(deps.listing, { key, guarantorId }, actorOf(asking), (debt, moment) => {
    state = targetOf(debt, guarantorId).listing.state
    return decideDispute(debt, guarantorId, statement, moment, request)
  })
  if (changed === 'unknown') return { kind: 'not_on_file' }
  if (changed === 'busy') return { kind: 'busy' }
  if (isRefused(changed)) return { kind: 'refused', refused: changed, state }
  return { kind: 'opened', request }
}

/** As the history of a listing names who acts. */
const actorOf = ({ channel, by }: Asking): Actor => (channel === 'person' ? 'person' : `operator:${by ?? ''}`)
