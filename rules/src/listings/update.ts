import type { ReviewCause } from '@lastro/contract/listings/listing-codes.ts'
import type { ListingPatch } from '@lastro/contract/listings/listings.ts'
import { type Day, earliest, parseDay } from '../calendar/day.ts'
import { centsOf, moneyText } from '../money/cents.ts'
import { saysSomething } from '../policies/says-something.ts'
import { firstLoadedDay } from '../reports/merging/held-here.ts'
import { addressRefusal, amountRefusal, birthRefusal, expiryOf, runsFrom } from './insertion/admission.ts'
import { endedWithSameTerms } from './insertion/coming-again.ts'
import { type KnownParty, mailboxOf, nothingKnown, reviewsOf } from './insertion/known-party.ts'
import {
  type Debt,
  type Draft,
  draftsOf,
  type FormerDebt,
  type Listing,
  type Means,
  type Moment,
} from './listing.ts'
import { allows, byBureau, move, refusedDraft, replaced, targetOf } from './move.ts'
import { isContactCorrected } from './notices/corrected-contact.ts'
import { queueNotice } from './notices/give-notice.ts'
import { byRule, byState, isRefused, type Refused } from './refused.ts'
import { decidePayment } from './release.ts'
import { heldForReview, withReview } from './review.ts'
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
  known = nothingKnown,
  /** The listings of the same parties that the changed debt may be one of. */
  others: readonly Listing[] = [],
): Debt | Refused {
  const target = targetOf(debt, guarantorId)
  if (!isActive(target.listing.state)) return byState
  const refusal = patchRefusal(target.listing, patch, moment.today)
  if (refusal !== undefined) return refusal
  const isPaid = (patch.paidOn ?? debt.principal.listing.paidOn) !== undefined
  const party = changedParty(target, patch, { known, isPaid }, means, moment)
  const held = (draft: Draft, before: Listing): Draft =>
    heldAsEnded(heldFromCourt(draft, before, patch, isPaid, moment), before, others, moment)
  if (guarantorId !== undefined) {
    const withParty = replaced(debt, guarantorId, held(party, target.listing))
    if (isRefused(withParty) || patch.paidOn === undefined) return withParty
    return decidePayment(withParty, patch.paidOn as Day, moment, guarantorId)
  }
  // A birth date that shows the debt to be void ends it: nothing is left for the rest of the patch to change.
  if (!isActive(party.listing.state)) return { ...debt, principal: party }
  const { flagSubJudice, courtCase, subJudiceReason, ...withoutFlag } = patch
  // A lawsuit that the principal never had ends none of a guarantor's own.
  const ofAll = flagSubJudice === 'false' && !target.listing.subJudice ? withoutFlag : patch
  const changed: Draft[] = []
  for (const one of draftsOf(debt)) {
    const owed = changedDebt(one === debt.principal ? party : one, ofAll, means, moment)
    if (isRefused(owed)) return owed
    changed.push(held(lapsed(owed, moment), one.listing))
  }
  const [principal = party, ...guarantors] = changed
  const { paidOn } = patch
  return paidOn === undefined || !isActive(principal.listing.state)
    ? { principal, guarantors }
    : decidePayment({ principal, guarantors }, paidOn as Day, moment)
}

/**
 * Five years run from the earliest due date ever told. Whoever tells one from before them says that nobody may be
 * shown the debt any more: it ends today, and for good.
 */
const lapsed = (draft: Draft, moment: Moment): Draft =>
  isActive(draft.listing.state) && moment.today > draft.listing.expiresOn
    ? move(draft, 'expire', byBureau(moment), { cause: '97', fields: { release: '97' } })
    : draft

/** A creditor cannot end a lawsuit alone if the case number was given: the operator reviews it first. */
function heldFromCourt(
  draft: Draft,
  before: Listing,
  patch: ListingPatch,
  isPaid: boolean,
  moment: Moment,
): Draft {
  const { listing } = draft
  const isCleared = before.subJudice && !listing.subJudice
  if (!isCleared || !isActive(listing.state) || (before.courtCase ?? patch.courtCase) === undefined)
    return draft
  const causes = ['sub_judice_cleared'] as const
  // A paid debt is already hidden, and keeps its state until its release.
  return isPaid ? withReview(draft, causes) : heldForReview(draft, causes, byBureau(moment))
}

/** A new amount or due date may give a debt the terms of one that ended under another contract number. */
function heldAsEnded(draft: Draft, before: Listing, others: readonly Listing[], moment: Moment): Draft {
  const { listing } = draft
  const isSame = listing.amountCents === before.amountCents && listing.dueDate === before.dueDate
  if (isSame || !isActive(listing.state)) return draft
  const ended = endedWithSameTerms(
    listing,
    others.filter(({ id }) => id !== listing.id),
  )
  if (ended === undefined) return draft
  const earlier = { id: ended.id, isOwn: ended.clientId === listing.clientId }
  return heldForReview(
    { ...draft, listing: { ...listing, earlier } },
    ['same_terms_as_ended'],
    byBureau(moment),
  )
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
  const isCleared = listing.subJudice && patch.flagSubJudice === 'false'
  if (isCleared && !saysSomething(patch.subJudiceReason ?? ''))
    return { refused: 'sub_judice_reason_required' }
  const addressRefused = address === undefined ? undefined : addressRefusal(address)
  return addressRefused === undefined ? undefined : byRule(addressRefused)
}

