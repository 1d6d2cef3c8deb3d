import assert from 'node:assert/strict'
import { createServer } from 'node:net'
import type { CallFault } from '@lastro/contract/operator/call-faults.ts'
import { describe, onTestFinished, test } from 'vitest'
import { cleanUp } from '../../../testing/clean-up.ts'
import { answerJson, type ProviderServer, providerServer } from '../../../testing/servers/provider-server.ts'
import { tlsIdentity } from '../../../testing/servers/tls-identity.ts'
import { manyTurns, until } from '../../../testing/until.ts'
import { addressGuard } from '../../features/alerts/webhooks/address-guard.ts'
import { type ExchangeSettings, openExchange } from './exchange.ts'
import { outwardCalls } from './outward-calls.ts'
import { type Called, failedBy, type OutwardRequest, readAs } from './outward-request.ts'
import { pauseMsAfter } from './poll.ts'
import { toldPauseMs } from './retry-after.ts'

/** As long as a machine may take that is busy with something else; what hangs is given less. */
const patientMs = 60_000

const loopback = addressGuard({ networks: ['127.0.0.0/8'] })
const forever = new AbortController().signal
const anybody = { clientId: 'cli_1', signal: forever }

type Settings = Partial<ExchangeSettings> & { readonly countMax?: number; readonly clientCountMax?: number }

function callsTo(url: string, settings: Settings = {}) {
  const { countMax = 10, clientCountMax = countMax, ...rest } = settings
  const clock = { ms: 0, nowMs: () => clock.ms }
  const exchange = openExchange({
    url,
    guard: loopback,
    connectionsMax: countMax,
    timeoutMs: patientMs,
    ...rest,
  })
  const calls = outwardCalls({ exchange, limits: { countMax, clientCountMax }, clock })
  cleanUp(calls.close)
  return { ...calls, clock }
}

const provider = async (isTls = false): Promise<ProviderServer> => {
  const server = await providerServer({ isTls })
  cleanUp(server.close)
  return server
}

const query: OutwardRequest<unknown> = {
  method: 'POST',
  path: '/query',
  headers: {},
  body: '{"documento":"invented"}',
  isRepeatable: false,
  read: ({ status, json }) =>
    status === 200 ? readAs(json) : failedBy(status >= 500 ? 'server_error' : 'refused'),
}

const faultOf = (called: Called<unknown>): CallFault | 'read' =>
  called.kind === 'read' ? 'read' : called.fault

