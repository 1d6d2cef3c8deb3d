import assert from 'node:assert/strict'
import { describe, test } from 'vitest'
import { rollingRestart } from '../../../benchmarks/stops/rolling-restart.ts'
import { faultsOf, type StopMode, stopRun } from '../../../benchmarks/stops/stop-run.ts'
import { newPlace } from '../../testing/engines.ts'
import { longTest } from '../../testing/matrix.ts'

/** Workers stop as the one process does, each with its own connections. */
const tests = { fast: test, workers: longTest } satisfies Partial<Record<StopMode, unknown>>

describe('a stop under load on kept connections', () => {
  for (const mode of ['fast', 'workers'] as const) {
    tests[mode](`answers whatever is sent within two seconds, and resets nobody (${mode})`, async () => {
      const report = await stopRun({ place: await newPlace('sqlite'), mode, stops: 1, callers: 24 })
      assert.deepEqual(faultsOf(report), [])
      // A run in which next to nothing was asked while it stopped would prove next to nothing.
      assert.ok(report.answeredAfterSignal > 24, JSON.stringify(report))
    })
  }
})

test('two services behind a proxy are restarted one after the other, and no request fails', async () => {
  const seen = await rollingRestart({
    place: await newPlace('postgres'),
    rounds: 1,
    callers: 16,
    mode: 'node:http',
    pauseMs: 25,
  })
  const { answered, ...faults } = seen
  assert.deepEqual(faults, {
    answeredAfterSignal: 0,
    refused: 0,
    resets: 0,
    turnedAwayEarly: 0,
    unexpected: {},
  })
  assert.ok(answered > 400)
})
