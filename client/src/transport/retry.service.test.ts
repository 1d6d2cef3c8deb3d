import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { wholeContract } from '@lastro/contract/clients/client-contract.ts'
import type { DocumentNumber } from '@lastro/rules/documents/document-number.ts'
import { people } from '@lastro/service/features/sandbox/people.ts'
import { searchTrail } from '@lastro/service/features/trail/search-trail.ts'
import fc from 'fast-check'
import { test } from 'vitest'
import { cleanUp } from '../../../service/testing/clean-up.ts'
import { debt } from '../../../service/testing/services/listing-service.ts'
import { manyTurns, until } from '../../../service/testing/until.ts'
import { type Talking, talking } from '../../testing/talking.ts'
import { lastroClient } from '../client.ts'
import { isProblem, isUnreachable, LastroProblem, LastroUnreachable } from '../problem.ts'
import { pauseBeforeRetry } from './retry.ts'

async function begun(...how: Parameters<typeof talking>): Promise<Talking> {
  const talk = await talking(...how)
  cleanUp(talk.close)
  return talk
}

const consultations = ({ service, session }: Talking, document: string) =>
  Array.fromAsync(
    searchTrail(service.store.trail, 'sandbox', {
      fromMs: 0,
      untilMs: Number.MAX_SAFE_INTEGER,
      document: document as DocumentNumber,
      clientId: session.clientId,
    }),
  )

test('a report whose answer was lost is asked for again, and billed once', async () => {
  const talk = await begun()
  talk.proxy.cut({ of: '/consulta', times: 2 })
  const answer = await talk.lastro.reports.query('relatorioBasico', { documento: '12345678909' })
  assert.equal(talk.proxy.cuts(), 2)
  assert.equal(answer.replayed, true)
  assert.equal(answer.billed, true)
  assert.equal(answer.result.report.negativeData?.listingP?.summary?.count, '1')
  const records = await consultations(talk, '12345678909')
  assert.deepEqual(
    records.map((one) => [one.outcome, one.billed]),
    [
      ['answered', true],
      ['reopened', false],
      ['reopened', false],
    ],
  )
})

test('a query that its sources could not answer is sent once, and is on record once', async () => {
  const talk = await begun()
  const down = people.find((one) => one.title.en === 'Every source down')?.document ?? assert.fail()
  const error = await talk.lastro.reports
    .query('relatorioBasico', { documento: down })
    .catch((caught: unknown) => caught)
  assert.ok(isProblem(error, 'sources_unavailable'))
  assert.equal(talk.heard.filter((one) => one.status === 502).length, 1)
  const records = await consultations(talk, down)
  assert.deepEqual(
    records.map((one) => one.outcome),
    ['sources_unavailable'],
  )
})

test('an answer that was cut in its middle is no answer', async () => {
  const talk = await begun()
  talk.proxy.cut({ of: '/consulta', times: 1, afterBytes: 600 })
  const answer = await talk.lastro.reports.query('relatorioBasico', { documento: '12345678909' })
  assert.equal(talk.proxy.cuts(), 1)
  assert.equal(answer.replayed, true)
})

test('a debt whose answer was lost is inserted once', async () => {
  const talk = await begun()
  talk.proxy.cut({ of: 'POST /sandbox/negativacao', times: 1 })
  const listing = await talk.lastro.listings.insert(debt)
  assert.equal(talk.proxy.cuts(), 1)
  const ids = (await Array.fromAsync(talk.lastro.listings.list())).map((one) => one.id)
  assert.deepEqual(ids, [listing.id])
})

test('when every try fails, the failure names the key under which it may be asked for later', async () => {
  const talk = await begun({ retries: 1 })
  talk.proxy.cut({ of: '/consulta', times: 2 })
  const query = () =>
    talk.lastro.reports.query('cadastral', { documento: '12345678909' }, { idempotencyKey: 'order-1001' })
  const error = await query().catch((caught: unknown) => caught)
  assert.ok(isUnreachable(error))
  assert.equal(error.reason, 'network')
  assert.equal(error.idempotencyKey, 'order-1001')
  assert.equal(talk.proxy.cuts(), 2)
  const later = await query()
  assert.equal(later.replayed, true)
  assert.equal((await consultations(talk, '12345678909')).filter((one) => one.billed).length, 1)
})

