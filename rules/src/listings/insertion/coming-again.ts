import { paidReasons, type RefusalCode, type ReviewCause } from '@lastro/contract/listings/listing-codes.ts'
import type { Day } from '../../calendar/day.ts'
import { parseDay } from '../../calendar/day.ts'
import type { Draft, EarlierListing, Listing, Moment } from '../listing.ts'
import { allows, move } from '../move.ts'
import { byState, type Refused } from '../refused.ts'
import { isActive } from '../states.ts'
import { expiryOf, runsFrom } from './admission.ts'
import { afterReason, type ComingAgain } from './after-release.ts'
import { type DebtIdentity, identityOf, isLikeDebt, isSameDebt, termsKey, termsOf } from './debt-identity.ts'

/** A refused listing that was never shown was none: of it only the due date that it told counts. */
function comingAgain(listing: Listing): ComingAgain {
  const { state, release, paidOn, suspension, dispute, lifted } = listing
  if (state === 'expired' || paidOn !== undefined) return 'never'
  const after = release === undefined ? 'free' : afterReason[release]
  if (after === 'never') return after
  if (lifted !== undefined) return 'free'
  // Ended while a court held it, or with a dispute that had no answer: another reason does not get round that.
  if (suspension !== undefined || after === 'order') return 'order'
  const isUnanswered = dispute !== undefined && dispute.outcome === undefined
  return isUnanswered ? 'reason' : after
}

/** What the listings of before say of a debt that is sent now. */
export type Before = {
  readonly refusal?: RefusalCode
  readonly review?: ReviewCause
  readonly earlier?: EarlierListing
  /** Since when the five years run: the earliest due date ever told for it. */
  readonly firstDueDate: Day
  /** The same debtor was told with another birth date. */
  readonly isOtherBirthDate: boolean
  /** From the last listing of the debt: a release followed by a new listing does not end a lawsuit. */
  readonly lawsuit?: Pick<Listing, 'subJudice' | 'courtCase'>
  /** The listing that told it, when it is not the one sent now. */
  readonly toldBy?: EarlierListing
}

type Sent = {
  readonly identity: DebtIdentity
  readonly dueDate: Day
  readonly clientId: string
  readonly birthDate: Day | undefined
  /** Of a guarantor: the listing that it is to back. */
  readonly principalId?: string | undefined
}

export function whatWasBefore(
  known: readonly Listing[],
  { identity, dueDate, clientId, birthDate, principalId }: Sent,
): Before {
  const same = known.filter((one) => isOf(one, (other) => isSameDebt(other, identity)))
  const named = (one: Listing): EarlierListing => ({ id: one.id, isOwn: one.clientId === clientId })
  const first = firstToldBy(same, known, dueDate)
  const births = same.map((one) => one.birthDate).filter((one) => one !== undefined)
  const last = same
    .filter(({ state }) => state !== 'refused')
    .reduce<Listing | undefined>(
      (newest, one) => (one.createdAtMs >= (newest?.createdAtMs ?? 0) ? one : newest),
      undefined,
    )
  const told = {
    ...(last?.subJudice === true && { lawsuit: { subJudice: true, courtCase: last.courtCase } }),
    isOtherBirthDate: birthDate !== undefined && births.some((one) => one !== birthDate),
    firstDueDate: first?.on ?? dueDate,
    ...(first !== undefined && { toldBy: named(first.one) }),
  }
  const endings = same.flatMap((one) => endingsOf(one, known, principalId))
  const barred = endings.find(({ again }) => isBar(again))
  // In either part, as debtor and as guarantor, a debt is listed once.
  const held = same.find(({ state }) => isActive(state))
  if (held !== undefined && barred === undefined) return { ...told, refusal: '059', earlier: named(held) }
  if (barred !== undefined) return { ...told, refusal: 'debt_ended', earlier: named(barred.one) }
  const doubtful = endings.find(({ again }) => again !== 'free')
  if (doubtful !== undefined) {
    return { ...told, review: doubtful.again as ReviewCause, earlier: named(doubtful.one) }
  }
  const like = known.find(
    (one) => one.state !== 'refused' && isOf(one, (other) => isLikeDebt(other, identity)),
  )
  return like === undefined ? told : { ...told, review: 'contract_similar', earlier: named(like) }
}

/**
 * A listing of the same creditor, debtor, amount, due date and nature under another contract number that was ended or
 * hidden by fraud, a dispute, a court or a payment. A new number alone does not bring such a debt back.
 */
export function endedWithSameTerms(listing: Listing, known: readonly Listing[]): Listing | undefined {
  const identity = identityOf(listing)
  if (identity === undefined) return undefined
  const [terms] = termsOf(listing)
  const key = termsKey(identity, terms)
  const isSought = (one: Listing): boolean =>
    isOf(
      one,
      (other) =>
        !isSameDebt(other, identity) && termsOf(one).some((former) => termsKey(other, former) === key),
    )
  return known.find(
    (one) => isSought(one) && [one, ...principalsOf(one, known)].some((part) => isEndedAgainstCreditor(part)),
  )
}

