import { describe, test } from 'vitest'
import { findChromium, howToInstall } from './chromium.ts'

/** On a developer's machine browser tests may be skipped, on a build server never. */
const isSkipped = findChromium() === undefined && process.env.CI !== 'true'

/** Tests in Chromium. Where there is none they are skipped, and nothing is started for them. */
export function describeInBrowser(name: string, body: () => void | Promise<void>): void {
  if (isSkipped) describe(name, () => test.skip(howToInstall))
  else describe(name, body)
}

export const testInBrowser = test.skipIf(isSkipped)
