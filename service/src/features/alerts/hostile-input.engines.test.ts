import assert from 'node:assert/strict'
import { webhooksPath } from '@lastro/contract/alerts/webhooks.ts'
import { afterAll, describe, test } from 'vitest'
import { engines } from '../../../testing/engines.ts'
import {
  documentos,
  emails,
  ocorrencias,
  productionWatcher,
  sandboxWatcher,
  watchedPerson,
} from '../../../testing/services/alert-service.ts'

const cursorOf = (place: string): string => Buffer.from(place).toString('base64url')

for (const engine of engines) {
  describe(`alerts asked for in odd ways, on ${engine}`, async () => {
    const watcher = await sandboxWatcher(engine, {
      webhookNetworks: [],
      webhookResolve: async () => [{ address: '93.184.215.14', family: 4 }],
    })
    const { call, service } = watcher
    afterAll(service.close)

    test('signs that no store keeps are refused wherever a text is taken', async () => {
      for (const label of ['a\u0000b', '\u0000', 'a\u0007', '\n', '   ']) {
        const watched = await call(documentos, { body: { documento: watchedPerson, label } })
        assert.equal(watched.status, 400, JSON.stringify(label))
        assert.equal(watched.at('errors.0.field'), 'label')
        const hooked = await call(webhooksPath, { body: { url: 'https://a.example/', label } })
        assert.equal(hooked.status, 400, JSON.stringify(label))
      }
      for (const email of [
        'a\u0000b@x.com',
        'a@b\u0000.com',
        'a@x\u0085.com',
        'a\u200b@x.com',
        'a@x\u202e.com',
      ]) {
        const made = await call(emails, { body: { email } })
        assert.equal(made.status, 400, JSON.stringify(email))
        assert.equal(made.at('errors.0.field'), 'email')
      }
      const lines = await call(`${documentos}/lotes`, {
        headers: { 'Content-Type': 'application/x-ndjson' },
        body: `${JSON.stringify({ documento: watchedPerson, label: 'a\u0000b' })}\n`,
      })
      assert.match(lines.text, /"status":"invalid","errors":\[\{"field":"label"/)
    })

    test('a line that is too long is told the limit that it passed', async () => {
      const line = (bytes: number) => JSON.stringify({ documento: '1'.repeat(bytes) })
      const lines = await call(`${documentos}/lotes`, {
        headers: { 'Content-Type': 'application/x-ndjson' },
        body: `${line(15 * 1024)}\n${line(17 * 1024)}\n`,
      })
      const [first = '', second = ''] = lines.text.split('\n')
      assert.match(first, /"field":"documento","code":"too_long"/)
      assert.match(second, /"code":"line_too_long","message":"A linha passa de 16 KiB\."/)
    })

    test('a cursor that was made up is refused, and no number in it is too great', async () => {
      for (const path of [documentos, emails, ocorrencias]) {
        for (const place of ['9999999999999999 9999999999 a', '0 4294967296 a', '0 2147483648 a', 'x']) {
          const listed = await call(`${path}?cursor=${cursorOf(place)}`)
          assert.equal(listed.status, 400, `${path} ${place}`)
          assert.equal(listed.at('errors.0.field'), 'cursor')
        }
        const listed = await call(`${path}?cursor=${cursorOf('9999999999999999 2147483647 a')}`)
        assert.equal(listed.status, 200, listed.text)
      }
    })

    test('a limit is a plain number', async () => {
      for (const limit of ['0', '201', '1e1', '0x10', '1.0', ' 5', '', '-1']) {
        const listed = await call(`${documentos}?limit=${encodeURIComponent(limit)}`)
        assert.equal(listed.status, 400, limit)
      }
    })

    test('in production an address is https however it is spelled, and holds nothing that is not seen', async () => {
      const client = await productionWatcher(service)
      const refused = async (url: string) => {
        const answer = await client.call(webhooksPath, { body: { url } })
        assert.equal(answer.status, 422, `${JSON.stringify(url)} ${answer.text}`)
        return answer.at('errors.0.code')
      }
      for (const url of ['HTTP://a.example/', 'hTtp://a.example/']) assert.equal(await refused(url), 'https')
      const odd = [' http://a.example', 'ht\ntp://a.example', '\thttps://a.example/']
      for (const url of [
        ...odd,
        'https://a.example/?x=\u0000',
        'https://a.example/#',
        'https://a\u00ad.example/',
      ])
        assert.equal(await refused(url), 'url')
      const half = await client.call(webhooksPath, { body: { url: 'https://a.example/\ud800' } })
      assert.equal(half.at('errors.0.code'), 'half_character')
      assert.equal((await client.call(webhooksPath, { body: { url: 'HTTPS://A.example/' } })).status, 201)
    })

    test('a choice of events is kept once each, of a webhook as of a document', async () => {
      const events = ['listing.released', 'listing.published', 'listing.released']
      const made = await call(webhooksPath, { body: { url: 'https://a.example/', events } })
      assert.deepEqual(made.at('result.events'), ['listing.published', 'listing.released'])
      const path = `${webhooksPath}/${String(made.at('result.id'))}`
      const changed = await call(path, {
        method: 'PATCH',
        body: { events: ['status.changed', 'status.changed'] },
      })
      assert.deepEqual(changed.at('result.events'), ['status.changed'])
    })
  })
}
