import assert from 'node:assert/strict'
import { type LaneHead, sealOf } from '@lastro/rules/trail/seal.ts'
import { describe, test } from 'vitest'
import { atNoon } from '../../../../testing/invented/old-trail.ts'
import type { ArchivedMonth } from './archiving-store.ts'
import type { Archives } from './known-archives.ts'
import { sealedLater } from './sealed-later.ts'

const link = (number: number, environment: LaneHead['environment'] = 'production'): LaneHead => ({
  environment,
  number,
  hash: `link ${number}`,
})

/** Links 1 to 4 left with July, 5 and 6 with August; so did the seals 1 to 3. */
const months = ['2021-07', '2021-08'].map(
  (month, at): ArchivedMonth => ({
    month,
    state: 'archived',
    holdsLongKept: true,
    manifest: {
      form: 1,
      month,
      madeAt: '',
      production: { lanes: [], kept: { records: 0, sha256: '' } },
      sandbox: { lanes: [], kept: { records: 0, sha256: '' } },
      ...(at === 1 && { seals: { from: { number: 0, hash: '' }, until: { number: 3, hash: '' }, count: 3 } }),
      files: [],
    },
  }),
)
const archives: Pick<Archives, 'months' | 'monthOf' | 'leftOf'> = {
  months,
  monthOf: (number) => (number <= 4 ? months[0] : number <= 6 ? months[1] : undefined),
  leftOf: (lane) => (lane === 0 ? link(6) : undefined),
}

const foundBy = (...seals: readonly [number: number, day: string, head: LaneHead][]) => {
  const later = sealedLater('production', archives)
  for (const [number, day, head] of seals)
    later.take(sealOf({ number: number - 1, hash: '' }, [head], atNoon(day)))
  return later.months()
}

describe('months that left, held against the times of seals', () => {
  test('a seal that left is of the time before its month ended', () => {
    assert.deepEqual(foundBy([3, '2021-08-31', link(9)]), [])
    assert.deepEqual(foundBy([3, '2021-09-01', link(9)]), ['2021-08'])
    assert.deepEqual(foundBy([4, '2021-09-01', link(9)]), [])
  })

  test('a link that left came before the end of its month, and so after no seal that is later', () => {
    assert.deepEqual(foundBy([4, '2021-09-01', link(5)]), [])
    assert.deepEqual(foundBy([4, '2021-09-02', link(5)]), ['2021-08'])
    assert.deepEqual(foundBy([4, '2021-08-02', link(3)]), ['2021-07'])
    // The next link is of August, or is here.
    assert.deepEqual(foundBy([4, '2021-08-20', link(4)]), [])
    assert.deepEqual(foundBy([4, '2026-08-20', link(6)]), [])
    assert.deepEqual(foundBy([4, '2026-08-20', link(5, 'sandbox')]), [])
  })

  test('a clock that was ahead is told by a seal that came after it, and is before', () => {
    assert.deepEqual(foundBy([4, '2026-09-02', link(5)], [5, '2021-08-20', link(6)]), [])
    assert.deepEqual(foundBy([4, '2026-09-02', link(5)], [5, '2026-08-20', link(6)]), ['2021-08'])
  })
})
