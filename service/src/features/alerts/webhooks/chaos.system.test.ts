import assert from 'node:assert/strict'
import { test } from 'vitest'
import { chaosRun, faultsOf } from '../../../../../benchmarks/chaos/chaos.ts'
import { engines, newPlace } from '../../../../testing/engines.ts'

const kills = 1

for (const engine of engines) {
  test(`whatever its receiver does and whenever the service is killed, every event arrives, in order (${engine})`, async () => {
    const place = await newPlace(engine)
    const report = await chaosRun({ engine, place, kills })
    assert.deepEqual(faultsOf(report), [])
    assert.equal(report.kills, kills)
    // Of twenty acts a few lower what a report has shown.
    assert.ok(report.changes >= 10 && report.corrections > 0 && report.repeats > 0, JSON.stringify(report))
  })
}
