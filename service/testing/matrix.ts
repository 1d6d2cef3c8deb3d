import { inject, test } from 'vitest'

declare module 'vitest' {
  interface ProvidedContext {
    /** `npm test` runs the short matrix, `npm run test:all` the long one. */
    readonly matrix: 'short' | 'long'
  }
}

/** Whether every combination of looks and schemas is tried. */
export const isLong = inject('matrix') === 'long'

/** A test of `npm run test:all` alone. */
export const longTest = test.runIf(isLong)

/**
 * For a test of a rule in a suite that runs on both engines: on PostgreSQL only in the long matrix, because other tests
 * of `npm test` send the same statements there.
 */
export const testOn = (engine: 'sqlite' | 'postgres') => (engine === 'sqlite' ? test : longTest)
