import { productionRegister } from '@lastro/rules/listings/register.ts'
import type { Clock } from '../../clock.ts'
import type { ListingStore } from './listing-store.ts'

/** The number of creditors with an accepted debt, in memory because every query needs it. */
export type CreditorCount = { readonly now: () => number; readonly look: () => Promise<void> }

/** The first creditor starts the coverage of listings, so an empty register is checked more often. */
const lookAgainMs = { whileEmpty: 1_000, later: 60_000 }

/** Refreshes the count on demand once it is stale; if that fails, the last count stays. */
export function creditorCount(
  listings: Pick<ListingStore, 'countCreditors'>,
  clock: Clock,
  onError: (error: unknown) => void,
): CreditorCount {
  let count = 0
  let lookedAtMs = Number.NEGATIVE_INFINITY
  let looking: Promise<void> | undefined
  const look = async () => {
    lookedAtMs = clock.nowMs()
    try {
      count = await listings.countCreditors(productionRegister)
    } catch (error) {
      onError(error)
    }
  }
  const lookOnce = () => {
    looking ??= look().finally(() => {
      looking = undefined
    })
    return looking
  }
  return {
    now: () => {
      const ageMs = Math.abs(clock.nowMs() - lookedAtMs)
      if (ageMs >= (count === 0 ? lookAgainMs.whileEmpty : lookAgainMs.later)) void lookOnce()
      return count
    },
    look: lookOnce,
  }
}
