import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync } from 'node:fs'
import { join } from 'node:path'
import { citusMissing, startCitus } from '../service/testing/servers/citus-cluster.ts'

/**
 * Those that run on either engine. Not those of migrations and of backups, which are about one database, nor those
 * that kill programs, which find theirs by themselves.
 */
const spreadFiles = [
  'service/src/store/store-contract.engines.test.ts',
  'service/src/store/{alerts,archive,billing,clients,decisions,jobs,move,public-data,query-batches,reports,sources}/*.test.ts',
  'service/src/store/listings/{batches,report-listings,tenants}.test.ts',
  'service/src/store/subjects/{kept-days,tenants}.test.ts',
  'service/src/store/trail/{tenants,postgres/*}.test.ts',
  'service/src/data/snapshots/snapshot-engine.engines.test.ts',
  'service/src/features/{alerts,listings}/**/*.test.ts',
  'service/src/features/bureau/load-subjects.process.test.ts',
  'service/src/features/person/person-file.engines.test.ts',
  'service/src/features/public-data/tell-watchers.service.test.ts',
  'service/src/features/reports/{query,keyed,kept}/*.test.ts',
  'service/src/features/trail/**/*.test.ts',
  'service/src/sources/{consultations,public-data}/*.test.ts',
  'service/src/store/engine/distributed/*.test.ts',
]

const vitest = join(import.meta.dirname, '../node_modules/vitest/vitest.mjs')

const isLeftOut = /chaos|crash|fsync|full-disk/

/**
 * Tests of the store, and over HTTP of queries, listings, alerts and the trail, each on a store that is spread over two
 * workers of a Citus. Where Citus is not installed it says so, and runs nothing.
 */
if (import.meta.main) process.exitCode = await testCitus(process.argv.slice(2))

async function testCitus(named: readonly string[]): Promise<number> {
  const missing = citusMissing()
  if (missing !== undefined) {
    process.stdout.write(`${missing}. Nothing was run.\n`)
    return 0
  }
  const cluster = await startCitus()
  try {
    const files = named.length > 0 ? named : globSync(spreadFiles).filter((file) => !isLeftOut.test(file))
    const run = spawn(process.execPath, [vitest, 'run', '--project=postgres', ...files], {
      stdio: 'inherit',
      env: {
        ...process.env,
        LASTRO_TEST_POSTGRES: cluster.url,
        LASTRO_TEST_CITUS_WORKERS: cluster.workers.map(({ url }) => url).join(' '),
      },
    })
    // Whoever ends us ends what we started first.
    for (const signal of ['SIGHUP', 'SIGINT', 'SIGTERM'] as const) process.on(signal, () => run.kill(signal))
    const [code] = await once(run, 'exit')
    return Number(code ?? 1)
  } finally {
    await cluster.stop()
  }
}
