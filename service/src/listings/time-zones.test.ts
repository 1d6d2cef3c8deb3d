import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { test } from 'node:test'

/** The law is about days in São Paulo, wherever the machine stands. */
const files = [
  'listings/decisions.test.ts',
  'listings/listing-life.test.ts',
  'listings/midnight.test.ts',
  'calendar/day.test.ts',
  'calendar/duration.test.ts',
  'calendar/business-days.test.ts',
].map((name) => join(import.meta.dirname, '..', name))

for (const TZ of ['UTC', 'Asia/Tokyo', 'America/Los_Angeles']) {
  test(`every rule about dates holds with the process in ${TZ}`, () => {
    // The runner tells its children that they are inside of it; these are runs of their own.
    const { NODE_TEST_CONTEXT: _, ...env } = process.env
    const { status, stdout } = spawnSync(process.execPath, ['--test', '--test-reporter=tap', ...files], {
      encoding: 'utf8',
      env: { ...env, TZ },
    })
    assert.equal(status, 0, stdout)
    assert.match(stdout, /# fail 0/)
  })
}
