import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, test } from 'vitest'
import { callOf } from '../../../testing/http/call.ts'
import { type Answer, runService } from '../../../testing/running-service.ts'
import { type ReceivedSpan, startTraceReceiver } from '../../../testing/servers/trace-receiver.ts'
import { until } from '../../../testing/until.ts'
import { people } from '../../features/sandbox/people.ts'
import { openLog } from '../../http/health/log.ts'
import type { Route } from '../../http/route.ts'
import { openTraces } from './open-traces.ts'
import { readTraceParent } from './span.ts'
import type { Traces } from './traces.ts'

const documentOf = (title: string) => people.find((one) => one.title.en === title)?.document ?? assert.fail()
const consulta = '/sandbox/relatorioBasico/v2/consulta'
const [traceId, callerSpan] = ['4bf92f3577b34da6a3ce929d0e0e4736', '00f067aa0ba902b7']

const logOf = () => {
  const lines: string[] = []
  return { lines, log: openLog('info', { write: (line: string) => void lines.push(line) }) }
}
const fact = (span: ReceivedSpan | undefined, key: string): unknown =>
  Object.values(span?.attributes.find((one) => one.key === key)?.value ?? {})[0]

describe('the traces of queries', async () => {
  const receiver = await startTraceReceiver()
  const { log } = logOf()
  const traces = openTraces({ url: receiver.url, serviceName: 'lastro', share: 1 }, log)
  const service = await runService({ traces, deadlineMs: 300 })
  const as = await service.newSession()
  afterAll(async () => {
    await service.close()
    await receiver.close()
  })
  const answers: Answer[] = []
  const ask = async (documento: string, headers: Record<string, string> = {}) => {
    answers.push(await service.call(consulta, { as, body: { documento }, headers }))
  }
  const hostile = `00-${traceId}-${callerSpan}-01-${documentOf('Clean')}`
  await ask(documentOf('One debt'), { traceparent: `00-${traceId}-${callerSpan}-01` })
  await ask(documentOf('Every section'), {
    'Idempotency-Key': 'a-key-of-mine',
    'X-Request-Id': '12345678909',
  })
  await ask(documentOf('Error in listingR'), { traceparent: `${hostile}, ${hostile}` })
  await ask(documentOf('Silent source'), { traceparent: hostile, tracestate: `cpf=${documentOf('Clean')}` })
  await ask('12345678900')
  await ask(documentOf('Clean'), { traceparent: `00-${'ab'.repeat(16)}-${callerSpan}-00` })
  // A stop waits for the collector no longer than a process may take to end.
  const told = () => receiver.spans().filter(({ name }) => name === `POST ${consulta}`).length
  await until(() => told() >= 5, 'every query that is sampled is told')
  await traces.stop()
  const spans = receiver.spans()
  const queries = spans.filter(({ name }) => name === `POST ${consulta}`)
  const childrenOf = (of: ReceivedSpan | undefined) =>
    spans.filter(({ parentSpanId }) => parentSpanId !== undefined && parentSpanId === of?.spanId)

  test('a query goes on with its caller’s trace; its sources and its record are inside, with how they ended', () => {
    const query = queries.find((one) => one.traceId === traceId)
    assert.equal(query?.parentSpanId, callerSpan)
    assert.equal(query?.kind, 2, 'of a server')
    assert.deepEqual(
      [fact(query, 'lastro.outcome'), fact(query, 'http.response.status_code')],
      ['answered', 200],
    )
    const inside = childrenOf(query)
    for (const one of inside) assert.equal(one.traceId, traceId)
    const sources = inside.filter(({ name }) => name.startsWith('source sandbox.'))
    assert.ok(sources.length > 0)
    for (const one of sources) assert.equal(fact(one, 'lastro.outcome'), 'answered')
    const record = inside.find(({ name }) => name === 'record')
    assert.equal(fact(record, 'lastro.outcome'), 'billed')
  })

  test('without a traceparent that is one, a query begins a trace of its own', () => {
    const own = queries.filter((one) => one.traceId !== traceId)
    assert.equal(new Set(own.map((one) => one.traceId)).size, own.length)
    for (const one of own) assert.ok(!one.parentSpanId)
  })

  test('what a caller does not have sampled is not told', () => {
    assert.equal(answers.at(-1)?.status, 200)
    assert.equal(queries.length, answers.length - 1)
  })

  test('outcomes are told in words of ours: refusals, failed sections, a source that was given up', () => {
    const outcomes = queries.map((one) => [
      fact(one, 'lastro.outcome'),
      fact(one, 'http.response.status_code'),
    ])
    assert.deepEqual(outcomes, [
      ['answered', 200],
      ['answered', 200],
      ['degraded', 203],
      ['degraded', 203],
      ['document_invalid', 422],
    ])
    const ended = queries.map((one) => childrenOf(one).map((child) => fact(child, 'lastro.outcome')))
    assert.ok(
      ended[2]?.some((outcome) => String(outcome).startsWith('source_')),
      String(ended[2]),
    )
    assert.ok(ended[3]?.includes('source_timeout'), String(ended[3]))
    assert.deepEqual(ended[4], ['unbilled'], 'a refusal is on record too')
  })

  test('no byte of them is a document, a name, a key, or anything else that a caller wrote', () => {
    const text = receiver.texts.join('\n')
    assert.ok(text.includes('source sandbox.'))
    const names = answers.flatMap((one) => /"consumerName":"([^"]+)"/.exec(one.text)?.[1] ?? [])
    assert.ok(names.length > 2)
    const written = [...people.map(({ document }) => document), '12345678900', ...names]
    const secret = [as.token, as.apiKey, as.clientSecret, as.clientId, 'a-key-of-mine']
    for (const one of [...written, ...secret]) assert.ok(!text.includes(one), one)
  })
})

