import { describe, test } from 'vitest'
import { isLong } from '../../service/testing/matrix.ts'
import { findChromium, howToInstall } from './chromium.ts'
import type { ColorScheme } from './readable-page.ts'

/** On a developer's machine browser tests may be skipped, on a build server never. */
const isSkipped = findChromium() === undefined && process.env.CI !== 'true'

/** Tests in Chromium. Without Chromium they are skipped, and their service is not started. */
export function describeInBrowser(name: string, body: () => void | Promise<void>): void {
  if (isSkipped) describe(name, () => test.skip(howToInstall))
  else describe(name, body)
}

export const testInBrowser = test.skipIf(isSkipped)

let lookCount = 0

/** Both color schemes, or in the short matrix light for one page and dark for the next. */
export function nextLooks(): readonly ColorScheme[] {
  if (isLong) return ['light', 'dark']
  lookCount += 1
  return [lookCount % 2 === 0 ? 'light' : 'dark']
}
