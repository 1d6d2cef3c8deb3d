import assert from 'node:assert/strict'
import { onTestFinished, test, vi } from 'vitest'
import { runService } from '../../../testing/running-service.ts'
import type { Call } from '../route.ts'
import { healthRoutes } from './health-routes.ts'
import { openMetrics } from './metrics.ts'
import { type RecordingCheck, readiness } from './readiness.ts'

test('healthy, ready, and no longer ready while draining', async () => {
  const service = await runService()
  assert.deepEqual((await service.call('/healthz')).text, '{"status":"ok"}')
  assert.equal((await service.call('/readyz')).status, 200)
  service.drain()
  const draining = await service.call('/readyz')
  assert.equal(draining.status, 503)
  assert.equal(draining.at('status'), 'draining')
  assert.equal(draining.headers.get('connection'), 'close')
  assert.equal((await service.call('/healthz')).status, 200)
  await service.close()
})

test('not ready while the store fails or hangs', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const readyz = (checkRecording: RecordingCheck) => {
    const routes = healthRoutes({
      notReady: readiness(checkRecording),
      metrics: openMetrics().text,
      metricsAccess: { metricsNetworks: [], trustedProxies: [] },
      isDraining: () => false,
    })
    const route = routes.find((one) => one.operation === 'readyz')
    assert.ok(route)
    return Promise.resolve(route.handle({} as Call)).then((outcome) =>
      'status' in outcome ? outcome.status : 0,
    )
  }
  assert.equal(await readyz(() => Promise.reject(new Error('down'))), 503)
  const hanging = readyz(() => new Promise(() => undefined))
  vi.advanceTimersByTime(2_000)
  assert.equal(await hanging, 503)
})

test('HEAD answers as GET without a body', async () => {
  const service = await runService()
  const answer = await service.call('/healthz', { method: 'HEAD' })
  assert.equal(answer.status, 200)
  assert.equal(answer.text, '')
  assert.equal(answer.headers.get('content-length'), '15')
  await service.close()
})
