import { resolve } from 'node:path'
import type { TestEvent } from 'node:test/reporters'

/**
 * Names the files of which nothing was heard. The runner counts such a file as one test that passed, under the
 * file's own name.
 */
export default async function* lostReports(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  for await (const { type, data } of events) {
    if (type === 'test:pass' && data.file === resolve(data.name)) yield `${data.name}\n`
  }
}
