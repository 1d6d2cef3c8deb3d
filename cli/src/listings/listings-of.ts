import { randomUUID } from 'node:crypto'
import { openListings } from '@lastro/service/features/listings/open-listings.ts'
import { openNotices } from '@lastro/service/features/notices/open-notices.ts'
import type { Store } from '@lastro/service/store/store.ts'
import { clock, config } from '../terminal.ts'

/** What a command needs to change listings, with the same settings as the service. */
export const listingsOf = (store: Store) =>
  openListings({
    listings: store.listings,
    sandboxClocks: store.sandboxClocks,
    clock,
    newId: randomUUID,
    notices: openNotices(config.notices),
    // No command inserts, or changes what a creditor tells: of a registration only the loaded debts are asked for.
    registeredAs: async (_, document) => {
      const { negativeItems: debts = [] } = (await store.subjects.readFacts(document)) ?? {}
      return { names: [], birthDate: undefined, debts }
    },
    waitingDays: config.waitingDays,
  })
