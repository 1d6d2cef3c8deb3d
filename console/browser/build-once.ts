import { buildConsole } from '../build.ts'

/** Builds the console, unless the test run has done so for all of its files. */
export async function buildOnce(): Promise<void> {
  if (process.env.LASTRO_TEST_BUILD === undefined) await buildConsole()
}
