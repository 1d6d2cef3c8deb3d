import assert from 'node:assert/strict'
import { onTestFinished, test } from 'vitest'
import { failoverRun, faultsOf } from '../../../../../benchmarks/failover/failover-run.ts'
import { newDirectory } from '../../../../testing/engines.ts'
import { startPostgresPair } from '../../../../testing/servers/postgres-pair.ts'

test('a primary that dies under load takes no answer with it, and writes go to the promoted host', async () => {
  const pair = await startPostgresPair()
  onTestFinished(pair.stop)
  const report = await failoverRun({
    place: { databaseUrl: pair.url, dataDirectory: newDirectory() },
    callers: 12,
    failovers: 1,
    killPrimary: pair.primary.kill,
    promoted: pair.promote,
  })
  assert.deepEqual(faultsOf(report), [])
  assert.equal(report.withoutRecord, 0)
  // Some were under way when it went, and every key of theirs was answered in the end.
  assert.ok(report.refused > 0 && report.keysSettled > 0, JSON.stringify(report))
  assert.ok(report.answered >= 600)
  assert.ok(report.keysSettledMsMax < Infinity)
})
