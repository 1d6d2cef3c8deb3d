import assert from 'node:assert/strict'
import { DatabaseSync } from 'node:sqlite'
import type { ListingRequest } from '@lastro/contract/listings/listings.ts'
import type { Listing } from '@lastro/rules/listings/listing.ts'
import type { Notice } from '@lastro/rules/listings/notices/notice.ts'
import { Kysely } from 'kysely'
import type { ListingDeps } from '../../src/features/listings/change-debt.ts'
import { insertDebt } from '../../src/features/listings/insert-debt.ts'
import { openListings } from '../../src/features/listings/open-listings.ts'
import type { Channel, NoticeOutcome } from '../../src/features/notices/channel.ts'
import type { OutboxRow } from '../../src/jobs/outbox.ts'
import { migrate } from '../../src/store/engine/migrations/migrate.ts'
import { storeMigrations } from '../../src/store/engine/migrations/migrations.ts'
import { sqliteDialect } from '../../src/store/engine/sqlite-dialect.ts'
import type { Tables } from '../../src/store/engine/tables.ts'
import { outboxStore } from '../../src/store/jobs/outbox.ts'
import { batchStore } from '../../src/store/listings/batches.ts'
import { oneWriter } from '../../src/store/listings/debt-turns.ts'
import { listingStore } from '../../src/store/listings/listings.ts'
import { sandboxClockStore } from '../../src/store/listings/sandbox-clock.ts'
import { debt, natureFor, personOf } from '../invented/invented-debt.ts'
import { TestClock } from '../test-clock.ts'

/** A channel that answers what a test tells it to, and keeps what it was given. */
export type PlayedChannel = Channel & { readonly sent: Notice[]; outcome: NoticeOutcome }

export const playedChannel = (name: Channel['name'], reaches: Channel['reaches']): PlayedChannel => {
  const sent: Notice[] = []
  return {
    name,
    reaches,
    sent,
    outcome: { kind: 'sent' },
    async send(notice) {
      sent.push(notice)
      return this.outcome
    },
  }
}

/** The client of production that a test is about, and whom it lists debts for. */
export const shop = { register: 'production', clientId: 'cli_loja' }
export const shopCreditor = { document: '11222333000181', name: 'LOJA LTDA' }

/** Members of a request that a test sets, or, with undefined, takes away. */
export type Changes = { readonly [Name in keyof ListingRequest]?: ListingRequest[Name] | undefined }

const changed = (changes: Changes): ListingRequest =>
  ({
    ...debt,
    ...natureFor(changes.contractId),
    ...personOf(changes.documento),
    ...changes,
  }) as ListingRequest

/**
 * Listings with their real store, in the memory of this process, and nothing around them: no service, no jobs, no
 * disk. What a rule does to them is tried in a fraction of the time that a service takes to start.
 */
export async function listingsAlone({ waitingDays = {} }: { waitingDays?: Record<string, number> } = {}) {
  const db = new Kysely<Tables>({ dialect: sqliteDialect(new DatabaseSync(':memory:')) })
  await migrate(db, 'sqlite', storeMigrations)
  const clock = new TestClock()
  const email = playedChannel('email', (to) => to.email !== undefined)
  const letter = playedChannel('letter', (to) => to.address !== undefined)
  const outbox = outboxStore(db, 'sqlite')
  const sandboxClocks = sandboxClockStore(db, db)
  let ids = 0
  const deps = openListings({
    listings: listingStore(db, db, () => ({ shown: [], held: [] }), oneWriter),
    sandboxClocks,
    clock,
    newId: () => `id${String(ids++).padStart(4, '0')}`,
    notices: {
      channels: [email, letter],
      compose: (facts) => ({
        ...facts,
        subject: `Comunicado ${facts.id}`,
        text: `${facts.recipient.name} ${facts.debt.contractId} ${facts.howToContest}`,
        sha256: '',
      }),
      howToContest: '0800 000 0000',
    },
    // Nobody is registered here.
    registeredAs: async () => undefined,
    waitingDays,
  })
  return {
    deps,
    clock,
    email,
    letter,
    outbox,
    sandboxClocks,
    batches: batchStore(db, db, oneWriter),
    /** A debt of the shop's, or of whom the test says; where it now stands. */
    inserted: async (changes: Changes = {}, whose = shop): Promise<Listing> => {
      const made = await insertDebt(deps, {
        ...whose,
        creditors: [shopCreditor],
        request: changed(changes),
        requestKey: undefined,
      })
      assert.ok(made !== 'busy')
      return made
    },
    /** What waits in the outbox under a topic, in the order in which it was written. */
    rowsOf: (topic: string): Promise<readonly OutboxRow[]> => outbox.read(topic, 1_000),
    /** As it is kept. */
    kept: async (id: string): Promise<Listing> => {
      const found = await deps.listings.findListing(id)
      if (found === undefined) throw new Error(`there is no listing ${id}`)
      return found
    },
    /** What its history tells: each change, with who made it. */
    changesOf: async (id: string): Promise<readonly string[]> =>
      (await deps.listings.history(id)).map(({ change, actor }) => `${change} by ${actor}`),
  }
}

/** The same, with some of its store's answers played by the test. */
export const withStore = <Deps extends ListingDeps>(
  deps: Deps,
  played: Partial<ListingDeps['listings']>,
): Deps => ({ ...deps, listings: { ...deps.listings, ...played } })
