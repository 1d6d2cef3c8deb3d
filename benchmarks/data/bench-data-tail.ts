import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { connections, print, roundLine, tableHead } from '../query/query.ts'
import { median, type Round, round, type Server } from '../stage/processes.ts'
import { companyService, relatoPath } from './bench-data-query.ts'
import { startImport } from './import-process.ts'
import { companyCount, sampleZips } from './sample-month.ts'

const roundSeconds = 5

/** Before the import and again after it. */
const roundCount = 3

export type DataTailFigures = {
  /** The slowest of a hundred answers while an import runs, over those without one. */
  readonly times: number
  readonly alone: readonly Round[]
  readonly beside: readonly Round[]
}

/**
 * The slowest answers at half load while an import runs on one thread beside the service, into its own data directory,
 * from its beginning to the switch, against those before it and after it.
 */
export async function benchDataTail(
  companies = companyCount,
  { seconds, count } = { seconds: roundSeconds, count: roundCount },
): Promise<DataTailFigures> {
  const { directory, service, headers, bodies } = await companyService(companies)
  const from = await sampleZips(companies)
  const load = { connections, seconds, path: relatoPath, headers, bodies }
  await round(service, load)
  const { requestsPerSecond } = await round(service, load)
  const halfLoad = { ...load, rate: requestsPerSecond / 2 }
  print(tableHead)
  const before = await rounds(service, halfLoad, count)
  const importing = startImport({ dataDirectory: directory, databaseUrl: undefined }, from, [
    '--threads',
    '1',
  ])
  const beside = await roundsBeside(service, halfLoad, importing)
  const after = await rounds(service, halfLoad, count)
  await service.stop()
  const alone = [...before, ...after]
  const p99 = (of: readonly Round[]) => median(of.map((one) => one.p99Ms))
  const times = p99(beside) / p99(alone)
  print(`p99 at half load beside an import: ${times.toFixed(1)} times that without`)
  return { times, alone, beside }
}

type HalfLoad = Parameters<typeof round>[1]

async function rounds(service: Server, load: HalfLoad, count: number): Promise<readonly Round[]> {
  const measured: Round[] = []
  for (let at = 0; at < count; at++) measured.push(printed('alone', await round(service, load)))
  return measured
}

/** As many as fit into the import, the first at least. */
async function roundsBeside(
  service: Server,
  load: HalfLoad,
  importing: ChildProcess,
): Promise<readonly Round[]> {
  const measured: Round[] = []
  let isOver = false
  const exit = once(importing, 'exit').finally(() => {
    isOver = true
  })
  importing.stdout?.resume()
  importing.stderr?.resume()
  while (!isOver) measured.push(printed('importing', await round(service, load)))
  const [code] = await exit
  if (code !== 0) throw new Error(`the import ended with ${code}`)
  // The last began beside the import and ended without it.
  return measured.length > 1 ? measured.slice(0, -1) : measured
}

function printed(name: string, one: Round): Round {
  if (Object.keys(one.statuses).join() !== '200') {
    throw new Error(`The service answered ${JSON.stringify(one.statuses)}`)
  }
  print(roundLine(name, one))
  return one
}
