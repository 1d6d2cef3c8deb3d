import { readFileSync } from 'node:fs'

/** CPU time that our process spends on something, on all its threads: it says what work costs, however busy the machine is. */
export async function cpuMsDuring(act: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage()
  await act()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000
}

/** The most CPU time that our thread spends in one turn of the event loop while something happens: so long, others wait. */
export async function longestTurnCpuMs(act: () => Promise<unknown>): Promise<number> {
  let longestMicros = 0
  let isOver = false
  let before = process.threadCpuUsage()
  const turn = () => {
    const { user, system } = process.threadCpuUsage(before)
    longestMicros = Math.max(longestMicros, user + system)
    before = process.threadCpuUsage()
    if (!isOver) setImmediate(turn)
  }
  setImmediate(turn)
  await act()
  isOver = true
  return longestMicros / 1_000
}

/** How often the kernel counts. */
const ticksPerSecond = 100

/** CPU time that another process has spent so far; undefined where the system has no /proc. */
export function cpuMsOf(processId: number | undefined): number | undefined {
  try {
    const stat = readFileSync(`/proc/${processId}/stat`, 'utf8')
    // The name of the program stands in brackets and may hold anything; what follows does not.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return ((Number(fields[11]) + Number(fields[12])) * 1_000) / ticksPerSecond
  } catch {
    return undefined
  }
}
