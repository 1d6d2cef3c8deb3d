import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { type Browser, chromium } from 'playwright-core'

/** Starts the Chromium of this machine, or says how to install one. */
export async function startChromium(): Promise<Browser> {
  const executablePath = findChromium()
  if (executablePath === undefined) throw new Error(howToInstall)
  return chromium.launch({
    executablePath,
    // Several are started at once, and the machine may be busy with other things as well.
    timeout: 240_000,
    // Chromium will not sandbox what root runs.
    chromiumSandbox: !isRoot(),
    args: ['--disable-background-networking', '--disable-dev-shm-usage', '--font-render-hinting=none'],
  })
}

/** Longer than any step takes on however busy a machine. */
export const patienceMs = 60_000

/** The one without a window first: it does the same in two thirds of the time. */
const names = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
]

export function findChromium(): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(isRunnable)
}

function isRunnable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

const isRoot = () => process.getuid?.() === 0

export const howToInstall =
  'The browser tests need Chromium and found none. Install it: sudo apt-get install chromium-headless-shell (Debian) or chromium (Ubuntu), or put chromium, google-chrome or chromium-browser on the PATH.'
