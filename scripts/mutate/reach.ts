import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
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

/** Runs a test file once as it is, and reads from V8 what it executed of the sources. */
export async function reachOf(
  place: Place,
  test: string,
  engine: 'sqlite' | 'postgres',
  sources: ReadonlySet<string>,
): Promise<Reach> {
  const directory = join(place.scratch, `coverage-${hashOf(`${engine} ${test}`)}`)
  mkdirSync(directory, { recursive: true })
  const { kind, ms, cpuMs } = await runTest(place, {
    test,
    engine,
    coverageDirectory: directory,
    limits: wholeRun,
  })
  const executed = new Map<string, Range[]>()
  for (const name of readdirSync(directory)) {
    const { result } = JSON.parse(readFileSync(join(directory, name), 'utf8')) as {
      result: readonly Script[]
    }
    for (const script of result) {
      if (!script.url.startsWith('file:')) continue
      const file = relative(root, fileURLToPath(script.url))
      if (sources.has(file)) executed.set(file, [...(executed.get(file) ?? []), ...rangesOf(script)])
    }
  }
  rmSync(directory, { recursive: true, force: true })
  const known = [...sources].map((file) => [
    file,
    { hash: hashOfFile(file), executed: merged(executed.get(file) ?? []) },
  ])
  return {
    test,
    testHash: hashOfFile(test),
    passes: kind === 'passed',
    ms,
    cpuMs,
    sources: Object.fromEntries(known),
  }
}

type Script = { readonly url: string; readonly functions: readonly { readonly ranges: readonly Counted[] }[] }
type Counted = { readonly startOffset: number; readonly endOffset: number; readonly count: number }

/** The innermost range that holds a place decides whether it was executed; V8 lists the outer ones first. */
function rangesOf({ functions }: Script): readonly Range[] {
  const all = functions.flatMap(({ ranges }) => ranges)
  const outermost = Math.max(0, ...all.map(({ endOffset }) => endOffset))
  const isExecuted = new Uint8Array(outermost)
  const byNesting = all.toSorted((a, b) => b.endOffset - b.startOffset - (a.endOffset - a.startOffset))
  for (const { startOffset, endOffset, count } of byNesting)
    isExecuted.fill(count > 0 ? 1 : 0, startOffset, endOffset)
  const ranges: Range[] = []
  for (let at = 0; at < outermost; at++) {
    if (isExecuted[at] === 0) continue
    const start = at
    while (at < outermost && isExecuted[at] === 1) at++
    ranges.push([start, at])
  }
  return ranges
}

function merged(ranges: readonly Range[]): readonly Range[] {
  const all: [number, number][] = []
  for (const [start, end] of ranges.toSorted(([a], [b]) => a - b)) {
    const last = all.at(-1)
    if (last !== undefined && start <= last[1]) last[1] = Math.max(last[1], end)
    else all.push([start, end])
  }
  return all
}

export const reaches = ({ sources }: Reach, file: string, at: number): boolean =>
  (sources[file]?.executed ?? []).some(([start, end]) => start <= at && at < end)
