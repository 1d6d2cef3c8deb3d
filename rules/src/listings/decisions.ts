import assert from 'node:assert/strict'
import type { Creditor } from '@lastro/contract/clients/client-contract.ts'
import {
  paidReasons,
  type RefusalCode,
  type ReleaseReason,
  type ReviewCause,
  reservedReasons,
} from '@lastro/contract/listings/listing-codes.ts'
import type {
  DisputeOutcomeRequest,
  GuarantorRequest,
  ListingPatch,
  ListingRequest,
} from '@lastro/contract/listings/listings.ts'
import { natures } from '@lastro/contract/listings/natures.ts'
import { addBusinessDays, waitingPeriodEnd } from '../calendar/business-days.ts'
import { addDays, addYears, type Day, parseDay } from '../calendar/day.ts'
import { documentType, parseDocument } from '../documents/document-number.ts'
import { type Cents, centsOf } from '../money/cents.ts'
import type { Means, Moment } from './listing.ts'
import { type Debt, type Dispute, type Draft, draftsOf, type Listing, type NoticeRecord } from './listing.ts'
import { composedNotice } from './listing-notice.ts'
import { debtOf, type NewListing, newListing } from './new-listing.ts'
import { postcodeFits } from './postcodes.ts'
import { changeOf, isActive, type ListingEvent, nextState } from './states.ts'

/*
 * The rules, in the order of a listing's life: who may be listed, notice, publication, what a reader sees,
 * changes, payment, release, court, dispute, guarantors, time. Each takes what it needs as values and returns
 * what will be; nothing here reads a clock, a store or a network.
 */

/** A refusal is expected and returned. `state` means that the state table has no such event. */
export type Refused =
  | { readonly refused: 'rule'; readonly code: RefusalCode }
  | { readonly refused: 'state' }
  | { readonly refused: 'due_date_forward' }
  | { readonly refused: 'suspension_of_operator' }

export const isRefused = (decided: object): decided is Refused => 'refused' in decided

const byRule = (code: RefusalCode): Refused => ({ refused: 'rule', code })
const byState: Refused = { refused: 'state' }

// ── Who may be listed ────────────────────────────────────────────────────────────────────────────────

/** CDC art. 43 §1 and Súmula 323: at most five years, counted from the day after the due date. */
export const expiryOf = (dueDate: Day): Day => addYears(dueDate, 5)

const amountCentsMin: Cents = 10_00n

/** More than any debt seen in this field: past it somebody has mistyped. */
const amountCentsMax: Cents = 999_999_999_99n

/** Why a debt cannot be listed; undefined when it can. Duplicates are found by the store, which sees them all. */
export function refusalOf(
  request: ListingRequest,
  creditor: Creditor | undefined,
  today: Day,
): RefusalCode | undefined {
  if (parseDocument(request.documento).kind === 'fault') return '029'
  if (creditor === undefined) return '089'
  if (request.contractId === undefined) return '085'
  if (!Object.hasOwn(natures, request.legalNatureId)) return '035'
  const dueDate = parseDay(request.dueDate)
  if (dueDate === undefined) return '014'
  if (dueDate >= today) return '016'
  if (today > expiryOf(dueDate)) return '017'
  return amountRefusal(centsOf(request.amount)) ?? partyRefusal(request, { creditor, dueDate, today })
}

const amountRefusal = (cents: Cents): RefusalCode | undefined => {
  if (cents < amountCentsMin) return '057'
  return cents > amountCentsMax ? '381' : undefined
}

type Owing = { readonly creditor: Creditor; readonly dueDate: Day; readonly today: Day }

/** What holds for a debtor and for a guarantor alike. */
function partyRefusal(party: GuarantorRequest, { creditor, dueDate, today }: Owing): RefusalCode | undefined {
  const parsed = parseDocument(party.documento)
  if (parsed.kind === 'fault') return '029'
  if (parsed.document === creditor.document) return '286'
  return addressRefusal(party.address) ?? birthRefusal(parsed.document, party.birthDate, dueDate, today)
}