describe('a hostile provider', () => {
  test('that hangs is given up at its own deadline, or at the report', async () => {
    const server = await provider()
    server.answer = () => undefined
    const { call } = callsTo(server.url, { timeoutMs: 50 })
    assert.equal(faultOf(await call(query, anybody)), 'timeout')
    const other = await provider()
    other.answer = () => undefined
    const deadline = new AbortController()
    const asking = callsTo(other.url).call(query, { ...anybody, signal: deadline.signal })
    await until(() => other.requests.length === 1)
    deadline.abort()
    assert.equal(faultOf(await asking), 'timeout')
  })

  test('that drips is given up although every byte comes in time', async () => {
    const server = await provider()
    server.answer = (answer) => {
      answer.writeHead(200, { 'Content-Type': 'application/json' })
      const dripping = setInterval(() => answer.write(' '), 5)
      answer.once('close', () => clearInterval(dripping))
    }
    const { call } = callsTo(server.url, { timeoutMs: 200 })
    assert.equal(faultOf(await call(query, anybody)), 'timeout')
  })

  test('that sends fifty megabytes is cut off, with its length told or not', async () => {
    const server = await provider()
    let written = 0
    const mebibyte = Buffer.alloc(1024 * 1024, ' ')
    server.answer = (answer, { path }) => {
      answer.writeHead(200, path === '/told' ? { 'Content-Length': 50 * mebibyte.length } : {})
      const more = (error?: Error | null) => {
        if (error || written >= 50) return void answer.end()
        written += 1
        answer.write(mebibyte, more)
      }
      more()
    }
    const { call } = callsTo(server.url)
    for (const path of ['/told', '/untold']) {
      written = 0
      assert.equal(faultOf(await call({ ...query, path }, anybody)), 'answer_too_large')
      await until(() => server.atOnce.now === 0)
      assert.ok(written < 50)
    }
  })

  test('that sends half a body, no JSON, no HTTP or a redirect is not believed', async () => {
    const server = await provider()
    const { call } = callsTo(server.url, { timeoutMs: patientMs })
    const answers: [CallFault, ProviderServer['answer']][] = [
      [
        'connection_lost',
        (answer) => {
          answer.writeHead(200, { 'Content-Length': 100 })
          answer.write('{"half":', () => answer.destroy())
        },
      ],
      ['answer_malformed', (answer) => void answer.end('{"documento":')],
      ['answer_malformed', (answer) => void answer.end('')],
      ['answer_malformed', (answer) => void answer.writeHead(302, { Location: server.url }).end('{}')],
      ['answer_malformed', (answer) => void answer.socket?.end('HTTP/9.9 nonsense\r\n\r\n')],
    ]
    for (const [fault, answer] of answers) {
      server.answer = answer
      const { call: fresh } = callsTo(server.url)
      assert.equal(faultOf(await fresh(query, anybody)), fault)
    }
    server.answer = (answer) => answerJson(answer, 200, { fine: true })
    assert.deepEqual(await call(query, anybody), { kind: 'read', value: { fine: true } })
  })

  test('that closes at once, or is not there, costs a fault', async () => {
    const closing = createServer((socket) => void socket.destroy())
    closing.listen(0, '127.0.0.1')
    onTestFinished(() => void closing.close())
    await until(() => closing.listening)
    const { port } = closing.address() as { port: number }
    assert.equal(faultOf(await callsTo(`http://127.0.0.1:${port}`).call(query, anybody)), 'connection_lost')
    const gone = await providerServer()
    gone.close()
    await manyTurns()
    assert.equal(faultOf(await callsTo(gone.url).call(query, anybody)), 'unreachable')
  })

  test('whose certificate nobody vouches for, or is of another name, hears nothing', async () => {
    const server = await provider(true)
    assert.equal(faultOf(await callsTo(server.url).call(query, anybody)), 'tls_failed')
    const trusted = { ca: tlsIdentity.cert }
    assert.equal(faultOf(await callsTo(server.url, trusted).call(query, anybody)), 'tls_failed')
    assert.equal(server.requests.length, 0)
    const resolve = async () => [{ address: '127.0.0.1', family: 4 }]
    const guard = addressGuard({ networks: ['127.0.0.0/8'], resolve })
    const url = `https://${tlsIdentity.name}:${server.port}`
    assert.equal(faultOf(await callsTo(url, { ...trusted, guard }).call(query, anybody)), 'read')
  })

  test('whose address leads into a network of ours is not called, by number or by name', async () => {
    const server = await provider()
    const guard = addressGuard({ networks: [], resolve: async () => [{ address: '127.0.0.1', family: 4 }] })
    for (const url of [server.url, `http://127.1:${server.port}`, `http://inside.example:${server.port}`]) {
      assert.equal(faultOf(await callsTo(url, { guard }).call(query, anybody)), 'address_refused')
    }
    const nowhere = addressGuard({ networks: [], resolve: async () => [] })
    const lost = callsTo('https://nowhere.example', { guard: nowhere })
    assert.equal(faultOf(await lost.call(query, anybody)), 'unreachable')
    assert.equal(server.requests.length, 0)
  })
})

