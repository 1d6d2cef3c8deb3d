import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { test } from 'vitest'

const commands = ['main.ts', 'crash/crash.ts']

for (const command of commands) {
  test(`benchmarks/${command} says how it is called, and nothing of a test run after its last line`, () => {
    const { stdout, stderr, status } = spawnSync(
      process.execPath,
      [join(import.meta.dirname, command), 'no-such-benchmark'],
      { encoding: 'utf8', env: { ...process.env, NODE_TEST_CONTEXT: undefined } },
    )
    assert.match(stderr, /npm run \w+/)
    assert.equal(stdout, '')
    assert.equal(status, 1)
  })
}
