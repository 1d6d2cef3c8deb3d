import type { RefusalCode } from '@lastro/contract/listings/listing-codes.ts'
import { addDays, type Day, earliest } from '../../calendar/day.ts'
import { expiryOf } from '../../listings/insertion/admission.ts'
import type { FormerDebt, Listing } from '../../listings/listing.ts'
import { moneyText } from '../../money/cents.ts'
import { isSameReportedDebt, type Occurrence } from './same-occurrence.ts'
import type { ToldList } from './unite-occurrences.ts'

/** A debt that has a listing here, as an item of a source is compared with it. */
export type HeldDebt = Occurrence

/** What of a listing says whether its debt is ours to tell, and which debt it is. */
export type HeldListing = Pick<
  Listing,
  | 'state'
  | 'refusal'
  | 'lifted'
  | 'paidOn'
  | 'creditor'
  | 'contractId'
  | 'amountCents'
  | 'dueDate'
  | 'formerDebts'
>

/**
 * The debts of a document that are ours to tell, whatever a source says of them, the operator's own load included: those that are shown, which
 * `addListings` adds, and those that are not, because they are paid, disputed without an answer, held by a court,
 * waiting for their notice, released, withdrawn or past their five years. What was refused for its form never was a
 * listing, and what the operator has lifted may come again.
 */
export const heldDebts = (listings: readonly HeldListing[]): readonly HeldDebt[] =>
  listings.filter(isOurs).flatMap(({ creditor, contractId, amountCents, dueDate, formerDebts }) => {
    const named = {
      ...(creditor !== undefined && { creditorDocument: creditor.document, creditorName: creditor.name }),
      ...(contractId !== undefined && { contractId }),
    }
    const now = { amount: moneyText(amountCents), dueDate }
    return everTold(now, formerDebts).map((one) => ({
      ...named,
      amount: one.amount,
      occurrenceDate: one.dueDate,
    }))
  })

/** Others may have heard of one change and not of another: each of before with either of now. */
const everTold = (now: FormerDebt, before: readonly FormerDebt[]): readonly FormerDebt[] => [
  now,
  ...before.flatMap(({ amount, dueDate }) => [
    { amount, dueDate },
    { amount, dueDate: now.dueDate },
    { amount: now.amount, dueDate },
  ]),
]

/** Refusals that are about the debt, or about its notice, and not about how it was sent. */
const heldRefusals: ReadonlySet<RefusalCode | undefined> = new Set<RefusalCode>([
  '017',
  '121',
  'review_refused',
  'notice_undeliverable',
])

function isOurs({ state, refusal, lifted, paidOn }: HeldListing): boolean {
  if (lifted !== undefined && paidOn === undefined) return false
  return state !== 'refused' || heldRefusals.has(refusal)
}

/** Whether a debt that a source tells is one of ours. */
export const isHeld = (item: Occurrence, held: readonly HeldDebt[]): boolean =>
  held.some((one) => isSameReportedDebt(one, item))

/**
 * The earliest day with which the operator's own load tells the debt of a listing, noticed or not; undefined where it
 * does not tell it. What the listing hides as its own is also what it is told by.
 */
export function firstLoadedDay(listing: HeldListing, loaded: readonly Occurrence[]): Day | undefined {
  if (loaded.length === 0) return undefined
  const held = heldDebts([listing])
  return loaded
    .filter((item) => item.occurrenceDate !== undefined && isHeld(item, held))
    .map(({ occurrenceDate }) => occurrenceDate as Day)
    .reduce<Day | undefined>((first, day) => earliest(first ?? day, day), undefined)
}

/** The day after the five years since that day: a load may come after the listing, and nobody writes to it then. */
export function lapsedByLoadOn(listing: HeldListing, loaded: readonly Occurrence[]): Day | undefined {
  const day = firstLoadedDay(listing, loaded)
  return day && addDays(expiryOf(day), 1)
}

export function isLapsedByLoad(listing: HeldListing, loaded: readonly Occurrence[], today: Day): boolean {
  const on = lapsedByLoadOn(listing, loaded)
  return on !== undefined && on <= today
}

export type Withheld = {
  readonly list: ToldList
  /** True where what the source counts and does not list may hold one of ours: then only what it lists is counted. */
  readonly isDoubtful: boolean
}

/**
 * A source's list without the debts that are ours to tell. Of its figures nothing is left: instalments share a
 * contract, so that what it counts beyond its list may hold one of ours even where the list shows another part of it.
 */
export function withoutHeld(list: ToldList, held: readonly HeldDebt[]): Withheld {
  if (held.length === 0) return { list, isDoubtful: false }
  const items = list.items.filter((item) => !isHeld(item, held))
  const isWhole = Number(list.summary.count ?? 0) <= list.items.length
  return { list: { ...list, items, summary: {} }, isDoubtful: !isWhole }
}
