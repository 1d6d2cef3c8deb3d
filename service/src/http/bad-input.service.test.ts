import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { afterAll, describe, onTestFinished, test } from 'vitest'
import { newPlace } from '../../testing/engines.ts'
import { runService } from '../../testing/running-service.ts'
import { until } from '../../testing/until.ts'
import { people } from '../features/sandbox/people.ts'

const query = '/sandbox/relatorioBasico/v2/consulta'
const documento = '52998224725'

describe('bad input gets a clear refusal', async () => {
  const service = await runService({ requestsInFlightMax: 50 })
  afterAll(service.close)
  const as = await service.newSession()
  const send = (body: string | Uint8Array<ArrayBuffer> | object, headers: Record<string, string> = {}) =>
    service.call(query, { as, body, headers })
  const refused = async (status: number, code: string, body: Parameters<typeof send>[0], headers = {}) => {
    const answer = await send(body, headers)
    assert.equal(answer.status, status)
    assert.equal(answer.at('code'), code)
    assert.equal(answer.at('error'), true)
    assert.equal(answer.at('status'), status)
    assert.equal(answer.at('requestId'), answer.headers.get('x-request-id'))
    return answer
  }

  test('400 json_invalid: broken, empty, cut short, with a byte order mark', async () => {
    for (const body of ['{', '', '{"documento":', "{'documento':'x'}", '\ufeff{}', 'null,']) {
      await refused(400, 'json_invalid', body)
    }
  })

  test('400 json_invalid: broken UTF-8', async () => {
    const bytes = Buffer.from('{"documento":"52998224725\xff"}', 'latin1')
    await refused(400, 'json_invalid', Uint8Array.from(bytes))
  })

  test('400 body_invalid: not an object', async () => {
    for (const body of ['null', '[]', '"x"', '1', 'true', '[{"documento":"52998224725"}]']) {
      await refused(400, 'body_invalid', body)
    }
  })

  test('400 body_invalid: half of a character, in any text, is named by its field', async () => {
    for (const [body, field] of [
      ['{"documento":"5299822472\\ud835"}', 'documento'],
      ['{"documento":"52998224725","features":["MAIS_\\udc00"]}', 'features[0]'],
    ] as const) {
      const answer = await refused(400, 'body_invalid', body)
      assert.deepEqual(
        (answer.at('errors') as { field: string; code: string }[]).map((one) => [one.field, one.code]),
        [[field, 'half_character']],
      )
    }
    await refused(400, 'body_invalid', '{"documento":"52998224725","\\ud800":"x"}')
    const whole = await send('{"documento":"52998224725","features":["\\ud835\\udc00"]}')
    assert.notEqual(whole.at('errors.0.code'), 'half_character')
  })

  test('400 body_invalid: a repeated member is named by its path', async () => {
    for (const [body, field] of [
      [`{"documento":"12345678909","documento":"${documento}"}`, 'documento'],
      [`{"documento":"${documento}","d\\u006fcumento":"${documento}"}`, 'documento'],
      [`{"documento":"${documento}","features":[{"a":1,"a":1}]}`, 'features[0].a'],
      [`{"documento":"${documento}","__proto__":{},"__proto__":{}}`, '__proto__'],
      [`{"documento":"${documento}","é":1,"documento":"${documento}"}`, 'documento'],
      [`{"${documento}":1,"${documento}":1}`, '(?)'],
    ] as const) {
      const answer = await refused(400, 'body_invalid', body)
      assert.deepEqual(
        (answer.at('errors') as { field: string; code: string }[]).map((one) => [one.field, one.code]),
        [[field, 'sent_twice']],
      )
      assert.ok(!answer.text.includes(documento))
    }
    const twice = await service.call('/oauth/token', {
      body: '{"grant_type":"client_credentials","grant_typ\\u0065":"client_credentials"}',
      headers: { 'Content-Type': 'application/json' },
    })
    assert.deepEqual([twice.status, twice.at('error')], [400, 'invalid_request'])
  })

  test('400 body_invalid: deep JSON', async () => {
    const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`
    await refused(400, 'body_invalid', deep)
    await refused(400, 'body_invalid', `{"documento":${deep}}`)
    await refused(400, 'body_invalid', `{"documento":"${documento}","features":${deep}}`)
  })

  test('400 body_invalid lists every field at once', async () => {
    const answer = await refused(400, 'body_invalid', { document: 'x', features: [1, 'A', null], extra: {} })
    const errors = answer.at('errors') as { field: string; code: string }[]
    assert.deepEqual(errors.map(({ field, code }) => `${field} ${code}`).toSorted(), [
      'document unknown_member',
      'documento required',
      'extra unknown_member',
      'features[0] type',
      'features[2] type',
    ])
  })

  test('400 body_invalid: members that pollute or repeat a document are not echoed', async () => {
    await refused(400, 'body_invalid', `{"documento":"${documento}","__proto__":{"x":1}}`)
    await refused(400, 'body_invalid', `{"documento":"${documento}","constructor":1}`)
    const answer = await refused(400, 'body_invalid', { documento, '12345678909': 1, ABCDEFGHIJKL80: 2 })
    assert.ok(!answer.text.includes('12345678909') && !answer.text.includes('ABCDEFGHIJKL80'))
  })

  test('400 body_invalid names unknown members, however many, unless a name may be a document', async () => {
    const many = Object.fromEntries(Array.from({ length: 9 }, (_, at) => [`extra-${at}`, at]))
    const answer = await refused(400, 'body_invalid', { documento, ...many })
    const errors = answer.at('errors') as { field: string; code: string }[]
    assert.equal(errors[0]?.field, 'extra-0')
    assert.ok(errors.length > 1 && errors.every(({ code }) => code === 'unknown_member'))
    for (const name of ['24725', '529-982', '529_982_247_25', '529/982/247', 'x'.repeat(41)]) {
      const unnamed = await refused(400, 'body_invalid', { documento, [name]: 1 })
      assert.deepEqual(
        (unnamed.at('errors') as typeof errors).map(({ field }) => field),
        ['(?)'],
      )
    }
  })

  test('400 body_invalid: documento of a wrong type, empty or endless', async () => {
    for (const wrong of [12345678909, null, {}, [], true, '', 'x'.repeat(65)]) {
      await refused(400, 'body_invalid', { documento: wrong })
    }
  })

  test('400 body_invalid: 51 features and a thousand', async () => {
    for (const count of [51, 1_000]) {
      const features = Array.from({ length: count }, () => 'SANCOES')
      const answer = await refused(400, 'body_invalid', { documento, features })
      assert.equal(answer.at('errors.0.code'), 'too_many')
      assert.match(String(answer.at('errors.0.message')), /50/)
    }
    const fifty = await send({ documento, features: Array.from({ length: 50 }, () => 'SANCOES') })
    assert.equal(fifty.status, 200)
  })

  test('400 feature_unknown names what was sent', async () => {
    const answer = await refused(400, 'feature_unknown', {
      documento,
      features: ['QSA-COMPLETO', 'SANCOES2'],
    })
    assert.match(String(answer.at('errors.0.message')), /QSA-COMPLETO/)
    assert.match(String(answer.at('errors.1.message')), /SANCOES2/)
  })

  test('400 feature_unknown does not echo a document sent as a feature', async () => {
    const answer = await refused(400, 'feature_unknown', {
      documento,
      features: ['12345678909', '<script>', ''],
    })
    assert.ok(!answer.text.includes('12345678909') && !answer.text.includes('<script>'))
  })

  test('413 body_too_large: over 64 KiB, 10 MB, and 10 MB without a length', async () => {
    const padded = (size: number) => `{"documento":"${documento}"${' '.repeat(size)}}`
    assert.equal((await send(padded(60_000))).status, 200)
    await refused(413, 'body_too_large', padded(64 * 1024))
    await refused(413, 'body_too_large', padded(10_000_000))
    const chunks = Array.from({ length: 100 }, () => Buffer.alloc(100_000, 0x20))
    const response = await fetch(`${service.url}${query}`, {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${as.token}`,
        'x-api-key': as.apiKey,
        'Content-Type': 'application/json',
      },
      body: ReadableStream.from(chunks),
      duplex: 'half',
    } as RequestInit)
    assert.equal(response.status, 413)
  })

  test('415 media_type_unsupported: another type, another charset, compression', async () => {
    const wrong = [
      { 'Content-Type': 'text/plain' },
      { 'Content-Type': 'application/x-www-form-urlencoded' },
      { 'Content-Type': 'application/json; charset=latin1' },
      { 'Content-Type': '' },
      { 'Content-Encoding': 'gzip' },
    ]
    for (const headers of wrong) await refused(415, 'media_type_unsupported', { documento }, headers)
    for (const type of ['application/json; charset=utf-8', 'Application/JSON;charset="UTF-8"']) {
      assert.equal((await send({ documento }, { 'Content-Type': type })).status, 200)
    }
  })

  test('406 not_acceptable says what there is', async () => {
    for (const accept of ['image/png', 'text/csv, application/json;q=0', 'application/*;q=0']) {
      const answer = await refused(406, 'not_acceptable', { documento }, { Accept: accept })
      assert.match(String(answer.at('detail')), /application\/json/)
    }
    for (const accept of [
      'application/json',
      '*/*',
      'text/html, application/*;q=0.1',
      'nonsense, */*;q=0.1',
    ]) {
      assert.equal((await send({ documento }, { Accept: accept })).status, 200)
    }
  })

  test('405 method_not_allowed with Allow', async () => {
    for (const method of ['GET', 'PUT', 'DELETE', 'PATCH', 'OPTIONS']) {
      const answer = await service.call(query, { method, as })
      assert.equal(answer.status, 405)
      assert.equal(answer.headers.get('allow'), 'POST')
    }
  })

  test('404 route_unknown: near misses are not guessed', async () => {
    const paths = [
      '/relatorioBasico/v1/consulta',
      `${query}/`,
      '/RelatorioBasico/v2/consulta',
      '/sandbox//oauth/token',
      '/%2e%2e/etc',
      '/sandbox',
    ]
    for (const path of paths) {
      const answer = await service.call(path, { as })
      assert.equal(answer.status, 404, path)
      assert.equal(answer.at('code'), 'route_unknown')
    }
  })

  test('400 and 431 for what is not HTTP', async () => {
    const raw = (text: string) => exchange(service.port, text)
    assert.match(await raw('nonsense\r\n\r\n'), /^HTTP\/1.1 400 .*request_malformed/s)
    assert.match(await raw('GET / HTTP/1.1\r\n\r\n'), /^HTTP\/1.1 400/)
    assert.match(
      await raw('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n'),
      /^HTTP\/1.1 400 .*request_malformed/s,
    )
    assert.match(
      await raw(`GET / HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`),
      /^HTTP\/1.1 431 .*headers_too_large/s,
    )
  })

  test('a sane X-Request-Id comes back; any other is replaced', async () => {
    const idOf = async (sent: string) =>
      (await send({ documento }, { 'X-Request-Id': sent })).headers.get('x-request-id')
    assert.equal(await idOf('pedido-2026.001_a'), 'pedido-2026.001_a')
    for (const odd of [
      'short',
      'x'.repeat(65),
      'with space in it',
      'a;b=c,"d"',
      'cpf-12345678909',
      '123.456.789-09',
      'a-12ABC34501DE35',
    ]) {
      const id = await idOf(odd)
      assert.notEqual(id, odd)
      assert.match(id ?? '', /^[0-9a-f]{32}$/)
    }
  })

  test('503 overloaded at once when too much is under way, and health still answers', async () => {
    const store = await (await newPlace('sqlite')).open()
    const written = Promise.withResolvers<void>()
    const append: typeof store.trail.append = async (...of) => {
      await written.promise
      return store.trail.append(...of)
    }
    const full = await runService({
      store: { ...store, trail: { ...store.trail, append } },
      requestsInFlightMax: 5,
    })
    onTestFinished(full.close)
    const session = await full.newSession()
    const list = () => full.call('/sandbox/documentos')
    const under = Array.from({ length: 5 }, () => full.call(query, { as: session, body: { documento } }))
    const early = await until(async () => {
      const answer = await list()
      return answer.status === 503 && answer
    }, 'no place is left')
    assert.equal(early.at('code'), 'overloaded')
    assert.equal(early.headers.get('retry-after'), '1')
    assert.equal((await full.call('/healthz')).status, 200)
    written.resolve()
    for (const answer of await Promise.all(under)) assert.equal(answer.status, 200)
    assert.equal((await list()).status, 200)
  })

  test('a caller that goes away does not count once its sources are done', async () => {
    const slow = people.find((one) => one.title.en === 'Slow source')?.document
    const controller = new AbortController()
    const gone = Array.from({ length: 40 }, () => {
      const headers = {
        Authorization: `Bearer ${as.token}`,
        'x-api-key': as.apiKey,
        'Content-Type': 'application/json',
      }
      const body = JSON.stringify({ documento: slow })
      const going = fetch(service.url + query, { method: 'POST', headers, body, signal: controller.signal })
      return going.then(
        () => 'answered',
        () => 'gone',
      )
    })
    // The one that asks is under way too.
    const noOther = /^lastro_requests_in_flight 1$/m
    await until(async () => !noOther.test((await service.call('/metrics')).text), 'some are under way')
    controller.abort()
    assert.ok((await Promise.all(gone)).includes('gone'))
    await until(async () => noOther.test((await service.call('/metrics')).text), 'no other is under way')
    const after = await Promise.all(Array.from({ length: 40 }, () => send({ documento })))
    assert.ok(after.every((one) => one.status === 200))
  })

  test('no document, token, key or secret reaches a log or a metric', async () => {
    await send({ documento: '12345678909' })
    await service.call(`${query}?documento=12345678909`, { as, body: { documento: '12345678909' } })
    await service.call(`/12345678909/x`, { as })
    const metrics = (await service.call('/metrics')).text
    const spoken = service.logLines.join('') + metrics
    assert.ok(service.logLines.length > 50)
    for (const secret of ['12345678909', documento, as.token, as.apiKey, as.clientSecret, as.clientId]) {
      assert.ok(!spoken.includes(secret), 'a secret was spoken')
    }
    assert.match(metrics, /lastro_requests_total\{operation="relatorioBasicoConsulta",status="200"\} \d+/)
  })

  test('no answer so far was a 500', () => {
    assert.ok(!service.logLines.some((line) => line.includes('"level":"error"')))
  })
})

/** Writes bytes to the port and reads until the other side closes. */
function exchange(port: number, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(text))
    let answer = ''
    socket.setEncoding('utf8')
    socket.on('data', (chunk) => {
      answer += chunk
    })
    socket.on('close', () => resolve(answer))
    socket.on('error', reject)
  })
}
