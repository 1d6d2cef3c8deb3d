import assert from 'node:assert/strict'
import { productionRegister } from '@lastro/rules/listings/register.ts'
import { afterAll, describe, test } from 'vitest'
import { engines } from '../../../testing/engines.ts'
import { toldSanction } from '../../../testing/invented/told-sanction.ts'
import { ana, storeOfClients } from '../../../testing/invented/two-clients.ts'
import { watchedDocument } from '../../../testing/invented/watched-document.ts'
import type { Delivery } from '../../features/alerts/alert.ts'
import type { DecideOccurrence } from '../../features/alerts/alert-store.ts'

const document = '52998224725'
const [first, second] = ['email 1', 'email 2'] as const

const address = (id: string) => ({
  id,
  register: productionRegister,
  clientId: ana,
  address: `${id.replace(' ', '')}@exemplo.com.br`,
  events: undefined,
  documents: undefined,
  digest: 'each' as const,
  language: 'pt' as const,
  state: 'active' as const,
  pausedReason: undefined,
  pausedDetail: undefined,
  bounces: 0,
  bounceReportedAtMs: undefined,
  confirmedAtMs: 1_000,
  version: 1,
  createdAtMs: 1_000,
  requestKey: undefined,
})

/** Every event goes to both addresses at once. */
const toBoth: DecideOccurrence = (event, { registration, targets }, { nowMs }) => ({
  occurrence: toldSanction(`told of ${event.id}`, registration, nowMs),
  deliveries: targets.map(({ kind, id }) => ({
    targetKind: kind,
    targetId: id,
    isDigest: false,
    dueAtMs: 5_000,
  })),
})

for (const engine of engines) {
  describe(`two addresses that are told the same on ${engine}`, async () => {
    const store = await storeOfClients(engine)
    afterAll(store.close)
    const { documents, emails, occurrences, deliveries, allowances } = store.alerts
    await documents.insert([watchedDocument({ clientId: ana, document, createdAtMs: 1_000 })], 1_000)
    for (const id of [first, second])
      await emails.insert(address(id), [], { countMax: 9, allowances: [], nowMs: 1_000 })

    /** An event that both are told of; its deliveries, those of the first address before. */
    const told = async (id: string): Promise<readonly Delivery[]> => {
      const event = { id, topic: 'sanction.added', register: productionRegister, clientId: '' }
      const payload = { documento: document, data: {} }
      await store.outbox.add([{ ...event, payload, createdAtMs: 1_000, dueAtMs: 1_000 }])
      const asked = { register: undefined, isAwaited: true, limit: 10, nowMs: 3_000 }
      assert.equal(await occurrences.fanOut(asked, toBoth, () => undefined), 1)
      const found = (await occurrences.deliveries(`told of ${id}`)).map(({ delivery }) => delivery)
      return found.toSorted((a, b) => (a.targetId < b.targetId ? -1 : 1))
    }
    const statesOf = async (id: string) =>
      Object.fromEntries(
        (await occurrences.deliveries(`told of ${id}`)).map(({ delivery, attempts }) => [
          delivery.targetId,
          `${delivery.state} ${attempts.length}`,
        ]),
      )
    const attempt = { atMs: 6_000, status: 250, error: undefined, excerpt: undefined }
    const taken = (delivery: Delivery | undefined) =>
      deliveries.settle(delivery ?? assert.fail(), attempt, { state: 'delivered' }, 6_000)
    const onceFor = (mail: string) => ({ policy: 'bounce', owner: mail, limit: 1, windowMs: 1_000 })
    const returned = async (id: string) => {
      const kept = (await emails.findAny(second)) ?? assert.fail()
      return emails.bounce({ ...kept, version: kept.version + 1 }, kept.version, {
        once: onceFor(id),
        told: { occurrenceId: `told of ${id}`, sending: 0 },
        attempt: { ...attempt, status: 550 },
        moment: { nowMs: 7_000, machineMs: 7_000 },
      })
    }

    test('a mail that comes back from one has failed there, and not at the other', async () => {
      for (const one of await told('e1')) await taken(one)
      assert.equal(await returned('e1'), 'recorded')
      assert.deepEqual(await statesOf('e1'), { [first]: 'delivered 1', [second]: 'failed 2' })
    })

    test('what the other still waits for does not hold it back', async () => {
      const [, atSecond] = await told('e2')
      await taken(atSecond)
      assert.equal(await returned('e2'), 'recorded')
      assert.deepEqual(await statesOf('e2'), { [first]: 'pending 0', [second]: 'failed 2' })
    })

    test('a mail is known by its own report alone', async () => {
      const [, atSecond] = await told('e3')
      await taken(atSecond)
      assert.equal(await allowances.take([onceFor('another')], 7_000), undefined)
      assert.equal(await returned('e3'), 'recorded')
      assert.equal(await returned('e3'), 'known')
    })

    test('of two that are held together, one is put off and the other stays held', async () => {
      await deliveries.drop(first, { nowMs: 7_000, machineMs: 7_000 })
      await told('e4')
      const claiming = { kind: 'email' as const, register: undefined, nowMs: 6_000, limit: 10 }
      const claimed = await deliveries.claim({ ...claiming, claimedUntilMs: 6_001 })
      const held = claimed.filter(({ occurrence }) => occurrence.id === 'told of e4')
      assert.equal(held.length, 2)
      const atSecond = held.find(({ delivery }) => delivery.targetId === second)?.delivery
      await deliveries.postpone(atSecond ?? assert.fail(), 8_000)
      const due = (await occurrences.deliveries('told of e4')).map(({ delivery }) => [
        delivery.targetId,
        delivery.dueAtMs,
      ])
      assert.deepEqual(Object.fromEntries(due), { [first]: 5_000, [second]: 8_000 })
    })
  })
}
