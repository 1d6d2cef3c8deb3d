import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { TestEvent } from 'node:test/reporters'
import fileReports, { type FileReport } from './file-reports.ts'

const shared = '/run/shared-001.test.mjs'
const details = { duration_ms: 5, type: 'test' }
const passed = (name: string, nesting: number, file: string) => ({
  type: 'test:pass',
  data: { name, nesting, file, details },
})
const summary = (file: string) => ({ type: 'test:summary', data: { file, counts: { tests: 9 } } })

/** What Node's runner says of one process with two files, of which the other registers nothing. */
const twoFiles = [
  passed('a promise', 1, '/a.test.ts'),
  passed('another', 2, '/a.test.ts'),
  passed('/a.test.ts', 0, shared),
  passed('/b.test.ts', 0, shared),
]

async function reportsOf(events: readonly object[]): Promise<readonly FileReport[]> {
  const lines = await Array.fromAsync(fileReports(ReadableStream.from(events as TestEvent[])))
  return lines.map((line) => JSON.parse(line))
}

describe('what the run is told of files that share a process', () => {
  test('is how many tests each of them had', async () => {
    assert.deepEqual(await reportsOf([...twoFiles, summary(shared)]), [
      { file: '/a.test.ts', testCount: 2, durationMs: 5 },
      { file: '/b.test.ts', testCount: 0, durationMs: 5 },
    ])
  })

  test('is believed of none of them when the process did not come to its end', async () => {
    const counts = (await reportsOf(twoFiles)).map(({ testCount }) => testCount)
    assert.deepEqual(counts, [0, 0])
  })

  test('takes nothing from the file that was heard before', async () => {
    const before = [passed('a promise', 0, '/c.test.ts'), summary('/c.test.ts')]
    const counts = (await reportsOf([...before, ...twoFiles, summary(shared)])).map((one) => one.testCount)
    assert.deepEqual(counts, [2, 0])
  })
})