test('a thousand at once to a provider that allows ten: never more than ten, and all are answered', async () => {
  const server = await provider()
  server.answer = (answer) => void setImmediate(() => answerJson(answer, 200, {}))
  const { call, state } = callsTo(server.url, { countMax: 10 })
  const all = await Promise.all(
    Array.from({ length: 1_000 }, (_, at) => call(query, { clientId: `cli_${at % 7}`, signal: forever })),
  )
  assert.ok(all.every((one) => one.kind === 'read'))
  assert.ok(server.atOnce.most <= 10, `${server.atOnce.most} at once`)
  assert.equal(server.requests.length, 1_000)
  assert.deepEqual([state().inFlight, state().waiting, state().outcomes], [0, 0, { answered: 1_000 }])
})

test('whoever waits behind a provider that hangs is told in time, and is never sent', async () => {
  const server = await provider()
  server.answer = () => undefined
  const { call, state } = callsTo(server.url, { countMax: 10 })
  const deadline = new AbortController()
  const all = Array.from({ length: 1_000 }, () => call(query, { ...anybody, signal: deadline.signal }))
  await until(() => server.requests.length === 10)
  deadline.abort()
  const faults = (await Promise.all(all)).map(faultOf)
  assert.deepEqual(Map.groupBy(faults, (one) => one).get('waited_too_long')?.length, 990)
  await manyTurns()
  assert.equal(server.requests.length, 10)
  assert.deepEqual([state().inFlight, state().waiting], [0, 0])
})

test('a provider that keeps failing is left alone, and one call tries it again', async () => {
  const server = await provider()
  server.answer = (answer) => answerJson(answer, 500, {})
  const { call, state, clock } = callsTo(server.url)
  for (let at = 0; at < 5; at++) assert.equal(faultOf(await call(query, anybody)), 'server_error')
  assert.deepEqual([state().breaker, state().sinceMs], ['open', 0])
  assert.equal(faultOf(await call(query, anybody)), 'breaker_open')
  assert.equal(server.requests.length, 5)

  clock.ms = 5_000
  let answerProbe = (): void => undefined
  server.answer = (answer) => {
    answerProbe = () => answerJson(answer, 200, {})
  }
  const probe = call(query, anybody)
  await until(() => server.requests.length === 6)
  assert.equal(state().breaker, 'trying')
  assert.equal(faultOf(await call(query, anybody)), 'breaker_open')
  answerProbe()
  assert.equal(faultOf(await probe), 'read')
  assert.deepEqual([state().breaker, state().sinceMs], ['closed', 5_000])
})

test('those that waited for a slot while the breaker opened are not sent any more', async () => {
  const server = await provider()
  server.answer = (answer) => answerJson(answer, 500, {})
  const { call } = callsTo(server.url, { countMax: 1 })
  const all = await Promise.all(Array.from({ length: 20 }, () => call(query, anybody)))
  assert.equal(server.requests.length, 5)
  assert.equal(all.filter((one) => faultOf(one) === 'breaker_open').length, 15)
})

test('refusals of a question do not open the breaker', async () => {
  const server = await provider()
  server.answer = (answer) => answerJson(answer, 422, {})
  const { call, state } = callsTo(server.url)
  for (let at = 0; at < 30; at++) assert.equal(faultOf(await call(query, anybody)), 'refused')
  assert.equal(state().breaker, 'closed')
})