function addressRefusal(address: GuarantorRequest['address']): RefusalCode | undefined {
  const { addressLine, district, city, state, zipCode } = address
  if (addressLine === undefined) return '109'
  if (district === undefined) return '110'
  if (city === undefined) return '111'
  if (state === undefined) return '112'
  if (zipCode === undefined) return '113'
  return postcodeFits({ zipCode, state }) ? undefined : '491'
}

function birthRefusal(
  document: string,
  birthDate: string | undefined,
  dueDate: Day,
  today: Day,
): RefusalCode | undefined {
  if (birthDate === undefined || !isPerson(document)) return undefined
  const day = parseDay(birthDate)
  if (day === undefined) return '014'
  if (day > today) return '016'
  return isUnder(16, day, dueDate) ? '121' : undefined
}

/**
 * A debt of a person under 16 is void. One of 16 or 17 may stand, if the parents assisted; the operator looks.
 * The age counts at the contract; the due date is the day nearest to it that a creditor tells us.
 */
export function reviewOf(
  document: string,
  birthDate: string | undefined,
  dueDate: Day,
): ReviewCause | undefined {
  if (!isPerson(document)) return undefined
  if (birthDate === undefined) return 'birth_date_unknown'
  return isUnder(18, birthDate as Day, dueDate) ? 'minor' : undefined
}

const isPerson = (document: string): boolean => {
  const parsed = parseDocument(document)
  return parsed.kind === 'document' && documentType(parsed.document) === 'CPF'
}

const isUnder = (years: number, birthDate: Day, on: Day): boolean => addYears(birthDate, years) > on

// ── A new listing ────────────────────────────────────────────────────────────────────────────────────

/** What becomes of a debt that a creditor sends: refused, held for the operator, or on its way to a notice. */
export function decideInsertion(
  asked: NewListing & { readonly request: ListingRequest; readonly creditor: Creditor | undefined },
  means: Means,
  moment: Moment,
): Draft {
  const { request, creditor } = asked
  const debt = debtOf(request, creditor, expiryOf(request.dueDate as Day))
  const received = receivedDraft(newListing(asked, request, debt, moment.nowMs), moment)
  const refusal = refusalOf(request, creditor, moment.today)
  return refusal === undefined ? admitted(received, means, moment) : refusedDraft(received, refusal, moment)
}

/** What follows from the rules alone is the bureau's doing, whoever set it off. */
const byBureau = (moment: Moment): Moment => ({ ...moment, actor: 'bureau' })

