import { appendFileSync, readFileSync } from 'node:fs'
import { isMainThread } from 'node:worker_threads'

/** CPU time that a file's process spent, with those it started and saw end, however busy the machine was. */
export type CpuTime = { readonly file: string; readonly cpuMs: number }

const path = process.env.LASTRO_TEST_CPU_TIMES

/** Leaves it where the test run reads it in the end. */
export function writeCpuTime(time: CpuTime): void {
  if (path !== undefined) appendFileSync(path, `${JSON.stringify(time)}\n`)
}

// Loaded before a test file that has a process to itself, it writes what that cost as it ends.
const file = process.argv[1]
if (isMainThread && file?.endsWith('.test.ts')) {
  process.on('exit', () => writeCpuTime({ file, cpuMs: cpuMsSoFar() }))
}

/** How often the kernel counts. */
const ticksPerSecond = 100

/** Of our process and of all that it started and saw end; 0 where the system has no /proc. */
export function cpuMsSoFar(): number {
  try {
    const stat = readFileSync('/proc/self/stat', 'utf8')
    // The name of the program stands in brackets and may hold anything; what follows does not.
    const ticks = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .slice(11, 15)
    return (ticks.reduce((sum, one) => sum + Number(one), 0) * 1_000) / ticksPerSecond
  } catch {
    return 0
  }
}
