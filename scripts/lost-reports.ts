import { resolve } from 'node:path'
import type { TestEvent } from 'node:test/reporters'

/**
 * Names the files that were not heard to their end: each ends its report with a summary. The runner itself takes
 * whatever did come for the whole, and a file of which nothing came for one test that passed.
 */
export default async function* lostReports(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  const open = new Map<string, string>()
  for await (const { type, data } of events) {
    if (type === 'test:enqueue' && data.file === resolve(data.name)) open.set(data.file, data.name)
    if (type === 'test:summary' && data.file !== undefined) open.delete(data.file)
  }
  for (const name of open.values()) yield `${name}\n`
}
