import { isAbsolute, resolve } from 'node:path'
import type { TestEvent } from 'node:test/reporters'

export type FileReport = {
  readonly file: string
  /** As the file's own summary has it; 0 when none came. */
  readonly testCount: number
  readonly durationMs: number
}

type Shared = FileReport & { readonly process: string | undefined }

/**
 * A reporter that says of each file, as a line of JSON, how many tests it told of and how long it took. A file that
 * shares its process with others is there a test of its own name; what it registered comes before it.
 */
export default async function* fileReports(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  const testCounts = new Map<string, number>()
  const durationsMs = new Map<string, number>()
  const shared: Shared[] = []
  let innerCount = 0
  for await (const { type, data } of events) {
    // A file's summary is the last thing it says: where it came, all before it did.
    if (type === 'test:summary' && data.file !== undefined) testCounts.set(data.file, data.counts.tests)
    if (type === 'test:complete' && data.file !== undefined && data.file === resolve(data.name)) {
      durationsMs.set(data.file, data.details.duration_ms)
    }
    if (type !== 'test:pass' && type !== 'test:fail') continue
    if (data.nesting > 0 && data.details.type !== 'suite') innerCount += 1
    if (data.nesting > 0) continue
    if (isAbsolute(data.name) && data.name !== data.file) {
      const { name: file, file: process, details } = data
      shared.push({ file, testCount: innerCount, durationMs: details.duration_ms, process })
    }
    innerCount = 0
  }
  // Not before: what a file says is held back while another is heard, and its end is not.
  for (const [file, durationMs] of durationsMs) {
    const testCount = testCounts.get(file) ?? 0
    yield lineOf({ file, testCount, durationMs })
  }
  // A process that did not come to its summary may have kept back anything, of any of its files.
  for (const { process, ...report } of shared) {
    yield lineOf(testCounts.has(process ?? '') ? report : { ...report, testCount: 0 })
  }
}

const lineOf = (report: FileReport): string => `${JSON.stringify(report)}\n`
