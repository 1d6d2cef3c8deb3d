import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

const { path, start, end, text } = JSON.parse(process.env.LASTRO_MUTANT ?? '{}')

/** One test file, in one process whose CPU time can be read. The file with the defect is loaded with it. */
export default defineConfig({
  root: join(import.meta.dirname, '../..'),
  plugins: [
    {
      name: 'mutant',
      enforce: 'pre',
      load: (id) => {
        if (id !== path) return null
        const code = readFileSync(path, 'utf8')
        return code.slice(0, start) + text + code.slice(end)
      },
    },
  ],
  test: {
    include: ['**/*.test.ts'],
    pool: 'threads',
    isolate: false,
    maxWorkers: 1,
    setupFiles: ['service/testing/in-tests.ts'],
    provide: { matrix: 'short' },
    testTimeout: 600_000,
    hookTimeout: 600_000,
    restoreMocks: true,
    reporters: ['dot'],
  },
})
