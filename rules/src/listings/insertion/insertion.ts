import assert from 'node:assert/strict'
import type { Creditor } from '@lastro/contract/clients/client-contract.ts'
import type { RefusalCode, ReviewCause } from '@lastro/contract/listings/listing-codes.ts'
import type { GuarantorRequest, ListingRequest } from '@lastro/contract/listings/listings.ts'
import { type Day, earliest } from '../../calendar/day.ts'
import { firstLoadedDay } from '../../reports/merging/held-here.ts'
import { type Debt, type Draft, draftsOf, type Listing, type Means, type Moment } from '../listing.ts'
import { byBureau, move, refusedDraft } from '../move.ts'
import { queueNotice } from '../notices/give-notice.ts'
import { withReview } from '../review.ts'
import { isActive } from '../states.ts'
import { birthRefusal, expiryOf, partyRefusal, refusalOf, runsFrom } from './admission.ts'
import { type Before, endedWithSameTerms, whatWasBefore } from './coming-again.ts'
import { identityOf } from './debt-identity.ts'
import { type KnownParty, nothingKnown, reviewsOf } from './known-party.ts'
import { debtOf, type NewListing, newListing } from './new-listing.ts'

/** What becomes of a debt that a creditor sends: refused, held for the operator, or on its way to a notice. */
export function decideInsertion(
  asked: NewListing & { readonly request: ListingRequest; readonly creditor: Creditor | undefined },
  /** The listings of the same creditor and debtor whose contracts are the same or look alike. */
  known: readonly Listing[],
  means: Means,
  moment: Moment,
  party = nothingKnown,
): Draft {
  const { request, creditor } = asked
  const debt = debtOf(request, creditor, expiryOf(request.dueDate as Day))
  const received = receivedDraft(newListing(asked, request, debt, moment.nowMs), moment)
  const refusal = refusalOf(request, creditor, moment.today)
  if (refusal !== undefined) return refusedDraft(received, refusal, moment)
  return admitted(received, { known, party }, means, moment)
}

/** A guarantor follows its principal's debt, and is told, counted and published by itself. */
export function decideGuarantor(
  debt: Debt,
  asked: NewListing & { readonly request: GuarantorRequest },
  known: readonly Listing[],
  means: Means,
  moment: Moment,
  party = nothingKnown,
): Debt & { readonly added: Draft } {
  const principal = debt.principal.listing
  const listing = newListing(asked, asked.request, principal, moment.nowMs)
  const received = receivedDraft({ ...listing, principalId: principal.id }, moment)
  const refusal = guarantorRefusal(debt, received.listing, moment.today)
  if (refusal !== undefined) return { ...debt, added: refusedDraft(received, refusal, moment) }
  const added = admitted(received, { known, party }, means, moment)
  if (!isActive(added.listing.state)) return { ...debt, added }
  // The principal's version moves too, so that a release under way cannot miss a guarantor that is being added.
  return { ...debt, principal: move(debt.principal, 'addGuarantor', moment, { cause: listing.id }), added }
}

function guarantorRefusal(debt: Debt, added: Listing, today: Day): RefusalCode | undefined {
  const { listing: principal } = debt.principal
  if (!isActive(principal.state) || principal.paidOn !== undefined) return '298'
  if (principal.creditor === undefined) return '298'
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

function receivedDraft(listing: Listing, { today, nowMs, actor }: Moment): Draft {
  const change = { change: 'received', state: 'received', actor, cause: undefined } as const
  const entry = { version: 1, atMs: nowMs, on: today, ...change }
  return {
    keptVersion: undefined,
    listing,
    entries: [entry],
    steps: [{ entry, before: listing, after: listing, fromMs: nowMs, isByDate: false }],
    notices: [],
  }
}

type Known = { readonly known: readonly Listing[]; readonly party: KnownParty }

/** What was before decides first; then who owes. */
function admitted(draft: Draft, { known, party }: Known, means: Means, moment: Moment): Draft {
  const { clientId, birthDate, principalId } = draft.listing
  // A guarantor's time runs from where its principal's does.
  const dueDate = runsFrom(draft.listing)
  const identity = identityOf(draft.listing)
  assert.ok(identity !== undefined, 'a debt without creditor or contract is refused before')
  const before = withSameTerms(
    draft.listing,
    known,
    whatWasBefore(known, { identity, dueDate, clientId, birthDate, principalId }),
  )
  const loadedOn = firstLoadedDay(draft.listing, party.registered?.debts ?? [])
  const firstDueDate = earliest(before.firstDueDate, loadedOn ?? before.firstDueDate)
  const expiresOn = earliest(draft.listing.expiresOn, expiryOf(firstDueDate))
  const lawsuit = draft.listing.subJudice ? {} : before.lawsuit
  const listing = { ...draft.listing, ...lawsuit, expiresOn, earlier: before.earlier }
  const placed = { ...draft, listing }
  if (before.refusal !== undefined) return refusedDraft(placed, before.refusal, moment)
  if (moment.today > expiresOn) {
    // What was loaded has no listing to be named.
    const earlier = firstDueDate < before.firstDueDate ? undefined : before.toldBy
    return refusedDraft({ ...draft, listing: { ...listing, earlier } }, '017', moment)
  }
  // On an earlier due date the debtor was younger.
  const first = { ...listing, dueDate: firstDueDate }
  const isVoid = birthRefusal(first.document, birthDate, firstDueDate, moment.today) === '121'
  if (isVoid) return refusedDraft(placed, '121', moment)
  const causes: readonly ReviewCause[] = [
    ...(before.review === undefined ? [] : [before.review]),
    ...reviewsOf(first, party),
    ...(before.isOtherBirthDate ? ['birth_date_differs' as const] : []),
  ]
  return causes.length === 0
    ? queueNotice(placed, 'accept', means, byBureau(moment))
    : withReview(placed, causes)
}

/** Looks under other contract numbers if this one is unknown. */
function withSameTerms(listing: Listing, known: readonly Listing[], before: Before): Before {
  if (before.refusal !== undefined || before.review !== undefined) return before
  const ended = endedWithSameTerms(listing, known)
  if (ended === undefined) return before
  const earlier = { id: ended.id, isOwn: ended.clientId === listing.clientId }
  return { ...before, review: 'same_terms_as_ended', earlier }
}
