import type { RefusalCode } from '@lastro/contract/listings/listing-codes.ts'
import type { Listing } from '../../listings/listing.ts'
import { centsOf, moneyText } from '../../money/cents.ts'
import { isSameDebt, type Occurrence } from './same-occurrence.ts'
import type { ToldList } from './unite-occurrences.ts'

/** A debt that has a listing here, as an item of an outside source is compared with it. */
export type HeldDebt = Occurrence

/**
 * The debts of a document that are ours to tell, whatever another bureau says of them: those that are shown, which
 * `addListings` adds, and those that are not, because they are paid, disputed without an answer, held by a court,
 * waiting for their notice, released, withdrawn or past their five years. What was refused for its form never was a
 * listing, and what the operator has lifted may come again.
 */
export const heldDebts = (listings: readonly Listing[]): readonly HeldDebt[] =>
  listings.filter(isOurs).map((listing) => ({
    ...(listing.creditor !== undefined && {
      creditorDocument: listing.creditor.document,
      creditorName: listing.creditor.name,
    }),
    ...(listing.contractId !== undefined && { contractId: listing.contractId }),
    amount: moneyText(listing.amountCents),
    occurrenceDate: listing.dueDate,
  }))

/** Refusals that are about the debt, or about its notice, and not about how it was sent. */
const heldRefusals: ReadonlySet<RefusalCode | undefined> = new Set<RefusalCode>([
  '121',
  'notice_undeliverable',
])

function isOurs({ state, refusal, lifted, paidOn }: Listing): boolean {
  if (lifted !== undefined && paidOn === undefined) return false
  return state !== 'refused' || heldRefusals.has(refusal)
}

export type Withheld = {
  readonly list: ToldList
  /** True where what the source counts and does not list may hold one of ours: then only what it lists is counted. */
  readonly isDoubtful: boolean
}

/** An outside source's list without the debts that are ours to tell, and its figures without them. */
export function withoutHeld(list: ToldList, held: readonly HeldDebt[]): Withheld {
  if (held.length === 0) return { list, isDoubtful: false }
  const isHeld = (item: Occurrence) => held.some((one) => isSameDebt(one, item))
  const items = list.items.filter((item) => !isHeld(item))
  const isWhole = Number(list.summary.count ?? 0) <= list.items.length
  const isFound = held.every((one) => list.items.some((item) => isSameDebt(one, item)))
  if (isWhole || !isFound) return { list: { ...list, items, summary: {} }, isDoubtful: !isWhole }
  const removed = list.items.filter(isHeld)
  return { list: { ...list, items, summary: lessened(list, removed) }, isDoubtful: false }
}

/** Without a sum where it would still hold an amount that nobody tells. */
function lessened({ summary }: ToldList, removed: readonly Occurrence[]): ToldList['summary'] {
  const count = String(Number(summary.count ?? 0) - removed.length)
  if (summary.balance === undefined || removed.some(({ amount }) => amount === undefined)) return { count }
  const cents = removed.reduce((sum, { amount = '0.00' }) => sum - centsOf(amount), centsOf(summary.balance))
  return cents < 0n ? { count } : { count, balance: moneyText(cents) }
}
