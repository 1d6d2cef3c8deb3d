import { test } from 'node:test'

/**
 * `npm run test:browser` does all of it: every path, and every page in every look. `npm test` does a sample: of what
 * people do the main way, and whatever is about money, privacy, the law, and who may see what; of each page one look.
 */
export const isWhole = process.env.LASTRO_TEST_BROWSER === 'whole'

/** One that is not in the sample: another way to do the same, or how something looks and moves. */
export function wholeTest(name: string, body: () => Promise<void>): void {
  void test(name, { skip: isWhole ? false : 'npm run test:browser does it' }, body)
}
