import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { CpuTime } from './cpu-times.ts'
import type { FileReport } from './file-reports.ts'
import { endProcesses, type RunningProcess, runningProcesses } from './running-processes.ts'
import { processOf, type SharedProcess, shareProcesses } from './shared-processes.ts'

export type Pass = {
  readonly files: readonly string[]
  readonly environment: Readonly<Record<string, string | undefined>>
  /** How long processes may take to end after the last test. */
  readonly endingLimitMs?: number
  /** Of how many files it is printed what they cost; those that cost most come first. */
  readonly shownCountMax?: number
  /** Which of them run in one process. */
  readonly share?: typeof shareProcesses
}

/** Ten times what the slowest file takes on a quiet machine: whoever is not done by then never will be. */
const fileLimitMs = 45 * 60_000

/** Three more than there are cores: at any time some tests wait for something else than a core. */
const concurrency = availableParallelism() + 3

/**
 * Runs test files once. It fails when a test fails, when a file reported no test at all, when a file did not end by
 * itself, and when a process that a test started is still there afterwards; such a process is ended.
 */
export async function runPass(
  { files, environment, endingLimitMs = 20_000, shownCountMax = 10, share = shareProcesses }: Pass,
  interruption: AbortSignal,
): Promise<number> {
  const scratch = mkdtempSync(join(tmpdir(), 'lastro-tests-'))
  const reportsPath = join(scratch, 'reports')
  const cpuTimesPath = join(scratch, 'cpu-times')
  // One run may be part of another, as in the test of this file: the outer one knows the inner by its own mark.
  const mark = `${process.env.LASTRO_TEST_RUN ?? ''}/${randomUUID()}`
  const processes = share(files).map((group, index) => processOf(scratch, group, index))
  const marks = { LASTRO_TEST_RUN: mark, LASTRO_TEST_CPU_TIMES: cpuTimesPath }
  const runner = startRunner(
    processes.map(({ path }) => path),
    { ...environment, ...marks },
    reportsPath,
  )
  const ours = () => runningProcesses({ session: runner.pid, mark: `LASTRO_TEST_RUN=${mark}` })
  interruption.addEventListener('abort', () => runner.kill('SIGTERM'))
  const limit = limitFiles(() => ours().filter((one) => one.parentId === runner.pid), processes)
  const code = await new Promise<number>((ended) => runner.once('exit', (status) => ended(status ?? 1)))
  limit.stop()
  const survivors = await endProcesses(ours, interruption.aborted ? 0 : endingLimitMs)
  const asked = new Set(files.map((file) => resolve(file)))
  const reports = readLines<FileReport>(reportsPath).filter(({ file }) => asked.has(file))
  const cpuTimes = readLines<CpuTime>(cpuTimesPath)
  rmSync(scratch, { recursive: true })
  if (interruption.aborted) return 1
  const faults = [
    ...limit.faults(),
    ...survivors.map(({ id, command }) => `process ${id} outlived its test and was ended: ${command}`),
    ...filesWithoutTest(files, reports).map((file) => `${file} reported no test`),
  ]
  for (const fault of faults) process.stderr.write(`✖ ${fault}\n`)
  process.stdout.write(costliest(reports, cpuTimes).slice(0, shownCountMax).join(''))
  return code === 0 && faults.length > 0 ? 1 : code
}

/** In a session of its own, by which its processes are told from all others. */
function startRunner(
  files: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
  reportsPath: string,
): ChildProcess {
  const flags = [
    '--test',
    ...['quick-awaits.ts', 'cpu-times.ts'].map(
      (name) => `--import=${pathToFileURL(join(import.meta.dirname, name)).href}`,
    ),
    `--test-concurrency=${concurrency}`,
    '--test-reporter=spec',
    '--test-reporter-destination=stdout',
    `--test-reporter=${join(import.meta.dirname, 'file-reports.ts')}`,
    `--test-reporter-destination=${reportsPath}`,
  ]
  // A runner that believes itself to be a test file of another reports in a form for that one.
  const { NODE_TEST_CONTEXT: _, ...env } = environment
  return spawn(process.execPath, [...flags, ...files], { stdio: 'inherit', detached: true, env })
}

/** Node's runner waits for a file however long it takes. */
function limitFiles(testProcesses: () => readonly RunningProcess[], processes: readonly SharedProcess[]) {
  const filesOf = (command: string) => processes.find(({ path }) => command.endsWith(path))?.files ?? ['']
  // By its command, which names its file: the number of a process that has ended is given to another.
  const firstSeenAtMs = new Map<string, number>()
  const told = new Set<string>()
  const faults: string[] = []
  const look = () => {
    for (const { id, command } of testProcesses()) {
      const seenAtMs = firstSeenAtMs.get(command) ?? performance.now()
      firstSeenAtMs.set(command, seenAtMs)
      const files = filesOf(command)
      const limitMs = files.length * fileLimitMs
      if (performance.now() - seenAtMs < limitMs) continue
      if (!told.has(command))
        faults.push(`did not end within ${limitMs / 60_000} minutes: ${command} ${files.join(' ')}`)
      // The first signal lets it say in which test it was; one that is deaf to it gets the other.
      process.kill(id, told.has(command) ? 'SIGKILL' : 'SIGTERM')
      told.add(command)
    }
  }
  const timer = setInterval(look, 5_000)
  return { stop: () => clearInterval(timer), faults: () => faults }
}

/** None, where no process came to write one. */
const readLines = <Line>(path: string): Line[] =>
  existsSync(path)
    ? readFileSync(path, 'utf8')
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line))
    : []

/** A report that was lost on its way, and a file that ended before its first test, look the same to Node's runner: passed. */
function filesWithoutTest(files: readonly string[], reports: readonly FileReport[]): readonly string[] {
  const heard = new Set(reports.filter(({ testCount }) => testCount > 0).map(({ file }) => file))
  return files.filter((file) => !heard.has(resolve(file)))
}

/** A line for each file: CPU time, which says what it costs on any machine, and the time that passed on this one. */
function costliest(reports: readonly FileReport[], cpuTimes: readonly CpuTime[]): readonly string[] {
  const cpuMsByFile = new Map(cpuTimes.map(({ file, cpuMs }) => [file, cpuMs]))
  const seconds = (ms: number) => `${(ms / 1_000).toFixed(1).padStart(6)} s`
  return reports
    .map(({ file, durationMs }) => ({ file, durationMs, cpuMs: cpuMsByFile.get(file) ?? 0 }))
    .toSorted((a, b) => b.cpuMs - a.cpuMs || b.durationMs - a.durationMs)
    .map(({ file, durationMs, cpuMs }) => `${seconds(cpuMs)} of CPU in ${seconds(durationMs)}  ${file}\n`)
}
