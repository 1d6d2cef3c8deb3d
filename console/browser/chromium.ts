import { execFileSync } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { type Browser, chromium } from 'playwright-core'

/** Starts the Chromium of this machine; installs Debian's where that takes no password, and else says how to get one. */
export async function startChromium(): Promise<Browser> {
  const executablePath = findChromium() ?? installChromium()
  return chromium.launch({
    executablePath,
    // Chromium will not sandbox what root runs.
    chromiumSandbox: !isRoot(),
    args: ['--disable-background-networking', '--disable-dev-shm-usage', '--font-render-hinting=none'],
  })
}

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome']

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

const howTo =
  'The browser tests need Chromium and found none. Install it: sudo apt-get install chromium (Debian, Ubuntu), or put chromium, google-chrome or chromium-browser on the PATH.'

/** As root, or with a sudo that asks for nothing. */
function installChromium(): string {
  const before = isRoot() ? [] : ['sudo', '-n']
  const run = (...command: readonly string[]) => {
    const [program = '', ...args] = [...before, ...command]
    execFileSync(program, args, { stdio: 'ignore', timeout: installTimeoutMs })
  }
  try {
    run('apt-get', 'update')
    run('apt-get', 'install', '--yes', '--no-install-recommends', 'chromium')
  } catch (error) {
    throw new Error(howTo, { cause: error })
  }
  const installed = findChromium()
  if (installed === undefined) throw new Error(howTo)
  return installed
}

/** A hundred megabytes over a slow line. */
const installTimeoutMs = 10 * 60_000
