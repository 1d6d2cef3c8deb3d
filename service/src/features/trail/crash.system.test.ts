import assert from 'node:assert/strict'
import { test } from 'vitest'
import { crashRun, faultsOf } from '../../../../benchmarks/crash/crash-run.ts'
import { engines, newPlace } from '../../../testing/engines.ts'

const kills = 2
const connections = 16

for (const engine of engines) {
  test(`whenever the service is killed, every report that left it is on record (${engine})`, async () => {
    const place = await newPlace(engine)
    const report = await crashRun({ engine, place, kills, connections })
    assert.deepEqual(faultsOf(report), [])
    assert.equal(report.kills, kills)
    assert.equal(report.withoutRecord, 0)
    assert.equal(report.billedTwice, 0)
    assert.equal(report.replaysDiffering, 0)
    assert.ok(report.chainWhole && report.filesWhole)
    // A run in which next to nothing was asked would prove next to nothing.
    assert.ok(report.answered > 34 * kills, `${report.answered} answers`)
    assert.ok(report.records >= report.answered)
    assert.ok(report.billed > 0 && report.replays > 0, JSON.stringify(report))
  })
}
