import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'vitest'
import type { Area } from './areas.ts'
import type { Reviewed } from './equivalent/reasons.ts'
import { noResults } from './kept-results.ts'
import { type Mutant, mutantsOf } from './mutants-of.ts'
import { areaScore, atRisk, isUntried, mutationText, scoreOf, staleReviews } from './report.ts'
import { root, runTest } from './run-test.ts'
import { tenantMutantsOf } from './tenant-mutants.ts'
import { tryArea } from './try-area.ts'

const sample: Area = {
  name: 'sample',
  files: ['scripts/mutate/sample/fare.ts'],
  tests: ['scripts/mutate/sample/fare.test.ts'],
  kind: 'numbers',
}

test('what a test notices is told from what it misses and from what it never reaches', async () => {
  const scratch = mkdtempSync(join(tmpdir(), 'lastro-mutants-'))
  const place = { scratch, postgresUrl: '', template: {}, dropDatabases: async () => undefined }
  const before = readFileSync(join(root, 'scripts/mutate/sample/fare.ts'), 'utf8')
  try {
    const said: string[] = []
    const say = (line: string) => void said.push(line)
    const isReviewed = (mutant: Mutant) => mutant.line === 6
    const tried = await tryArea({ place, kept: noResults, jobs: 2, isReviewed: () => false, say }, sample)
    const line = 'return isAdult(age) ? 500 : 250'
    const review = {
      file: 'scripts/mutate/sample/fare.ts',
      line,
      kind: 'accepted',
      reason: 'a sample',
    } as const
    const score = areaScore(tried, [review])
    assert.deepEqual(
      score.survivors.map(({ line: at, mutation, isReached, review: of }) => [
        at,
        mutation,
        isReached,
        of?.kind,
      ]),
      [
        [5, '> → >=', true, undefined],
        [5, '65 → 66', true, undefined],
        [6, 'isAdult(age) ? 500 : 250 → (500)', true, 'accepted'],
        [6, '250 → 251', false, 'accepted'],
      ],
    )
    assert.equal(score.killed, score.mutants - 4)
    assert.ok(scoreOf([score]) < 1)
    assert.deepEqual(atRisk([score]), [])
    assert.deepEqual(said, [])

    const others = await tryArea({ place, kept: noResults, jobs: 2, isReviewed, say }, sample)
    const untried = others.tried.filter(({ mutant }) => mutant.line === 6)
    assert.ok(untried.length > 2)
    assert.ok(untried.every(({ status }) => status === 'survived'))
  } finally {
    rmSync(scratch, { recursive: true })
  }
  assert.equal(readFileSync(join(root, 'scripts/mutate/sample/fare.ts'), 'utf8'), before)
})

test('a test that polls without end for what never comes is stuck', async () => {
  const scratch = mkdtempSync(join(tmpdir(), 'lastro-mutants-'))
  const place = { scratch, postgresUrl: '', template: {}, dropDatabases: async () => undefined }
  try {
    const limits = { cpuMs: 60_000, idleMs: 60_000, waitMs: 8_000 }
    const endless = 'scripts/mutate/sample/endless.test.ts'
    const { kind } = await runTest(place, { test: endless, engine: 'sqlite', limits })
    assert.equal(kind, 'stuck')
  } finally {
    rmSync(scratch, { recursive: true })
  }
})

test('what a review names is not tried again, unless another of its line reads the same', () => {
  const file = 'scripts/mutate/sample/fare.ts'
  const line = 'return isAdult(age) ? 500 : 250'
  const code = readFileSync(join(root, file), 'utf8')
  const all = mutantsOf(file, code, { numbers: true })
  const untried = (mutations: readonly string[] | undefined, mutants = all) => {
    const review = { file, line, kind: 'equivalent', reason: '', ...(mutations && { mutations }) } as const
    return mutants.filter(isUntried(mutants, [review])).map((one) => mutationText(one, code))
  }
  assert.deepEqual(untried(['250 → 251']), ['250 → 251'])
  assert.deepEqual(untried(undefined), [], 'a whole line is tried')
  const twins = all.flatMap((one) => [one, { ...one }])
  assert.deepEqual(untried(['500 → 501'], twins), [], 'either may be the one that a test notices')
})