/** Ended, or hidden while open, by payment, court, fraud or dispute, unless the operator lifted that. */
function isEndedAgainstCreditor({ state, release, paidOn, suspension, dispute, lifted }: Listing): boolean {
  if (paidOn !== undefined || (release !== undefined && paidReasons.includes(release))) return true
  if (lifted !== undefined) return false
  const again = release === undefined ? 'free' : afterReason[release]
  if (suspension !== undefined || again === 'order' || again === 'reason') return true
  const isUnanswered = dispute !== undefined && dispute.outcome === undefined
  return isUnanswered && (dispute.isOverdue || !isActive(state))
}

/**
 * The listing whose time runs from the earliest day, where that is before the one given: the debt's own listings, and of
 * a guarantor's its principal's. A listing keeps what it was told by that is gone since; what the operator has struck
 * counts in none.
 */
function firstToldBy(
  same: readonly Listing[],
  known: readonly Listing[],
  dueDate: Day,
): { readonly one: Listing; readonly on: Day } | undefined {
  const told = same
    .flatMap((one) => [one, ...principalsOf(one, known)])
    .filter((one) => parseDay(one.dueDate) !== undefined)
  const isStruck = ({ state, lifted }: Listing) => state === 'refused' && lifted !== undefined
  const struckEnds = new Set(told.filter(isStruck).map((one) => expiryOf(one.dueDate)))
  return told
    .filter((one) => !isStruck(one))
    .map((one) => ({ one, on: struckEnds.has(one.expiresOn) ? one.dueDate : runsFrom(one) }))
    .filter(({ on }) => on < dueDate)
    .reduce<{ one: Listing; on: Day } | undefined>(
      (least, next) => (least === undefined || next.on < least.on ? next : least),
      undefined,
    )
}

/** Refusals of what had been taken: its notice reached nobody, or the operator looked. */
const refusedLater: ReadonlySet<Listing['refusal']> = new Set(['notice_undeliverable', 'review_refused'])

/** What a listing says of its debt coming again. */
type Ending = { readonly one: Listing; readonly again: ComingAgain }

/**
 * What a listing says once it has ended; and, of a guarantor's, what its principal says, however the guarantor ended
 * and whichever of the two ended first: what bars the debt bars every part of it.
 */
function endingsOf(
  listing: Listing,
  known: readonly Listing[],
  principalId: string | undefined,
): readonly Ending[] {
  const isEnded = !isActive(listing.state)
  // One that was refused as it came never backed the debt.
  const wasNone = listing.state === 'refused' && !refusedLater.has(listing.refusal)
  const own = isEnded ? [{ one: listing, again: comingAgain(listing) }] : []
  const ofDebt = principalsOf(listing, known).flatMap((one): Ending[] => {
    if (!isActive(one.state) || one.paidOn !== undefined) {
      const again = comingAgain(one)
      return wasNone && again !== 'never' ? [] : [{ one, again }]
    }
    if (wasNone) return []
    // A part that stands holds its place; one that is added to it again is shown only while it is.
    return isEnded && one.id !== principalId ? [{ one, again: besideStanding(one) }] : []
  })
  return [...own, ...ofDebt]
}

/** Whoever backed a debt that stands would be shown without it: not while a court holds it, and otherwise the operator looks. */
const besideStanding = ({ suspension }: Listing): ComingAgain =>
  suspension === undefined ? 'ended_before' : 'order'

/** The listing that a guarantor backed, and any other of the same debt and debtor, before it or since. */
function principalsOf({ principalId }: Listing, known: readonly Listing[]): readonly Listing[] {
  const backed = known.find(({ id }) => id === principalId)
  const identity = backed && identityOf(backed)
  if (identity === undefined) return []
  return known.filter(
    (one) => one.principalId === undefined && isOf(one, (other) => isSameDebt(other, identity)),
  )
}

const isOf = (listing: Listing, holds: (identity: DebtIdentity) => boolean): boolean => {
  const identity = identityOf(listing)
  return identity !== undefined && holds(identity)
}

const isBar = (again: ComingAgain): boolean => again === 'never' || again === 'order' || again === 'reason'

/**
 * The operator lets a debt come again that a court, a fraud or a dispute had ended; of a refused listing, strikes
 * the due date that it told by mistake. The ended listing stays ended. Nobody lifts a payment, a renegotiation or
 * the lapse of five years.
 */
export function decideLift(
  draft: Draft,
  { courtOrder, note }: { readonly courtOrder: string | undefined; readonly note: string },
  moment: Moment,
): Draft | Refused {
  const { listing } = draft
  if (isActive(listing.state) || listing.lifted !== undefined) return byState
  const isNeverShown = listing.state === 'refused' && listing.publishedOn === undefined
  const again = isNeverShown ? 'reason' : comingAgain(listing)
  if (again === 'never') return { refused: 'ending_final' }
  if (again === 'order' && courtOrder === undefined) return { refused: 'court_order_required' }
  if (!isBar(again) || !allows(draft, 'lift')) return byState
  const lifted = { on: moment.today, ...(courtOrder !== undefined && { courtOrder }) }
  const cause = courtOrder === undefined ? note : `${courtOrder}: ${note}`
  return move(draft, 'lift', moment, { cause, fields: { lifted } })
}
