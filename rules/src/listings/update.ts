import type { ReviewCause } from '@lastro/contract/listings/listing-codes.ts'
import type { ListingPatch } from '@lastro/contract/listings/listings.ts'
import { type Day, earliest, parseDay } from '../calendar/day.ts'
import { centsOf } from '../money/cents.ts'
import { addressRefusal, amountRefusal, birthRefusal, expiryOf, reviewOf } from './admission.ts'
import { queueNotice } from './give-notice.ts'
import type { Debt, Draft, Listing, Means, Moment } from './listing.ts'
import { allows, byBureau, move, refusedDraft, replaced, targetOf, unsent } from './move.ts'
import { byRule, byState, isRefused, type Refused } from './refused.ts'
import { decidePayment } from './release.ts'
import { isActive } from './states.ts'

/**
 * What favours the debtor holds at once: a lower value, an earlier due date, a lawsuit shown, a payment. What
 * goes against the debtor needs a new notice: a higher value takes the listing out of reports until the new
 * waiting period is over. A due date never moves forward: a renegotiation is a new listing.
 */
export function decideUpdate(
  debt: Debt,
  guarantorId: string | undefined,
  patch: ListingPatch,
  means: Means,
  moment: Moment,
): Debt | Refused {
  const target = targetOf(debt, guarantorId)
  if (!isActive(target.listing.state)) return byState
  const refusal = patchRefusal(target.listing, patch, moment.today)
  if (refusal !== undefined) return refusal
  const party = changedParty(target, patch, means, moment)
  if (isRefused(party)) return party
  if (guarantorId !== undefined) {
    const withParty = replaced(debt, guarantorId, party)
    if (isRefused(withParty) || patch.paidOn === undefined) return withParty
    return decidePayment(withParty, patch.paidOn as Day, moment, guarantorId)
  }
  // A birth date that shows the debt to be void ends it: nothing is left for the rest of the patch to change.
  if (!isActive(party.listing.state)) return { ...debt, principal: party }
  const changed: Draft[] = []
  for (const one of [party, ...debt.guarantors]) {
    const owed = changedDebt(one, patch, means, moment)
    if (isRefused(owed)) return owed
    changed.push(owed)
  }
  const [principal = party, ...guarantors] = changed
  const { paidOn } = patch
  return paidOn === undefined || !isActive(principal.listing.state)
    ? { principal, guarantors }
    : decidePayment({ principal, guarantors }, paidOn as Day, moment)
}

function patchRefusal(listing: Listing, patch: ListingPatch, today: Day): Refused | undefined {
  const { amount, dueDate, paidOn, address, birthDate } = patch
  const amountRefused = amount === undefined ? undefined : amountRefusal(centsOf(amount))
  if (amountRefused !== undefined) return byRule(amountRefused)
  for (const day of [dueDate, paidOn, birthDate]) {
    if (day !== undefined && parseDay(day) === undefined) return byRule('014')
  }
  if ((paidOn ?? '') > today || (birthDate ?? '') > today) return byRule('016')
  if (dueDate !== undefined && dueDate > listing.dueDate) return { refused: 'due_date_forward' }
  if (dueDate !== undefined && today > expiryOf(dueDate as Day)) return byRule('017')
  const addressRefused = address === undefined ? undefined : addressRefusal(address)
  return addressRefused === undefined ? undefined : byRule(addressRefused)
}

/** Address, contact, birth date and lawsuit: what each party has of its own. */
function changedParty(draft: Draft, patch: ListingPatch, means: Means, moment: Moment): Draft | Refused {
  const { address, contact, birthDate, flagSubJudice } = patch
  const fields: Partial<Listing> = {
    ...(address !== undefined && { address }),
    ...(contact !== undefined && { contact }),
    ...(birthDate !== undefined && { birthDate: birthDate as Day }),
    ...(flagSubJudice !== undefined && { subJudice: flagSubJudice === 'true' }),
  }
  const named = Object.keys(fields)
  if (named.length === 0) return draft
  if (!allows(draft, 'update')) return byState
  const changed = move(draft, 'update', moment, { cause: named.join(), fields })
  return birthDate === undefined ? changed : withKnownAge(changed, means, moment)
}

const ageCauses: ReadonlySet<ReviewCause> = new Set(['birth_date_unknown', 'minor'])

/** A birth date that becomes known can end a review, begin one, or show that the debt was void all along. */
function withKnownAge(draft: Draft, means: Means, moment: Moment): Draft | Refused {
  const { document, birthDate, dueDate, state } = draft.listing
  const isVoid = birthRefusal(document, birthDate, dueDate, moment.today) === '121'
  if (isVoid && allows(draft, 'refuse')) return refusedDraft(draft, '121', moment)
  if (isVoid) return move(draft, 'release', moment, { cause: '21', fields: { release: '21' } })
  // What the debt itself is held for does not end with an age.
  const { review: held } = draft.listing
  const review = held === undefined || ageCauses.has(held) ? reviewOf(document, birthDate, dueDate) : held
  if (state === 'received') {
    if (review !== undefined) return { ...draft, listing: { ...draft.listing, review } }
    return queueNotice(draft, 'accept', means, byBureau(moment), { fields: { review: undefined } })
  }
  if (review === undefined) return draft
  if (!allows(draft, 'hold')) return byState
  return move(draft, 'hold', moment, { cause: review, fields: { review, ...unsent } })
}

/** Value and due date: the debt's own, which its guarantors follow. */
function changedDebt(draft: Draft, patch: ListingPatch, means: Means, moment: Moment): Draft | Refused {
  const { listing } = draft
  const amountCents = patch.amount === undefined ? listing.amountCents : centsOf(patch.amount)
  const dueDate = (patch.dueDate as Day | undefined) ?? listing.dueDate
  const isGuarantor = listing.principalId !== undefined
  const subJudice =
    isGuarantor && patch.flagSubJudice !== undefined ? patch.flagSubJudice === 'true' : listing.subJudice
  const isSame =
    amountCents === listing.amountCents && dueDate === listing.dueDate && subJudice === listing.subJudice
  if (isSame || (isGuarantor && !isActive(listing.state))) return draft
  const fields = {
    amountCents,
    dueDate,
    subJudice,
    expiresOn: earliest(listing.expiresOn, expiryOf(dueDate)),
  }
  if (amountCents <= listing.amountCents || listing.state === 'received') {
    if (!allows(draft, 'update')) return byState
    const changed = move(draft, 'update', moment, { cause: 'debt', fields })
    // On an earlier due date the debtor was younger.
    const isYounger = dueDate < listing.dueDate && listing.birthDate !== undefined
    return isYounger ? withKnownAge(changed, means, moment) : changed
  }
  // Nobody is told of a higher value of what was paid.
  const isPaid = (patch.paidOn ?? listing.paidOn) !== undefined
  if (isPaid || !allows(draft, 'raise')) return byState
  return queueNotice(draft, 'raise', means, moment, { cause: 'amount', fields })
}
