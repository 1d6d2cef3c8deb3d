import assert from 'node:assert/strict'
import type { Day } from '@lastro/rules/calendar/day.ts'
import { decideInsertion } from '@lastro/rules/listings/insertion/insertion.ts'
import { mailboxOf } from '@lastro/rules/listings/insertion/known-party.ts'
import type { Means, Moment } from '@lastro/rules/listings/listing.ts'
import { decideDelivered } from '@lastro/rules/listings/notices/give-notice.ts'
import { isRefused } from '@lastro/rules/listings/refused.ts'
import { afterAll, describe, test } from 'vitest'
import { engines, newPlace } from '../../../testing/engines.ts'
import { ana, bia, caixa, storeOfClients } from '../../../testing/invented/two-clients.ts'
import { asOverWorkers } from '../../../testing/over-workers.ts'
import { debt } from '../../../testing/services/listing-service.ts'
import type { NewBatch } from '../../features/listings/batches/batch-store.ts'

const moment: Moment = { today: '2026-11-16' as Day, nowMs: 1_000, actor: 'bureau' }
const shownOn = '2026-12-01' as Day

/** Where each client's debt stands; one of them, as no client can, in two registers at once. */
const owners = [
  { register: 'production', clientId: ana, contractId: 'CT-1' },
  { register: 'production', clientId: bia, contractId: 'CT-2' },
  { register: caixa, clientId: caixa, contractId: 'CT-1' },
  { register: 'elsewhere', clientId: ana, contractId: 'CT-1' },
] as const
type Owner = (typeof owners)[number]
const idOf = ({ register, clientId }: Owner) => `${clientId}.${register}`

/** A debt in its waiting period. */
function waiting(owner: Owner) {
  const means: Means = {
    newId: () => `notice.${idOf(owner)}`,
    channelsFor: () => ['email'],
    compose: (facts) => ({ ...facts, subject: '', text: '', sha256: '' }),
    waitingDaysIn: () => 10,
    howToContest: '',
  }
  const creditor = { document: '11222333000181', name: 'LOJA LTDA' }
  const request = { ...debt, contractId: owner.contractId }
  const asked = { ...owner, id: idOf(owner), requestKey: undefined, creditor, request }
  const queued = decideInsertion(asked, [], means, moment)
  const [notice] = queued.notices
  assert.ok(notice)
  const delivered = decideDelivered(queued, notice, { proof: '', on: moment.today }, means, moment)
  assert.ok(!isRefused(delivered))
  return delivered
}

/** PostgreSQL twice: a store over workers asks for some of it in another way. */
const stores = [
  ...engines.map((engine) => ({ engine, isDistributed: false })),
  ...engines.filter((engine) => engine === 'postgres').map((engine) => ({ engine, isDistributed: true })),
]

