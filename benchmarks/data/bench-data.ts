import { existsSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Day } from '@lastro/rules/calendar/day.ts'
import { receita } from '../../service/src/data/receita/receita.ts'
import { writeSample } from '../../service/src/data/sample/write-sample.ts'
import { totalsOf } from '../../service/src/features/public-data/accounting.ts'
import { cacheDirectory } from '../data.ts'
import { print } from '../query.ts'
import { timedImport } from './import-process.ts'
import { timedSqliteImport } from './sqlite-import.ts'

/** About two million establishments. */
const companyCount = 1_900_000

const roundCount = 2

export type DataFigures = {
  /** Our rows a second over those of the baseline, the best of each. */
  readonly ratio: number
  readonly bytesPerEstablishment: number
  readonly peakMb: number
}

/** An import of a month of the Receita, in turn with `sqlite3 .import` of the same zips. */
export async function benchData(companies = companyCount): Promise<DataFigures> {
  const from = await sampleZips(companies)
  const directory = await mkdtemp(join(tmpdir(), 'lastro-bench-'))
  try {
    return await measure(from, directory)
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
}

async function measure(from: string, directory: string): Promise<DataFigures> {
  let [baseline, ours, bytesPerEstablishment, peakMb] = [
    Number.POSITIVE_INFINITY,
    Number.POSITIVE_INFINITY,
    0,
    0,
  ]
  print('round                  seconds      rows/s   MB in RAM   bytes each')
  for (let round = 0; round < roundCount; round++) {
    const seconds = await timedSqliteImport(from, join(directory, 'baseline.db'))
    baseline = Math.min(baseline, seconds)
    const data = join(directory, `data-${round}`)
    const run = await timedImport(data, from)
    await rm(data, { recursive: true })
    const { accounting, sizeBytes } = run.imported
    const { read } = totalsOf(accounting)
    const establishments = totalsOf({
      files: accounting.files.filter((one) => one.kind === 'establishments'),
    }).kept
    bytesPerEstablishment = sizeBytes / establishments
    ours = Math.min(ours, run.seconds)
    peakMb = Math.max(peakMb, run.peakMb)
    print(line('sqlite3 .import', seconds, read))
    print(line('lastro, SQLite', run.seconds, read, run.peakMb, bytesPerEstablishment))
  }
  // The place of PostgreSQL: COPY on two streams of the same zips, then ours there, indexes timed apart.
  const ratio = baseline / ours
  print(
    `${ratio.toFixed(2)} of sqlite3 .import, ${bytesPerEstablishment.toFixed(0)} bytes for each establishment`,
  )
  return { ratio, bytesPerEstablishment, peakMb }
}

function line(name: string, seconds: number, rows: number, peakMb?: number, bytes?: number): string {
  const cells = [
    seconds.toFixed(1).padStart(8),
    Math.round(rows / seconds)
      .toString()
      .padStart(12),
    (peakMb?.toFixed(0) ?? '').padStart(12),
    (bytes?.toFixed(0) ?? '').padStart(13),
  ]
  return `${name.padEnd(22)}${cells.join('')}`
}

/** Invented zips, made once. */
async function sampleZips(companies: number): Promise<string> {
  const directory = join(cacheDirectory, `receita-${companies}`)
  const done = join(directory, 'written')
  if (existsSync(done)) return directory
  print(`writing zips of ${companies} companies`)
  await rm(directory, { recursive: true, force: true })
  await writeSample(receita, { companies, seed: 1, date: '2026-10-11' as Day }, directory)
  writeFileSync(done, '')
  return directory
}
