import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { test } from 'vitest'

/** The law is about days in São Paulo, wherever the machine stands. */
const files = [
  'rules/src/listings/listing-rules.test.ts',
  'rules/src/calendar/day.test.ts',
  'rules/src/calendar/duration.test.ts',
  'rules/src/calendar/business-days.system.test.ts',
  'service/src/features/listings/listing-life.engines.test.ts',
  'service/src/features/listings/deadlines/midnight.service.test.ts',
]
const root = join(import.meta.dirname, '../../../../..')
const vitest = join(root, 'node_modules/vitest/vitest.mjs')

/** Where the day begins before it does in São Paulo, and where it begins after. */
for (const TZ of ['Asia/Tokyo', 'America/Los_Angeles']) {
  test(`every rule about dates holds with the process in ${TZ}`, () => {
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [vitest, 'run', '--reporter=json', '--project=!postgres', ...files],
      { cwd: root, encoding: 'utf8', env: { ...process.env, TZ } },
    )
    assert.equal(status, 0, `${stdout}${stderr}`)
    const { numPassedTests, numTotalTestSuites } = JSON.parse(stdout)
    assert.ok(numPassedTests > 40, `${numPassedTests} tests of ${numTotalTestSuites} suites`)
  })
}
