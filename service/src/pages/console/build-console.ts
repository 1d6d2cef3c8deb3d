import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import { join } from 'node:path'
import type { Log } from '../../http/health/log.ts'
import { consoleDirectory } from './console-files.ts'

/** Where the build was skipped at install, it runs now, beside the service, which does not wait for it. */
export function buildConsoleIfMissing(log: Log): void {
  if (existsSync(join(consoleDirectory, 'index.html'))) return
  log.info({}, 'the console is being built')
  const build = join(consoleDirectory, '../build.ts')
  const child = execFile(process.execPath, [build], { timeout: buildTimeoutMs }, (error, _, errors) => {
    if (error === null) log.info({}, 'the console is built')
    else
      log.warn({ reason: errors.slice(-reasonLengthMax) }, 'the console could not be built: npm run console')
  })
  // Whoever asks for a report goes first.
  if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW)
}

/** Ten times what a build takes on two old cores. */
const buildTimeoutMs = 120_000

/** The end of what a build says is where it says why. */
const reasonLengthMax = 2_000
