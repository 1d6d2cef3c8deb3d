import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startPostgres } from '../../service/testing/servers/postgres-server.ts'
import { makeTemplate } from '../../service/testing/store-template.ts'
import { areas } from './areas.ts'
import { reviewed } from './equivalent/reviewed.ts'
import { keptResults } from './kept-results.ts'
import { type AreaScore, areaScore, atRisk, isUntried, scoreOf, staleReviews } from './report.ts'
import { endRuns, newDirectory, type Place, root } from './run-test.ts'
import { mutantTable, survivorLine } from './table.ts'
import { mutantsOfArea, tryArea } from './try-area.ts'

/** Below this share of mutants noticed the command fails. */
const scoreMin = 0.9

const options = new Set(process.argv.slice(2).filter((one) => one.startsWith('--')))
const names = process.argv.slice(2).filter((one) => !one.startsWith('--'))
const say = (line: string): void => void process.stdout.write(`${line}\n`)

const strangers = [
  ...names.filter((name) => !areas.some((area) => area.name === name)),
  ...[...options].filter((one) => !/^--(?:list|fresh|reviewed|jobs=\d+)$/.test(one)),
]
const chosen = areas.filter(({ name }) => names.length === 0 || names.includes(name))
const jobs = Number([...options].find((one) => one.startsWith('--jobs='))?.slice('--jobs='.length) ?? 2)

if (strangers.length > 0) {
  say(
    `Not an area: ${strangers.join(', ')}. npm run mutate -- [--list] [--fresh] [--reviewed] [--jobs=N] [AREA…]`,
  )
  process.exitCode = 2
} else if (options.has('--list')) {
  for (const area of chosen)
    say(`${area.name.padEnd(18)} ${String(mutantsOfArea(area).length).padStart(5)} mutants`)
} else {
  process.exitCode = await mutate()
}

async function mutate(): Promise<number> {
  const { place, close } = await openPlace()
  closeWhenInterrupted(close)
  const scores: AreaScore[] = []
  const stale: string[] = []
  try {
    for (const area of chosen) {
      const kept = keptResults(area.name, { isFresh: options.has('--fresh') })
      const mutants = mutantsOfArea(area)
      stale.push(...staleReviews(mutants, reviewed))
      const isReviewed = isUntried(mutants, options.has('--reviewed') ? [] : reviewed)
      const score = areaScore(await tryArea({ place, kept, jobs, isReviewed, say }, area), reviewed)
      scores.push(score)
      for (const survivor of score.survivors.filter(({ review }) => review === undefined))
        say(survivorLine(survivor))
      say(
        `${area.name}: ${score.killed} of ${score.mutants} noticed, ${scoreOf([score]).toFixed(3)}, in ${score.seconds} s\n`,
      )
    }
  } finally {
    await close()
  }
  // The table is of everything; a part of it would say less than it seems to.
  if (names.length === 0) writeFileSync(join(root, 'docs/mutants.md'), mutantTable(scores))
  const open = atRisk(scores)
  const score = scoreOf(scores)
  say(`score ${score.toFixed(3)}, at least ${scoreMin} is wanted`)
  if (open.length > 0) say(`${open.length} survivors are about isolation, privacy, money or law`)
  for (const one of stale) say(`a review of what is not there any more: ${one}`)
  return score >= scoreMin && open.length === 0 && stale.length === 0 ? 0 : 1
}

/** Whoever interrupts the run leaves nothing behind. */
function closeWhenInterrupted(close: () => Promise<void>): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      endRuns()
      void close().finally(() => process.exit(130))
    })
  }
}

/** A PostgreSQL for those tests that need one, and a place for what tests write: in memory, where there is such. */
async function openPlace(): Promise<{ readonly place: Place; readonly close: () => Promise<void> }> {
  const inMemory = '/dev/shm'
  const scratch = newDirectory(join(existsSync(inMemory) ? inMemory : tmpdir(), 'lastro-mutants-'))
  const postgres = await startPostgres()
  const directory = join(scratch, 'template')
  mkdirSync(directory)
  const template = await makeTemplate({ directory, postgresUrl: postgres.url })
  const client = new pg.Client({ connectionString: postgres.url })
  await client.connect()
  const dropDatabases = async (pid: number) => {
    const found = await client.query<{ name: string }>(
      'select datname as name from pg_database where datname like $1',
      [`test\\_${pid}\\_%`],
    )
    for (const { name } of found.rows) await client.query(`drop database if exists ${name} with (force)`)
  }
  return {
    place: { scratch, postgresUrl: postgres.url, template, dropDatabases },
    close: async () => {
      await client.end()
      await postgres.stop()
      rmSync(scratch, { recursive: true, force: true })
    },
  }
}
