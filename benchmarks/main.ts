import { benchBatch } from './batch.ts'
import { benchGrowth } from './growth.ts'
import { benchPeers } from './peers.ts'
import { benchPostgres } from './postgres.ts'
import { benchQuery } from './query.ts'

/** `npm run bench -- [query|growth|postgres|peers|batch|batch-postgres] [how many …]`; each prints its figure last. */
const [what = 'query', ...rest] = process.argv.slice(2)
const counts = rest.map(Number)

const benchmarks: Readonly<Record<string, () => Promise<unknown>>> = {
  query: () => benchQuery(counts[0]),
  growth: () => benchGrowth(counts.length > 0 ? counts : undefined),
  batch: () => benchBatch(counts[0]),
  'batch-postgres': () => benchBatch(counts[0], 'postgres'),
  peers: () => benchPeers(counts[0]),
  postgres: () => benchPostgres(counts[0]),
}

const chosen = benchmarks[what]
if (chosen === undefined || counts.some((count) => !Number.isSafeInteger(count) || count < 1)) {
  process.stderr.write(
    `npm run bench -- ${Object.keys(benchmarks).join('|')} [how many subjects, or lines]\n`,
  )
  process.exitCode = 1
} else await chosen()
