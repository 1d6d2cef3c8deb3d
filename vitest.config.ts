import { availableParallelism } from 'node:os'
import { defineConfig, type TestProjectConfiguration } from 'vitest/config'

/**
 * The name of a test file says what it needs, and so which project runs it:
 *
 * - `x.test.ts`: nothing but functions (`unit`);
 * - `x.service.test.ts`: a service or a store in its own process, on SQLite;
 * - `x.engines.test.ts`: the same, once on SQLite and once on PostgreSQL;
 * - `x.system.test.ts`: other processes, such as commands and services that are killed;
 * - `x.process.test.ts`: looks at its own memory, CPU time, handles or settings, so it has a process to itself;
 * - everything in `console/browser`: Chromium.
 */
const folders = '{contract,client,examples,reading,rules,service,cli,console,scripts,benchmarks}'
const excluded = ['**/node_modules/**', 'scripts/mutate/sample/**']

/** For `npm run test:all`: the project's own tools, and faults that others of the short matrix come near to. */
const longOnly = [
  'benchmarks/**/*.system.test.ts',
  'scripts/{mutate,packages,collections}/*.system.test.ts',
  'service/**/{chaos,failover,freeze,old-program,stops}.system.test.ts',
  'service/**/upgrades.engines.test.ts',
]
const inBrowser = 'console/browser/**'
const needing = (kinds: string) => `${folders}/**/*.${kinds}.test.{ts,tsx}`
const preparing = { globalSetup: ['service/testing/test-run.ts'] }

export default defineConfig(({ mode }) => {
  // `npm run test:all` runs `vitest run --mode all`: every combination, and every suite on both engines.
  const isLong = mode === 'all'
  const exclude = isLong ? excluded : [...excluded, ...longOnly]
  const project = (
    name: string,
    test: NonNullable<Extract<TestProjectConfiguration, { test?: unknown }>['test']>,
  ): TestProjectConfiguration => ({ extends: true, test: { name, ...test } })
  return {
    test: {
      pool: 'forks',
      isolate: false,
      experimental: { fsModuleCache: true },
      // More than there are cores: at any time some tests wait.
      maxWorkers: availableParallelism() + 2,
      setupFiles: ['service/testing/in-tests.ts'],
      provide: { matrix: isLong ? 'long' : 'short' },
      testTimeout: 300_000,
      hookTimeout: 300_000,
      teardownTimeout: 30_000,
      restoreMocks: true,
      reporters: ['default', './scripts/slowest-files.ts'],
      projects: [
        project('unit', {
          include: [`${folders}/**/*.test.{ts,tsx}`],
          exclude: [...exclude, inBrowser, needing('{service,engines,system,process}')],
        }),
        project('service', {
          ...preparing,
          include: [needing('{service,engines}')],
          exclude,
          env: { LASTRO_TEST_ENGINES: 'sqlite' },
        }),
        project('postgres', {
          ...preparing,
          include: [needing(isLong ? '{service,engines}' : 'engines')],
          exclude,
          env: { LASTRO_TEST_ENGINES: 'postgres' },
        }),
        project('system', {
          ...preparing,
          include: [needing('system')],
          exclude,
          ...(!isLong && { env: { LASTRO_TEST_ENGINES: 'sqlite' } }),
        }),
        project('process', { ...preparing, include: [needing('process')], exclude, isolate: true }),
        project('browser', { ...preparing, include: [`${inBrowser}/*.test.ts`], isolate: true }),
      ],
    },
  }
})
