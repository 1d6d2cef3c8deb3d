import { afterAll, onTestFinished, TestRunner } from 'vitest'
import { cleanUpBy } from './clean-up.ts'

/** While tests are being collected there is no current test: the work belongs to the file or group. */
cleanUpBy((work) => {
  const run = async () => {
    await work()
  }
  if (TestRunner.getCurrentTest() === undefined) afterAll(run)
  else onTestFinished(run)
})
