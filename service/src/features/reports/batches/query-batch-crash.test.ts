import assert from 'node:assert/strict'
import { test } from 'node:test'
import { batchThroughKills } from '../../../../../benchmarks/batch-kills/batch-through-kills.ts'
import { engines, newPlace } from '../../../../testing/engines.ts'

for (const engine of engines) {
  test(`a batch goes through three SIGKILLs: each line has an outcome and is billed once at most, on ${engine}`, async () => {
    const place = await newPlace(engine)
    const { faults, unknown, batch } = await batchThroughKills({ place, lineCount: 600, kills: 3 })
    assert.deepEqual(faults, [])
    assert.deepEqual([batch.state, batch.answered, batch.unknown], ['done', 600, 0])
    assert.ok(unknown.length === 3, 'the outcomes that each kill left unknown were counted')
  })
}
