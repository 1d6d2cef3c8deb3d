import assert from 'node:assert/strict'
import { test } from 'vitest'
import { runService } from '../../../testing/running-service.ts'
import { noHeaders } from '../headers/call-headers.ts'
import type { Call } from '../route.ts'
import { type MetricsAccess, mayReadMetrics } from './metrics-access.ts'

const access: MetricsAccess = {
  metricsNetworks: ['10.1.0.0/16', '2001:db8::/32', '127.0.0.0/8'],
  trustedProxies: ['127.0.0.1', '10.9.0.1'],
}

const isAllowed = (
  remoteAddress: string | undefined,
  headers: Partial<Call['headers']> = {},
  of: MetricsAccess = access,
) => {
  const request = { remoteAddress } as Call['request']
  return mayReadMetrics({ request, headers: { ...noHeaders(), ...headers } }, of)
}

test('this machine and the networks that are named may read the figures, and nobody else', () => {
  for (const address of ['127.0.0.1', '127.8.8.8', '::1', '::ffff:127.0.0.1', '10.1.2.3', '2001:db8::7']) {
    assert.ok(isAllowed(address), address)
  }
  for (const address of ['10.2.0.1', '203.0.113.9', '2001:db9::1', '::ffff:203.0.113.9', '', undefined]) {
    assert.ok(!isAllowed(address), String(address))
  }
  const none = { metricsNetworks: [], trustedProxies: [] }
  assert.ok(isAllowed('127.0.0.1', {}, none))
  assert.ok(!isAllowed('10.1.2.3', {}, none))
})

test('a request that was forwarded is never loopback, whoever says so and whatever it says', () => {
  for (const forwardedFor of [
    '127.0.0.1',
    '::1',
    '[::1]:80',
    '::ffff:127.0.0.1',
    '203.0.113.9, 127.0.0.1',
    '',
    'x',
  ]) {
    assert.ok(!isAllowed('127.0.0.1', { forwardedFor }), forwardedFor)
    assert.ok(!isAllowed('127.0.0.2', { forwardedFor }), forwardedFor)
  }
  assert.ok(!isAllowed('127.0.0.1', { forwarded: 'for=127.0.0.1' }))
  assert.ok(!isAllowed('10.1.2.3', { forwarded: 'https' }))
})

test('behind a trusted proxy the address that it gives counts; anyone else who forwards is refused', () => {
  assert.ok(isAllowed('127.0.0.1', { forwardedFor: '10.1.2.3' }))
  assert.ok(isAllowed('10.9.0.1', { forwardedFor: '203.0.113.9, 10.1.2.3', forwarded: 'https' }))
  assert.ok(!isAllowed('10.9.0.1', { forwardedFor: '10.1.2.3, 203.0.113.9' }))
  // A proxy that nobody trusts stands in a named network, and speaks for who knows whom.
  assert.ok(!isAllowed('10.1.9.9', { forwardedFor: '10.1.2.3' }))
})

test('whoever may not is told so, on either reader', async () => {
  for (const isFast of [true, false]) {
    const service = await runService({
      isFast,
      metricsNetworks: ['10.1.0.0/16'],
      trustedProxies: ['127.0.0.1'],
    })
    const metrics = (headers: Record<string, string> = {}) => service.call('/metrics', { headers })
    assert.match((await metrics()).text, /^# HELP /m)
    assert.match((await metrics({ 'X-Forwarded-For': '10.1.0.1' })).text, /^# HELP /m)
    for (const headers of [
      { 'X-Forwarded-For': '203.0.113.9' },
      { 'X-Forwarded-For': '127.0.0.1' },
      { Forwarded: 'for=127.0.0.1' },
      { 'X-Real-IP': '127.0.0.1' },
      { Via: '1.1 proxy' },
      { 'X-Forwarded-Proto': 'https' },
    ]) {
      const refused = await metrics(headers)
      assert.equal(refused.status, 403, JSON.stringify(headers))
      assert.equal(refused.at('code'), 'metrics_not_allowed')
    }
    await service.close()
  }
})
