import type { TestEvent } from 'node:test/reporters'

/** Ends the process at the first test that fails: nothing more is to be learned of a mutant that was noticed. */
export default async function* firstFailure(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  for await (const event of events) {
    if (event.type === 'test:fail') process.exit(1)
  }
  yield ''
}
