import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { test } from 'node:test'

/** The law is about days in São Paulo, wherever the machine stands. */
const files = [
  'rules/src/listings/listing-rules.test.ts',
  'rules/src/calendar/day.test.ts',
  'rules/src/calendar/duration.test.ts',
  'rules/src/calendar/business-days.system.test.ts',
  'service/src/features/listings/listing-life.engines.test.ts',
  'service/src/features/listings/deadlines/midnight.service.test.ts',
].map((name) => join(import.meta.dirname, '../../../../..', name))

/** One process for all of them: what takes long is to start. */
const flags = ['--test', '--test-isolation=none', '--test-reporter=tap']

/** Where the day begins before it does in São Paulo, and where it begins after. */
for (const TZ of ['Asia/Tokyo', 'America/Los_Angeles']) {
  test(`every rule about dates holds with the process in ${TZ}`, () => {
    // The runner tells its children that they are inside of it; these are runs of their own.
    const { NODE_TEST_CONTEXT: _, ...env } = process.env
    const { status, stdout } = spawnSync(process.execPath, [...flags, ...files], {
      encoding: 'utf8',
      env: { ...env, TZ },
    })
    assert.equal(status, 0, stdout)
    assert.match(stdout, /# fail 0/)
  })
}
