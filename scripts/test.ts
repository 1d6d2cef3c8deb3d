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
    : globSync(
        '{contract,client,examples,reading,rules,service,cli,console,scripts,benchmarks}/**/*.test.ts',
        {
          exclude: ['**/node_modules'],
        },
      )

const postgres = await startPostgres()
const askedAgainMax = 2
const scratch = mkdtempSync(join(tmpdir(), 'lastro-tests-'))
try {
  // A process that is ended at once may take the end of its report with it. What was not heard is asked again.
  let { code, lost } = await runTests(files)
  for (let again = 0; again < askedAgainMax && lost.length > 0 && code === 0; again++) {
    ;({ code, lost } = await runTests(lost))
  }
  for (const file of lost) process.stderr.write(`${file} was not heard to its end\n`)
  process.exitCode = code === 0 && lost.length > 0 ? 1 : code
} finally {
  rmSync(scratch, { recursive: true })
  await postgres.stop()
}

/** How it ended, and which files were not heard to their end. */
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
