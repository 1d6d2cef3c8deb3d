import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync } from 'node:fs'
import { join } from 'node:path'
import { citusMissing, startCitus } from '../service/testing/servers/citus-cluster.ts'

/** Those that run on either engine. */
export const spreadFiles = ['service/src/store/store-contract.test.ts']

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
    const files = named.length > 0 ? named : globSync(spreadFiles)
    const run = spawn(process.execPath, [join(import.meta.dirname, 'test.ts'), ...files], {
      stdio: 'inherit',
      env: {
        ...process.env,
        LASTRO_TEST_ENGINES: 'postgres',
        LASTRO_TEST_POSTGRES: cluster.url,
        LASTRO_TEST_CITUS_WORKERS: cluster.workers.map(({ url }) => url).join(' '),
      },
    })
    const [code] = await once(run, 'exit')
    return Number(code ?? 1)
  } finally {
    await cluster.stop()
  }
}
