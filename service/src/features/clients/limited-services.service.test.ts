import assert from 'node:assert/strict'
import { wholeContract } from '@lastro/contract/clients/client-contract.ts'
import type { DocumentNumber } from '@lastro/rules/documents/document-number.ts'
import { newWindow, takeFromWindow } from '@lastro/rules/limits/rate-window.ts'
import fc from 'fast-check'
import { test } from 'vitest'
import { newPlace } from '../../../testing/engines.ts'
import { type RunningService, runService } from '../../../testing/running-service.ts'
import { TestClock } from '../../../testing/services/listing-service.ts'

const path = '/sandbox/relatorioBasico/v2/consulta'
const body = { documento: '52998224725' }

test('no thousand milliseconds let through more than the limit', () => {
  const gaps = fc.array(fc.integer({ min: 0, max: 40 }), { minLength: 200, maxLength: 600 })
  fc.assert(
    fc.property(fc.integer({ min: 10, max: 200 }), gaps, (limit, pauses) => {
      const window = newWindow()
      let nowMs = 1_000_000
      const granted: number[] = []
      for (const pause of pauses) {
        nowMs += pause
        const taken = takeFromWindow(window, { limit, wanted: 50, nowMs })
        for (let at = 0; at < taken; at++) granted.push(nowMs)
      }
      for (const from of granted) {
        const within = granted.filter((at) => at >= from && at < from + 1_000).length
        assert.ok(within <= limit, `${within} of ${limit}`)
      }
    }),
    { numRuns: 50 },
  )
})

test('two services on one PostgreSQL: 100 a second let through at most 120 in sum', async () => {
  const { services, clock } = await twoServices()
  const as = await services[0].newSession()
  await services[0].store.clients.setContract(as.clientId, { ...wholeContract, requestsPerSecond: 100 })

  const answeredAt: number[] = []
  const ask = async (service: RunningService) => {
    const answer = await service.call(path, { as, body })
    if (answer.status === 200) answeredAt.push(clock.nowMs())
    else assert.equal(answer.at('code'), 'rate_limited')
  }
  // Three seconds of its clock, in which some twice as many ask as may.
  for (let step = 0; step < 60; step++) {
    await Promise.all(services.flatMap((service) => Array.from({ length: 5 }, () => ask(service))))
    clock.add(50)
  }
  for (const from of answeredAt) {
    const within = answeredAt.filter((at) => at >= from && at < from + 1_000).length
    assert.ok(within <= 120, `${within} in one second`)
  }
  assert.ok(answeredAt.length >= 200, `only ${answeredAt.length} in three seconds`)
  for (const service of services) await service.close()
})

test('two services on one PostgreSQL: a revoked key dies on both within 5 seconds', async () => {
  const { services, clock } = await twoServices()
  const as = await services[0].newSession()
  for (const service of services) assert.equal((await service.call(path, { as, body })).status, 200)
  await services[0].store.clients.revokeClient(as.clientId, clock.nowMs())
  clock.add(5_000)
  for (const service of services) {
    assert.equal((await service.call(path, { as, body })).at('code'), 'api_key_invalid')
  }
  for (const service of services) await service.close()
})

/** Two services on one PostgreSQL that share a clock, which stands until it is moved. */
async function twoServices() {
  const place = await newPlace('postgres')
  const clock = new TestClock()
  const services = [
    await runService({ store: await place.open(), clock }),
    await runService({ store: await place.open(), clock }),
  ] as const
  return { services, clock }
}

test('a quota holds over a restart and is not used up by failures', async () => {
  const place = await newPlace('sqlite')
  const before = await runService({ store: await place.open() })
  const as = await before.newSession()
  await before.store.clients.setContract(as.clientId, { ...wholeContract, monthlyQuota: 3 })
  assert.equal((await before.call(path, { as, body })).status, 200)
  for (let at = 0; at < 5; at++) {
    assert.equal((await before.call(path, { as, body: { documento: '11111111111' } })).status, 422)
  }
  assert.equal((await before.call(path, { as, body })).status, 200)
  await before.close()
  const after = await runService({ store: await place.open() })
  assert.equal((await after.call(path, { as, body })).status, 200)
  const refused = await after.call(path, { as, body })
  assert.equal(refused.at('code'), 'quota_exceeded')
  assert.ok(Number(refused.headers.get('retry-after')) <= 31 * 86_400)
  await after.close()
})

test('behind a trusted proxy a network is judged by where the call came from', async () => {
  const trusting = await runService({ trustedProxies: ['127.0.0.0/8'] })
  const wary = await runService()
  for (const [service, status] of [
    [trusting, 200],
    [wary, 403],
  ] as const) {
    const as = await service.newSession()
    await service.store.clients.setContract(as.clientId, { ...wholeContract, networks: ['203.0.113.0/24'] })
    const from = (address: string) =>
      service.call(path, { as, body, headers: { 'X-Forwarded-For': address } })
    assert.equal((await from('203.0.113.7')).status, status)
    assert.equal((await from('203.0.113.7, 198.51.100.1')).status, 403)
    assert.equal((await from('nonsense')).status, 403)
    await service.close()
  }
})

test('a pair known from one network is refused from another, and known again where it may come from', async () => {
  const service = await runService({
    trustedProxies: ['127.0.0.0/8'],
    clock: { nowMs: () => 1_800_000_000_000 },
  })
  const as = await service.newSession()
  await service.store.clients.setContract(as.clientId, { ...wholeContract, networks: ['203.0.113.0/24'] })
  const from = async (address: string) =>
    (await service.call(path, { as, body, headers: { 'X-Forwarded-For': address } })).status
  const addresses = ['203.0.113.7', '198.51.100.1', '203.0.113.7', '203.0.113.8', '198.51.100.1']
  const statuses: number[] = []
  for (const address of addresses) statuses.push(await from(address))
  assert.deepEqual(statuses, [200, 403, 200, 200, 403])
  const all = { fromMs: 0, untilMs: Number.MAX_SAFE_INTEGER }
  const document = '52998224725' as DocumentNumber
  const recorded = await service.store.trail.ofDocument('sandbox', document, all)
  assert.deepEqual(
    recorded.map((one) => one.address),
    ['203.0.113.7', '203.0.113.7', '203.0.113.8'],
  )
  await service.close()
})

test('clocks a little apart share one second', () => {
  const window = newWindow()
  let granted = 0
  for (let at = 0; at < 100; at++) {
    granted += takeFromWindow(window, { limit: 10, wanted: 5, nowMs: 1_000_000 + (at % 2 ? 1_100 : 0) })
  }
  assert.ok(granted <= 20, `${granted} granted`)
})
