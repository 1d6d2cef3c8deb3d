import { globSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { Area } from './areas.ts'
import type { KeptResults } from './kept-results.ts'
import { type Mutant, mutantsOf } from './mutants-of.ts'
import { hashOf, hashOfFile, type Reach, reaches, reachOf } from './reach.ts'
import { type Place, root, runTest } from './run-test.ts'
import { tenantMutantsOf } from './tenant-mutants.ts'

export type Tried = {
  readonly mutant: Mutant
  /** `unreached`: no test even executes the line. */
  readonly status: 'killed' | 'survived' | 'unreached'
  /** The test that noticed. */
  readonly by?: string
}

export type TriedArea = { readonly area: Area; readonly tried: readonly Tried[]; readonly seconds: number }

export type TryDeps = {
  readonly place: Place
  readonly kept: KeptResults
  readonly jobs: number
  /** Those that somebody has said nobody can notice: to try them again would be most of the time it takes. */
  readonly isReviewed: (mutant: Mutant) => boolean
  readonly say: (line: string) => void
}

/** Every mutant of an area, each with the tests that execute it, until one of them fails. */
export async function tryArea(deps: TryDeps, area: Area): Promise<TriedArea> {
  const { kept, jobs, isReviewed, say } = deps
  const startedAt = performance.now()
  const tries: ((mutant: Mutant) => Promise<Tried>)[] = []
  for (const engine of area.engines ?? (['sqlite'] as const)) tries.push(await triesOn(engine, deps, area))
  const tryOne = async (mutant: Mutant): Promise<Tried> => {
    if (isReviewed(mutant)) return { mutant, status: 'survived' }
    let last: Tried = { mutant, status: 'unreached' }
    for (const attempt of tries) {
      const tried = await attempt(mutant)
      if (tried.status === 'killed') return tried
      if (tried.status === 'survived') last = tried
    }
    return last
  }
  const mutants = mutantsOfArea(area)
  let done = 0
  const tried = await inParallel(jobs, mutants, async (mutant) => {
    const one = await tryOne(mutant)
    done += 1
    if (done % 100 === 0) {
      kept.save()
      say(`${area.name}: ${done} of ${mutants.length}`)
    }
    return one
  })
  kept.save('end')
  return { area, tried, seconds: Math.round((performance.now() - startedAt) / 1000) }
}

/** Tries mutants on one engine, having found out what each test executes there. */
async function triesOn(
  engine: Engine,
  deps: TryDeps,
  area: Area,
): Promise<(mutant: Mutant) => Promise<Tried>> {
  const { place, kept, say } = deps
  const known = await reachOfTests(deps, area, engine)
  const tests = known.filter(({ passes }) => passes)
  for (const { test } of known.filter(({ passes }) => !passes))
    say(`${test} fails on ${engine} without any mutant: left out`)
  const kills = new Map<string, number>()
  return async (mutant) => {
    const reaching = inOrder(
      tests.filter((one) => reaches(one, mutant.file, mutant.reachedAt)),
      mutant.file,
      kills,
    )
    const key = `${engine} ${mutant.file} ${hashOfFile(mutant.file)} ${mutant.start} ${mutant.end} ${mutant.text}`
    const found = keptResult(kept, key, reaching) ?? (await tryMutant(place, engine, mutant, reaching))
    kept.set(key, { ...found, hash: found.by === undefined ? hashOfTests(reaching) : hashOfFile(found.by) })
    if (found.by !== undefined) kills.set(found.by, (kills.get(found.by) ?? 0) + 1)
    return { mutant, ...found }
  }
}

type Engine = 'sqlite' | 'postgres'

export const filesOf = ({ files }: Area): readonly string[] =>
  files
    .flatMap((pattern) => globSync(pattern, { cwd: root }))
    .filter((file) => !file.endsWith('.test.ts'))
    .toSorted()

export const mutantsOfArea = (area: Area): readonly Mutant[] =>
  filesOf(area).flatMap((file) => {
    const code = readFileSync(join(root, file), 'utf8')
    return area.kind === 'tenants'
      ? tenantMutantsOf(file, code)
      : mutantsOf(file, code, { numbers: area.kind === 'numbers' })
  })

/** Tests of killed processes, of disks and of the clock on the wall: they take long, or fail by themselves. */
const notForMutants = /(?:crash|chaos|fsync|full-disk|outages|batch-memory|time-zones)\.\w+\.test\.ts$/

async function reachOfTests(
  { place, kept, jobs }: TryDeps,
  area: Area,
  engine: Engine,
): Promise<readonly Reach[]> {
  const sources = new Set(filesOf(area))
  const tests = area.tests.flatMap((pattern) => globSync(pattern, { cwd: root }))
  return inParallel(
    jobs,
    [...new Set(tests)].filter((test) => !notForMutants.test(test)),
    async (test) => {
      const key = `reach ${engine} ${test}`
      const before = kept.get(key) as Reach | undefined
      const isKnown = before !== undefined && isCurrent(before, test, sources)
      const reach = isKnown ? before : await reachOf(place, test, engine, sources)
      kept.set(key, reach)
      return reach
    },
  )
}

const isCurrent = (reach: Reach, test: string, sources: ReadonlySet<string>): boolean =>
  reach.passes &&
  reach.testHash === hashOfFile(test) &&
  [...sources].every((file) => reach.sources[file]?.hash === hashOfFile(file))

/** The file's own test first, then those beside it, then those that have noticed most for what they cost. */
function inOrder(
  tests: readonly Reach[],
  file: string,
  kills: ReadonlyMap<string, number>,
): readonly Reach[] {
  const own = join(dirname(file), basename(file, '.ts'))
  const worth = ({ test, cpuMs }: Reach): number =>
    (test.startsWith(`${own}.`) ? 2_000 : dirname(test) === dirname(file) ? 1_000 : 0) +
    (1 + (kills.get(test) ?? 0)) / (200 + cpuMs)
  return tests.toSorted((a, b) => worth(b) - worth(a))
}

/**
 * A mutant that lives through this much of the tests that reach it has survived; those farther off are no help. In CPU
 * time: on a busy machine as many are tried.
 */
const testCpuMsMax = 10_000

async function tryMutant(
  place: Place,
  engine: 'sqlite' | 'postgres',
  mutant: Mutant,
  tests: readonly Reach[],
): Promise<Omit<Tried, 'mutant'>> {
  if (tests.length === 0) return { status: 'unreached' }
  let spentMs = 0
  for (const { test, ms, cpuMs } of tests) {
    if (spentMs > testCpuMsMax) break
    spentMs += cpuMs
    const limits = { cpuMs: 3_000 + 3 * cpuMs, idleMs: Math.max(8_000, ms), waitMs: 10_000 + 10 * ms }
    const { kind } = await runTest(place, { test, mutant, engine, limits })
    if (kind !== 'passed') return { status: 'killed', by: test }
  }
  return { status: 'survived' }
}

type Kept = Omit<Tried, 'mutant'> & { readonly hash: string }

/** What was noticed is noticed again by the same test; what was not, by the same tests, is not. */
function keptResult(
  kept: KeptResults,
  key: string,
  tests: readonly Reach[],
): Omit<Tried, 'mutant'> | undefined {
  const before = kept.get(key) as Kept | undefined
  if (before === undefined) return undefined
  const { hash, ...found } = before
  if (found.by === undefined) return hash === hashOfTests(tests) ? found : undefined
  return tests.some(({ test, testHash }) => test === found.by && testHash === hash) ? found : undefined
}

const hashOfTests = (tests: readonly Reach[]): string =>
  hashOf(
    tests
      .map(({ test, testHash }) => `${test} ${testHash}`)
      .toSorted()
      .join('\n'),
  )

async function inParallel<Item, Result>(
  jobs: number,
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<readonly Result[]> {
  const results: Result[] = []
  const queue = items.entries()
  const worker = async () => {
    for (const [at, item] of queue) results[at] = await work(item)
  }
  await Promise.all(Array.from({ length: jobs }, worker))
  return results
}
