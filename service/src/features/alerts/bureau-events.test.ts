import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { productionWatcher, watchedPerson } from '../../../testing/alert-service.ts'
import { engines } from '../../../testing/engines.ts'
import { TestClock } from '../../../testing/listing-service.ts'
import { runService } from '../../../testing/running-service.ts'
import { loadSubjects } from '../bureau/load-subjects.ts'
import { sampleSubjects } from '../bureau/sample/sample-subjects.ts'

const company = '99999001000159'

for (const engine of engines) {
  describe(`what a bureau load tells, on ${engine}`, async () => {
    const clock = new TestClock()
    const service = await runService({ engine, clock })
    after(service.close)
    const { subjects, outbox } = service.store
    const watcher = await productionWatcher(service)
    await watcher.watched({ documento: watchedPerson })
    await watcher.watched({ documento: company })

    const load = async (...lines: readonly object[]) => {
      const body = lines.map((one) => `${JSON.stringify(one)}\n`).join('')
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
            ['registration.changed', 'status.changed', 'partners.changed'].map((topic) =>
              outbox.read(topic, 1_000),
            ),
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
      const kept = {
        document: watchedPerson,
        facts: { documento: watchedPerson, registration: {} },
        sections: [],
      }
      const participation = { companyDocument: watchedPerson }
      const twice = { document: '12345678909', participation }
      const broken = { ...kept, partners: [twice, twice] } as never
      await assert.rejects(subjects.saveSubjects([broken], clock.nowMs()))
      await service.runJobs()
      assert.equal((await told()).length, before)
    })
  })
}

async function* stream(text: string): AsyncGenerator<Buffer> {
  yield Buffer.from(text)
}
