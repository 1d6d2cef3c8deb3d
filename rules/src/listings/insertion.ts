import type { Creditor } from '@lastro/contract/clients/client-contract.ts'
import type { RefusalCode } from '@lastro/contract/listings/listing-codes.ts'
import type { GuarantorRequest, ListingRequest } from '@lastro/contract/listings/listings.ts'
import type { Day } from '../calendar/day.ts'
import { expiryOf, partyRefusal, refusalOf } from './admission.ts'
import { queueNotice } from './give-notice.ts'
import { type KnownParty, nothingKnown, reviewsOf } from './known-party.ts'
import { type Debt, type Draft, draftsOf, type Listing, type Means, type Moment } from './listing.ts'
import { byBureau, move, refusedDraft, unsent } from './move.ts'
import { debtOf, type NewListing, newListing } from './new-listing.ts'
import { withReview } from './review.ts'
import { isActive } from './states.ts'

/** What becomes of a debt that a creditor sends: refused, held for the operator, or on its way to a notice. */
export function decideInsertion(
  asked: NewListing & { readonly request: ListingRequest; readonly creditor: Creditor | undefined },
  means: Means,
  moment: Moment,
  party = nothingKnown,
): Draft {
  const { request, creditor } = asked
  const debt = debtOf(request, creditor, expiryOf(request.dueDate as Day))
  const received = receivedDraft(newListing(asked, request, debt, moment.nowMs), moment)
  const refusal = refusalOf(request, creditor, moment.today)
  return refusal === undefined
    ? admitted(received, party, means, moment)
    : refusedDraft(received, refusal, moment)
}

/** A guarantor follows its principal's debt, and is told, counted and published by itself. */
export function decideGuarantor(
  debt: Debt,
  asked: NewListing & { readonly request: GuarantorRequest },
  means: Means,
  moment: Moment,
  party = nothingKnown,
): Debt & { readonly added: Draft } {
  const principal = debt.principal.listing
  const listing = newListing(asked, asked.request, principal, moment.nowMs)
  const received = receivedDraft({ ...listing, principalId: principal.id }, moment)
  const refusal = guarantorRefusal(debt, received.listing, moment.today)
  if (refusal !== undefined) return { ...debt, added: refusedDraft(received, refusal, moment) }
  // The principal's version moves too, so that a release under way cannot miss a guarantor that is being added.
  const withAdded = move(debt.principal, 'addGuarantor', moment, { cause: listing.id })
  return { ...debt, principal: withAdded, added: admitted(received, party, means, moment) }
}

function guarantorRefusal(debt: Debt, added: Listing, today: Day): RefusalCode | undefined {
  const { listing: principal } = debt.principal
  if (!isActive(principal.state) || principal.creditor === undefined) return '298'
  const party = {
    documento: added.document,
    name: added.name,
    address: added.address,
    ...(added.birthDate !== undefined && { birthDate: added.birthDate }),
  }
  const owing = { creditor: principal.creditor, dueDate: principal.dueDate, today }
  const refusal = partyRefusal(party, owing)
  if (refusal !== undefined) return refusal
  const known = draftsOf(debt).filter(({ listing }) => isActive(listing.state))
  return known.some(({ listing }) => listing.document === added.document) ? '059' : undefined
}

const receivedDraft = (listing: Listing, { today, nowMs, actor }: Moment): Draft => ({
  keptVersion: undefined,
  listing,
  entries: [
    { version: 1, atMs: nowMs, on: today, change: 'received', state: 'received', actor, cause: undefined },
  ],
  notices: [],
})

/** A second active listing of the same creditor, debtor and contract; only the store can know. */
export const decideDuplicate = (draft: Draft, moment: Moment): Draft => {
  const { listing, entries } = draft
  const received = { ...draft, listing: { ...listing, ...unsent, version: 1, state: 'received' as const } }
  return refusedDraft({ ...received, entries: entries.slice(0, 1), notices: [] }, '059', moment)
}

function admitted(draft: Draft, party: KnownParty, means: Means, moment: Moment): Draft {
  const causes = reviewsOf(draft.listing, party)
  return causes.length === 0
    ? queueNotice(draft, 'accept', means, byBureau(moment))
    : withReview(draft, causes)
}