/** Address, contact, birth date and lawsuit: what each party has of its own. */
function changedParty(
  draft: Draft,
  patch: ListingPatch,
  { known, isPaid }: { readonly known: KnownParty; readonly isPaid: boolean },
  means: Means,
  moment: Moment,
): Draft {
  const { address, contact, birthDate } = patch
  const fields: Partial<Listing> = {
    ...(address !== undefined && { address }),
    ...(contact !== undefined && { contact }),
    ...(birthDate !== undefined && { birthDate: birthDate as Day }),
    ...lawsuitFields(draft.listing, patch),
  }
  const named = Object.keys(fields)
  if (named.length === 0) return draft
  const isNewMailbox = contact !== undefined && mailboxOf(contact) !== mailboxOf(draft.listing.contact)
  // What the operator has taken was another mailbox, whether or not somebody has to look at this one now.
  const reviewed = draft.listing.reviewed.filter((one) => !isNewMailbox || one !== 'mailbox_shared')
  const changed = move(draft, 'update', moment, {
    cause: causeOf(named, draft.listing, fields, patch),
    fields: { ...fields, reviewed },
  })
  const isCorrected = !isPaid && isContactCorrected(draft.listing, changed.listing)
  // Of what was told before, it would be nobody's to look at again.
  const { state, publishOn } = draft.listing
  const isBeforeNotice = state === 'received' || state === 'notice_queued'
  const isLookedAt = isCorrected || isBeforeNotice || (state === 'suspended' && publishOn === undefined)
  const { birthDate: former } = draft.listing
  const anew: readonly ReviewCause[] = [
    ...birthAnew(birthDate, former, known),
    ...(isNewMailbox && isLookedAt ? ['mailbox_shared' as const] : []),
    ...(address !== undefined && isLookedAt ? ['city_differs' as const] : []),
  ]
  // Whoever says another than before contradicts themselves, unless they now say what the register does. Of what was
  // paid nobody is told any more, and there is nothing to hold back.
  const isContradicted = former !== undefined && known.registered?.birthDate !== birthDate
  const birthDates = isPaid ? [] : [...(known.birthDates ?? []), ...(isContradicted ? [former] : [])]
  return reviewedAnew(changed, { anew, known: { ...known, birthDates }, isCorrected }, means, moment)
}

/** The case number stays as long as the lawsuit does, even if it is not sent again. */
const lawsuitFields = (
  { courtCase }: Listing,
  patch: Pick<ListingPatch, 'flagSubJudice' | 'courtCase'>,
): Partial<Listing> => {
  if (patch.flagSubJudice === 'false') {
    return { subJudice: false, ...(courtCase !== undefined && { courtCase: undefined }) }
  }
  return {
    ...(patch.flagSubJudice !== undefined && { subJudice: true }),
    ...(patch.courtCase !== undefined && { courtCase: patch.courtCase }),
  }
}

/**
 * The parts that changed; of a lawsuit that has ended, with the number of its case, which leaves the listing with the
 * flag, and the reason that the creditor gave.
 */
function causeOf(
  parts: readonly string[],
  before: Listing,
  after: Partial<Listing>,
  { subJudiceReason = '', courtCase = before.courtCase }: ListingPatch,
): string {
  const isCleared = before.subJudice && after.subJudice === false
  const named = parts.filter((one) => !(isCleared && one === 'courtCase')).join()
  if (!isCleared) return named
  return [named, courtCase, subJudiceReason.trim()].filter((part) => part !== undefined).join(': ')
}

/** Saying the same again answers no doubt; it is held against what the register has learnt since. */
function birthAnew(
  told: string | undefined,
  former: string | undefined,
  { registered }: KnownParty,
): readonly ReviewCause[] {
  if (told === undefined) return []
  if (told !== former) return birthReviews
  return (registered?.birthDate ?? told) === told ? [] : ['birth_date_differs']
}

const birthReviews: readonly ReviewCause[] = ['birth_date_unknown', 'minor', 'birth_date_differs']

type Anew = {
  /** What is judged again, whatever the operator has said of it before. */
  readonly anew: readonly ReviewCause[]
  readonly known: KnownParty
  readonly isCorrected: boolean
}

/**
 * What becomes known can end a review, begin one, or show that the debt was void all along. A notice that went to
 * an address since corrected may have reached nobody.
 */
