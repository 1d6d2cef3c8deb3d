import assert from 'node:assert/strict'
import { test } from 'vitest'
import { registerClock } from './register-clock.ts'

const hourMs = 60 * 60_000
const offsets: Readonly<Record<string, number>> = { cli_caixa: 3 * hourMs, production: 9 * hourMs }
const nowMsIn = registerClock({
  clock: { nowMs: () => 1_000 },
  sandboxClocks: {
    offsetMs: async (clientId) => offsets[clientId] ?? 0,
    advance: async () => true,
  },
})

test('a sandbox lives as far ahead of the clock as its client has moved its own', async () => {
  assert.equal(await nowMsIn('cli_caixa'), 1_000 + 3 * hourMs)
  assert.equal(await nowMsIn('cli_outra'), 1_000)
})

test('nobody moves the clock of production', async () => {
  assert.equal(await nowMsIn('production'), 1_000)
})
