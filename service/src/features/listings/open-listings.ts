import type { Listing } from '@lastro/rules/listings/listing.ts'
import { recipientOf } from '@lastro/rules/listings/notices/listing-notice.ts'
import type { Notice, NoticeFacts } from '@lastro/rules/listings/notices/notice.ts'
import type { Clock } from '../../clock.ts'
import type { Channel } from '../notices/channel.ts'
import type { ListingDeps } from './change-debt.ts'
import { registerClock } from './deadlines/register-clock.ts'
import type { ListingStore, SandboxClockStore } from './listing-store.ts'

/** Ten days are the floor and the default; a state's law may give its debtors more. */
const waitingDaysMin = 10

export type OpenListings = {
  readonly listings: ListingStore
  readonly sandboxClocks: SandboxClockStore
  readonly clock: Clock
  readonly newId: () => string
  readonly notices: {
    readonly channels: readonly Channel[]
    readonly compose: (facts: NoticeFacts) => Notice
    readonly howToContest: string
  }
  readonly registeredAs: ListingDeps['registeredAs']
  /** Days for the states that give more than the floor. */
  readonly waitingDays: Readonly<Record<string, number>>
}

/** What every change of a listing needs, put together from what the program has. */
export function openListings(of: OpenListings): ListingDeps & { readonly channels: readonly Channel[] } {
  const { listings, sandboxClocks, clock, newId, notices, registeredAs, waitingDays } = of
  return {
    listings,
    clock,
    newId,
    registeredAs,
    channels: notices.channels,
    nowMsIn: registerClock({ clock, sandboxClocks }),
    means: {
      newId,
      channelsFor: (listing) => channelsFor(notices.channels, listing),
      compose: notices.compose,
      howToContest: notices.howToContest,
      waitingDaysIn: (state) => Math.max(waitingDaysMin, waitingDays[state] ?? waitingDaysMin),
    },
  }
}

const channelsFor = (channels: readonly Channel[], listing: Listing) => {
  const recipient = recipientOf(listing)
  return channels.filter((one) => one.reaches(recipient)).map((one) => one.name)
}