describe('traces without a receiver', () => {
  const route: Route = {
    operation: 'x',
    method: 'POST',
    path: '/x/v2/consulta',
    produces: [],
    handle: () => ({ status: 200, body: '' }),
  }
  const query = async (traces: Traces) => traces.ofRoutes([route])[0]?.handle(callOf({}))

  test('queries are answered, and it is told once until it is there again', async () => {
    const receiver = await startTraceReceiver()
    const { lines, log } = logOf()
    const traces = openTraces({ url: receiver.url, serviceName: 'lastro', share: 1 }, log)
    receiver.answerWith(400)
    for (let asked = 0; asked < 1_100; asked++) assert.ok(await query(traces))
    await until(() => receiver.texts.length > 1, 'two batches were refused')
    assert.equal(lines.length, 1, lines.join(''))
    assert.match(lines[0] ?? '', /traces cannot be sent/)
    receiver.answerWith(200)
    await query(traces)
    await until(() => receiver.spans().length > 0 && lines.length > 1, 'they are sent again')
    assert.deepEqual([lines.length, /sent again/.test(lines[1] ?? '')], [2, true])
    await traces.stop()
    await receiver.close()
  })

  test('what does not fit is dropped: of thousands at once no more is kept than may wait', async () => {
    const receiver = await startTraceReceiver()
    const traces = openTraces({ url: receiver.url, serviceName: 'lastro', share: 1 }, logOf().log)
    // None of these yields to the socket, so that nothing leaves meanwhile.
    for (let asked = 0; asked < 3_200; asked++) await query(traces)
    await traces.stop()
    const [kept, batch] = [2_048, 512]
    assert.ok(receiver.spans().length >= batch)
    assert.ok(receiver.spans().length <= kept + batch, String(receiver.spans().length))
    await receiver.close()
  })

  test('where nothing listens a query is answered, and a stop does not hang', async () => {
    const receiver = await startTraceReceiver()
    await receiver.close()
    const { lines, log } = logOf()
    const traces = openTraces({ url: receiver.url, serviceName: 'lastro', share: 1 }, log)
    for (let asked = 0; asked < 600; asked++) assert.ok(await query(traces))
    await traces.stop()
    assert.ok(lines.length <= 1, lines.join(''))
  })
})

test('a traceparent is read by the standard, and anything else is none', () => {
  const parent = { traceId, spanId: callerSpan, isSampled: true }
  assert.deepEqual(readTraceParent(`00-${traceId}-${callerSpan}-01`), parent)
  assert.deepEqual(readTraceParent(`00-${traceId}-${callerSpan}-02`), { ...parent, isSampled: false })
  assert.deepEqual(readTraceParent(`cc-${traceId}-${callerSpan}-03-what-comes-later`), parent)
  for (const wrong of [
    undefined,
    '',
    `00-${traceId}-${callerSpan}-01-more`,
    `ff-${traceId}-${callerSpan}-01`,
    `00-${'0'.repeat(32)}-${callerSpan}-01`,
    `00-${traceId}-${'0'.repeat(16)}-01`,
    `00-${traceId.toUpperCase()}-${callerSpan}-01`,
    `00-${traceId}-${callerSpan}-01, 00-${traceId}-${callerSpan}-01`,
    `00-${traceId}-${callerSpan}`,
  ])
    assert.equal(readTraceParent(wrong), undefined, `${wrong}`)
})

test('OpenTelemetry is imported by one file, which is imported only when it is wanted', () => {
  const root = join(import.meta.dirname, '../..')
  const importing = (what: RegExp) =>
    globSync('**/*.ts', { cwd: root }).filter(
      (path) => !path.endsWith('.test.ts') && what.test(readFileSync(join(root, path), 'utf8')),
    )
  assert.deepEqual(importing(/'@opentelemetry\//), ['program/traces/open-traces.ts'])
  assert.deepEqual(importing(/from '.*open-traces\.ts'/), [])
  assert.deepEqual(importing(/import\('.*open-traces\.ts'\)/), ['program/serve.ts'])
})
