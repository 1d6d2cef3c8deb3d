import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import type { Imported } from '../../service/src/data/import/import-data-set.ts'
import type { SnapshotLocation } from '../../service/src/data/snapshots/open-snapshots.ts'
import { childEnvironment } from '../../service/testing/child-environment.ts'
import { programs } from '../../service/testing/programs.ts'

export type ImportRun = {
  readonly seconds: number
  /** Of all threads, in user and system. */
  readonly peakMb: number
  readonly imported: Imported
}

/** Starts `lastro data import receita`, as an operator would. */
export function startImport(
  { dataDirectory, databaseUrl }: SnapshotLocation,
  from: string,
  options: readonly string[] = [],
): ChildProcess {
  return spawn(process.execPath, [programs.cli, 'data', 'import', 'receita', from, '--json', ...options], {
    env: {
      ...childEnvironment(),
      LASTRO_DATA: dataDirectory,
      ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }),
      LC_ALL: 'en_US.UTF-8',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

/** From the start of the process to its end, everything included. */
export async function timedImport(place: SnapshotLocation, from: string): Promise<ImportRun> {
  const begunMs = performance.now()
  const child = startImport(place, from)
  let peakMb = 0
  const watching = setInterval(() => {
    peakMb = Math.max(peakMb, peakMbOf(child.pid))
  }, 100)
  const [[code], printed, said] = await Promise.all([
    once(child, 'exit'),
    text(child.stdout ?? process.stdin),
    text(child.stderr ?? process.stdin),
  ])
  clearInterval(watching)
  if (code !== 0) throw new Error(`the import failed: ${said}`)
  return { seconds: (performance.now() - begunMs) / 1_000, peakMb, imported: JSON.parse(printed) }
}

/** The most that a process ever had in RAM. */
function peakMbOf(pid: number | undefined): number {
  try {
    const [, kib = '0'] = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
    return Number(kib) / 1_024
  } catch {
    return 0
  }
}
