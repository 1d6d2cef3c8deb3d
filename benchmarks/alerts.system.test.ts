import assert from 'node:assert/strict'
import { test } from 'vitest'
import { engines } from '../service/testing/engines.ts'
import { benchAlerts } from './alerts.ts'

for (const engine of engines) {
  test(`the benchmark runs: every change is delivered, once (${engine})`, async () => {
    const { deliveriesPerSecond, repeats, sentBy } = await benchAlerts({
      engine,
      registrations: 500,
      changes: 100,
    })
    assert.ok(deliveriesPerSecond > 0)
    assert.equal(repeats, 0)
    assert.equal(sentBy.length, engine === 'postgres' ? 2 : 1)
  })
}