for (const { engine, isDistributed } of stores) {
  const on = isDistributed ? `${engine}, as over workers` : engine
  describe(`debts of several clients in one store on ${on}`, async () => {
    const place = await newPlace(engine)
    const store = await storeOfClients(engine, place)
    afterAll(store.close)
    const { batches, sandboxClocks } = store
    const listings = isDistributed ? asOverWorkers(place).listings : store.listings
    const creditorDocument = '11222333000181'
    for (const owner of owners) {
      const known = { register: owner.register, debts: [], listings: [] }
      assert.ok(await listings.insert({ drafts: [waiting(owner)], outbox: [] }, known))
    }

    test('a debt is found and listed by whose it is, in its register', async () => {
      for (const owner of owners) {
        assert.ok(await listings.findDebt({ ...owner, id: idOf(owner) }))
        const listed = await listings.list({ ...owner, limit: 10, contractId: owner.contractId })
        assert.deepEqual(
          listed.map((one) => one.id),
          [idOf(owner)],
        )
        for (const stranger of owners.filter((one) => one !== owner))
          assert.equal(await listings.findDebt({ ...stranger, id: idOf(owner) }), undefined)
      }
      const ofAna = await listings.list({ register: 'production', clientId: ana, limit: 10 })
      assert.deepEqual(
        ofAna.map((one) => one.id),
        [idOf(owners[0])],
      )
    })

    test('debts are found by their ids, counted and summed by whose they are, in their register', async () => {
      for (const owner of owners) {
        const found = await listings.findListings({ ...owner, ids: owners.map(idOf) })
        assert.deepEqual(
          found.map((one) => one.id),
          [idOf(owner)],
        )
        const groups = await listings.groups(owner)
        assert.deepEqual(
          groups.map(({ state, count, amountCents }) => [state, count, amountCents]),
          [['waiting', 1, found[0]?.amountCents]],
        )
      }
    })

    test('debts are billed to whose they are, in their environment', async () => {
      const span = { fromMs: 0, untilMs: 2_000 }
      for (const owner of [
        { clientId: ana, environment: 'production' },
        { clientId: bia, environment: 'production' },
        { clientId: caixa, environment: 'sandbox' },
      ] as const)
        assert.deepEqual(
          (await store.billing.servicesIn(owner, span)).map(({ count }) => count),
          [1],
          owner.clientId,
        )
    })

    test('an e-mail address is somebody else’s within one register', async () => {
      const mailbox = mailboxOf(debt.contact ?? {}) ?? assert.fail()
      const asked = [{ mailbox, document: '12345678909' }]
      for (const { register } of owners)
        assert.equal((await listings.sharedMailboxes(register, asked)).size, 1, register)
      assert.equal((await listings.sharedMailboxes('nobody’s', asked)).size, 0)
    })

    test('a place is taken, a debt is shown and something falls due within one register', async () => {
      for (const owner of owners) {
        const { contractId } = owner
        const identity = { creditorDocument, document: debt.documento, contractId }
        const known = await listings.known(owner.register, [identity])
        const isOf = known.listings.filter((one) => one.contractId === contractId)
        assert.deepEqual(
          isOf.map(({ id, register }) => [id, register]),
          [[idOf(owner), owner.register]],
        )
        const due = await listings.dueDebts({ ...owner, today: shownOn, limit: 10 })
        assert.deepEqual(due, [idOf(owner)])
      }
      const read = (register: string) => listings.forReport(register, debt.documento, shownOn)
      const shown = async (register: string) => (await read(register)).shown.map((one) => one.id).toSorted()
      const held = async (register: string) =>
        (await read(register)).held.map(({ contractId = '' }) => contractId).toSorted()
      assert.deepEqual(await shown('production'), [idOf(owners[0]), idOf(owners[1])])
      assert.deepEqual(await shown(caixa), [idOf(owners[2])])
      assert.deepEqual(await shown('nobody'), [])
      assert.deepEqual(await held('production'), [owners[0].contractId, owners[1].contractId].toSorted())
      assert.deepEqual(await held(caixa), [owners[2].contractId])
      assert.deepEqual(await held('nobody'), [])
    })

    test('each sandbox has a clock of its own', async () => {
      assert.equal(await sandboxClocks.advance(caixa, { fromMs: 0, toMs: 5_000 }), true)
      assert.equal(await sandboxClocks.offsetMs('another'), 0)
      assert.equal(await sandboxClocks.advance('another', { fromMs: 0, toMs: 1_000 }), true)
      assert.equal(await sandboxClocks.advance('third', { fromMs: 0, toMs: 0 }), true)
      assert.deepEqual(
        [await sandboxClocks.offsetMs(caixa), await sandboxClocks.offsetMs('another')],
        [5_000, 1_000],
      )
      // Two that stand at the same time: one moves, and the other does not.
      assert.equal(await sandboxClocks.advance('fourth', { fromMs: 0, toMs: 2_000 }), true)
      assert.equal(await sandboxClocks.offsetMs('third'), 0)
      assert.equal(await sandboxClocks.offsetMs(caixa), 5_000)
    })

    const batch = (owner: Owner, over: Partial<NewBatch> = {}): NewBatch => ({
      register: owner.register,
      clientId: owner.clientId,
      id: `batch.${idOf(owner)}`,
      key: 'one key of all',
      format: 'ndjson',
      claim: 'one claim of all',
      claimedUntilMs: 10_000,
      keyExpiresAtMs: 20_000,
      ...over,
    })

    test('a batch goes on under its client’s own key, and is found by nobody else', async () => {
      for (const owner of owners) {
        const opened = await batches.open(batch(owner), 1_000)
        assert.equal(opened.kind === 'opened' && opened.batch.id, `batch.${idOf(owner)}`)
      }
      for (const owner of owners) {
        assert.ok(await batches.find({ ...owner, id: `batch.${idOf(owner)}` }))
        const listed = await batches.list({ ...owner, limit: 10 })
        assert.deepEqual(
          listed.map((one) => one.id),
          [`batch.${idOf(owner)}`],
        )
        for (const stranger of owners.filter((one) => one !== owner))
          assert.equal(await batches.find({ ...stranger, id: `batch.${idOf(owner)}` }), undefined)
      }
      // A key that is over is free again for its client alone.
      const [first, ...others] = owners
      const anew = await batches.open(batch(first, { id: 'anew' }), 30_000)
      assert.equal(anew.kind === 'opened' && anew.batch.id, 'anew')
      for (const owner of others) {
        const again = await batches.open(batch(owner, { id: `again.${idOf(owner)}` }), 1_000)
        assert.equal(again.kind, 'in_flight', idOf(owner))
      }
    })
  })
}