test('a review of a line, or of a defect, that is not there any more is told', () => {
  const file = 'scripts/mutate/sample/fare.ts'
  const mutants = mutantsOf(file, readFileSync(join(root, file), 'utf8'), { numbers: true })
  const of = { file, line: 'return isAdult(age) ? 500 : 250', kind: 'equivalent', reason: '' } as const
  const line = 'return isAdult(age) ?…'
  const stale = (...reviews: readonly Partial<Reviewed>[]) =>
    staleReviews(
      mutants,
      reviews.map((one) => ({ ...of, ...one })),
    )
  assert.deepEqual(stale({}, { line, mutations: ['250 → 251'] }, { file: 'of/another/area.ts' }), [])
  assert.deepEqual(stale({ line: 'return 500' }), [`${file}: return 500`])
  assert.deepEqual(stale({ line, mutations: ['250 → 251', '250 → 252'] }), [`${file}: ${line}: 250 → 252`])
})

const mutationsOf = (code: string, numbers = false): readonly string[] =>
  mutantsOf('x.ts', code, { numbers }).map((one) => mutationText(one, code))

test('comparisons, conditions, members, calls and values are each changed in their turn', () => {
  assert.deepEqual(mutationsOf('const x = a < b'), ['< → <=', '< → >='])
  assert.deepEqual(mutationsOf('const x = a && !b'), ['&& → ||', '!b → b'])
  assert.deepEqual(mutationsOf('if (a?.b) save()'), ['a?.b → true', 'a?.b → false', '?. → .', 'save() → ;'])
  assert.deepEqual(mutationsOf("const table = { held: 'changed' } as const"), [
    "held: 'changed' → (nothing)",
    "'changed' → ''",
  ])
  assert.deepEqual(mutationsOf('const rows = [one, two].filter(isOpen)'), [
    'one, → (nothing)',
    'two → (nothing)',
    '.filter(isOpen) → (nothing)',
  ])
  assert.deepEqual(mutationsOf('const f = (): number => 5', true), ['5 → undefined', '5 → 6'])
  assert.deepEqual(mutationsOf('const yes: boolean = true'), ['true → false'])
  assert.deepEqual(mutationsOf('const x = /^a$/'), ['/^a$/ → /a$/', '/^a$/ → /^a/'])
})

test('words for people, types, names and what only the compiler asks for are left as they are', () => {
  assert.deepEqual(mutationsOf("import { a } from 'b'"), [])
  assert.deepEqual(mutationsOf("type A = 'b' | 1"), [])
  assert.deepEqual(mutationsOf("const text = { pt: 'Não', en: 'No' }"), [])
  assert.deepEqual(mutationsOf('const x = list[0] ?? 7', true), ['0 → 1'])
  assert.deepEqual(mutationsOf("throw new Error('broken' + 1)"), ["throw new Error('broken' + 1) → ;"])
  assert.deepEqual(mutationsOf('const x = a ?? (b || c)'), ['a ?? (b || c) → a', '|| → &&'])
})

const tenantMutationsOf = (code: string): readonly string[] =>
  tenantMutantsOf('x.ts', code).map((one) => mutationText(one, code))

test('a condition on the tenant is dropped, of a chain and in a text of SQL, and no other is', () => {
  const chain = "db.selectFrom('a').where('id', '=', id).where('client_id', '=', clientId).execute()"
  assert.deepEqual(tenantMutationsOf(chain), [".where('client_id', '=', clientId) → (nothing)"])
  assert.deepEqual(tenantMutationsOf("db.deleteFrom('user').where('id', '=', userId)"), [
    ".where('id', '=', userId) → (nothing)",
  ])
  assert.deepEqual(tenantMutationsOf("db.prepare('select 1 from a where x = ? and environment = ?')"), [
    'environment = ? → (environment = ? or 1 = 1)',
  ])
  const condition = `own.register = \${register}`
  assert.deepEqual(tenantMutationsOf(`const part = sql\`and ${condition}\``), [
    `${condition} → (${condition} or 1 = 1)`,
  ])
  const among = 'client_id = any($4::text[])'
  assert.deepEqual(tenantMutationsOf(`const text = 'select 1 from a where ${among} and b = $5'`), [
    `${among} → (${among} or 1 = 1)`,
  ])
  assert.deepEqual(tenantMutationsOf("db.selectFrom('a').where('client_id', '>', after)"), [])
})
