import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { engines } from '../../testing/engines.ts'
import { runService } from '../../testing/running-service.ts'
import { cleanPerson, sandboxCreditor } from '../../testing/services/listing-service.ts'
import { openMetrics } from '../http/health/metrics.ts'

for (const engine of engines) {
  describe(`what is measured of a store on ${engine}`, async () => {
    const service = await runService({ engine })
    after(service.close)
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
    after(service.close)
    await creditor.inserted({ contractId: 'M-1' })
    clock.add(90_000)
    const text = await (await fetch(`${service.url}/metrics`)).text()
    const [, age] = /^lastro_outbox_oldest_age_seconds\{topic="listing\.\w+"\} (\S+)$/m.exec(text) ?? []
    assert.ok(Number(age) >= 90, text)
    assert.doesNotMatch(text, new RegExp(cleanPerson))
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
