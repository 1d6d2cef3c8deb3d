import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { type Place, type RunLimits, root, runTest } from './run-test.ts'

/** What one test file executes, and what it costs. */
export type Reach = {
  readonly test: string
  readonly testHash: string
  readonly passes: boolean
  readonly ms: number
  readonly cpuMs: number
  /** Of each source file that was asked about: as it was, and what of it was executed. */
  readonly sources: Readonly<Record<string, { readonly hash: string; readonly executed: readonly Range[] }>>
}

export type Range = readonly [start: number, end: number]

export const hashOf = (text: string): string => createHash('sha256').update(text).digest('base64url')
export const hashOfFile = (file: string): string => hashOf(readFileSync(join(root, file), 'utf8'))

/** A whole test file, whatever it waits for. */
const wholeRun: RunLimits = { cpuMs: 240_000, idleMs: 60_000, waitMs: 600_000 }

/** Runs a test file once as it is, and finds out which statements of the sources it executed. */
export async function reachOf(
  place: Place,
  test: string,
  engine: 'sqlite' | 'postgres',
  sources: ReadonlySet<string>,
): Promise<Reach> {
  const directory = join(place.scratch, `coverage-${hashOf(`${engine} ${test}`)}`)
  mkdirSync(directory, { recursive: true })
  const coverage = { directory, files: [...sources] }
  const { kind, ms, cpuMs } = await runTest(place, { test, engine, coverage, limits: wholeRun })
  const report = join(directory, 'coverage-final.json')
  const files: Record<string, FileCoverage> = existsSync(report)
    ? JSON.parse(readFileSync(report, 'utf8'))
    : {}
  rmSync(directory, { recursive: true, force: true })
  const known = [...sources].map((file) => {
    const covered = files[join(root, file)]
    return [
      file,
      { hash: hashOfFile(file), executed: covered === undefined ? [] : executedIn(file, covered) },
    ]
  })
  return {
    test,
    testHash: hashOfFile(test),
    passes: kind === 'passed',
    ms,
    cpuMs,
    sources: Object.fromEntries(known),
  }
}

type Position = { readonly line: number; readonly column: number | null }
type Span = { readonly start: Position; readonly end: Position }

/** As the runner reports it: where each statement and branch is, and how often it was executed. */
type FileCoverage = {
  readonly statementMap: Readonly<Record<string, Span>>
  readonly s: Readonly<Record<string, number>>
  readonly branchMap: Readonly<Record<string, { readonly locations: readonly Span[] }>>
  readonly b: Readonly<Record<string, readonly number[]>>
}

/** The innermost statement or branch that holds a place decides whether it was executed. */
function executedIn(file: string, { statementMap, s, branchMap, b }: FileCoverage): readonly Range[] {
  const lines = readFileSync(join(root, file), 'utf8').split('\n')
  const lineStarts: number[] = [0]
  for (const line of lines) lineStarts.push((lineStarts.at(-1) ?? 0) + line.length + 1)
  const offsetOf = ({ line, column }: Position) =>
    (lineStarts[line - 1] ?? 0) + (column ?? lines[line - 1]?.length ?? 0)
  const counted = [
    ...Object.entries(statementMap).map(([id, span]) => [span, s[id] ?? 0] as const),
    ...Object.entries(branchMap).flatMap(([id, { locations }]) =>
      locations.map((span, at) => [span, b[id]?.[at] ?? 0] as const),
    ),
  ]
    .map(([{ start, end }, count]) => ({ start: offsetOf(start), end: offsetOf(end), count }))
    .toSorted((one, other) => other.end - other.start - (one.end - one.start))
  const isExecuted = new Uint8Array(lineStarts.at(-1) ?? 0)
  for (const { start, end, count } of counted) isExecuted.fill(count > 0 ? 1 : 0, start, end)
  const ranges: Range[] = []
  for (let at = 0; at < isExecuted.length; at++) {
    if (isExecuted[at] === 0) continue
    const start = at
    while (at < isExecuted.length && isExecuted[at] === 1) at++
    ranges.push([start, at])
  }
  return ranges
}

export const reaches = ({ sources }: Reach, file: string, at: number): boolean =>
  (sources[file]?.executed ?? []).some(([start, end]) => start <= at && at < end)
