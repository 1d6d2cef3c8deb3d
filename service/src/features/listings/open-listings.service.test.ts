import assert from 'node:assert/strict'
import type { ListingAddress, ListingContact } from '@lastro/contract/listings/listings.ts'
import type { Listing } from '@lastro/rules/listings/listing.ts'
import type { Recipient } from '@lastro/rules/listings/notices/notice.ts'
import { describe, test } from 'vitest'
import { debt } from '../../../testing/invented/invented-debt.ts'
import { listingsAlone } from '../../../testing/services/listings-alone.ts'
import { openListings } from './open-listings.ts'

test('ten days are the floor; a state may give its debtors more, never fewer', async () => {
  const { deps } = await listingsAlone({ waitingDays: { SP: 20, RJ: 5 } })
  assert.deepEqual(['SP', 'RJ', 'MG', ''].map(deps.means.waitingDaysIn), [20, 10, 10, 10])
})

test('a sandbox goes by its own clock, and the outbox by that of the machine', async () => {
  const { deps, clock, sandboxClocks } = await listingsAlone()
  await sandboxClocks.advance('cli_caixa', { fromMs: 0, toMs: 5_000 })
  assert.equal(await deps.nowMsIn('cli_caixa'), clock.nowMs() + 5_000)
  assert.equal(await deps.nowMsIn('production'), clock.nowMs())
  assert.equal(deps.clock.nowMs(), clock.nowMs())
})

test('a notice is composed in the operator’s words, under an id of its own', async () => {
  const { deps, email, letter, inserted } = await listingsAlone()
  assert.equal(deps.means.howToContest, '0800 000 0000')
  assert.deepEqual(deps.channels, [email, letter])
  const { id, notice } = await inserted()
  assert.ok(notice !== undefined && notice.id !== id)
  assert.notEqual(deps.newId(), deps.newId())
})

describe('the channels that reach a person', async () => {
  const { deps, clock, sandboxClocks, inserted } = await listingsAlone()
  const listing = await inserted()
  const asked: Recipient[] = []
  const { means } = openListings({
    listings: deps.listings,
    sandboxClocks,
    clock,
    newId: deps.newId,
    notices: {
      channels: [
        {
          name: 'email',
          reaches: (to) => {
            asked.push(to)
            return to.email !== undefined
          },
          send: async () => ({ kind: 'sent' }),
        },
        { name: 'letter', reaches: (to) => to.address !== undefined, send: async () => ({ kind: 'sent' }) },
      ],
      compose: deps.means.compose,
      howToContest: '',
    },
    registeredAs: async () => undefined,
    waitingDays: {},
  })
  const channelsOf = (contact: ListingContact, address: ListingAddress) =>
    means.channelsFor({ ...listing, contact, address } satisfies Listing)
  const { email } = debt.contact ?? {}

  test('are those that have an address for that person, in their order', () => {
    assert.deepEqual(channelsOf({ email: email ?? '' }, debt.address), ['email', 'letter'])
    assert.deepEqual(channelsOf({}, debt.address), ['letter'])
    assert.deepEqual(channelsOf({}, {}), [])
  })

  test('are asked about the debtor by name, document, e-mail and the whole address', () => {
    channelsOf({ email: email ?? '' }, debt.address)
    assert.deepEqual(asked.at(-1), {
      name: debt.name,
      document: debt.documento,
      email,
      address: debt.address,
    })
  })

  test('leave out the letter wherever a part of the address is missing', () => {
    for (const part of ['addressLine', 'district', 'city', 'state', 'zipCode'] as const) {
      const { [part]: _, ...rest } = debt.address
      assert.deepEqual(channelsOf({}, rest), [], part)
    }
  })
})
