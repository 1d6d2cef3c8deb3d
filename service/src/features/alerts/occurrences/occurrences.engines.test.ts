import assert from 'node:assert/strict'
import { alertEventNames } from '@lastro/contract/alerts/alert-events.ts'
import { afterAll, describe, test } from 'vitest'
import { engines, newPlace } from '../../../../testing/engines.ts'
import { runService } from '../../../../testing/running-service.ts'
import {
  ocorrencias,
  productionWatcher,
  sandboxWatcher,
  watchedPerson,
} from '../../../../testing/services/alert-service.ts'
import { fanOutEvents } from '../fan-out-events.ts'
import { matchEvent } from '../match-event.ts'

for (const engine of engines) {
  describe(`occurrences on ${engine}`, async () => {
    const watcher = await sandboxWatcher(engine)
    const { call, service } = watcher
    afterAll(service.close)

    test('any event can be triggered in the sandbox, and none for a document that is not watched', async () => {
      const nobody = await call('/eventos', { body: { documento: watchedPerson, event: 'sanction.added' } })
      assert.equal(nobody.status, 201)
      assert.deepEqual(nobody.at('result.occurrences'), [])
      await watcher.watched()
      for (const event of alertEventNames) {
        const answer = await call('/eventos', { body: { documento: watchedPerson, event } })
        assert.equal(answer.at('result.occurrences.0.event'), event, answer.text)
      }
      const refused = async (body: object) => (await call('/eventos', { body })).at('code')
      assert.equal(
        await refused({ documento: '00000000191', event: 'sanction.added' }),
        'document_not_in_sandbox',
      )
      assert.equal(await refused({ documento: '1', event: 'sanction.added' }), 'document_invalid')
      assert.equal(await refused({ documento: watchedPerson, event: 'listing.sung' }), 'body_invalid')
    })

    test('there is no such operation in production', async () => {
      const production = await productionWatcher(service)
      const answer = await production.call('/eventos', {
        body: { documento: watchedPerson, event: 'sanction.added' },
      })
      assert.equal(answer.at('code'), 'route_unknown')
    })

    test('the list goes newest first, page by page, without a gap or a repeat', async () => {
      const seen: { id: string; sequence: number }[] = []
      let cursor: string | undefined
      do {
        const page = await call(`${ocorrencias}?limit=4${cursor === undefined ? '' : `&cursor=${cursor}`}`)
        seen.push(...(page.at('result.occurrences') as typeof seen))
        cursor = page.at('result.cursor') as string | undefined
      } while (cursor !== undefined)
      assert.equal(seen.length, alertEventNames.length)
      assert.equal(new Set(seen.map((one) => one.id)).size, seen.length)
      assert.deepEqual(
        seen.map((one) => one.sequence).toSorted((a, b) => a - b),
        seen.map((_, at) => at + 1),
      )
      const ofEvent = await call(`${ocorrencias}?event=status.changed`)
      assert.equal((ofEvent.at('result.occurrences') as unknown[]).length, 1)
      const ofNobody = await call(ocorrencias, { headers: { 'x-documento': '12345678909' } })
      assert.deepEqual(ofNobody.at('result.occurrences'), [])
    })

    test('one that nobody is sent is on record once its client has read it, and once alone', async () => {
      const range = { fromMs: 0, untilMs: Number.MAX_SAFE_INTEGER }
      const alerted = async (id: string) => {
        const found = await service.store.trail.ofDocument('sandbox', watchedPerson as never, range)
        return found.filter((one) => one.outcome === 'alerted' && one.requestId === id).length
      }
      const [one, two] = [await watcher.triggered(), await watcher.triggered('listing.released')]
      assert.deepEqual([await alerted(one), await alerted(two)], [0, 0])
      assert.equal((await call(`${ocorrencias}/${one}`)).status, 200)
      assert.deepEqual([await alerted(one), await alerted(two)], [1, 0])
      await Promise.all([watcher.occurrences(), watcher.occurrences()])
      assert.deepEqual([await alerted(one), await alerted(two)], [1, 1])
    })

    test('an occurrence without a target has no delivery, and can be sent to nobody', async () => {
      const [one] = await watcher.occurrences()
      const path = `${ocorrencias}/${one?.id}`
      assert.deepEqual((await call(`${path}/entregas`)).at('result.deliveries'), [])
      const again = await call(`${path}/reenviar`, { method: 'POST' })
      assert.equal(again.status, 200)
      assert.deepEqual(again.at('result.deliveries'), [])
    })
  })

  describe(`events become occurrences exactly once, on ${engine}`, async () => {
    const place = await newPlace(engine)
    const store = await place.open()
    const service = await runService({ store })
    afterAll(service.close)
    const watcher = await productionWatcher(service)
    const listed = '12345678909'
    await watcher.watched({ documento: listed })
    const events = (count: number, prefix: string) =>
      Array.from({ length: count }, (_, at) => ({
        id: `${prefix}.${at + 1}`,
        topic: 'listing.published',
        register: 'production',
        clientId: '',
        payload: {
          documento: listed,
          isForReaders: true,
          on: '2026-11-16',
          listingId: prefix,
          version: at + 1,
        },
        createdAtMs: 1,
        dueAtMs: 1,
      }))
    const shown = async () => {
      const found = await store.alerts.occurrences.list({
        register: 'production',
        clientId: watcher.session.clientId,
        limit: 1_000,
        after: undefined,
        document: undefined,
        event: undefined,
      })
      return found.toSorted((a, b) => a.sequence - b.sequence).map((one) => one.shown)
    }

    test('in the order in which they were written, also past the ninth version', async () => {
      await store.outbox.add(events(12, 'a').toReversed())
      await service.runJobs()
      assert.deepEqual(
        await shown(),
        events(12, 'a').map((_, at) => `a:${at + 1}`),
      )
    })

    test('a crash in the middle leaves everything as it was', async () => {
      const before = await shown()
      await store.outbox.add(events(5, 'b'))
      let count = 0
      const crash = store.alerts.occurrences.fanOut(
        { register: undefined, isAwaited: true, limit: 10, nowMs: 1 },
        (...all) => {
          count += 1
          if (count === 4) throw new Error('killed')
          return matchEvent(...all)
        },
        () => undefined,
      )
      await assert.rejects(crash, /killed/)
      assert.deepEqual(await shown(), before)
      await service.runJobs()
      assert.equal((await shown()).length, before.length + 5)
    })

    test('several at once share the work and double nothing', async () => {
      const before = await shown()
      const other = engine === 'postgres' ? await place.open() : store
      await store.outbox.add(events(700, 'c'))
      const clock = { nowMs: () => 1 }
      const work = async (occurrences: typeof store.alerts.occurrences) => {
        for (let idle = 0; idle < 3; )
          idle = (await fanOutEvents({ occurrences, clock })) === 0 ? idle + 1 : 0
      }
      await Promise.all([store, other, store, other].map((one) => work(one.alerts.occurrences)))
      await service.runJobs()
      const all = await shown()
      assert.equal(all.length, before.length + 700)
      assert.deepEqual(
        all.slice(before.length),
        events(700, 'c').map((_, at) => `c:${at + 1}`),
      )
      if (other !== store) await other.close()
    })
  })
}
