import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { totalsOf } from '../../service/src/features/public-data/accounting.ts'
import type { Engine } from '../../service/src/store/engine/tables.ts'
import { startPostgres } from '../../service/testing/servers/postgres-server.ts'
import { print } from '../query/query.ts'
import { timedImport } from './import-process.ts'
import { timedCopy } from './postgres-copy.ts'
import { companyCount, establishmentCount, sampleZips } from './sample-month.ts'
import { timedSqliteImport } from './sqlite-import.ts'

const roundCount = 2

export type DataFigures = {
  /** Our rows a second over those of the baseline, the best of each, without indexes on either side. */
  readonly ratio: number
  readonly indexSeconds: number
  readonly bytesPerEstablishment: number
  readonly peakMb: number
}

/**
 * An import of a month of the Receita, in turn with the plainest of its engine over the same zips: `sqlite3 .import`, or
 * COPY on two streams. The plain ways build no index, so ours are timed apart; everything else, from the start of the
 * process to its end, is in our time.
 */
export async function benchData(
  engine: Engine,
  companies = companyCount,
  rounds = roundCount,
): Promise<DataFigures> {
  const from = await sampleZips(companies)
  const directory = await mkdtemp(join(tmpdir(), 'lastro-bench-'))
  const postgres = engine === 'postgres' ? await startPostgres({ durable: true }) : undefined
  try {
    return await measure(from, directory, postgres?.url, rounds)
  } finally {
    await postgres?.stop()
    await rm(directory, { recursive: true, force: true })
  }
}

async function measure(
  from: string,
  directory: string,
  databaseUrl: string | undefined,
  rounds: number,
): Promise<DataFigures> {
  const baselineName = databaseUrl === undefined ? 'sqlite3 .import' : 'COPY, two streams'
  const baselines: number[] = []
  const ours: Measured[] = []
  print('round                  seconds      rows/s     indexes   MB in RAM   bytes each')
  for (let round = 0; round < rounds; round++) {
    const seconds =
      databaseUrl === undefined
        ? await timedSqliteImport(from, join(directory, 'baseline.db'))
        : await timedCopy(from, databaseUrl)
    const one = await measuredImport(from, join(directory, `data-${round}`), databaseUrl)
    print(line(baselineName, seconds, one.rows))
    print(line('lastro', one.seconds, one.rows, one))
    baselines.push(seconds)
    ours.push(one)
  }
  const best = Math.min(...ours.map((one) => one.seconds))
  const figures: DataFigures = {
    ratio: Math.min(...baselines) / best,
    indexSeconds: Math.min(...ours.map((one) => one.indexSeconds)),
    bytesPerEstablishment: ours.at(-1)?.bytesPerEstablishment ?? 0,
    peakMb: Math.max(...ours.map((one) => one.peakMb)),
  }
  print(
    `${figures.ratio.toFixed(2)} of ${baselineName}, indexes apart in ${figures.indexSeconds.toFixed(1)} s, ` +
      `${figures.bytesPerEstablishment.toFixed(0)} bytes for each establishment`,
  )
  return figures
}

type Measured = {
  readonly rows: number
  /** Without indexes. */
  readonly seconds: number
  readonly indexSeconds: number
  readonly peakMb: number
  readonly bytesPerEstablishment: number
}

async function measuredImport(
  from: string,
  dataDirectory: string,
  databaseUrl: string | undefined,
): Promise<Measured> {
  const { seconds, peakMb, imported } = await timedImport({ dataDirectory, databaseUrl }, from)
  await rm(dataDirectory, { recursive: true })
  const { accounting, sizeBytes, phasesMs } = imported
  const indexSeconds = phasesMs.indexing / 1_000
  return {
    rows: totalsOf(accounting).read,
    seconds: seconds - indexSeconds,
    indexSeconds,
    peakMb,
    bytesPerEstablishment: sizeBytes / establishmentCount(accounting),
  }
}

function line(name: string, seconds: number, rows: number, ours?: Measured): string {
  const cells = [
    seconds.toFixed(1).padStart(8),
    (rows / seconds).toFixed(0).padStart(12),
    (ours?.indexSeconds.toFixed(1) ?? '').padStart(12),
    (ours?.peakMb.toFixed(0) ?? '').padStart(12),
    (ours?.bytesPerEstablishment.toFixed(0) ?? '').padStart(13),
  ]
  return `${name.padEnd(22)}${cells.join('')}`
}
