import assert from 'node:assert/strict'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { deflateRawSync } from 'node:zlib'
import type { OccurrenceData } from '@lastro/contract/alerts/alerts.ts'
import type { Day } from '@lastro/rules/calendar/day.ts'
import { afterAll, describe, test } from 'vitest'
import { changeRows } from '../../../testing/change-rows.ts'
import { engines, newPlace } from '../../../testing/engines.ts'
import { runService } from '../../../testing/running-service.ts'
import { productionWatcher, watchedPerson } from '../../../testing/services/alert-service.ts'
import { productionCreditor, TestClock } from '../../../testing/services/listing-service.ts'
import { rowOf } from '../../store/subjects/subject-row.ts'
import { loadSubjects } from '../bureau/load-subjects.ts'
import { sampleSubjects } from '../bureau/sample/sample-subjects.ts'
import { cheque, debt, protest } from '../sandbox/invented.ts'

const company = '99999001000159'
type Negative = NonNullable<OccurrenceData['negative']>

for (const engine of engines) {
  describe(`what a bureau load tells, on ${engine}`, async () => {
    const clock = new TestClock()
    const place = await newPlace(engine)
    const service = await runService({ place, clock })
    afterAll(service.close)
    const { subjects, outbox } = service.store
    const watcher = await productionWatcher(service)
    await watcher.watched({ documento: watchedPerson })
    await watcher.watched({ documento: company })

    const load = async (...lines: readonly object[]) => {
      const none = { negativeItems: [], cheques: [], protests: [] }
      const body = lines.map((one) => `${JSON.stringify({ ...none, ...one })}\n`).join('')
      const count = await loadSubjects({ subjects, clock }, stream(body), {
        language: 'en',
        onRefused: (line, reason) => assert.fail(`${line}: ${reason}`),
        onProgress: () => undefined,
      })
      assert.equal(count.kept, lines.length)
      clock.add(1_000)
      await service.runJobs()
    }
    const told = async () => (await watcher.occurrences()).map((one) => one.event)
    const person = {
      documento: watchedPerson,
      registration: { consumerName: 'ANA', statusRegistration: 'REGULAR' },
    }

    test('what becomes known, and what changes, is told; what stays is not', async () => {
      await load(person)
      assert.deepEqual(await told(), ['registration.changed'])
      await load(person)
      await load({ ...person, negativeItems: [] })
      assert.equal((await told()).length, 1)
      await load({ ...person, registration: { ...person.registration, statusRegistration: 'SUSPENSA' } })
      const [status] = await watcher.occurrences()
      assert.equal(status?.event, 'status.changed')
      assert.deepEqual(status.data, {
        changes: [{ field: 'registration.statusRegistration', before: 'REGULAR', after: 'SUSPENSA' }],
      })
    })

    const day = '2026-09-01' as Day
    const lastTold = async () => (await watcher.occurrences())[0]
    /** Of the events so far, those of negative data as they were told at first, newest last. */
    const negative = async () => {
      const page = { register: 'production', clientId: watcher.session.clientId, limit: 1_000 }
      const all = { document: watchedPerson, event: undefined, after: undefined }
      const found = await service.store.alerts.occurrences.list({ ...page, ...all })
      return found
        .filter(({ event }) => event.startsWith('negative.'))
        .map(({ event, data }) => `${event} ${data.negative?.summary.count}`)
        .toReversed()
    }
    const withoutNotice = { notifiedBy: undefined, notifiedOn: undefined } as object
    const report = async (features: readonly string[] = [], accept = 'application/json') => {
      const answer = await watcher.call('/relatorioBasico/v2/consulta', {
        body: { documento: watchedPerson, features },
        headers: { Accept: accept },
      })
      assert.equal(answer.status, 200, answer.text)
      return answer
    }

    test('negative data that comes and goes by a load is told, and the same file twice tells nothing', async () => {
      const before = (await negative()).length
      const all = {
        ...person,
        negativeItems: [debt('listingP', day), debt('collectionRecords', day)],
        cheques: [cheque(day)],
        protests: [protest(day)],
      }
      await load(all)
      await load(all)
      assert.deepEqual((await negative()).slice(before), ['negative.added 4'])
      const { cheques: _, ...less } = { ...all, negativeItems: [debt('listingP', day, { amount: '10.00' })] }
      await load(less)
      assert.deepEqual((await negative()).slice(before), [
        'negative.added 4',
        'negative.removed 3',
        'negative.added 1',
      ])
      await load(person)
      assert.deepEqual((await negative()).slice(before + 3), ['negative.removed 2'])
      assert.deepEqual((await negative()).slice(before + 4), [])
    })

    test('what has no notice is kept, told to nobody and shown nowhere, until a load brings its notice', async () => {
      const before = (await negative()).length
      const hidden = debt('listingP', day, { ...withoutNotice, creditorName: 'CREDOR OCULTO SA' })
      const unnoticed = { ...person, negativeItems: [hidden], cheques: [cheque(day, withoutNotice)] }
      await load(unnoticed)
      assert.equal((await negative()).length, before)
      for (const features of [[], ['MAIS_ANOTACOES']]) {
        const answer = await report(features)
        for (const section of ['listingP', 'check']) {
          const summary = answer.at(`result.report.negativeData.${section}.summary`)
          assert.deepEqual(summary, { count: '0', balance: '0.00' }, section)
        }
        assert.ok(!answer.text.includes('OCULTO'))
      }
      assert.ok(!(await report([], 'text/html')).text.includes('OCULTO'))
      assert.equal((await subjects.readFacts(watchedPerson as never))?.negativeItems?.length, 1)
      await load({ ...person, negativeItems: [{ ...hidden, notifiedBy: 'BIRO', notifiedOn: day }] })
      assert.deepEqual((await negative()).slice(before), ['negative.added 1'])
      assert.match((await report()).text, /OCULTO/)
      assert.match(JSON.stringify((await lastTold())?.data), /OCULTO/)
      // The notice taken back, it can no longer be read, and whoever watches hears that it went.
      await load(unnoticed)
      assert.deepEqual((await negative()).slice(before), ['negative.added 1', 'negative.removed 1'])
      await load(person)
      assert.equal((await negative()).length, before + 2)
    })

    test('while its notice runs it is told to nobody; the load after that tells it, once', async () => {
      const before = (await negative()).length
      const running = { ...person, negativeItems: [debt('listingP', day, { notifiedOn: '2026-11-16' })] }
      await load(running)
      await load(running)
      assert.equal((await negative()).length, before)
      assert.equal((await report()).at('result.report.negativeData.listingP.summary.count'), '0')
      clock.set('2026-11-27T10:00:00-03:00')
      await watcher.renew()
      assert.equal((await report()).at('result.report.negativeData.listingP.summary.count'), '1')
      await load(running)
      await load(running)
      assert.deepEqual((await negative()).slice(before), ['negative.added 1'])
      await load(person)
      assert.deepEqual((await negative()).slice(before), ['negative.added 1', 'negative.removed 1'])
    })

    test('what lapsed since the last load is told as gone with the next, once', async () => {
      const before = (await negative()).length
      const old = { ...person, protests: [protest('2021-11-27' as Day)] }
      await load(old)
      assert.deepEqual((await negative()).slice(before), ['negative.added 1'])
      clock.set('2026-11-28T10:00:00-03:00')
      await watcher.renew()
      await load(old)
      await load(old)
      assert.deepEqual((await negative()).slice(before), ['negative.added 1', 'negative.removed 1'])
    })

    test('what a version from before has kept ready is not shown without its notice', async () => {
      const hidden = debt('listingP', day, { ...withoutNotice, creditorName: 'CREDOR OCULTO SA' })
      await load({ ...person, negativeItems: [{ ...hidden, notifiedBy: 'BIRO', notifiedOn: day }] })
      assert.match((await report()).text, /OCULTO/)
      // As it stands in a store of before: the text shows the debt, and the facts know of no notice.
      const facts = { ...person, negativeItems: [hidden] }
      const packed = deflateRawSync(JSON.stringify(facts)).toString('hex')
      const [table, bytes] =
        engine === 'sqlite' ? ['subject_more', `x'${packed}'`] : ['subject', `decode('${packed}', 'hex')`]
      await changeRows(place, 'lastro.db', `update ${table} set facts = ${bytes}`)
      await changeRows(place, 'lastro.db', `update subject set sections = '=' || substr(sections, 2)`)
      await nextTurn()
      assert.ok(!(await report()).text.includes('OCULTO'))
      await load(person)
    })

    test('a load that still holds a debt ended here tells nobody of it, nor that it went', async () => {
      const before = (await negative()).length
      const creditor = await productionCreditor(service)
      const contractId = 'CT-ENDED'
      const id = await creditor.inserted({ documento: watchedPerson, contractId })
      assert.equal((await creditor.patch(id, { amount: '50.00' })).status, 200)
      assert.equal((await creditor.act(id, 'baixa', { reason: '01' })).status, 200)
      const ended = debt('listingR', day, { contractId: 'ct ended', creditorName: 'Loja' })
      const asItWas = { contractId: 'NAO INFORMADO', creditorName: 'Loja', amount: '1520.33' }
      await load({ ...person, negativeItems: [debt('listingP', '2026-03-10' as Day, asItWas)] })
      assert.deepEqual((await negative()).slice(before), [], 'before it was lowered')
      const other = debt('listingP', day, { contractId: 'OTHER', creditorName: 'Loja' })
      await load({ ...person, negativeItems: [ended] })
      assert.deepEqual((await negative()).slice(before), [])
      await load({ ...person, negativeItems: [ended, other] })
      assert.deepEqual((await negative()).slice(before), ['negative.added 1'])
      const items = (await lastTold())?.data.negative as Negative
      assert.deepEqual(
        items.items.map((one) => one.contractId),
        ['OTHER'],
      )
      await load(person)
      assert.deepEqual((await negative()).slice(before + 1), ['negative.removed 1'])
    })

    test('partners that come and go are told', async () => {
      const partnersList = [{ documentId: '12345678909', name: 'BRUNO' }]
      const identification = { companyName: 'LTDA' }
      await load({ documento: company, identification, partners: { partnersList: [] } })
      await load({ documento: company, identification, partners: { partnersList } })
      const [joined] = await watcher.occurrences()
      assert.equal(joined?.event, 'partners.changed')
      assert.deepEqual(joined.data.partners, {
        added: [{ documentId: '12345678909', name: 'BRUNO' }],
        removed: [],
      })
    })

    test('a document that nobody watches writes nothing, and neither does a load without a change', async () => {
      const written = async () =>
        (
          await Promise.all(
            [
              'registration.changed',
              'status.changed',
              'partners.changed',
              'negative.added',
              'negative.removed',
            ].map((topic) => outbox.read(topic, 1_000)),
          )
        ).flat().length
      const before = await written()
      const many = [...sampleSubjects({ count: 300, seed: 7, today: '2026-11-16' as never })]
      await load(...many)
      assert.equal(await written(), before)
      for (const { documento } of many.slice(0, 50)) await watcher.watched({ documento })
      await load(...many)
      assert.equal(await written(), before)
    })

    test('a load that is rolled back tells nothing', async () => {
      const before = (await told()).length
      const row = { facts: { documento: watchedPerson }, sections: [], validUntil: '9999-12-31' }
      const loaded = (section: string) => new Map([[section, { kind: 'line', generation: 1_000, day }]])
      const cleared = { ...row, document: watchedPerson, partners: [], loaded: loaded('registration') }
      const participation = { companyDocument: watchedPerson }
      const twice = { document: '12345678909', participation }
      const broken = {
        ...row,
        document: '11222333000181',
        partners: [twice, twice],
        loaded: loaded('QSAReport'),
      }
      const rows = [cleared, broken].map((one) => rowOf(one as never))
      await assert.rejects(subjects.saveSubjects(rows, clock.nowMs()))
      await service.runJobs()
      assert.equal((await told()).length, before)
    })
  })
}

async function* stream(text: string): AsyncGenerator<Buffer> {
  yield Buffer.from(text)
}
