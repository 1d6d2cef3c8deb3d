import assert from 'node:assert/strict'
import type { Day } from '@lastro/rules/calendar/day.ts'
import { type DocumentNumber, withCheckDigits } from '@lastro/rules/documents/document-number.ts'
import { productionRegister } from '@lastro/rules/listings/register.ts'
import { afterAll, describe, test } from 'vitest'
import { engines } from '../../../testing/engines.ts'
import { toldSanction } from '../../../testing/invented/told-sanction.ts'
import { ana, bia, caixa, storeOfClients } from '../../../testing/invented/two-clients.ts'
import type { AlertEmail, WatchedDocument } from '../../features/alerts/alert.ts'
import type { DecideOccurrence } from '../../features/alerts/alert-store.ts'
import type { Webhook } from '../../features/alerts/webhooks/webhook.ts'
import { rowOf } from '../subjects/subject-row.ts'

/** Where each client's things stand; one of them, as no client can, in two registers at once. */
const owners = [
  { register: productionRegister, clientId: ana },
  { register: productionRegister, clientId: bia },
  { register: caixa, clientId: caixa },
  { register: 'elsewhere', clientId: ana },
] as const
type Owner = (typeof owners)[number]

const nameOf = ({ register, clientId }: { readonly register: string; readonly clientId: string }) =>
  `${clientId}.${register}`
const idOf = (kind: string, owner: Owner) => `${kind}.${nameOf(owner)}`
const watched = '52998224725'
const moment = { nowMs: 2_000, machineMs: 2_000 }

const document = (owner: Owner, over: Partial<WatchedDocument> = {}): WatchedDocument => ({
  ...owner,
  id: idOf('document', owner),
  document: watched,
  events: undefined,
  label: undefined,
  until: undefined,
  policy: undefined,
  version: 1,
  createdAtMs: 1_000,
  requestKey: undefined,
  ...over,
})
const email = (owner: Owner, over: Partial<AlertEmail> = {}): AlertEmail => ({
  ...owner,
  id: idOf('email', owner),
  address: 'alertas@exemplo.com.br',
  events: undefined,
  documents: undefined,
  digest: 'each',
  language: 'pt',
  state: 'active',
  pausedReason: undefined,
  pausedDetail: undefined,
  bounces: 0,
  bounceReportedAtMs: undefined,
  confirmedAtMs: 1_000,
  version: 1,
  createdAtMs: 1_000,
  requestKey: undefined,
  ...over,
})
const webhook = (owner: Owner, over: Partial<Webhook> = {}): Webhook => ({
  ...owner,
  id: idOf('webhook', owner),
  url: 'https://exemplo.com.br/',
  events: undefined,
  label: undefined,
  secrets: [],
  state: 'active',
  offReason: undefined,
  offAtMs: undefined,
  failingSinceMs: undefined,
  version: 1,
  createdAtMs: 1_000,
  requestKey: 'one key of all',
  ...over,
})

/** Every other owner's key to what one of them has. */
const strangersTo = (kind: string, owner: Owner) =>
  owners.filter((one) => one !== owner).map((one) => ({ ...one, id: idOf(kind, owner) }))

const page = { limit: 10, after: undefined, document: undefined, event: undefined }