test('what cannot be repeated is sent once', async () => {
  const talk = await begun()
  const listing = await talk.lastro.listings.insert(debt)
  talk.proxy.cut({ of: 'PATCH', times: 1 })
  await assert.rejects(
    talk.lastro.listings.update(listing.id, { amount: '900.00' }, listing),
    (error) => isUnreachable(error) && error.idempotencyKey === undefined,
  )
  const after = await talk.lastro.listings.get(listing.id)
  assert.equal(after.amount, '900.00')
  assert.equal(after.version, listing.version + 1)
})

test('a key whose first sending is still at work is waited for', async () => {
  // The first sending is at work for so long that a second is refused, and so short that a later one is not.
  const talk = await begun({ timeoutMs: 2_000, retries: 10 }, { deadlineMs: 4_000 })
  const silent = people.find((one) => one.title.en === 'Silent source')?.document ?? assert.fail()
  const answer = await talk.lastro.reports.query('relatorioBasico', { documento: silent })
  assert.equal(answer.replayed, true)
  assert.ok(talk.heard.some((one) => one.status === 409))
  assert.equal((await consultations(talk, silent)).filter((one) => one.billed).length, 1)
})

test('a rate that ran out is waited for as long as Retry-After says', async () => {
  const talk = await begun({ retries: 6 }, { sharesRates: false })
  await talk.service.store.clients.setContract(talk.session.clientId, {
    ...wholeContract,
    requestsPerSecond: 1,
  })
  const moving = setInterval(() => talk.pass(500), 500)
  const answers = await Promise.all(
    ['52998224725', '12345678909'].map((documento) => talk.lastro.reports.query('cadastral', { documento })),
  ).finally(() => clearInterval(moving))
  assert.deepEqual(
    answers.map((one) => one.status),
    [200, 200],
  )
  assert.ok(talk.heard.some((one) => one.status === 429))
})

test('a quota that ends with the month is told at once', async () => {
  const talk = await begun()
  await talk.service.store.clients.setContract(talk.session.clientId, { ...wholeContract, monthlyQuota: 1 })
  const query = () => talk.lastro.reports.query('cadastral', { documento: '52998224725' })
  await query()
  const error = await query().catch((caught: unknown) => caught)
  assert.ok(isProblem(error, 'quota_exceeded'))
  assert.ok((error.retryAfterSeconds ?? 0) > 60)
  assert.equal(talk.heard.filter((one) => one.status === 429).length, 1)
})

