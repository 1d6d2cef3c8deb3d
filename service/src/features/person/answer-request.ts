import type { AnswerOutcome } from '@lastro/contract/person/request-codes.ts'
import { dayAt } from '@lastro/rules/calendar/day.ts'
import { changedSinceDispute, decideDisputeOutcome } from '@lastro/rules/listings/dispute.ts'
import type { Listing } from '@lastro/rules/listings/listing.ts'
import { targetOf } from '@lastro/rules/listings/move.ts'
import { isRefused, type Refused } from '@lastro/rules/listings/refused.ts'
import { productionRegister } from '@lastro/rules/listings/register.ts'
import { awaitsAnswer, listingOutcomeOf, type PersonRequest } from '@lastro/rules/person/request.ts'
import { changeDebt } from '../listings/change-debt.ts'
import type { PersonDeps } from './person-deps.ts'
import { settledByTime } from './settled-by-time.ts'

export type AnswerAsked = {
  readonly id: string
  readonly outcome: AnswerOutcome
  readonly answer: string
  readonly operator: string
}

/** `not_corrected`: nothing in the listing has changed since the request. */
export type RequestAnswered =
  | { readonly kind: 'done'; readonly request: PersonRequest }
  | { readonly kind: 'refused'; readonly refused: Refused; readonly state: Listing['state'] }
  | { readonly kind: 'unknown' | 'answered' | 'not_corrected' | 'busy' }

/** Ends a request with an answer to the person. That of a listing ends its dispute in the same commit. */
export async function answerRequest(deps: PersonDeps, asked: AnswerAsked): Promise<RequestAnswered> {
  const { requests, clock } = deps
  const found = await requests.find(asked.id)
  if (found === undefined) return { kind: 'unknown' }
  const [request = found] = await settledByTime(deps, [found], dayAt(clock.nowMs()))
  if (!awaitsAnswer(request)) return { kind: 'answered' }
  if (request.listingId !== undefined) return answerOnListing(deps, asked, request.listingId)
  const { outcome, answer, operator } = asked
  const hasEnded = await requests.end(asked.id, { outcome, answer, answeredBy: operator }, clock.nowMs())
  return hasEnded ? done(deps, request) : { kind: 'answered' }
}

const done = async ({ requests }: PersonDeps, request: PersonRequest): Promise<RequestAnswered> => ({
  kind: 'done',
  request: (await requests.find(request.id)) ?? request,
})

async function answerOnListing(
  deps: PersonDeps,
  { id, outcome, answer, operator }: AnswerAsked,
  listingId: string,
): Promise<RequestAnswered> {
  const { listings } = deps.listing
  const found = await listings.findListing(listingId)
  if (found === undefined) return { kind: 'unknown' }
  const isCorrected = outcome === 'corrected'
  if (isCorrected && !changedSinceDispute(await listings.history(listingId))) return { kind: 'not_corrected' }
  const guarantorId = found.principalId === undefined ? undefined : listingId
  const key = { register: productionRegister, clientId: undefined, id: found.principalId ?? listingId }
  let { state } = found
  let isOther = false
  const changed = await changeDebt(
    deps.listing,
    { key, guarantorId },
    `operator:${operator}`,
    (debt, moment) => {
      const { listing } = targetOf(debt, guarantorId)
      state = listing.state
      // Answered by somebody else meanwhile, and perhaps disputed anew.
      isOther = listing.dispute?.requestId !== id || listing.dispute.outcome !== undefined
      if (isOther) return { refused: 'state' }
      const answered = { outcome: listingOutcomeOf(outcome), answer, ...(isCorrected && { isCorrected }) }
      return decideDisputeOutcome(debt, guarantorId, answered, moment)
    },
  )
  if (changed === 'unknown') return { kind: 'unknown' }
  if (changed === 'busy') return { kind: 'busy' }
  if (isOther) return { kind: 'answered' }
  if (isRefused(changed)) return { kind: 'refused', refused: changed, state }
  const request = await deps.requests.find(id)
  return request === undefined ? { kind: 'unknown' } : { kind: 'done', request }
}