for (const engine of engines) {
  describe(`alerts of several clients in one store on ${engine}`, async () => {
    const store = await storeOfClients(engine)
    afterAll(store.close)
    const { documents, emails, occurrences, deliveries } = store.alerts
    const { webhooks } = store

    test('each may watch the same document, and finds, lists and removes its own alone', async () => {
      for (const owner of owners) {
        const [kept] = await documents.insert([document(owner)], 1_000)
        assert.deepEqual([kept?.kind, kept?.document.id], ['inserted', idOf('document', owner)])
      }
      for (const owner of owners) {
        const [again] = await documents.insert([document(owner, { id: `second ${nameOf(owner)}` })], 1_000)
        assert.deepEqual([again?.kind, again?.document.id], ['existing', idOf('document', owner)])
      }
      for (const owner of owners) {
        assert.ok(await documents.find({ ...owner, id: idOf('document', owner) }))
        const listed = await documents.list({ ...owner, ...page })
        assert.deepEqual(
          listed.map((one) => one.id),
          [idOf('document', owner)],
        )
        for (const stranger of strangersTo('document', owner)) {
          assert.equal(await documents.find(stranger), undefined, nameOf(owner))
          assert.equal(await documents.remove(stranger), false, nameOf(owner))
        }
      }
    })

    test('a person is told who watches it in production, and of no sandbox', async () => {
      const watches = await store.requests.watchesOf(watched)
      assert.deepEqual(watches.map((one) => one.clientId).toSorted(), [ana, bia])
    })

    test('a load tells of a document that is watched in production, and of none that a sandbox watches', async () => {
      const [inSandbox, inProduction] = [withCheckDigits('000000501'), withCheckDigits('000000502')]
      await documents.insert([document(owners[2], { id: 'in the sandbox', document: inSandbox })], 1_000)
      await documents.insert([document(owners[0], { id: 'in production', document: inProduction })], 1_000)
      const subject = (one: DocumentNumber) => {
        const facts = { documento: one, registration: { consumerName: 'ANA DE EXEMPLO' } }
        return rowOf({ document: one, facts, sections: [], validUntil: '9999-12-31' as Day, partners: [] })
      }
      await store.subjects.saveSubjects([inSandbox, inProduction].map(subject), 1_000)
      const told = await store.outbox.read('registration.changed', 10)
      assert.deepEqual(
        told.map((one) => one.payload.documento),
        [inProduction],
      )
      await documents.remove({ ...owners[2], id: 'in the sandbox' })
      await documents.remove({ ...owners[0], id: 'in production' })
      await fanOut(undefined)
    })

    test('each may have the same address, as many as it is allowed, and finds, lists and removes its own', async () => {
      const limits = { countMax: 2, allowances: [], nowMs: 1_000 }
      // An address is a client's once, in whatever register.
      const [, ...others] = owners.slice(0, 3)
      for (const owner of [owners[0], ...others])
        assert.deepEqual(await emails.insert(email(owner), [], limits), { kind: 'inserted' })
      for (const owner of [owners[0], ...others]) {
        const same = await emails.insert(email(owner, { id: 'again' }), [], limits)
        assert.equal(same.kind === 'existing' && same.email.id, idOf('email', owner))
        assert.ok(await emails.find({ ...owner, id: idOf('email', owner) }))
        const listed = await emails.list({ ...owner, ...page })
        assert.deepEqual(
          listed.map((one) => one.id),
          [idOf('email', owner)],
        )
        for (const stranger of strangersTo('email', owner)) {
          assert.equal(await emails.find(stranger), undefined, nameOf(owner))
          assert.equal(await emails.remove(stranger, moment), false, nameOf(owner))
        }
      }
      assert.deepEqual(await emails.list({ ...owners[3], ...page }), [])
    })

    test('an address that goes takes its own links along, and nobody else’s', async () => {
      const owner = owners[1]
      const gone = email(owner, { id: 'gone', address: 'outro@exemplo.com.br' })
      await emails.insert(gone, [], { countMax: 9, allowances: [], nowMs: 1_000 })
      const token = { purpose: 'unsubscribe' as const, expiresAtMs: 9_000 }
      await emails.addToken({ ...token, hash: 'of another', emailId: idOf('email', owners[0]) })
      await emails.addToken({ ...token, hash: 'of the one that goes', emailId: gone.id })
      assert.equal(await emails.remove({ ...owner, id: gone.id }, moment), true)
      assert.equal(await emails.findToken('of the one that goes'), undefined)
      assert.ok(await emails.findToken('of another'))
    })

    test('each may have as many webhooks as it is allowed, under keys of its own, and none of another’s', async () => {
      for (const owner of owners)
        assert.deepEqual(await webhooks.insert(webhook(owner), 1), { kind: 'inserted' }, nameOf(owner))
      for (const owner of owners) {
        const again = await webhooks.insert(webhook(owner, { id: 'again' }), 1)
        assert.equal(again.kind === 'existing' && again.webhook.id, idOf('webhook', owner))
        assert.deepEqual(
          (await webhooks.list(owner)).map((one) => one.id),
          [idOf('webhook', owner)],
        )
        for (const stranger of strangersTo('webhook', owner)) {
          assert.equal(await webhooks.find(stranger), undefined, nameOf(owner))
          assert.equal(await webhooks.remove(stranger, moment), false, nameOf(owner))
        }
      }
    })

    test('the targets of a client are its own', async () => {
      const targets = await occurrences.targets(bia)
      assert.deepEqual(
        targets.map((one) => one.id),
        [idOf('email', owners[1]), idOf('webhook', owners[1])],
      )
    })

    /** Tells whoever watches, at its own two targets. */
    const decide: DecideOccurrence = (event, { registration, targets }, { nowMs }) => ({
      occurrence: toldSanction(`${event.id}.${registration.id}`, registration, nowMs),
      deliveries: targets
        .filter(({ id }) => id.endsWith(nameOf(registration)))
        .map(({ kind, id }) => ({
          targetKind: kind,
          targetId: id,
          isDigest: kind === 'email',
          dueAtMs: 5_000,
        })),
    })
    const event = (id: string, register: string) => ({
      id,
      topic: 'sanction.added',
      register,
      clientId: '',
      payload: { documento: watched, data: {} },
      createdAtMs: 1_000,
      dueAtMs: 1_000,
    })
    const told = (id: string, owner: Owner) => `${id}.${idOf('document', owner)}`
    const fanOut = (register: string | undefined) =>
      occurrences.fanOut({ register, isAwaited: true, limit: 10, nowMs: 3_000 }, decide, () => undefined)

    test('an event of one register is told in it alone, by its clock, and counts from each client’s own last', async () => {
      await store.sandboxClocks.advance(bia, { fromMs: 0, toMs: 7_000 })
      await store.sandboxClocks.advance(caixa, { fromMs: 0, toMs: 10_000 })
      await store.outbox.add([event('e1', productionRegister), event('e2', caixa)])
      assert.equal(await fanOut(caixa), 1)
      const inSandbox = await occurrences.list({ ...owners[2], ...page })
      assert.deepEqual(
        inSandbox.map(({ id, sequence, createdAtMs }) => [id, sequence, createdAtMs]),
        [[told('e2', owners[2]), 1, 13_000]],
      )
      assert.deepEqual(await occurrences.list({ ...owners[0], ...page }), [])
      assert.equal(await fanOut(undefined), 1)
      await store.outbox.add([event('e3', productionRegister)])
      await fanOut(undefined)
      for (const owner of owners.slice(0, 2)) {
        const found = await occurrences.list({ ...owner, ...page })
        assert.deepEqual(
          found.map(({ id, sequence }) => [id, sequence]),
          [
            [told('e3', owner), 2],
            [told('e1', owner), 1],
          ],
        )
      }
      assert.deepEqual(await occurrences.list({ ...owners[3], ...page }), [])
    })

    test('an occurrence is found by whom it was told to alone', async () => {
      const owner = owners[0]
      assert.ok(await occurrences.find({ ...owner, id: told('e1', owner) }))
      for (const stranger of owners.slice(1))
        assert.equal(await occurrences.find({ ...stranger, id: told('e1', owner) }), undefined)
    })

    const dueAtMs = async (id: string) =>
      Object.fromEntries(
        (await occurrences.deliveries(id)).map(({ delivery }) => [delivery.targetId, delivery.dueAtMs]),
      )
    const [anaHook, anaMail] = [idOf('webhook', owners[0]), idOf('email', owners[0])]
    const claiming = { nowMs: 6_000, claimedUntilMs: 6_001, limit: 10 }

    test('a sandbox that moves its clock brings its own deliveries nearer, and claims them alone', async () => {
      await deliveries.bringNearer(caixa, 1_000)
      assert.deepEqual(Object.values(await dueAtMs(told('e2', owners[2]))), [4_000, 4_000])
      assert.deepEqual(Object.values(await dueAtMs(told('e1', owners[1]))), [5_000, 5_000])
      const byHook = await deliveries.claim({ ...claiming, kind: 'webhook', register: caixa })
      assert.deepEqual(
        byHook.map((one) => one.occurrence.id),
        [told('e2', owners[2])],
      )
      const byMail = await deliveries.claimDigests({
        ...claiming,
        kind: 'email',
        register: caixa,
        perTarget: 5,
      })
      assert.deepEqual(
        byMail.map((one) => one.occurrence.id),
        [told('e2', owners[2])],
      )
    })

    test('what is put off, settled, returned or dropped at one target stays as it was at every other', async () => {
      const id = told('e1', owners[0])
      const ofHook = (await deliveries.claim({ ...claiming, kind: 'webhook', register: undefined })).find(
        (one) => one.occurrence.id === id,
      )?.delivery
      assert.ok(ofHook)
      await deliveries.postpone(ofHook, 8_000)
      assert.deepEqual(await dueAtMs(id), { [anaMail]: 5_000, [anaHook]: 8_000 })
      assert.deepEqual(await dueAtMs(told('e3', owners[0])), { [anaMail]: 5_000, [anaHook]: 8_000 })
      assert.deepEqual(Object.values(await dueAtMs(told('e3', owners[1]))), [5_000, 5_000])

      const attempt = { atMs: 6_000, status: 200, error: undefined, excerpt: undefined }
      const held = { ...ofHook, claimedUntilMs: 0 }
      const mailed = { ...held, targetId: anaMail, isDigest: true }
      for (const one of [held, mailed]) await deliveries.settle(one, attempt, { state: 'delivered' }, 6_000)
      const address = await store.alerts.emails.findAny(anaMail)
      assert.ok(address)
      const bounced = await store.alerts.emails.bounce({ ...address, bounces: 1 }, address.version, {
        once: { policy: 'bounce', owner: 'a mail', limit: 1, windowMs: 1_000 },
        told: { occurrenceId: id, sending: 0 },
        attempt: { ...attempt, status: 550 },
        moment: { nowMs: 7_000, machineMs: 7_000 },
      })
      assert.equal(bounced, 'recorded')
      const states = async (of: string) =>
        (await occurrences.deliveries(of)).map(({ delivery, attempts }) => [
          delivery.targetId,
          delivery.state,
          attempts.length,
        ])
      assert.deepEqual(await states(id), [
        [anaMail, 'failed', 2],
        [anaHook, 'delivered', 1],
      ])
      await deliveries.drop(anaHook, moment)
      assert.deepEqual(await states(told('e3', owners[0])), [
        [anaMail, 'pending', 0],
        [anaHook, 'dropped', 0],
      ])
    })

    test('the operator’s queue tries again, and gives up, at one target alone', async () => {
      const id = told('e3', owners[1])
      const [mail, hook] = [idOf('email', owners[1]), idOf('webhook', owners[1])]
      const attempt = (error: string) => ({ atMs: 6_000, status: 500, error, excerpt: undefined })
      for (const { delivery } of await occurrences.deliveries(id))
        await deliveries.settle(
          delivery,
          attempt(delivery.targetKind),
          { state: 'pending', dueAtMs: 9_000 },
          6_000,
        )
      const first = { after: undefined, limit: 1 }
      const [one] = await store.queue.deliveriesInTrouble(undefined, first)
      const [two] = await store.queue.deliveriesInTrouble(undefined, {
        limit: 5,
        after: { createdAtMs: one?.dueAtMs ?? 0, id: `${one?.occurrenceId} ${one?.targetId}` },
      })
      assert.deepEqual(
        [one, two].map((of) => [of?.targetId, of?.fault?.text]),
        [
          [mail, 'email'],
          [hook, 'webhook'],
        ],
      )
      assert.equal(await store.queue.retryDelivery(id, hook, 7_000), true)
      assert.deepEqual(await dueAtMs(id), { [mail]: 9_000, [hook]: 7_000 })
      assert.equal(await store.queue.giveUpDelivery(id, mail, 7_000), true)
      const found = await occurrences.deliveries(id)
      assert.deepEqual(
        found.map(({ delivery }) => delivery.state),
        ['dropped', 'pending'],
      )
    })

    test('whoever was alerted of a listing is found, and billed, in its register', async () => {
      const shown: DecideOccurrence = (...asked) => {
        const { occurrence } = decide(...asked) ?? assert.fail()
        return { occurrence: { ...occurrence, shown: 'L1' }, deliveries: [] }
      }
      const registers = [productionRegister, caixa, 'elsewhere']
      await store.outbox.add(registers.map((register) => event(`e4 in ${register}`, register)))
      for (const register of registers) {
        const asked = { register, isAwaited: true, limit: 10, nowMs: 3_000 }
        assert.equal(await occurrences.fanOut(asked, shown, () => undefined), 1)
      }
      const alertedIn = async (register: string) =>
        (await occurrences.alertedOf({ register, document: watched })).map((one) => one.clientId).toSorted()
      assert.deepEqual(await alertedIn(productionRegister), [ana, bia])
      assert.deepEqual(await alertedIn(caixa), [caixa])
      assert.deepEqual(await alertedIn('elsewhere'), [ana])
      const told = await occurrences.list({ ...owners[0], ...page })
      const billed = await store.billing.servicesIn(
        { clientId: ana, environment: 'production' },
        { fromMs: 0, untilMs: 99_000 },
      )
      assert.deepEqual(
        billed.map(({ count }) => count),
        [told.length],
      )
    })
  })
}
