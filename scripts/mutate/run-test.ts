import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Mutant } from './mutants-of.ts'

/** Runs one test file in a process of its own, with a defect or without. */
export type TestRun = {
  readonly test: string
  readonly mutant?: Mutant
  readonly engine: 'sqlite' | 'postgres'
  /** Whether to write to `directory` which statements of these files were executed. */
  readonly coverage?: { readonly directory: string; readonly files: readonly string[] }
  readonly limits: RunLimits
}

export type RunLimits = {
  /** More processor time than this is a loop without an end. */
  readonly cpuMs: number
  /** Nothing computed for this long: the test waits in vain. */
  readonly idleMs: number
  /** However little it computes: whoever looks every now and then for what never comes is never idle. */
  readonly waitMs: number
}

export type TestOutcome = {
  readonly kind: 'passed' | 'failed' | 'stuck'
  readonly ms: number
  readonly cpuMs: number
}

export type Place = {
  /** Temporary files of tests go here, and are removed after each. */
  readonly scratch: string
  readonly postgresUrl: string
  /** The environment by which tests find a store to begin with. */
  readonly template: Readonly<Record<string, string>>
  /** Removes the databases that a test process left behind. */
  readonly dropDatabases: (pid: number) => Promise<void>
}

export const root = resolve(import.meta.dirname, '../..')

const lookEveryMs = 100

export async function runTest(
  { scratch, postgresUrl, template, dropDatabases }: Place,
  run: TestRun,
): Promise<TestOutcome> {
  const directory = newDirectory(join(scratch, 'run-'))
  const { mutant } = run
  const startedAt = performance.now()
  const child = spawn(process.execPath, [...command, ...coverageOptions(run), run.test], {
    cwd: root,
    // Leads a group, so that whatever it starts can be ended with it.
    detached: true,
    stdio: 'ignore',
    env: {
      ...process.env,
      NODE_COMPILE_CACHE: join(scratch, 'compiled'),
      NODE_NO_WARNINGS: '1',
      TMPDIR: directory,
      LASTRO_TEST_ENGINES: run.engine,
      LASTRO_TEST_POSTGRES: postgresUrl,
      ...template,
      LASTRO_MUTANT: JSON.stringify(mutant === undefined ? {} : { ...mutant, path: join(root, mutant.file) }),
    },
  })
  running.add(child)
  const { code, isStuck, cpuMs } = await ended(child, run.limits)
  endGroup(child)
  running.delete(child)
  await dropDatabases(child.pid ?? 0)
  rmSync(directory, { recursive: true, force: true, maxRetries: 3 })
  const kind = isStuck ? 'stuck' : code === 0 ? 'passed' : 'failed'
  return { kind, ms: Math.round(performance.now() - startedAt), cpuMs }
}

/** A PostgreSQL that a test starts runs as somebody else, and has to get to its files. */
export function newDirectory(prefix: string): string {
  const directory = mkdtempSync(prefix)
  chmodSync(directory, 0o711)
  return directory
}

const running = new Set<ChildProcess>()

/** Ends every test that is under way, with all it has started. */
export const endRuns = (): void => running.forEach(endGroup)

/** Ends at the first test that fails: a mutant that was noticed needs no more. */
const command = [
  join(root, 'node_modules/vitest/vitest.mjs'),
  'run',
  '--bail=1',
  `--config=${join(import.meta.dirname, 'vitest.config.ts')}`,
]

const coverageOptions = ({ coverage }: TestRun): readonly string[] =>
  coverage === undefined
    ? []
    : [
        '--coverage.enabled',
        '--coverage.reporter=json',
        `--coverage.reportsDirectory=${coverage.directory}`,
        ...coverage.files.map((file) => `--coverage.include=${file}`),
      ]

type Ended = { readonly code: number | null; readonly isStuck: boolean; readonly cpuMs: number }

function ended(child: ChildProcess, limits: RunLimits): Promise<Ended> {
  return new Promise((resolve) => {
    let cpuMs = 0
    let idleMs = 0
    let waitMs = 0
    let lookedAt = performance.now()
    const looking = setInterval(() => {
      const sinceMs = performance.now() - lookedAt
      lookedAt = performance.now()
      const used = usedBy(child.pid ?? 0)
      // Whoever pauses the machine's work pauses this too, and what stands still then is not stuck.
      const isPaused = used?.isPaused === true || sinceMs > 10 * lookEveryMs
      const hasMoved = isPaused || (used?.cpuMs ?? 0) > cpuMs
      idleMs = hasMoved ? 0 : idleMs + sinceMs
      if (!isPaused) waitMs += sinceMs
      cpuMs = Math.max(cpuMs, used?.cpuMs ?? 0)
      if (cpuMs > limits.cpuMs || idleMs > limits.idleMs || waitMs > limits.waitMs) done(null, true)
    }, lookEveryMs)
    const done = (code: number | null, isStuck: boolean) => {
      clearInterval(looking)
      resolve({ code, isStuck, cpuMs })
    }
    child.once('exit', (code) => done(code, false))
    child.once('error', () => done(1, false))
  })
}

/** Processor time of a process so far, in the hundredths of a second that the system counts in. */
function usedBy(pid: number): { readonly cpuMs: number; readonly isPaused: boolean } | undefined {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
    return { cpuMs: (Number(fields[11]) + Number(fields[12])) * 10, isPaused: fields[0] === 'T' }
  } catch {
    return undefined
  }
}

function endGroup({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL')
  } catch {
    // It has ended, with everything it started.
  }
}
