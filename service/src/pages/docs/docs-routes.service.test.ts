import assert from 'node:assert/strict'
import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, describe, test } from 'vitest'
import { runService } from '../../../testing/running-service.ts'
import { until } from '../../../testing/until.ts'

describe('the contract and its pages', async () => {
  const service = await runService()
  afterAll(service.close)
  const raw = (path: string, headers: Record<string, string> = {}) =>
    fetch(`${service.url}${path}`, { headers: { 'Accept-Encoding': 'identity', ...headers } })

  /** `fetch` would decode it. */
  const undecoded = async (path: string, encoding: string) => {
    const asked = get(`${service.url}${path}`, { headers: { 'Accept-Encoding': encoding } })
    const [answer] = (await once(asked, 'response')) as [IncomingMessage]
    return { headers: answer.headers, body: await buffer(answer) }
  }

  test('the contract is 3.1 unless the 3.0 for generators is asked for; another is refused', async () => {
    assert.equal((await service.call('/openapi.json')).at('openapi'), '3.1.0')
    assert.equal((await service.call('/openapi.json?versao=3.1')).at('openapi'), '3.1.0')
    assert.equal((await service.call('/openapi.json?versao=3.0')).at('openapi'), '3.0.3')
    for (const version of ['2.0', '3', '', '3.0.3']) {
      const refused = await service.call(`/openapi.json?versao=${version}`)
      assert.deepEqual([refused.status, refused.at('code')], [400, 'query_invalid'], version)
    }
  })

  for (const path of [
    '/openapi.json',
    '/openapi.json?versao=3.0',
    '/docs',
    '/docs/problemas',
    '/docs/busca.json',
    '/',
    '/inicio.js',
  ]) {
    test(`${path} comes compressed to whoever takes that, and is the same`, async () => {
      const plain = await (await raw(path)).text()
      const decoders = { br: brotliDecompressSync, gzip: gunzipSync } as const
      for (const [encoding, decode] of Object.entries(decoders)) {
        // Whoever comes first gets it as it is.
        await until(async () => (await undecoded(path, encoding)).headers['content-encoding'] === encoding)
        const { headers, body } = await undecoded(path, encoding)
        assert.equal(headers['content-encoding'], encoding)
        assert.match(headers.vary ?? '', /Accept-Encoding/)
        assert.ok(body.length < Buffer.byteLength(plain) / 2)
        assert.equal(decode(body).toString(), plain)
      }
    })

    test(`${path} is not sent again to whoever has it`, async () => {
      const first = await raw(path)
      const etag = first.headers.get('etag') ?? assert.fail('no ETag')
      const again = await raw(path, { 'If-None-Match': etag })
      assert.deepEqual([again.status, await again.text()], [304, ''])
      assert.equal((await raw(path, { 'If-None-Match': '"another"' })).status, 200)
    })
  }

  test('an edition in one language is not taken for that in the other', async () => {
    const [pt, en] = await Promise.all([raw('/docs?lang=pt'), raw('/docs?lang=en')])
    assert.notEqual(pt.headers.get('etag'), en.headers.get('etag'))
    assert.match(pt.headers.get('vary') ?? '', /Accept-Language/)
  })

  test('an operation has a page with the address of this service in its samples; what has none is 404', async () => {
    const page = await (await raw('/docs/operacoes/relatoConsulta?lang=en')).text()
    assert.ok(page.includes(`curl ${service.url}/sandbox/relato/v2/consulta`))
    assert.ok(!page.includes('127.0.0.1:8080'))
    for (const path of [
      '/docs/operacoes/nada',
      '/docs/operacoes',
      '/docs/',
      '/docs/problemas/x',
      '/docs/__proto__',
    ])
      assert.equal((await raw(path)).status, 404, path)
  })

  test('the type of a failure leads to its line, and that to the catalogue', async () => {
    const type = String((await service.call('/nada')).at('type'))
    const [path = '', code] = type.split('#')
    const page = await (await raw(path)).text()
    assert.ok(page.includes(`<li id="${code}" data-moved><a href="/docs/problemas?lang=pt#${code}">`))
  })

  test('no page of the reference lets in a program or a style from elsewhere, or one that is written into it', async () => {
    const policy = (await raw('/docs')).headers.get('content-security-policy') ?? ''
    assert.match(policy, /default-src 'none'; script-src 'self'; style-src 'sha256-[^ ]+'; /)
    assert.doesNotMatch(policy, /unsafe|\*|http/)
  })
})