test('Retry-After is obeyed: nobody calls before, whoever asks', async () => {
  const server = await provider()
  const { call, state, clock } = callsTo(server.url)
  const at = new Date(clock.ms + 100_000).toUTCString()
  const asked: [number, Record<string, string>, number][] = [
    [429, { 'Retry-After': '7' }, 7_000],
    [503, { 'Retry-After': '3' }, 3_000],
    [429, {}, 1_000],
    [429, { 'Retry-After': 'nonsense' }, 1_000],
    [429, { 'Retry-After': '999999999' }, 15 * 60_000],
    [429, { 'Retry-After': at }, 100_000],
  ]
  for (const [status, headers, pauseMs] of asked) {
    clock.ms = 0
    const fresh = callsTo(server.url)
    server.answer = (answer) => answerJson(answer, status, {}, headers)
    const before = server.requests.length
    assert.equal(faultOf(await fresh.call(query, anybody)), 'rate_limited')
    assert.equal(fresh.state().pausedUntilMs, pauseMs)
    fresh.clock.ms = pauseMs - 1
    const other = { ...anybody, clientId: 'cli_2' }
    assert.equal(faultOf(await fresh.call({ ...query, isRepeatable: true }, other)), 'rate_limited')
    assert.equal(server.requests.length, before + 1)
    fresh.clock.ms = pauseMs
    server.answer = (answer) => answerJson(answer, 200, {})
    assert.equal(faultOf(await fresh.call(query, other)), 'read')
    assert.deepEqual([fresh.state().breaker, fresh.state().pausedUntilMs], ['closed', undefined])
  }
  assert.equal(faultOf(await call(query, anybody)), 'read')
  assert.equal(state().pausedUntilMs, undefined)
})

describe('a provider that works on an answer', () => {
  const poll: OutwardRequest<unknown> = {
    ...query,
    method: 'GET',
    path: '/query/1',
    read: (answer) => (answer.status === 202 ? { kind: 'pending', next: poll } : query.read(answer)),
  }
  const order: OutwardRequest<unknown> = { ...poll, method: 'POST', path: '/query' }
  const spent = () => {
    const held = { calls: 0 }
    const take = async () => {
      held.calls += 1
      return true
    }
    const giveBack = async () => {
      held.calls -= 1
    }
    return { held, budget: { take, giveBack } }
  }
  /** Answers one after another, the last again and again. */
  const answering = (server: ProviderServer, ...statuses: [number, Record<string, string>?][]) => {
    let at = 0
    server.answer = (answer) => {
      const [status = 200, headers] = statuses[Math.min(at++, statuses.length - 1)] ?? []
      answerJson(answer, status, {}, headers)
    }
  }

  test('is asked until it has it, in one slot and for one price', async () => {
    const server = await provider()
    answering(server, [202], [202], [202], [200])
    const { call, state } = callsTo(server.url, { countMax: 1 })
    const { held, budget } = spent()
    const asking = call(order, { ...anybody, budget })
    await until(() => server.requests.length === 2)
    const other = new AbortController()
    const waiting = call(query, { ...anybody, clientId: 'cli_2', signal: other.signal })
    assert.deepEqual([state().inFlight, state().waiting], [1, 1])
    other.abort()
    assert.equal(faultOf(await waiting), 'waited_too_long')
    assert.equal(faultOf(await asking), 'read')
    assert.deepEqual(
      server.requests.map(({ method, path }) => `${method} ${path}`),
      ['POST /query', 'GET /query/1', 'GET /query/1', 'GET /query/1'],
    )
    assert.deepEqual([held.calls, state().inFlight, state().outcomes.answered], [1, 0, 1])
  })

  test('is given up when the time is over, and stays paid: it has taken the work on', async () => {
    const server = await provider()
    for (const [fault, ...statuses] of [
      ['timeout', [202]],
      ['timeout', [202, { 'Retry-After': '600' }]],
      ['timeout', [202], [429, { 'Retry-After': '600' }]],
      ['server_error', [202], [500]],
      ['refused', [202], [404]],
    ] as [CallFault, ...[number, Record<string, string>?][]][]) {
      answering(server, ...statuses)
      const { call, state } = callsTo(server.url)
      const { held, budget } = spent()
      const deadline = new AbortController()
      const before: number = server.requests.length
      const asking = call(order, { ...anybody, signal: deadline.signal, budget })
      await until(() => server.requests.length >= before + statuses.length)
      if (fault === 'timeout') deadline.abort()
      assert.equal(faultOf(await asking), fault)
      assert.deepEqual([held.calls, state().inFlight], [1, 0], JSON.stringify(statuses))
    }
  })

  test('that asks to wait half way is asked again for the same, not for another', async () => {
    const server = await provider()
    answering(server, [202], [429, { 'Retry-After': '0' }], [503, { 'Retry-After': '0' }], [202], [200])
    const { call } = callsTo(server.url)
    assert.equal(faultOf(await call(order, anybody)), 'read')
    assert.equal(server.requests.filter(({ method }) => method === 'POST').length, 1)
  })

  test('is asked ever more rarely, and never before it says', () => {
    assert.deepEqual([0, 1, 2, 3, 4, 50].map(pauseMsAfter), [150, 300, 600, 1_200, 2_000, 2_000])
    assert.equal(toldPauseMs('7', 0), 7_000)
    assert.equal(toldPauseMs(undefined, 0), undefined)
    assert.equal(toldPauseMs('soon', 0), undefined)
  })
})