function reviewedAnew(draft: Draft, { anew, known, isCorrected }: Anew, means: Means, moment: Moment): Draft {
  const { document, birthDate, state, review, moreReviews } = draft.listing
  const dueDate = firstDueDate(draft.listing, known)
  const isVoid = birthRefusal(document, birthDate, dueDate, moment.today) === '121'
  if (anew.includes('minor') && isVoid) return voided(draft, moment)
  const reviewed = draft.listing.reviewed.filter((one) => !anew.includes(one))
  const judged = { ...draft, listing: { ...draft.listing, reviewed } }
  const found = reviewsOf({ ...judged.listing, dueDate }, known).filter((one) => anew.includes(one))
  if (state !== 'received') {
    const causes = isCorrected ? [...found, 'contact_corrected' as const] : found
    return causes.length === 0 ? judged : heldForReview(judged, causes, moment)
  }
  const waiting = [review, ...moreReviews].filter((one) => one !== undefined)
  const causes = [...waiting.filter((one) => !anew.includes(one)), ...found]
  if (causes.length === 0) return queueNotice(judged, 'accept', means, byBureau(moment))
  const listing = { ...judged.listing, review: undefined }
  return withReview({ ...judged, listing }, causes)
}

/** The earliest that was told of the debt: by its creditor, by a load, or before it came, from which its time runs. */
function firstDueDate(listing: Listing, { registered }: KnownParty): Day {
  const before = runsFrom(listing)
  return earliest(before, firstLoadedDay(listing, registered?.debts ?? []) ?? before)
}

/** A debt of a person under 16. */
const voided = (draft: Draft, moment: Moment): Draft =>
  allows(draft, 'refuse')
    ? refusedDraft(draft, '121', moment)
    : move(draft, 'release', moment, { cause: '21', fields: { release: '21' } })

/**
 * Value and due date: the debt's own, which its guarantors follow. An earlier due date holds at once, and what it says
 * of the debtor's age comes before a higher value.
 */
function changedDebt(draft: Draft, patch: ListingPatch, means: Means, moment: Moment): Draft | Refused {
  const { dueDate, amount, ...rest } = patch
  const isBoth = amount !== undefined && dueDate !== undefined && dueDate < draft.listing.dueDate
  if (!isBoth || centsOf(amount) <= draft.listing.amountCents) return owedAnew(draft, patch, means, moment)
  const dated = owedAnew(draft, { dueDate }, means, moment)
  return isRefused(dated) || !isActive(dated.listing.state)
    ? dated
    : owedAnew(dated, { ...rest, amount }, means, moment)
}

function owedAnew(draft: Draft, patch: ListingPatch, means: Means, moment: Moment): Draft | Refused {
  const { listing } = draft
  const amountCents = patch.amount === undefined ? listing.amountCents : centsOf(patch.amount)
  const dueDate = (patch.dueDate as Day | undefined) ?? listing.dueDate
  const isGuarantor = listing.principalId !== undefined
  const lawsuit = isGuarantor ? lawsuitFields(listing, patch) : {}
  const { subJudice, courtCase } = { ...listing, ...lawsuit }
  const isSameLawsuit = subJudice === listing.subJudice && courtCase === listing.courtCase
  const isSameDebt = amountCents === listing.amountCents && dueDate === listing.dueDate
  const isSame = isSameDebt && isSameLawsuit
  if (isSame || (isGuarantor && !isActive(listing.state))) return draft
  const fields = {
    amountCents,
    dueDate,
    formerDebts: formerDebts(listing, { amountCents, dueDate }),
    ...lawsuit,
    expiresOn: earliest(listing.expiresOn, expiryOf(dueDate)),
  }
  if (amountCents <= listing.amountCents || listing.state === 'received') {
    const parts = [...(isSameDebt ? [] : ['debt']), ...(isSameLawsuit ? [] : ['subJudice'])]
    const changed = move(draft, 'update', moment, { cause: causeOf(parts, listing, fields, patch), fields })
    // On an earlier due date the debtor was younger. Whoever took a debt without a birth date took it on the later one.
    const anew: readonly ReviewCause[] = ['minor', 'birth_date_unknown']
    return dueDate < listing.dueDate
      ? reviewedAnew(changed, { anew, known: nothingKnown, isCorrected: false }, means, moment)
      : changed
  }
  // Nobody is told of a higher value of what was paid.
  const isPaid = (patch.paidOn ?? listing.paidOn) !== undefined
  if (isPaid || !allows(draft, 'raise')) return byState
  return queueNotice(draft, 'raise', means, moment, {
    cause: causeOf(['amount'], listing, fields, patch),
    fields,
  })
}

function formerDebts(
  listing: Listing,
  { amountCents, dueDate }: Pick<Listing, 'amountCents' | 'dueDate'>,
): readonly FormerDebt[] {
  if (amountCents === listing.amountCents && dueDate === listing.dueDate) return listing.formerDebts
  const left = { amount: moneyText(listing.amountCents), dueDate: listing.dueDate }
  const isKnown = listing.formerDebts.some(
    (one) => one.amount === left.amount && one.dueDate === left.dueDate,
  )
  return isKnown ? listing.formerDebts : [...listing.formerDebts, left]
}
