import assert from 'node:assert/strict'
import { test } from 'vitest'
import { batchThroughKills } from '../../../../../benchmarks/batch-kills/batch-through-kills.ts'
import { engines, newPlace } from '../../../../testing/engines.ts'

const kills = 2

for (const engine of engines) {
  test(`a batch goes through SIGKILLs: each line has an outcome and is billed once at most, on ${engine}`, async () => {
    const place = await newPlace(engine)
    const { faults, interruptions, batch } = await batchThroughKills({ place, lineCount: 600, kills })
    assert.deepEqual(faults, [])
    assert.deepEqual([batch.state, batch.answered, batch.unknown], ['done', 600, 0])
    assert.ok(interruptions > 0, 'a kill came while lines were left')
  })
}
