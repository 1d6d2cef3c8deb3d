import { spawn } from 'node:child_process'
import { globSync } from 'node:fs'
import { startPostgres } from '../service/testing/postgres-server.ts'

/** Runs every test, or those named on the command line, with one real PostgreSQL for all of them. */
const named = process.argv.slice(2)
const files =
  named.length > 0
    ? named
    : globSync('{contract,client,examples,reading,service,cli,console,scripts,benchmarks}/**/*.test.ts', {
        exclude: ['**/node_modules'],
      })

const postgres = await startPostgres()
const runner = spawn(
  process.execPath,
  ['--test', '--test-concurrency=2', '--test-timeout=180000', '--test-force-exit', ...files],
  {
    stdio: 'inherit',
    env: { ...process.env, LASTRO_TEST_POSTGRES: postgres.url },
  },
)
const code = await new Promise<number>((resolve) => runner.once('exit', (status) => resolve(status ?? 1)))
await postgres.stop()
process.exitCode = code