/** Something that stands where the service should be. */
async function standIn(answer: RequestListener): Promise<{ url: string; counts: () => number }> {
  let count = 0
  const server = createServer((request, response) => {
    count++
    answer(request, response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  cleanUp(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, counts: () => count }
}

const nobody = { clientId: 'c', clientSecret: 's', apiKey: 'k', environment: 'sandbox' } as const

test('the page of a proxy that cannot reach the service is tried again, then told as such', async () => {
  const gateway = await standIn((_, response) => response.writeHead(502).end('<h1>Bad gateway</h1>'))
  const lastro = lastroClient({ baseUrl: gateway.url, ...nobody, retries: 2 })
  const error = await lastro.sandbox.documents().catch((caught: unknown) => caught)
  assert.ok(isUnreachable(error))
  assert.deepEqual([error.reason, error.status], ['not_lastro', 502])
  assert.equal(gateway.counts(), 3)
})

test('a page that is no answer of ours is not taken for one', async () => {
  const portal = await standIn((_, response) => response.end('<h1>Welcome to the hotel</h1>'))
  const lastro = lastroClient({ baseUrl: portal.url, ...nobody, retries: 0 })
  await assert.rejects(lastro.sandbox.documents(), (error) => isUnreachable(error) && error.reason === 'cut')
})

test('credentials do not follow a redirect', async () => {
  const thief = await standIn((_, response) => response.end('{}'))
  const gate = await standIn((_, response) => response.writeHead(307, { Location: thief.url }).end())
  const lastro = lastroClient({ baseUrl: gate.url, ...nobody })
  await assert.rejects(
    lastro.account.usage(),
    (error) => isUnreachable(error) && error.reason === 'redirected',
  )
  assert.deepEqual([gate.counts(), thief.counts()], [1, 0])
})

test('a service that says nothing is left after the time of one try', async () => {
  const silent = await standIn(() => undefined)
  const lastro = lastroClient({ baseUrl: silent.url, ...nobody, timeoutMs: 4_000, retries: 1 })
  await assert.rejects(
    lastro.sandbox.documents(),
    (error) => isUnreachable(error) && error.reason === 'timeout',
  )
  assert.equal(silent.counts(), 2)
})

test('a caller that gives up is let go at once: before, while it waits for an answer, and between tries', async () => {
  const silent = await standIn(() => undefined)
  const busy = await standIn((_, response) => response.writeHead(503, { 'Retry-After': '30' }).end())
  const reason = new Error('closed the window')
  const before = lastroClient({ baseUrl: silent.url, ...nobody })
  await assert.rejects(before.sandbox.documents({ signal: AbortSignal.abort(reason) }), reason)
  for (const service of [silent, busy]) {
    const controller = new AbortController()
    const lastro = lastroClient({ baseUrl: service.url, ...nobody })
    const asking = lastro.sandbox.documents({ signal: controller.signal })
    const letGo = assert.rejects(asking, reason).then(() => 'let go')
    await until(() => service.counts() === 1, 'it was asked')
    await manyTurns()
    controller.abort(reason)
    // Less than the pause that it is told to make.
    assert.equal(await Promise.race([letGo, wait(25_000, 'still waiting', { ref: false })]), 'let go')
    assert.equal(service.counts(), 1)
  }
})

test('pauses double up to a limit, vary, and never undercut Retry-After', () => {
  const failure = (retryAfterSeconds?: number) =>
    new LastroProblem({ code: 'overloaded', status: 503, title: '', detail: '', retryAfterSeconds })
  fc.assert(
    fc.property(
      fc.nat(12),
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.option(fc.nat(60), { nil: undefined }),
      (attempt, random, told) => {
        const pauseMs = pauseBeforeRetry({
          failure: failure(told),
          attempt,
          retryCountMax: 13,
          random: () => random,
        })
        const grownMs = Math.min(10_000, 200 * 2 ** attempt)
        const toldMs = (told ?? 0) * 1000
        assert.ok(pauseMs !== undefined && pauseMs >= toldMs + grownMs / 2 && pauseMs <= toldMs + grownMs)
      },
    ),
  )
  const asked = { attempt: 0, retryCountMax: 3, random: () => 0 }
  assert.equal(pauseBeforeRetry({ ...asked, attempt: 3, failure: failure() }), undefined)
  assert.equal(pauseBeforeRetry({ ...asked, failure: failure(61) }), undefined)
  const refused = new LastroProblem({ code: 'document_invalid', status: 422, title: '', detail: '' })
  assert.equal(pauseBeforeRetry({ ...asked, failure: refused }), undefined)
  for (const [code, status] of [
    ['sources_unavailable', 502],
    ['deadline_exceeded', 504],
  ] as const) {
    const inVain = new LastroProblem({ code, status, title: '', detail: '' })
    assert.equal(pauseBeforeRetry({ ...asked, failure: inVain }), undefined)
  }
  const gone = new LastroUnreachable({ reason: 'not_lastro', language: 'pt', status: 404 })
  assert.equal(pauseBeforeRetry({ ...asked, failure: gone }), undefined)
})
