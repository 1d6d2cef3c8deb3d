import type { ListingSummary } from '@lastro/contract/listings/listings.ts'
import type { Day } from '@lastro/rules/calendar/day.ts'
import { releaseDueOn } from '@lastro/rules/listings/release.ts'
import { moneyText } from '@lastro/rules/money/cents.ts'
import type { ListingGroup } from '../listing-store.ts'

/** Summarizes a client's listings from groups of similar ones. A refused debt was never listed. */
export function listingSummary(all: readonly ListingGroup[]): ListingSummary {
  const groups = all.filter(({ state }) => state !== 'refused')
  return {
    states: [...Map.groupBy(groups, (one) => one.state)].map(([state, ofState]) => ({
      state,
      ...total(ofState),
    })),
    disputed: dueBy(groups, (one) => one.answerBy),
    toRelease: dueBy(groups, ({ paidOn }) => paidOn && releaseDueOn(paidOn)),
    review: total(groups.filter((one) => one.isInReview)),
  }
}

const total = (groups: readonly ListingGroup[]) => ({
  count: groups.reduce((sum, one) => sum + one.count, 0),
  amount: moneyText(groups.reduce((sum, one) => sum + one.amountCents, 0n)),
})

/** Those that have a deadline, with the nearest of them. */
function dueBy(groups: readonly ListingGroup[], deadlineOf: (group: ListingGroup) => Day | undefined) {
  const due = groups.filter((one) => deadlineOf(one) !== undefined)
  const [nextDueOn] = due.map(deadlineOf).toSorted((a, b) => ((a ?? '') < (b ?? '') ? -1 : 1))
  return { ...total(due), ...(nextDueOn !== undefined && { nextDueOn }) }
}
