import assert from 'node:assert/strict'
import { afterAll, describe, test } from 'vitest'
import { engines } from '../../../testing/engines.ts'
import { runService } from '../../../testing/running-service.ts'
import { searchTrail } from '../trail/search-trail.ts'
import { demonstrationClientId } from './demonstration-caller.ts'

const path = '/demonstracao/v2/consulta'
const clean = '52998224725'
const form = { 'Content-Type': 'application/x-www-form-urlencoded' }

for (const engine of engines) {
  describe(`the demonstration on ${engine}`, async () => {
    let nowMs = Date.UTC(2026, 2, 10, 12)
    const service = await runService({
      engine,
      clock: { nowMs: () => nowMs },
      trustedProxies: ['127.0.0.0/8'],
    })
    afterAll(service.close)
    const from = (address: string) => ({ 'X-Forwarded-For': address })

    test('anybody may ask for a test document, as JSON, page or PDF, and it is on record', async () => {
      const json = await service.call(path, { body: { documento: clean } })
      assert.equal(json.status, 200)
      assert.equal(json.at('result.document'), clean)
      const page = await service.call(path, { headers: { Accept: 'text/html' }, body: { documento: clean } })
      assert.match(page.text, /<h1><bdi>ANA CLARA DE EXEMPLO<\/bdi><\/h1>/)
      const pdf = await service.call(path, {
        headers: { Accept: 'application/pdf' },
        body: { documento: clean },
      })
      assert.ok(pdf.bytes.toString('latin1').startsWith('%PDF'))
      const wanted = { document: undefined, clientId: demonstrationClientId, fromMs: 0, untilMs: nowMs }
      const records = await Array.fromAsync(searchTrail(service.store.trail, 'sandbox', wanted))
      assert.deepEqual(
        records.map((one) => one.outcome),
        ['answered', 'answered', 'answered'],
      )
      const inProduction = await Array.fromAsync(searchTrail(service.store.trail, 'production', wanted))
      assert.deepEqual(inProduction, [])
    })

    test('a form answers too, where no program runs', async () => {
      const page = await service.call(path, {
        headers: { ...form, Accept: 'text/html' },
        body: `documento=${clean}`,
      })
      assert.equal(page.status, 200)
      assert.match(page.text, /ANA CLARA DE EXEMPLO/)
      assert.equal((await service.call(path, { headers: form, body: 'documento=' })).status, 400)
      assert.equal((await service.call(path, { headers: form, body: `documento=${clean}&x=1` })).status, 400)
    })

    test('it takes test documents and nothing else', async () => {
      assert.equal(
        (await service.call(path, { body: { documento: '11144477735' } })).at('code'),
        'document_not_in_sandbox',
      )
      assert.equal((await service.call(path, { body: { documento: '123' } })).at('code'), 'document_invalid')
      assert.equal(
        (await service.call(path, { body: { documento: clean, features: [] } })).at('code'),
        'body_invalid',
      )
      assert.equal(
        (await service.call(path, { headers: { 'Content-Type': 'text/plain' }, body: 'x' })).status,
        415,
      )
      assert.equal((await service.call('/sandbox/demonstracao/v2/consulta', { body: {} })).status, 404)
    })

    test('a key of idempotency is not kept: nobody may fill the store, or meet the answer of another', async () => {
      const headers = { 'Idempotency-Key': 'chosen-by-a-stranger' }
      for (const documento of [clean, '12345678909']) {
        const answer = await service.call(path, { headers, body: { documento } })
        assert.equal(answer.at('result.document'), documento)
        assert.equal(answer.headers.get('idempotency-replayed'), null)
      }
    })

    test('an address has twenty a minute, a neighbour its own, and all of them together an end', async () => {
      nowMs += 60_000
      const ask = (address: string) =>
        service.call(path, { headers: from(address), body: { documento: clean } })
      for (let count = 0; count < 20; count += 1) assert.equal((await ask('203.0.113.1')).status, 200)
      const refused = await ask('203.0.113.1')
      assert.equal(refused.at('code'), 'demonstration_limited')
      assert.equal(refused.headers.get('retry-after'), '60')
      assert.equal((await ask('203.0.113.2')).status, 200)
      for (let count = 0; count < 20; count += 1) await ask(`2001:db8:1:1::${count + 1}`)
      assert.equal((await ask('2001:db8:1:1:ffff::1')).status, 429)
      for (let count = 0; count < 20; count += 1) await ask(`2001:db8::${count + 1}`)
      assert.equal((await ask('2001:db8::ffff:1')).status, 429)
      nowMs += 60_000
      assert.equal((await ask('203.0.113.1')).status, 200)
      const statuses = await Promise.all(
        Array.from({ length: 320 }, async (_, at) => (await ask(`198.51.100.${at % 200}`)).status),
      )
      assert.equal(statuses.filter((one) => one === 200).length, 299)
    })
  })
}
