import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'

export type RunningProcess = { readonly id: number; readonly parentId: number; readonly command: string }

/**
 * The processes that belong to a test run: those of its session, and those that left the session and still carry its
 * mark in their environment. Where the system has no /proc none is found.
 */
export function runningProcesses(run: {
  readonly session: number | undefined
  readonly mark: string
}): readonly RunningProcess[] {
  return processIds().flatMap((id) => {
    try {
      const { state, parentId, session } = readStat(id)
      if (state === 'Z' || state === 'X') return []
      if (session !== run.session && !readProc(id, 'environ').includes(run.mark)) return []
      return [{ id, parentId, command: readProc(id, 'cmdline').replaceAll('\0', ' ').trim() }]
    } catch {
      // It ended while we looked, or is somebody else's.
      return []
    }
  })
}

/** Waits until none is left; those still there after that time are ended, and returned. */
export async function endProcesses(
  running: () => readonly RunningProcess[],
  limitMs: number,
): Promise<readonly RunningProcess[]> {
  for (const until = performance.now() + limitMs; running().length > 0; await wait(100)) {
    if (performance.now() < until) continue
    const survivors = running()
    for (const { id } of survivors) end(id)
    return survivors
  }
  return []
}

function end(id: number): void {
  try {
    process.kill(id, 'SIGKILL')
  } catch {
    // It was quicker.
  }
}

function processIds(): number[] {
  try {
    return readdirSync('/proc').map(Number).filter(Number.isInteger)
  } catch {
    return []
  }
}

const readProc = (id: number, name: string): string => readFileSync(`/proc/${id}/${name}`, 'latin1')

/** The name of the program stands in brackets and may hold anything; what follows does not. */
function readStat(id: number) {
  const stat = readProc(id, 'stat')
  const [state, parentId, , session] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return { state, parentId: Number(parentId), session: Number(session) }
}
