import assert from 'node:assert/strict'
import { describe, onTestFinished, test } from 'vitest'
import { runService } from '../../testing/running-service.ts'

/** How often the log warns that a forwarded header is ignored. */
const noticesIn = (lines: readonly string[]) =>
  lines.filter((line) => line.includes('LASTRO_TRUSTED_PROXIES')).length

describe('forwarded headers', () => {
  for (const [name, value] of [
    ['X-Forwarded-For', '203.0.113.7'],
    ['Forwarded', 'for=203.0.113.7'],
    ['x-real-ip', '203.0.113.7'],
  ] as const)
    test(`${name} from an untrusted proxy causes one warning`, async () => {
      const service = await runService({ trustedProxies: ['10.0.0.0/8'] })
      onTestFinished(service.close)
      await service.call('/healthz')
      assert.equal(noticesIn(service.logLines), 0)
      const headers = { [name]: value }
      await Promise.all(Array.from({ length: 20 }, () => service.call('/healthz', { headers })))
      await service.call('/nothing-here', { headers })
      assert.equal(noticesIn(service.logLines), 1)
    })

  test('cause no warning from a trusted proxy, and one if none is trusted', async () => {
    const headers = { 'X-Forwarded-For': '203.0.113.7' }
    for (const [trustedProxies, notices] of [
      [['127.0.0.0/8', '::1'], 0],
      [[], 1],
    ] as const) {
      const service = await runService({ trustedProxies })
      onTestFinished(service.close)
      for (let count = 0; count < 3; count += 1) await service.call('/healthz', { headers })
      assert.equal(noticesIn(service.logLines), notices)
    }
  })
})
