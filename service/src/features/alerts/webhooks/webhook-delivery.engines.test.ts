import assert from 'node:assert/strict'
import { WebhookMessage } from '@lastro/contract/alerts/webhooks.ts'
import { wholeContract } from '@lastro/contract/clients/client-contract.ts'
import { Webhook } from 'standardwebhooks'
import { Compile } from 'typebox/compile'
import { afterAll, describe, test } from 'vitest'
import { cleanUp } from '../../../../testing/clean-up.ts'
import { engines } from '../../../../testing/engines.ts'
import { answering, type Receiver, webhookReceiver } from '../../../../testing/servers/webhook-receiver.ts'
import {
  ocorrencias,
  sandboxWatcher,
  watchedPerson,
  watcherOf,
} from '../../../../testing/services/alert-service.ts'
import { until } from '../../../../testing/until.ts'
import { webhookOffTopic } from './webhook.ts'

const path = '/alertas/v2/webhooks'
const otherPerson = '12345678909'
const isMessage = Compile(WebhookMessage)

for (const engine of engines) {
  describe(`deliveries to webhooks on ${engine}`, async () => {
    const { service, clock, ...first } = await sandboxWatcher(engine)
    const receivers: Receiver[] = []
    afterAll(async () => {
      await service.close()
      for (const one of receivers) one.close()
    })
    /** A service that leaves a receiver that hangs. */
    const hasty = async () => {
      const watcher = await sandboxWatcher(engine, { webhookTimeoutMs: 6_000 })
      cleanUp(watcher.service.close)
      return watcher
    }
    /** A client of its own that watches two documents, with a webhook and what it leads to. */
    const watching = async (changes: object = {}, on = service) => {
      const watcher = watcherOf(on, await on.newSession())
      await watcher.watched()
      await watcher.watched({ documento: otherPerson })
      const receiver = await webhookReceiver()
      receivers.push(receiver)
      const made = await watcher.call(path, { body: { url: receiver.url, ...changes } })
      assert.equal(made.status, 201, made.text)
      const id = String(made.at('result.id'))
      const shown = async () => watcher.call(`${path}/${id}`)
      const deliveries = async (occurrenceId: string) => {
        const answer = await watcher.call(`${ocorrencias}/${occurrenceId}/entregas`)
        return answer.at('result.deliveries.0') as {
          state: string
          attempts: { status?: number; error?: string; excerpt?: string; at: string }[]
        }
      }
      return { ...watcher, receiver, id, secret: String(made.at('result.secret')), shown, deliveries }
    }
    const ids = ({ received }: Receiver) => received.map((one) => one.id)

    test('an event arrives as the contract says, signed, and its delivery is on record', async () => {
      const { receiver, triggered, secret, deliveries, session } = await watching()
      const occurrenceId = await triggered()
      await service.runJobs()
      const [one] = receiver.received
      assert.ok(one)
      assert.equal(one.id, occurrenceId)
      assert.ok(isMessage.Check(one.message), one.body)
      assert.equal(one.message.type, 'listing.published')
      assert.equal(one.message.data.documento, watchedPerson)
      const at = new Date(Number(one.headers['webhook-timestamp']) * 1000)
      assert.equal(one.headers['webhook-signature'], new Webhook(secret).sign(one.id, at, one.body))
      const delivery = await deliveries(occurrenceId)
      assert.equal(delivery.state, 'delivered')
      assert.deepEqual(
        delivery.attempts.map(({ status, excerpt }) => ({ status, excerpt })),
        [{ status: 200, excerpt: 'ok' }],
      )
      const trail = await service.store.trail.ofDocument('sandbox', watchedPerson as never, {
        fromMs: 0,
        untilMs: clock.nowMs() + 1,
      })
      assert.equal(trail.filter((record) => record.clientId === session.clientId).length, 1)
      await service.runJobs()
      assert.equal(receiver.received.length, 1)
    })

    test('only the events that were chosen are sent', async () => {
      const { receiver, triggered } = await watching({ events: ['listing.released'] })
      await triggered('listing.published')
      const wanted = await triggered('listing.released')
      await service.runJobs()
      assert.deepEqual(ids(receiver), [wanted])
    })

    test('what fails comes again by the ladder, with the same id, and each attempt is on record', async () => {
      const { service, clock } = await hasty()
      const { receiver, triggered, deliveries, shown } = await watching({}, service)
      receiver.answer = answering(503, 'not now')
      const id = await triggered()
      await service.runJobs()
      await service.runJobs()
      assert.deepEqual(ids(receiver), [id])
      assert.ok((await shown()).at('result.failingSince'))
      clock.add(5_500)
      receiver.answer = () => undefined
      await service.runJobs()
      assert.deepEqual(ids(receiver), [id, id])
      clock.add(5 * 60_000 + 30_000)
      receiver.answer = answering(204)
      await service.runJobs()
      assert.deepEqual(ids(receiver), [id, id, id])
      const { state, attempts } = await deliveries(id)
      assert.equal(state, 'delivered')
      assert.deepEqual(
        attempts.map(({ status, error, excerpt }) => [status, error, excerpt]),
        [
          [503, undefined, 'not now'],
          [undefined, 'timeout', undefined],
          [204, undefined, undefined],
        ],
      )
      assert.equal((await shown()).at('result.failingSince'), undefined)
    })

    test("a document's later event waits for the earlier one; another document's does not", async () => {
      const { receiver, triggered } = await watching()
      receiver.answer = (answer, { message }) =>
        answering(message.data.documento === watchedPerson ? 500 : 200)(answer, receiver.received[0] as never)
      const a1 = await triggered('listing.published')
      const a2 = await triggered('listing.released')
      const b1 = await triggered('listing.published', otherPerson)
      await service.runJobs()
      assert.deepEqual(ids(receiver).toSorted(), [a1, b1].toSorted())
      receiver.answer = answering(200)
      clock.add(5_500)
      await service.runJobs()
      assert.deepEqual(ids(receiver).slice(2), [a1, a2])
    })

    test('a redirect is a failure, and leads nowhere', async () => {
      const { receiver, triggered, deliveries } = await watching()
      const { receiver: target } = await watching()
      receiver.answer = (answer) => void answer.writeHead(302, { Location: target.url }).end()
      const id = await triggered()
      await service.runJobs()
      assert.equal((await deliveries(id)).attempts[0]?.status, 302)
      assert.equal((await deliveries(id)).state, 'pending')
      assert.deepEqual(ids(target), [])
    })

    test('410 switches a webhook off at once: nothing more is sent, the reason is shown, its client told', async () => {
      const { receiver, triggered, shown, call, id, session } = await watching()
      receiver.answer = answering(410)
      const gone = await triggered()
      await triggered('listing.released')
      await service.runJobs()
      assert.deepEqual(ids(receiver), [gone])
      const off = await shown()
      assert.equal(off.at('result.enabled'), false)
      assert.equal(off.at('result.off.reason'), 'gone')
      assert.ok(off.at('result.off.message'))
      const told = await service.store.outbox.read(webhookOffTopic, 100)
      const mine = told.filter((row) => row.clientId === session.clientId)
      assert.deepEqual(
        mine.map(({ payload }) => [payload.webhookId, payload.reason]),
        [[id, 'gone']],
      )

      receiver.answer = answering(200)
      await call(`${path}/${id}`, { method: 'PATCH', body: { enabled: true } })
      const next = await triggered('listing.expired')
      await service.runJobs()
      assert.deepEqual(ids(receiver).slice(1), [next])
      const again = await call(`${ocorrencias}/${gone}/reenviar`, { method: 'POST' })
      assert.equal(again.status, 200, again.text)
      await service.runJobs()
      assert.deepEqual(ids(receiver).slice(2), [gone])
    })

    test('the clock of the sandbox goes through the ladder, to the switch-off after three days', async () => {
      const { receiver, triggered, advance, shown, deliveries } = await watching()
      receiver.answer = answering(500)
      const failed = await triggered()
      await service.runJobs()
      await advance('P2D')
      assert.equal((await deliveries(failed)).state, 'pending')
      assert.equal((await shown()).at('result.enabled'), true)
      await advance('P2D')
      assert.equal(receiver.received.length, 10)
      assert.equal((await deliveries(failed)).state, 'failed')
      const off = await shown()
      assert.equal(off.at('result.enabled'), false)
      assert.equal(off.at('result.off.reason'), 'failing', off.text)
      const ats = (await deliveries(failed)).attempts.map(({ at }) => Date.parse(at))
      const hours = ats.slice(1).map((at, place) => (at - (ats[place] ?? 0)) / 3_600_000)
      assert.ok(
        hours.every((pause, place) => place === 0 || pause >= (hours[place - 1] ?? 0) * 0.9),
        hours.join(),
      )
    })

    test('one that took a message meanwhile is not switched off', async () => {
      const { receiver, triggered, advance, shown, deliveries } = await watching()
      receiver.answer = answering(500)
      const late = await triggered()
      await service.runJobs()
      await advance('P2D')
      receiver.answer = answering(200)
      await advance('P2D')
      assert.equal((await deliveries(late)).state, 'delivered')
      receiver.answer = answering(500)
      await triggered()
      await service.runJobs()
      await advance('P2D')
      assert.equal((await shown()).at('result.enabled'), true)
    })

    test('one that took another message while it refused one is not failing', async () => {
      const { receiver, triggered, shown } = await watching()
      receiver.answer = (answer, { message }) => {
        if (message.data.documento === watchedPerson) answer.writeHead(500).end()
        else
          void until(async () => (await shown()).at('result.failingSince') !== undefined, 'it fails').then(
            () => answer.end('ok'),
          )
      }
      await triggered()
      await triggered('listing.published', otherPerson)
      await service.runJobs()
      assert.equal(receiver.received.length, 2)
      assert.equal((await shown()).at('result.failingSince'), undefined)
    })

    test('an address that is gone does not switch off the one to which its client has moved', async () => {
      const { receiver, triggered, shown, call, id } = await watching()
      let waits = ''
      const move = async () => {
        receiver.answer = answering(200)
        await call(`${path}/${id}`, { method: 'PATCH', body: { url: `${receiver.url}/moved` } })
        waits = await triggered('listing.released')
      }
      receiver.answer = (answer) => void move().then(() => answer.writeHead(410).end())
      await triggered()
      await service.runJobs()
      assert.equal((await shown()).at('result.enabled'), true)
      assert.equal(receiver.received.length, 2)
      assert.deepEqual([receiver.received.at(-1)?.id, receiver.received.at(-1)?.path], [waits, '/moved'])
    })

    test('one that failed at the address its client has left is not failing at the new one', async () => {
      const { receiver, triggered, shown, call, id } = await watching()
      const move = () => call(`${path}/${id}`, { method: 'PATCH', body: { url: `${receiver.url}/moved` } })
      receiver.answer = (answer) => void move().then(() => answer.writeHead(500).end())
      await triggered()
      await service.runJobs()
      assert.equal((await shown()).at('result.failingSince'), undefined)
    })

    for (const [said, status] of [
      ['taken', 200],
      ['refused', 500],
    ] as const) {
      test(`what is to be sent again while it is being sent goes again at once, though it was ${said}`, async () => {
        const { receiver, triggered, deliveries, call } = await watching()
        receiver.answer = (answer, { id }) => {
          // Both are under way at once, and are on record in the order in which they end.
          receiver.answer = (...next) =>
            void until(
              async () => (await deliveries(id)).attempts.length === 1,
              'the first attempt is on record',
            ).then(() => answering(200)(...next))
          void call(`${ocorrencias}/${id}/reenviar`, { method: 'POST' }).then(() =>
            answer.writeHead(status).end(),
          )
        }
        const id = await triggered()
        await service.runJobs()
        assert.deepEqual(ids(receiver), [id, id])
        const { state, attempts } = await deliveries(id)
        assert.deepEqual([state, attempts.map((one) => one.status)], ['delivered', [status, 200]])
      })
    }

    test('an attempt that was given up for lost writes only itself over the one after it', async () => {
      const { receiver, triggered, deliveries } = await watching()
      receiver.answer = answering(200)
      const id = await triggered()
      const store = service.store.alerts.deliveries
      const claim = async (claimedUntilMs: number) => {
        const nowMs = clock.nowMs()
        const asked = { kind: 'webhook', register: undefined, nowMs, claimedUntilMs, limit: 10 } as const
        const found = (await store.claim(asked)).find((one) => one.occurrence.id === id)
        assert.ok(found)
        return found.delivery
      }
      const lost = await claim(clock.nowMs() + 1)
      clock.add(2)
      const next = await claim(clock.nowMs() + 60_000)
      const attempt = (status: number) => ({ atMs: 1, status, error: undefined, excerpt: undefined })
      await store.giveBack([lost])
      await store.postpone(lost, clock.nowMs() + 3_600_000)
      const dueAtMs = clock.nowMs() + 7_200_000
      await Promise.all([
        store.settle(lost, attempt(500), { state: 'pending', dueAtMs }, clock.nowMs()),
        store.settle(next, attempt(503), { state: 'pending', dueAtMs: clock.nowMs() }, clock.nowMs()),
      ])
      const kept = await deliveries(id)
      assert.deepEqual(
        kept.attempts.map((one) => one.status),
        [500, 503],
      )
      await service.runJobs()
      assert.deepEqual(ids(receiver), [id])
      assert.equal((await deliveries(id)).state, 'delivered')
    })

    test('a change of a webhook does not bring back a failure that is over, and another address begins anew', async () => {
      const { receiver, triggered, shown, call, id } = await watching()
      const { webhooks } = service.store
      receiver.answer = answering(500)
      await triggered()
      await service.runJobs()
      assert.ok((await shown()).at('result.failingSince'))
      const [kept] = await webhooks.findAny([id])
      assert.ok(kept)
      await webhooks.setFailing(kept, undefined)
      const moment = { nowMs: clock.nowMs(), machineMs: clock.nowMs() }
      assert.ok(
        await webhooks.update({ ...kept, label: 'x', version: kept.version + 1 }, kept.version, moment),
      )
      assert.equal((await shown()).at('result.failingSince'), undefined)
      await webhooks.setFailing(kept, clock.nowMs())
      await call(`${path}/${id}`, { method: 'PATCH', body: { label: 'y' } })
      assert.ok((await shown()).at('result.failingSince'), 'a label mends nothing')
      await call(`${path}/${id}`, { method: 'PATCH', body: { url: `${receiver.url}/other` } })
      assert.equal((await shown()).at('result.failingSince'), undefined)
    })

    test('an alert that goes to several webhooks at once is one consultation in the trail', async () => {
      const { receiver, triggered, call, session } = await watching()
      for (const step of ['/a', '/b', '/c']) await call(path, { body: { url: `${receiver.url}${step}` } })
      const id = await triggered()
      await service.runJobs()
      assert.deepEqual(ids(receiver), [id, id, id, id])
      const range = { fromMs: 0, untilMs: Number.MAX_SAFE_INTEGER }
      const found = await service.store.trail.ofDocument('sandbox', watchedPerson as never, range)
      const records = found.filter((one) => one.clientId === session.clientId && one.product === 'alertas')
      assert.equal(records.length, 1)
    })

    test('a receiver that hangs fills its own share: others are not kept waiting', async () => {
      const { service } = await hasty()
      const hanging = await watching({}, service)
      const quick = await watching({}, service)
      const order: string[] = []
      hanging.receiver.answer = (answer) =>
        void answer.on('close', () => order.push('left the one that hangs'))
      quick.receiver.answer = (answer) => {
        order.push('sent to the other')
        answer.end('ok')
      }
      await hanging.triggered()
      await quick.triggered()
      await service.runJobs()
      await until(() => order.length === 2, 'both are dealt with')
      assert.deepEqual(order, ['sent to the other', 'left the one that hangs'])
      assert.equal(quick.receiver.received.length, 1)
      assert.ok((await hanging.shown()).at('result.failingSince'))
    })

    test('what waits for a webhook that is removed is not sent', async () => {
      const { receiver, triggered, call, id } = await watching()
      await triggered()
      assert.equal((await call(`${path}/${id}`, { method: 'DELETE' })).status, 200)
      await service.runJobs()
      assert.deepEqual(ids(receiver), [])
    })

    test('a client that lost the purpose, or was revoked, is not told of what waits', async () => {
      for (const lose of [
        (id: string) => service.store.clients.setContract(id, { ...wholeContract, purposes: [] }),
        (id: string) => service.store.clients.revokeClient(id, clock.nowMs()),
      ]) {
        const { receiver, triggered, session } = await watching()
        await triggered()
        await lose(session.clientId)
        await service.runJobs()
        assert.deepEqual(ids(receiver), [])
      }
    })

    test('the other clients of the service are not told', async () => {
      assert.equal((await first.occurrences()).length, 0)
    })
  })
}