test('only a request that may be repeated is sent again, and once', async () => {
  const server = await provider()
  server.answer = (answer) => void answer.destroy()
  const { call } = callsTo(server.url)
  assert.equal(faultOf(await call(query, anybody)), 'connection_lost')
  assert.equal(server.requests.length, 1, 'a query that may have been charged is not sent twice')
  assert.equal(faultOf(await call({ ...query, isRepeatable: true }, anybody)), 'connection_lost')
  assert.equal(server.requests.length, 3)
  server.answer = (answer) => answerJson(answer, server.requests.length === 4 ? 502 : 200, {})
  assert.equal(faultOf(await call({ ...query, isRepeatable: true }, anybody)), 'read')
  server.answer = (answer) => answerJson(answer, 500, {})
  assert.equal(faultOf(await call({ ...query, isRepeatable: true }, anybody)), 'server_error')
  assert.equal(server.requests.length, 6)
})

describe('a budget', () => {
  const budgetOf = (calls: number) => {
    const held = { left: calls, givenBack: 0 }
    const budget = {
      take: async () => {
        if (held.left === 0) return false
        held.left -= 1
        return true
      },
      giveBack: async () => {
        held.left += 1
        held.givenBack += 1
      },
    }
    return { held, budget }
  }

  test('that is spent keeps a call from the provider', async () => {
    const server = await provider()
    const { call } = callsTo(server.url)
    const { budget } = budgetOf(1)
    assert.equal(faultOf(await call(query, { ...anybody, budget })), 'read')
    assert.equal(faultOf(await call(query, { ...anybody, budget })), 'budget_spent')
    assert.equal(server.requests.length, 1)
  })

  test('gets back what cannot have been charged, and nothing else', async () => {
    const server = await provider()
    const cases: [ProviderServer['answer'], number][] = [
      [(answer) => answerJson(answer, 422, {}), 1],
      [(answer) => answerJson(answer, 500, {}), 1],
      [(answer) => answerJson(answer, 429, {}), 1],
      [(answer) => void answer.end('not json'), 0],
      [(answer) => void answer.destroy(), 0],
      [(answer) => answerJson(answer, 200, {}), 0],
    ]
    for (const [answer, givenBack] of cases) {
      server.answer = answer
      const { held, budget } = budgetOf(3)
      await callsTo(server.url).call(query, { ...anybody, budget })
      assert.equal(held.givenBack, givenBack)
    }
  })
})

test('an answer that breaks its reader is a fault, and holds no slot', async () => {
  const server = await provider()
  const { call, state } = callsTo(server.url, { countMax: 1 })
  const broken: OutwardRequest<never> = {
    ...query,
    read: () => {
      throw new Error('a mapping of ours is wrong')
    },
  }
  for (let at = 0; at < 5; at++) await assert.rejects(call(broken, anybody), /mapping/)
  assert.deepEqual([state().inFlight, state().breaker], [0, 'open'])
})
