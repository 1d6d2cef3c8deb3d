import { type Creditor, sandboxCreditor } from '@lastro/contract/clients/client-contract.ts'
import type { Environment } from '@lastro/contract/clients/credentials.ts'
import { refusalReasons } from '@lastro/contract/listings/listing-codes.ts'
import { listingService } from '@lastro/contract/reports/products.ts'
import type { Debt, Listing } from '@lastro/rules/listings/listing.ts'
import { targetOf } from '@lastro/rules/listings/move.ts'
import { isRefused, type Refused } from '@lastro/rules/listings/refused.ts'
import { type Register, registerOf } from '@lastro/rules/listings/register.ts'
import type { Authenticate, Caller } from '../../../http/caller.ts'
import { matchPath, pathOf } from '../../../http/path-pattern.ts'
import { fieldError, type Refusal } from '../../../http/reply.ts'
import { type Call, isRefusal, type Outcome } from '../../../http/route.ts'
import type { Changed } from '../change-debt.ts'

/** A call that may work on listings: who makes it, in which register, and the ids in its path. */
export type ListingCall = {
  readonly call: Call
  readonly caller: Caller
  readonly register: Register
  readonly id: string
  readonly guarantorId: string | undefined
}

/** Lets in whoever has both credentials and the product, and reads the ids in the path. */
export async function admitted(
  authenticate: Authenticate,
  call: Call,
  { environment, path }: { readonly environment: Environment; readonly path: string },
): Promise<ListingCall | Refusal> {
  const caller = await authenticate(call, environment)
  if (isRefusal(caller)) return caller
  const { code } = listingService
  if (!caller.scopes.has(code)) return { code: 'product_not_contracted', values: { product: code } }
  const found = matchPath(path, pathOf(call.request.url ?? '')) ?? {}
  const register = registerOf({ environment, clientId: caller.clientId })
  return { call, caller, register, id: found.id ?? '', guarantorId: found.avalistaId }
}

/** Whom a client lists debts for. A sandbox client always has someone. */
export const creditorsOf = ({ contract, environment }: Caller): readonly Creditor[] =>
  contract.creditors ?? (environment === 'sandbox' ? [sandboxCreditor] : [])

/** The debt as it now stands, or the problem that a refusal becomes. */
export function outcomeOf(
  changed: Changed,
  asked: ListingCall,
  answer: (debt: Debt) => Outcome,
  state: Listing['state'] | undefined,
): Outcome {
  if (changed === 'unknown') return { code: 'listing_unknown' }
  if (changed === 'busy') return { code: 'listing_busy' }
  return isRefused(changed) ? refusalProblem(changed, asked.call, state) : answer(changed)
}

export function refusalProblem(
  refused: Refused,
  { language }: Call,
  state: Listing['state'] | undefined,
  /** The member of the body that answers a dispute. */
  answerField = 'answer',
): Refusal {
  switch (refused.refused) {
    case 'rule': {
      const reason = refusalReasons[refused.code][language]
      return { code: 'listing_refused', values: { reason }, refusal: { code: refused.code, reason } }
    }
    case 'state':
      return { code: 'listing_state', values: { state: state ?? '' } }
    case 'answer_required':
      return { code: 'body_invalid', errors: [fieldError(answerField, 'required', language)] }
    case 'sub_judice_reason_required':
      return { code: 'body_invalid', errors: [fieldError('subJudiceReason', 'required', language)] }
    case 'due_date_forward':
    case 'suspension_of_operator':
    case 'ending_final':
    case 'court_order_required':
      return { code: refused.refused }
  }
}

export const targetListing = (debt: Debt, { guarantorId }: ListingCall): Listing =>
  targetOf(debt, guarantorId).listing
