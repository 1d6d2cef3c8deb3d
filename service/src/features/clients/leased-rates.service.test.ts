import assert from 'node:assert/strict'
import { wholeContract } from '@lastro/contract/clients/client-contract.ts'
import { newWindow, takeFromWindow } from '@lastro/rules/limits/rate-window.ts'
import { test } from 'vitest'
import { TestClock } from '../../../testing/services/listing-service.ts'
import type { Caller } from '../../http/caller.ts'
import { clientLimits } from './limits.ts'

const caller: Caller = {
  clientId: 'cli_a',
  environment: 'production',
  contract: { ...wholeContract, requestsPerSecond: 20 },
  scopes: new Set(),
  address: '203.0.113.7',
}

test('a clock that is set back an hour does not keep a client out for that hour', async () => {
  const clock = new TestClock()
  const window = newWindow()
  const limits = clientLimits({
    clock,
    usedInMonth: async () => 0,
    sharedRates: { take: async (_, asked) => takeFromWindow(window, asked) },
  })
  const isRefused = async () => (await limits.admit(caller, clock.nowMs())) !== undefined
  for (let at = 0; at < 20; at++) assert.equal(await isRefused(), false)
  clock.add(60)
  assert.equal(await isRefused(), true)
  clock.add(-3_600_000)
  let refused = 0
  for (let second = 0; second < 600; second++) {
    clock.add(1_000)
    if (await isRefused()) refused += 1
  }
  // The window itself forgives a step back after a minute.
  assert.ok(refused <= 61, `${refused} of 600 refused`)
})
