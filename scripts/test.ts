import { spawn } from 'node:child_process'
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
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
const scratch = mkdtempSync(join(tmpdir(), 'lastro-tests-'))
try {
  const first = await runTests(files)
  // A process that is ended at once may take its report with it. What was not heard is asked again.
  const second = first.lost.length === 0 ? first : await runTests(first.lost)
  for (const file of second.lost) process.stderr.write(`Nothing was heard of ${file}\n`)
  process.exitCode = first.code || second.code || (second.lost.length > 0 ? 1 : 0)
} finally {
  rmSync(scratch, { recursive: true })
  await postgres.stop()
}

/** How it ended, and of which files nothing was heard. */
async function runTests(of: readonly string[]): Promise<{ code: number; lost: readonly string[] }> {
  const lostFile = join(scratch, 'lost')
  const reporters = [
    '--test-reporter=spec',
    '--test-reporter-destination=stdout',
    `--test-reporter=${join(import.meta.dirname, 'lost-reports.ts')}`,
    `--test-reporter-destination=${lostFile}`,
  ]
  const flags = ['--test', '--test-concurrency=2', '--test-timeout=180000', '--test-force-exit']
  const runner = spawn(process.execPath, [...flags, ...reporters, ...of], {
    stdio: 'inherit',
    env: { ...process.env, LASTRO_TEST_POSTGRES: postgres.url },
  })
  const code = await new Promise<number>((ended) => runner.once('exit', (status) => ended(status ?? 1)))
  return { code, lost: readFileSync(lostFile, 'utf8').split('\n').filter(Boolean) }
}
