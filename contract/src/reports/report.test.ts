import assert from 'node:assert/strict'
import { test } from 'vitest'
import type { Report } from './report.ts'
import { sections } from './sections.ts'

/** Everything that the type names, which the compiler holds to be all of it. */
const blocks: Record<keyof Report, true> = {
  registration: true,
  identificationReport: true,
  QSAReport: true,
  negativeData: true,
  facts: true,
  partner: true,
  publicDebt: true,
  sanctions: true,
  score: true,
}
const negative: Record<keyof NonNullable<Report['negativeData']>, true> = {
  listingP: true,
  listingR: true,
  collectionRecords: true,
  check: true,
  notary: true,
}

test('the type of a report names the blocks that sections stand in, and no others', () => {
  const paths: readonly (readonly string[])[] = Object.values(sections).map(({ path }) => path)
  const outer = new Set(paths.map(([first]) => first))
  assert.deepEqual([...outer], Object.keys(blocks))
  const inner = paths.flatMap(([first, second]) => (first === 'negativeData' ? [second] : []))
  assert.deepEqual([...new Set(inner)], Object.keys(negative))
})
