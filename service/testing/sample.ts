import { type TestFn, test } from 'node:test'

/**
 * `npm test` takes a sample of what is a long matrix: engines, looks, schemas, ways to the same end. A file that is run
 * by its name does all of it, and `npm run test:whole` does all of every file.
 */
export const isSample = process.env.LASTRO_TEST_SAMPLE === 'on'

/** Of so many rounds or kills of one kind a sample does half. */
export const sampledCount = (count: number): number => (isSample ? Math.ceil(count / 2) : count)

/** One that is not in the sample: another way to what others try already, or how something looks and moves. */
export function wholeTest(name: string, body: TestFn): void {
  void test(name, { skip: isSample ? 'npm run test:whole does it' : false }, body)
}
