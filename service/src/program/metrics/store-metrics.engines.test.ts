import assert from 'node:assert/strict'
import { afterAll, describe, onTestFinished, test } from 'vitest'
import { engines } from '../../../testing/engines.ts'
import { runService } from '../../../testing/running-service.ts'
import { cleanPerson, sandboxCreditor } from '../../../testing/services/listing-service.ts'
import { TestClock } from '../../../testing/test-clock.ts'
import { openMetrics } from '../../http/health/metrics.ts'

const dayMs = 86_400_000

for (const engine of engines) {
  describe(`what is measured of a store on ${engine}`, async () => {
    const service = await runService({ engine })
    afterAll(service.close)
    const session = await service.newSession()
    const page = async () => (await fetch(`${service.url}/metrics`)).text()
    const figureOf = async (line: string) =>
      Number(
        (await page())
          .split('\n')
          .find((one) => one.startsWith(`${line} `))
          ?.split(' ')[1],
      )

    test('each commit is counted with its time and its records', async () => {
      const before = (await figureOf('lastro_trail_commit_records_sum')) || 0
      for (let count = 0; count < 3; count++) {
        await service.call('/relatorioBasico/v2/consulta', { body: { documento: cleanPerson }, as: session })
      }
      assert.equal(await figureOf('lastro_trail_commit_records_sum'), before + 3)
      assert.ok((await figureOf('lastro_trail_commit_duration_seconds_count')) >= 1)
      assert.equal(await figureOf('lastro_trail_lanes{environment="sandbox"}'), 1)
    })

    test(engine === 'sqlite' ? 'the disk has so much room' : 'the pool has connections', async () => {
      const line =
        engine === 'sqlite'
          ? 'lastro_disk_free_bytes{place="data"}'
          : 'lastro_postgres_connections{state="idle"}'
      assert.ok((await figureOf(line)) > 0)
    })
  })

  test(`work that waits is counted by its topic, with its age, on ${engine}`, async () => {
    const creditor = await sandboxCreditor(engine)
    const { service, clock } = creditor
    onTestFinished(service.close)
    await creditor.inserted({ contractId: 'M-1' })
    clock.add(90_000)
    const text = await (await fetch(`${service.url}/metrics`)).text()
    const [, age] = /^lastro_outbox_oldest_age_seconds\{topic="listing\.\w+"\} (\S+)$/m.exec(text) ?? []
    assert.ok(Number(age) >= 90, text)
    assert.doesNotMatch(text, new RegExp(cleanPerson))
  })

  test(`work waits from its own hour on, and what failed since it came about, on ${engine}`, async () => {
    const clock = new TestClock()
    const service = await runService({ engine, clock })
    onTestFinished(service.close)
    const { outbox } = service.store
    const nowMs = clock.nowMs()
    const row = { topic: 'later', register: 'production', clientId: 'c', payload: {}, createdAtMs: nowMs }
    await outbox.add([{ ...row, id: 'later-1', dueAtMs: nowMs + 6 * dayMs }])
    const figure = async (name: string) => {
      const text = await (await fetch(`${service.url}/metrics`)).text()
      return new RegExp(`^lastro_outbox_${name}\\{topic="later"\\} (\\S+)$`, 'm').exec(text)?.[1]
    }
    clock.add(2 * 60 * 60_000)
    assert.equal(await figure('oldest_age_seconds'), undefined)
    assert.equal(await figure('waiting'), '1')
    clock.add(6 * dayMs)
    assert.equal(await figure('oldest_age_seconds'), '7200')
    const claim = { topics: ['later'], nowMs: clock.nowMs(), claimedUntilMs: clock.nowMs() + 1, limit: 1 }
    await outbox.claim(claim)
    assert.equal(await figure('oldest_age_seconds'), '7200')
    await outbox.retry('later-1', clock.nowMs() + dayMs)
    assert.equal(await figure('oldest_age_seconds'), `${(6 * dayMs) / 1_000 + 7_200}`)
    assert.equal(await figure('waiting'), '1')
  })
}

test('a figure that cannot be read is left out of the page, and the others are there', async () => {
  const { gauge, observe, text } = openMetrics()
  gauge({ name: 'broken', help: 'x', label: 'of' }, () => Promise.reject(new Error('the store is away')))
  observe('relatoConsulta', 200, 0.1)
  const page = await text()
  assert.match(page, /lastro_requests_total/)
  assert.doesNotMatch(page, /^broken\{/m)
})
