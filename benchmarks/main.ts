import { benchAlerts } from './alerts.ts'
import { benchBatch } from './batch.ts'
import { benchBatchKills } from './batch-kills/bench-batch-kills.ts'
import { benchBureauLoad } from './bureau-load.ts'
import { benchData } from './data/bench-data.ts'
import { benchDataBeside } from './data/bench-data-beside.ts'
import { benchDataGrowth } from './data/bench-data-growth.ts'
import { benchDataQuery } from './data/bench-data-query.ts'
import { benchDataTail } from './data/bench-data-tail.ts'
import { dataKills } from './data/data-kills.ts'
import { benchDecisions, decisionFaults } from './decisions.ts'
import { benchHostileSources } from './hostile-sources/bench-hostile-sources.ts'
import { benchPdf, pdfFaults } from './pdf.ts'
import { benchPipelining, pipeliningFaults } from './pipelining.ts'
import { benchBeside } from './query/beside.ts'
import { benchCitus } from './query/citus.ts'
import { benchCold } from './query/cold.ts'
import { benchFloor } from './query/floor.ts'
import { benchGrowth } from './query/growth.ts'
import { benchKept } from './query/kept.ts'
import { benchPeers } from './query/peers.ts'
import { benchPostgres } from './query/postgres.ts'
import { benchQuery } from './query/query.ts'
import { benchScale } from './query/scale.ts'
import { benchTail } from './query/tail.ts'
import { benchStart, startFaults } from './start.ts'
import { benchUnread, unreadFaults } from './unread.ts'

/** `npm run bench -- [query|beside|kept|cold|floor|tail|growth|postgres|citus|scale|peers|batch|batch-kills|load|alerts|pdf|decisions|start|pipelining|unread|hostile-sources|data|data-query|data-beside|data-growth|data-tail|data-kills] [postgres] [how many …]`; each prints its figure last. */
const [what = 'query', ...rest] = process.argv.slice(2)
const engine = rest[0] === 'postgres' ? 'postgres' : 'sqlite'
const isBeside = what === 'beside' || what === 'data-beside'
const counts = (engine === 'postgres' || isBeside ? rest.slice(1) : rest).map(Number)

const benchmarks: Readonly<Record<string, () => Promise<unknown>>> = {
  query: () => benchQuery(counts[0]),
  beside: () => benchBeside(rest[0] ?? '.', counts[0]),
  kept: () => benchKept(counts[0]),
  cold: () => benchCold(engine, counts[0]),
  floor: () => benchFloor(counts[0]),
  tail: () => benchTail(counts[0]),
  growth: () => benchGrowth(engine, counts.length > 0 ? counts : undefined),
  batch: () => benchBatch(counts[0], engine),
  'batch-kills': async () => failOn(await benchBatchKills(engine, counts[0], counts[1])),
  load: () => benchBureauLoad(counts[0], engine),
  alerts: () =>
    benchAlerts({
      engine,
      ...(counts[0] !== undefined && { registrations: counts[0] }),
      ...(counts[1] !== undefined && { changes: counts[1] }),
    }),
  pdf: async () => failOn(pdfFaults(await benchPdf(counts[0]))),
  decisions: async () => failOn(decisionFaults(benchDecisions(counts[0]))),
  start: async () => failOn(startFaults(await benchStart(counts[0]))),
  pipelining: async () => failOn(pipeliningFaults(await benchPipelining(counts[0]))),
  unread: async () => failOn(unreadFaults(await benchUnread(counts[0]))),
  'hostile-sources': async () => failOn(await benchHostileSources(counts[0])),
  peers: () => benchPeers(counts[0]),
  data: () => benchData(engine, counts[0]),
  'data-query': () => benchDataQuery(counts[0]),
  'data-beside': () => benchDataBeside(rest[0] ?? '.', counts[0]),
  'data-growth': () => benchDataGrowth(counts.length > 0 ? counts : undefined),
  'data-tail': () => benchDataTail(counts[0]),
  'data-kills': async () => failOn(await dataKills(engine, counts[0])),
  postgres: async () => failOn(await benchPostgres(counts[0])),
  citus: async () => failOn(await benchCitus(counts[0], counts[1])),
  scale: async () => failOn(await benchScale(counts[0])),
}

/** A figure of the clock is held here, on a machine that does nothing else, and in no test. */
function failOn(faults: readonly string[]): void {
  for (const fault of faults) process.stderr.write(`${fault}\n`)
  if (faults.length > 0) process.exitCode = 1
}

const chosen = benchmarks[what]
if (
  chosen === undefined ||
  (isBeside && rest[0] === undefined) ||
  counts.some((count) => !Number.isSafeInteger(count) || count < 1)
) {
  process.stderr.write(
    'npm run bench -- query|kept|floor|tail|peers|postgres|scale|pipelining [how many subjects]\nnpm run bench -- citus [how many subjects] [how many shards]\nnpm run bench -- beside [another checkout] [how many subjects]\nnpm run bench -- unread [how many callers]\nnpm run bench -- hostile-sources [how many seconds]\nnpm run bench -- data [postgres] [how many companies]\nnpm run bench -- data-query|data-tail [how many companies]\nnpm run bench -- data-beside [another checkout] [how many companies]\nnpm run bench -- data-growth [how many companies …]\nnpm run bench -- data-kills [postgres] [how many]\nnpm run bench -- cold|load [postgres] [how many subjects]\nnpm run bench -- pdf|decisions|start [how many rounds]\nnpm run bench -- growth [postgres] [how many subjects …]\nnpm run bench -- batch [postgres] [how many lines]\nnpm run bench -- batch-kills [postgres] [how many lines] [how many kills]\nnpm run bench -- alerts [postgres] [how many registrations] [how many changes]\n',
  )
  process.exitCode = 1
} else await chosen()
