import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished, test } from 'vitest'
import { longTest } from '../../service/testing/matrix.ts'
import { benchBeside } from './beside.ts'
import { benchFloor } from './floor.ts'
import { benchQuery } from './query.ts'

test('the benchmark runs: every answer is a 200 and the ratio is one of two rates', async () => {
  const { ratio, measured } = await benchQuery(500, { count: 1, seconds: 0.1 })
  const [only] = measured
  assert.ok(only)
  const { bare, service } = only
  assert.deepEqual([Object.keys(bare.statuses), Object.keys(service.statuses)], [['200'], ['200']])
  assert.equal(ratio, service.requestsPerSecond / bare.requestsPerSecond)
  for (const { requestsPerSecond, p50Ms, p99Ms, residentMb, machineMicrosPerRequest } of [bare, service]) {
    assert.ok(requestsPerSecond > 0 && residentMb > 0 && p50Ms > 0 && p50Ms <= p99Ms)
    assert.ok(machineMicrosPerRequest > 0)
  }
})

longTest('the floor answers the same queries, each after its line is durable', async () => {
  const measured = await benchFloor(500, { count: 1, seconds: 0.1 })
  assert.deepEqual([...measured.keys()], ['bare http', 'floor', 'service'])
  for (const [one] of measured.values()) assert.deepEqual(Object.keys(one?.statuses ?? {}), ['200'])
})

longTest('two checkouts answer the same queries in turn, each from a store of its own', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'lastro-beside-'))
  onTestFinished(() => rmSync(directory, { recursive: true }))
  const path = join(directory, 'benchmarks/query')
  mkdirSync(path, { recursive: true })
  const own = JSON.stringify(join(import.meta.dirname, 'query.ts'))
  writeFileSync(
    join(path, 'query.ts'),
    `import { embeddedService as own } from ${own}; export const embeddedService = () => own(501)`,
  )
  const { throughput, before, after } = await benchBeside(directory, 500, { count: 1, seconds: 0.1 })
  const [other, these] = [before[0], after[0]]
  assert.ok(other && these)
  assert.deepEqual([Object.keys(other.statuses), Object.keys(these.statuses)], [['200'], ['200']])
  assert.equal(throughput, these.requestsPerSecond / other.requestsPerSecond)
})
