import assert from 'node:assert/strict'
import { alertEventNames } from '@lastro/contract/alerts/alert-events.ts'
import { wholeContract } from '@lastro/contract/clients/client-contract.ts'
import { afterAll, describe, test } from 'vitest'
import { engines } from '../../../../testing/engines.ts'
import { runService } from '../../../../testing/running-service.ts'
import {
  documentos,
  ocorrencias,
  productionWatcher,
  sandboxWatcher,
  watchedPerson,
} from '../../../../testing/services/alert-service.ts'
import {
  creditorOf,
  debt,
  productionCreditor,
  TestClock,
} from '../../../../testing/services/listing-service.ts'
import { companies } from '../../sandbox/companies.ts'

for (const engine of engines) {
  describe(`documents that are watched, on ${engine}`, async () => {
    const watcher = await sandboxWatcher(engine)
    const { call, service } = watcher
    afterAll(service.close)
    const another = '12345678909'

    test('one registration a document: the second says which exists', async () => {
      const made = await call(documentos, {
        body: { documento: '529.982.247-25', events: ['listing.released', 'listing.published'], label: 'Um' },
      })
      assert.equal(made.status, 201, made.text)
      assert.equal(made.at('result.documento'), watchedPerson)
      assert.deepEqual(made.at('result.events'), ['listing.published', 'listing.released'])
      assert.equal(made.at('result.active'), true)
      const second = await call(documentos, { body: { documento: watchedPerson } })
      assert.equal(second.status, 409)
      assert.equal(second.at('code'), 'alert_document_exists')
      assert.equal(second.at('existingId'), made.at('result.id'))
      assert.ok(!second.text.includes(watchedPerson))
    })

    test('it is read, changed, listed and removed', async () => {
      const made = await call(documentos, { body: { documento: another, until: '2026-12-31' } })
      const id = String(made.at('result.id'))
      assert.equal((made.at('result.events') as string[]).length, alertEventNames.length)
      const changed = await call(`${documentos}/${id}`, {
        method: 'PATCH',
        body: { label: 'Dois', until: null, events: ['status.changed'] },
      })
      assert.equal(changed.status, 200, changed.text)
      assert.equal(changed.at('result.label'), 'Dois')
      assert.equal(changed.at('result.until'), undefined)
      const read = await call(`${documentos}/${id}`)
      assert.equal(read.text, changed.text)
      const back = await call(`${documentos}/${id}`, { method: 'PATCH', body: { events: null, label: null } })
      assert.equal((back.at('result.events') as string[]).length, alertEventNames.length)
      assert.equal(back.at('result.label'), undefined)

      const first = await call(`${documentos}?limit=1`)
      assert.deepEqual((first.at('result.documents') as unknown[]).length, 1)
      const second = await call(`${documentos}?limit=1&cursor=${String(first.at('result.cursor'))}`)
      assert.equal((second.at('result.documents') as unknown[]).length, 1)
      assert.equal(second.at('result.cursor'), undefined)
      assert.notEqual(first.at('result.documents.0.id'), second.at('result.documents.0.id'))
      const own = await call(documentos, { headers: { 'x-documento': another } })
      assert.equal(own.at('result.documents.0.id'), id)
      assert.equal((own.at('result.documents') as unknown[]).length, 1)
      const ofEvent = await call(`${documentos}?event=sanction.added`)
      assert.deepEqual(
        (ofEvent.at('result.documents') as { id: string }[]).map((one) => one.id),
        [id],
      )

      const removed = await call(`${documentos}/${id}`, { method: 'DELETE' })
      assert.equal(removed.at('result.id'), id)
      assert.equal((await call(`${documentos}/${id}`)).status, 404)
      assert.equal(
        (await call(`${documentos}/${id}`, { method: 'DELETE' })).at('code'),
        'alert_document_unknown',
      )
      assert.equal((await call(documentos, { body: { documento: another } })).status, 201)
    })

    test('what is wrong is said: the document, the day, the event, the page', async () => {
      const refused = async (body: object) => (await call(documentos, { body })).at('code')
      assert.equal(await refused({ documento: '11111111111' }), 'document_invalid')
      assert.equal(await refused({ documento: '00000000191' }), 'document_not_in_sandbox')
      assert.equal(await refused({ documento: watchedPerson, until: '2026-02-30' }), 'body_invalid')
      assert.equal(await refused({ documento: watchedPerson, events: ['listing.sung'] }), 'body_invalid')
      assert.equal(await refused({ documento: watchedPerson, events: [] }), 'body_invalid')
      assert.equal(await refused({ documento: watchedPerson, color: 'red' }), 'body_invalid')
      for (const query of ['limit=0', 'limit=201', 'cursor=x', 'event=x', 'color=red']) {
        assert.equal((await call(`${documentos}?${query}`)).at('code'), 'query_invalid', query)
      }
    })

    test('a key makes one registration, and repeats its answer byte for byte', async () => {
      const headers = { 'Idempotency-Key': 'watch-1' }
      const body = { documento: companies[0]?.document, label: 'Chave' }
      const first = await call(documentos, { body, headers })
      const again = await call(documentos, { body, headers })
      assert.equal(first.status, 201, first.text)
      assert.equal(again.text, first.text)
      assert.equal(again.headers.get('idempotency-replayed'), 'true')
      const other = await call(documentos, { body: { ...body, label: 'Outra' }, headers })
      assert.equal(other.at('code'), 'idempotency_key_reused')
    })

    test('a repeat whose first answer a crash has lost finds what it made', async () => {
      const headers = { 'Idempotency-Key': 'watch-2' }
      const body = { documento: companies[1]?.document }
      const first = await call(documentos, { body, headers })
      await service.store.idempotency.forget(Number.MAX_SAFE_INTEGER)
      const again = await call(documentos, { body, headers })
      assert.equal(again.status, first.status)
      assert.equal(again.text, first.text)
    })
  })

  describe(`from a listing to an occurrence, on ${engine}`, async () => {
    const watcher = await sandboxWatcher(engine)
    const { service, session } = watcher
    afterAll(service.close)
    const creditor = creditorOf(service, session)

    test('a published debt is told to whoever watches, as its report shows it, and not before', async () => {
      await watcher.watched({ label: 'Cliente 1' })
      const id = await creditor.inserted()
      await service.runJobs()
      assert.deepEqual(await watcher.occurrences(), [], 'a notice that runs is nobody’s business')
      await watcher.advance('P12D')
      await service.runJobs()
      const [told, ...more] = await watcher.occurrences()
      assert.deepEqual(more, [])
      assert.equal(told?.event, 'listing.published')
      assert.equal(told.sequence, 1)
      assert.deepEqual(told.data.listing, {
        section: 'listingP',
        occurrenceDate: '2026-03-10',
        legalNatureId: 'CP',
        legalNature: 'CRED PESSOAL',
        contractId: 'CT-1',
        creditorName: 'CREDOR DE EXEMPLO LTDA',
        amount: '1520.33',
        principal: 'true',
        flagSubJudice: 'false',
      })
      const one = await watcher.call(`${ocorrencias}/${told.id}`)
      assert.equal(one.at('result.label'), 'Cliente 1')
      await creditor.patch(id, { amount: '1000.00' })
      await service.runJobs()
      const changed = (await watcher.occurrences()).find(({ event }) => event === 'listing.changed')
      assert.match(JSON.stringify(changed?.data.listing), /"1000.00"/)
      await creditor.patch(id, { contact: { ...debt.contact, phone: '11999990000' } })
      await creditor.act(id, 'baixa', { reason: '03' })
      await service.runJobs()
      await service.runJobs()
      const events = (await watcher.occurrences()).toSorted((a, b) => a.sequence - b.sequence)
      assert.deepEqual(
        events.map(({ event, sequence }) => `${sequence} ${event}`),
        ['1 listing.published', '2 listing.changed', '3 listing.released'],
      )
      assert.equal(events[1]?.data.listing, undefined, 'which debt it was is told while it is shown')
    })

    test('a debt that was never published tells nothing, whatever becomes of it', async () => {
      const before = (await watcher.occurrences()).length
      const id = await creditor.inserted({ contractId: 'CT-2' })
      await creditor.patch(id, { amount: '900.00' })
      await creditor.act(id, 'baixa', { reason: '03' })
      await service.runJobs()
      assert.equal((await watcher.occurrences()).length, before)
    })

    test('a higher value that waits for its notice is not told before it is published', async () => {
      const id = await creditor.inserted({ contractId: 'CT-3', amount: '100.00' })
      await watcher.advance('P12D')
      await creditor.patch(id, { amount: '200.00' })
      await service.runJobs()
      const told = await watcher.occurrences()
      assert.ok(!JSON.stringify(told).includes('200.00'))
      await watcher.advance('P12D')
      await service.runJobs()
      assert.ok(JSON.stringify(await watcher.occurrences()).includes('200.00'))
    })
  })

  describe(`who is told in production, on ${engine}`, async () => {
    const clock = new TestClock()
    const service = await runService({ engine, clock })
    afterAll(service.close)
    const listed = '12345678909'
    const payload = { documento: listed, isForReaders: true, on: '2026-11-16', listingId: 'l', version: 3 }
    let count = 0
    const happen = async (topic = 'listing.published') => {
      count += 1
      const id = `l.${count}`
      const row = { id, topic, register: 'production', clientId: 'c', payload, createdAtMs: 0, dueAtMs: 0 }
      await service.store.outbox.add([row])
      await service.runJobs()
    }

    test('without the purpose of monitoring nobody watches', async () => {
      const watcher = await productionWatcher(service, { ...wholeContract, purposes: ['credit_analysis'] })
      const answer = await watcher.call(documentos, { body: { documento: listed } })
      assert.equal(answer.status, 403)
      assert.equal(answer.at('code'), 'purpose_not_allowed')
      const without = await productionWatcher(service, { ...wholeContract, products: ['relatorioBasico'] })
      assert.equal((await without.call(documentos)).at('code'), 'product_not_contracted')
    })

    test('a contract that loses the purpose, or a client that is revoked, is told nothing more', async () => {
      const keeps = await productionWatcher(service)
      const loses = await productionWatcher(service)
      const revoked = await productionWatcher(service)
      for (const one of [keeps, loses, revoked]) await one.watched({ documento: listed })
      await happen()
      await service.store.clients.setContract(loses.session.clientId, { ...wholeContract, purposes: [] })
      await service.store.clients.revokeClient(revoked.session.clientId, clock.nowMs())
      await happen()
      assert.equal((await keeps.occurrences()).length, 2)
      assert.equal((await loses.occurrences()).length, 1)
    })

    test('only the events chosen, and only to the last day', async () => {
      const chooses = await productionWatcher(service)
      const ends = await productionWatcher(service)
      await chooses.watched({ documento: listed, events: ['listing.released'] })
      await ends.watched({ documento: listed, until: '2026-11-16' })
      await happen()
      await happen('listing.released')
      assert.deepEqual(
        (await chooses.occurrences()).map((one) => one.event),
        ['listing.released'],
      )
      assert.equal((await ends.occurrences()).length, 2)
      clock.set('2026-11-17T00:00:01-03:00')
      await happen()
      assert.equal(
        (
          await service.store.alerts.occurrences.list({
            register: 'production',
            clientId: ends.session.clientId,
            limit: 10,
            after: undefined,
            document: undefined,
            event: undefined,
          })
        ).length,
        2,
      )
      clock.set('2026-11-16T10:00:00-03:00')
    })

    test('an event that comes again makes no second occurrence', async () => {
      const watcher = await productionWatcher(service)
      await watcher.watched({ documento: listed })
      await happen()
      // As after a restore: the occurrence is there, and its event waits again.
      await service.store.outbox.forget(Number.MAX_SAFE_INTEGER)
      count -= 1
      await happen()
      assert.equal((await watcher.occurrences()).length, 1)
    })

    test('what happens in production is not told in a sandbox, nor the other way round', async () => {
      const sandbox = await service.newSession()
      const creditor = await productionCreditor(service)
      assert.ok(creditor.session.clientId !== sandbox.clientId)
      const inSandbox = await service.call(`/sandbox${documentos}`, {
        body: { documento: watchedPerson },
        as: sandbox,
      })
      assert.equal(inSandbox.status, 201)
      const watcher = await productionWatcher(service)
      await watcher.watched()
      await service.call('/sandbox/eventos', {
        body: { documento: watchedPerson, event: 'sanction.added' },
        as: sandbox,
      })
      await service.runJobs()
      assert.deepEqual(await watcher.occurrences(), [])
      const row = { id: 'p.1', topic: 'sanction.added', register: 'production', clientId: 'c' }
      const data = { documento: watchedPerson, data: {} }
      await service.store.outbox.add([{ ...row, payload: data, createdAtMs: 0, dueAtMs: 0 }])
      await service.runJobs()
      assert.equal((await watcher.occurrences()).length, 1)
      const found = await service.call(`/sandbox${ocorrencias}`, { as: sandbox })
      assert.equal((found.at('result.occurrences') as unknown[]).length, 1)
    })
  })
}