/** A guarantor follows its principal's debt, and is told, counted and published by itself. */
export function decideGuarantor(
  debt: Debt,
  asked: NewListing & { readonly request: GuarantorRequest },
  means: Means,
  moment: Moment,
): Debt & { readonly added: Draft } {
  const principal = debt.principal.listing
  const listing = newListing(asked, asked.request, principal, moment.nowMs)
  const received = receivedDraft({ ...listing, principalId: principal.id }, moment)
  const refusal = guarantorRefusal(debt, received.listing, moment.today)
  if (refusal !== undefined) return { ...debt, added: refusedDraft(received, refusal, moment) }
  // The principal's version moves too, so that a release under way cannot miss a guarantor that is being added.
  const withAdded = move(debt.principal, 'addGuarantor', moment, { cause: listing.id })
  return { ...debt, principal: withAdded, added: admitted(received, means, moment) }
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

const refusedDraft = (draft: Draft, code: RefusalCode, moment: Moment): Draft =>
  move(draft, 'refuse', byBureau(moment), { cause: code, fields: { refusal: code, review: undefined } })

/** A second active listing of the same creditor, debtor and contract; only the store can know. */
export const decideDuplicate = (draft: Draft, moment: Moment): Draft => {
  const { listing, entries } = draft
  const received = { ...draft, listing: { ...listing, ...unsent, version: 1, state: 'received' as const } }
  return refusedDraft({ ...received, entries: entries.slice(0, 1), notices: [] }, '059', moment)
}

function admitted(draft: Draft, means: Means, moment: Moment): Draft {
  const { document, birthDate, dueDate } = draft.listing
  const review = reviewOf(document, birthDate, dueDate)
  if (review === undefined) return queueNotice(draft, 'accept', means, byBureau(moment))
  return { ...draft, listing: { ...draft.listing, review } }
}

/** The operator has looked, and takes the listing as it is. */
export function decideApproval(draft: Draft, cause: string, means: Means, moment: Moment): Draft | Refused {
  if (!allows(draft, 'accept')) return byState
  return queueNotice(draft, 'accept', means, moment, { cause, fields: { review: undefined } })
}

export function decideReviewRefusal(draft: Draft, cause: string, moment: Moment): Draft | Refused {
  if (draft.listing.state !== 'received') return byState
  return move(draft, 'refuse', moment, { cause, fields: { refusal: 'review_refused', review: undefined } })
}

// ── Notice ───────────────────────────────────────────────────────────────────────────────────────────

/** No clock runs for a notice that has not been delivered. */
const unsent = {
  notice: undefined,
  deliveredOn: undefined,
  waitingEndsOn: undefined,
  publishOn: undefined,
}

/**
 * CDC art. 43 §2 and Súmula 359: the bureau itself gives written notice first. A new notice starts from the
 * first channel that reaches the person; `retry` goes on to the next. Where none is left, nobody can be listed.
 */
function queueNotice(
  draft: Draft,
  event: 'accept' | 'raise' | 'retry',
  means: Means,
  moment: Moment,
  { cause, fields = {} }: { cause?: string; fields?: Partial<Listing> } = {},
): Draft {
  const tried = event === 'retry' ? (draft.listing.notice?.tried ?? []) : []
  const queued = move(draft, event, moment, { cause, fields: { ...fields, ...unsent } })
  const channel = means.channelsFor(queued.listing).find((one) => !tried.includes(one))
  if (channel === undefined) return refusedDraft(queued, 'notice_undeliverable', moment)
  const id = means.newId()
  const record: NoticeRecord = {
    id,
    listingId: queued.listing.id,
    register: queued.listing.register,
    version: queued.listing.version,
    channel,
    status: 'queued',
    createdAtMs: moment.nowMs,
    sentAtMs: undefined,
    settledOn: undefined,
    proof: undefined,
    notice: undefined,
  }
  const notice = { id, channel, tried: [...tried, channel] }
  return { ...queued, listing: { ...queued.listing, notice }, notices: [...queued.notices, record] }
}

/** On its way, without proof: no clock runs yet. */
export function decideSent(draft: Draft, record: NoticeRecord, moment: Moment): Draft | Refused {
  if (!isCurrent(draft, record) || !allows(draft, 'send')) return byState
  const sent = { ...record, status: 'sent' as const, sentAtMs: moment.nowMs }
  return move({ ...draft, notices: [sent] }, 'send', moment, { cause: record.channel })
}

/**
 * STJ Tema 1.315: an electronic notice counts when its delivery is proved, a letter when it is posted. The
 * waiting period starts then: the first day is excluded, it ends on a business day, and the debt may be shown
 * from the day after its end.
 */
export function decideDelivered(
  draft: Draft,
  record: NoticeRecord,
  { proof, on }: { readonly proof: string; readonly on: Day },
  means: Pick<Means, 'waitingDaysIn'>,
  moment: Moment,
): Draft | Refused {
  // Never in the future, and never before the words were written.
  const writtenOn = record.notice?.writtenOn ?? on
  if (!isCurrent(draft, record) || on > moment.today || on < writtenOn) return byState
  const sent = draft.listing.state === 'notice_queued' ? decideSent(draft, record, moment) : draft
  if (isRefused(sent) || !allows(sent, 'deliver')) return byState
  const waitingEndsOn = waitingPeriodEnd(on, means.waitingDaysIn(draft.listing.address.state ?? ''))
  const delivered: NoticeRecord = {
    ...record,
    status: 'delivered',
    sentAtMs: record.sentAtMs ?? moment.nowMs,
    settledOn: on,
    proof,
  }
  return move({ ...sent, notices: [delivered] }, 'deliver', moment, {
    cause: record.channel,
    on,
    fields: { deliveredOn: on, waitingEndsOn, publishOn: addDays(waitingEndsOn, 1) },
  })
}

/** This channel will not bring it: on to the next, or, when none is left, refused. */
export function decideUndelivered(
  draft: Draft,
  record: NoticeRecord,
  detail: string,
  means: Means,
  moment: Moment,
): Draft | Refused {
  if (!isCurrent(draft, record) || !allows(draft, 'retry')) return byState
  const failed: NoticeRecord = { ...record, status: 'failed', settledOn: moment.today, proof: detail }
  return queueNotice({ ...draft, notices: [failed] }, 'retry', means, moment, { cause: record.channel })
}

const isCurrent = ({ listing }: Draft, { id }: NoticeRecord): boolean => listing.notice?.id === id

/** The sandbox sends nothing: there a notice counts as delivered at once. */
export function deliveredAtOnce(
  draft: Draft,
  principalName: string | undefined,
  means: Means,
  moment: Moment,
): Draft {
  // One change can queue two notices, and the second takes the place of the first.
  const queued = draft.notices.find((one) => one.status === 'queued' && isCurrent(draft, one))
  if (queued === undefined || draft.listing.state !== 'notice_queued') return draft
  const composed = composedNotice(draft, queued, principalName, means, moment)
  const outcome = { proof: 'sandbox', on: moment.today }
  const delivered = decideDelivered(draft, composed, outcome, means, byBureau(moment))
  assert.ok(!isRefused(delivered), 'a notice just queued can be delivered')
  const others = draft.notices.filter((one) => one !== queued)
  return { ...delivered, notices: [...others, ...delivered.notices] }
}

// ── What a reader sees ───────────────────────────────────────────────────────────────────────────────

/**
 * Whether a report shows a listing on a day. Dates decide, not jobs: one whose waiting period is over is read as
 * published even while it is still recorded as waiting, and one past its last day is gone before any job ran. A
 * guarantor is shown while its principal is, and never before both notices have run.
 */
export function isVisible(listing: Listing, principal: Listing | undefined, today: Day): boolean {
  const { state, publishOn, expiresOn } = listing
  const isPublished =
    state === 'published' || (state === 'waiting' && publishOn !== undefined && publishOn <= today)
  const followsVisible = principal === undefined || isVisible(principal, undefined, today)
  return isPublished && today <= expiresOn && !isHidden(listing, today) && followsVisible
}

/** Paid, or disputed and left without an answer. */
const isHidden = ({ paidOn, dispute }: Listing, today: Day): boolean =>
  paidOn !== undefined ||
  (dispute !== undefined && dispute.outcome === undefined && shownUntil(dispute) < today)

// ── Changes ──────────────────────────────────────────────────────────────────────────────────────────

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

/** A birth date that becomes known can end a review, begin one, or show that the debt was void all along. */
function withKnownAge(draft: Draft, means: Means, moment: Moment): Draft | Refused {
  const { document, birthDate, dueDate, state } = draft.listing
  const isVoid = birthRefusal(document, birthDate, dueDate, moment.today) === '121'
  if (isVoid && allows(draft, 'refuse')) return refusedDraft(draft, '121', moment)
  if (isVoid) return move(draft, 'release', moment, { cause: '21', fields: { release: '21' } })
  const review = reviewOf(document, birthDate, dueDate)
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
  const fields = { amountCents, dueDate, subJudice, expiresOn: expiryOf(dueDate) }
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

// ── Payment and release ──────────────────────────────────────────────────────────────────────────────

/** Súmula 548: from payment the creditor has five business days to ask for the release. */
export const releaseDueOn = (paidOn: Day): Day => addBusinessDays(paidOn, 5, 'national')

const reminderOn = (paidOn: Day): Day => addBusinessDays(paidOn, 3, 'national')

/** A payment hides the listing at once; before publication it ends it, never shown. */
export function decidePayment(debt: Debt, paidOn: Day, moment: Moment, note?: string): Debt | Refused {
  const { principal } = debt
  if (paidOn > moment.today) return byRule('016')
  if (principal.listing.paidOn !== undefined) return byState
  if (allows(principal, 'pay')) {
    const paid = move(principal, 'pay', moment, { cause: note, on: paidOn, fields: { paidOn } })
    return { ...debt, principal: paid }
  }
  if (!allows(principal, 'withdraw')) return byState
  return { ...debt, principal: endedDraft(principal, '01', moment, { paidOn, note }) }
}

export type Release = {
  readonly reason: ReleaseReason
  readonly paidOn?: string
  /** The operator's own words, for the history. */
  readonly note?: string
}

/** Gone from the very next report; a principal takes its guarantors along. */
export function decideRelease(
  debt: Debt,
  guarantorId: string | undefined,
  { reason, paidOn, note }: Release,
  moment: Moment,
): Debt | Refused {
  const isBureau = moment.actor.startsWith('operator:') || moment.actor === 'bureau'
  if (reservedReasons.includes(reason) && !isBureau) return byRule('799')
  const day = paidOn === undefined ? undefined : parseDay(paidOn)
  if (paidOn !== undefined && day === undefined) return byRule('014')
  if (day !== undefined && day > moment.today) return byRule('016')
  const target = targetOf(debt, guarantorId)
  if (!isActive(target.listing.state)) return byState
  const paid = day ?? (paidReasons.includes(reason) ? moment.today : undefined)
  const ended = replaced(debt, guarantorId, endedDraft(target, reason, moment, { paidOn: paid, note }))
  const isPaidNow = paidReasons.includes(reason) && debt.principal.listing.paidOn === undefined
  if (guarantorId === undefined || isRefused(ended) || paid === undefined || !isPaidNow) return ended
  // Whoever backed the debt has paid the whole of it; a share would lower its value.
  return decidePayment(ended, paid, moment, guarantorId)
}

/** What was shown is released; what never was is withdrawn. */
function endedDraft(
  draft: Draft,
  reason: ReleaseReason,
  moment: Moment,
  { paidOn, note }: { readonly paidOn?: Day | undefined; readonly note?: string | undefined } = {},
): Draft {
  const event = endingEvent(draft.listing)
  const paid = draft.listing.paidOn ?? paidOn
  const cause = note === undefined ? reason : `${reason}: ${note}`
  return move(draft, event, moment, { cause, fields: { release: reason, paidOn: paid } })
}

const endingEvent = ({ state, publishedOn }: Listing): 'release' | 'withdraw' =>
  publishedOn !== undefined && nextState(state, 'release') !== undefined ? 'release' : 'withdraw'

/** A guarantor does not outlast its principal: what ends the one ends the other. */
export function guarantorsFollow(debt: Debt, moment: Moment): Debt {
  const { state, release, paidOn } = debt.principal.listing
  if (isActive(state)) return debt
  const bureau = byBureau(moment)
  const followed = (one: Draft): Draft => {
    if (!isActive(one.listing.state)) return one
    if (state === 'refused' && allows(one, 'refuse')) return refusedDraft(one, '298', moment)
    return endedDraft(one, release ?? '12', bureau, { paidOn })
  }
  return { ...debt, guarantors: debt.guarantors.map(followed) }
}

// ── Court ────────────────────────────────────────────────────────────────────────────────────────────

/** A lawsuit alone does not remove; an order of the court hides, until it is lifted. */
export function decideSuspension(
  debt: Debt,
  guarantorId: string | undefined,
  courtOrder: string,
  moment: Moment,
): Debt | Refused {
  const target = targetOf(debt, guarantorId)
  if (!allows(target, 'suspend')) return byState
  const by = moment.actor.startsWith('client:') ? ('creditor' as const) : ('operator' as const)
  // The operator's order takes the place of the creditor's, which the creditor could lift; never the other way.
  const { suspension: held } = target.listing
  if (held !== undefined && (held.by === 'operator' || by === 'creditor')) return byState
  const suspension = { courtOrder, since: moment.today, by }
  const suspended = move(target, 'suspend', moment, { cause: courtOrder, fields: { suspension } })
  return replaced(debt, guarantorId, suspended)
}

/** Back to what the dates say. An order that the operator recorded is lifted by the operator. */
export function decideResumption(
  debt: Debt,
  guarantorId: string | undefined,
  moment: Moment,
  note?: string,
): Debt | Refused {
  const target = targetOf(debt, guarantorId)
  if (!allows(target, 'resume')) return byState
  const { suspension, publishOn, publishedOn } = target.listing
  if (suspension?.by === 'operator' && moment.actor.startsWith('client:')) {
    return { refused: 'suspension_of_operator' }
  }
  const isDue = publishOn !== undefined && publishOn <= moment.today
  const resumed = move(target, isDue ? 'resume' : 'resumeWaiting', moment, {
    cause: note,
    fields: { suspension: undefined, ...(isDue && { publishedOn: publishedOn ?? moment.today }) },
  })
  return replaced(debt, guarantorId, resumed)
}

// ── Dispute ──────────────────────────────────────────────────────────────────────────────────────────

/** CDC art. 43 §3 gives five business days to correct; unanswered by then, it is hidden until answered. */
export const disputeDueOn = (openedOn: Day): Day => addBusinessDays(openedOn, 5, 'national')

/** By when the person has an answer: without one from the creditor, the bureau gives it, and releases for good. */
export const disputeAnswerBy = (openedOn: Day): Day => addDays(openedOn, 10)

/** The last day on which what is disputed is shown without an answer; holidays can make the ten days the shorter. */
export const shownUntil = ({ dueOn, openedOn }: Dispute): Day => {
  const answerBy = disputeAnswerBy(openedOn)
  return dueOn < answerBy ? dueOn : answerBy
}

export function decideDispute(
  debt: Debt,
  guarantorId: string | undefined,
  statement: string,
  moment: Moment,
): Debt | Refused {
  const target = targetOf(debt, guarantorId)
  const isOpen = target.listing.dispute !== undefined && target.listing.dispute.outcome === undefined
  if (isOpen || !allows(target, 'dispute')) return byState
  const dispute = {
    statement,
    openedOn: moment.today,
    dueOn: disputeDueOn(moment.today),
    isOverdue: false,
    outcome: undefined,
    answer: undefined,
  }
  return replaced(debt, guarantorId, move(target, 'dispute', moment, { fields: { dispute } }))
}

/** Upheld, the listing goes, and whoever saw it is told; rejected, it stays. */
export function decideDisputeOutcome(
  debt: Debt,
  guarantorId: string | undefined,
  { outcome, answer }: DisputeOutcomeRequest,
  moment: Moment,
): Debt | Refused {
  const target = targetOf(debt, guarantorId)
  const { dispute } = target.listing
  if (dispute === undefined || dispute.outcome !== undefined) return byState
  if (!allows(target, 'rejectDispute')) return byState
  const settled = { ...dispute, outcome, answer }
  const cause = answer ?? outcome
  if (outcome === 'rejected') {
    const kept = move(target, 'rejectDispute', moment, { cause, fields: { dispute: settled } })
    return replaced(debt, guarantorId, kept)
  }
  const upheld = { ...target, listing: { ...target.listing, dispute: settled } }
  return decideRelease(replaced(debt, guarantorId, upheld) as Debt, guarantorId, { reason: '45' }, moment)
}

// ── Time ─────────────────────────────────────────────────────────────────────────────────────────────

type Due = {
  readonly on: Day
  readonly event: 'publish' | 'expire' | 'remind' | 'overdueDispute' | 'release' | 'withdraw'
  readonly cause?: string
  readonly fields: Partial<Listing>
}

/** The next thing that time alone does to a listing, and the day on which it does. */
export function nextDue(listing: Listing): Due | undefined {
  const { state, publishOn, publishedOn, expiresOn, paidOn, isReminded, dispute } = listing
  if (!isActive(state)) return undefined
  const due: Due[] = [{ on: addDays(expiresOn, 1), event: 'expire', cause: '97', fields: { release: '97' } }]
  // What ends on the day of its publication is not published.
  if (dispute !== undefined && dispute.outcome === undefined) due.push(...dueOfDispute(listing, dispute))
  if (state === 'waiting' && publishOn !== undefined && publishOn <= expiresOn) {
    due.push({ on: publishOn, event: 'publish', fields: { publishedOn: publishedOn ?? publishOn } })
  }
  if (paidOn !== undefined && !isReminded && nextState(state, 'remind') !== undefined) {
    due.push({ on: reminderOn(paidOn), event: 'remind', fields: { isReminded: true } })
  }
  return due.reduce((first, one) => (one.on < first.on ? one : first))
}

/** An open dispute hides its listing, and ends it where the person would be left without an answer. */
function dueOfDispute(listing: Listing, dispute: Dispute): Due[] {
  const end = endingEvent(listing)
  const unanswered = { ...dispute, isOverdue: true, outcome: 'unanswered' as const }
  const due: Due[] = [
    {
      on: addDays(disputeAnswerBy(dispute.openedOn), 1),
      event: end,
      cause: '45',
      fields: { release: '45', dispute: unanswered },
    },
  ]
  if (!dispute.isOverdue && nextState(listing.state, 'overdueDispute') !== undefined) {
    const fields = { dispute: { ...dispute, isOverdue: true } }
    due.push({ on: addDays(shownUntil(dispute), 1), event: 'overdueDispute', fields })
  }
  return due
}

/** Everything that has fallen due by now, recorded with the day on which it did, however late that is. */
export function caughtUp(
  draft: Draft,
  { today, nowMs }: Pick<Moment, 'today' | 'nowMs'>,
  /** The day on which its principal ended: nothing but its own end comes after that. */
  endedOn?: Day,
): Draft {
  const moment = { today, nowMs, actor: 'bureau' as const }
  let current = draft
  for (;;) {
    const due = nextDue(current.listing)
    if (due === undefined || due.on > today) return current
    if (endedOn !== undefined && due.on >= endedOn && due.event !== 'expire') return current
    const { event, on, fields, cause } = due
    current = move(current, event, moment, { on, fields, cause })
  }
}

/** A principal that time has ended takes its guarantors along on the same day. */
export function debtCaughtUp(
  { principal, guarantors }: Debt,
  { today, nowMs }: Pick<Moment, 'today' | 'nowMs'>,
): Debt {
  const caught = caughtUp(principal, { today, nowMs })
  const endedOn = isActive(caught.listing.state) ? undefined : caught.entries.at(-1)?.on
  const debt = {
    principal: caught,
    guarantors: guarantors.map((one) => caughtUp(one, { today, nowMs }, endedOn)),
  }
  return endedOn === undefined ? debt : guarantorsFollow(debt, { today: endedOn, nowMs, actor: 'bureau' })
}

// ── The one setter ───────────────────────────────────────────────────────────────────────────────────

/** Nothing changes a listing but this: by the table, with its line of history. */
function move(
  draft: Draft,
  event: ListingEvent,
  { today, nowMs, actor }: Moment,
  { fields = {}, cause, on = today }: { fields?: Partial<Listing>; cause?: string | undefined; on?: Day },
): Draft {
  const state = nextState(draft.listing.state, event)
  assert.ok(state !== undefined, `${draft.listing.state} has no ${event}`)
  const version = draft.listing.version + 1
  const entry = { version, atMs: nowMs, on, change: changeOf[event], state, actor, cause }
  return {
    ...draft,
    listing: { ...draft.listing, ...fields, state, version },
    entries: [...draft.entries, entry],
  }
}

const allows = ({ listing }: Draft, event: ListingEvent): boolean =>
  nextState(listing.state, event) !== undefined

/** The principal, or one of its guarantors; the use case has made sure that it exists. */
export function targetOf({ principal, guarantors }: Debt, guarantorId: string | undefined): Draft {
  if (guarantorId === undefined) return principal
  const found = guarantors.find(({ listing }) => listing.id === guarantorId)
  assert.ok(found !== undefined, 'the guarantor belongs to the debt')
  return found
}

/** Decides on one party of a debt alone. */
export const onTarget = (
  debt: Debt,
  guarantorId: string | undefined,
  decide: (draft: Draft) => Draft | Refused,
): Debt | Refused => replaced(debt, guarantorId, decide(targetOf(debt, guarantorId)))

function replaced(debt: Debt, guarantorId: string | undefined, by: Draft | Refused): Debt | Refused {
  if (isRefused(by)) return by
  if (guarantorId === undefined) return { ...debt, principal: by }
  return {
    ...debt,
    guarantors: debt.guarantors.map((one) => (one.listing.id === guarantorId ? by : one)),
  }
}
