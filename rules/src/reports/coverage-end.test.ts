import assert from 'node:assert/strict'
import type { SectionCoverage } from '@lastro/contract/reports/coverage.ts'
import { test } from 'vitest'
import type { Day } from '../calendar/day.ts'
import { coverageEnd, endsWithinNotice } from './coverage-end.ts'

type Source = SectionCoverage['sources'][number]
const source = (coverage: Source['coverage'], until?: string): Source => ({
  source: 'bureau',
  coverage,
  ...(until !== undefined && { until }),
})
const today = '2026-11-19' as Day

test('coverage ends with the last of the sources that make it what it is', () => {
  const cases: readonly [SectionCoverage['coverage'], readonly Source[], string | undefined][] = [
    ['none', [], undefined],
    ['complete', [source('complete', '2026-12-01')], '2026-12-01'],
    ['complete', [source('complete', '2026-12-01'), source('complete', '2026-12-24')], '2026-12-24'],
    ['complete', [source('complete', '2026-12-01'), source('complete')], undefined],
    ['complete', [source('complete'), source('complete', '2026-12-01')], undefined],
    ['complete', [source('partial'), source('complete', '2026-12-01')], '2026-12-01'],
    ['complete', [source('partial', '2027-01-01'), source('complete', '2026-12-01')], '2026-12-01'],
    ['partial', [source('partial', '2026-12-01'), source('partial')], undefined],
    ['partial', [source('partial', '2026-12-01')], '2026-12-01'],
  ]
  for (const [coverage, sources, expected] of cases)
    assert.equal(coverageEnd({ coverage, sources: [...sources] }), expected, JSON.stringify(sources))
})

test('coverage ends soon from seven days before its last day until that day', () => {
  const endsSoon = (until: string | undefined) =>
    endsWithinNotice({ coverage: 'complete', sources: [source('complete', until)] }, today)
  assert.deepEqual(['2026-11-18', '2026-11-19', '2026-11-26', '2026-11-27', undefined].map(endsSoon), [
    false,
    true,
    true,
    false,
    false,
  ])
})
