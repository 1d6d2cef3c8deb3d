import { resolve } from 'node:path'
import type { TestEvent } from 'node:test/reporters'

export type FileReport = {
  readonly file: string
  /** As the file's own summary has it; 0 when none came. */
  readonly testCount: number
  readonly durationMs: number
}

/** A reporter that says of each file, as a line of JSON, how many tests it told of and how long it took. */
export default async function* fileReports(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  const testCounts = new Map<string, number>()
  const durationsMs = new Map<string, number>()
  for await (const { type, data } of events) {
    // A file's summary is the last thing it says: where it came, all before it did.
    if (type === 'test:summary' && data.file !== undefined) testCounts.set(data.file, data.counts.tests)
    if (type === 'test:complete' && data.file !== undefined && data.file === resolve(data.name)) {
      durationsMs.set(data.file, data.details.duration_ms)
    }
  }
  // Not before: what a file says is held back while another is heard, and its end is not.
  for (const [file, durationMs] of durationsMs) {
    const report: FileReport = { file, testCount: testCounts.get(file) ?? 0, durationMs }
    yield `${JSON.stringify(report)}\n`
  }
}
