import assert from 'node:assert/strict'
import { describe, test } from 'vitest'
import { at, done, someDebt, toldBy } from '../../testing/listings/some-debt.ts'
import type { Day } from '../calendar/day.ts'
import type { Debt } from './listing.ts'
import { decideRelease, type Release } from './release.ts'

describe('a guarantor that is released', () => {
  const moment = at('2026-12-01')
  const after = (debt: Debt, release: Release) => {
    const { principal, guarantors } = done(decideRelease(debt, 'g1', release, moment))
    return {
      principal: toldBy(principal),
      guarantor: guarantors.flatMap(toldBy),
      paidOn: principal.listing.paidOn,
    }
  }

  test('as paid, has paid the whole debt: the principal’s is paid on that day, and says by whom', () => {
    for (const reason of ['01', '20', '23'] as const)
      assert.deepEqual(after(someDebt({}, {}), { reason }), {
        principal: ['2026-12-01 paid published client:c g1'],
        guarantor: [`2026-12-01 released released client:c ${reason}`],
        paidOn: '2026-12-01',
      })
  })

  test('with the day of a payment, has paid it too, whatever the reason', () => {
    assert.deepEqual(after(someDebt({}, {}), { reason: '03', paidOn: '2026-11-28' }), {
      principal: ['2026-11-28 paid published client:c g1'],
      guarantor: ['2026-12-01 released released client:c 03'],
      paidOn: '2026-11-28',
    })
  })

  test('for another reason, leaves the principal’s as it is', () => {
    const { principal, paidOn } = after(someDebt({}, {}), { reason: '03' })
    assert.deepEqual([principal, paidOn], [[], undefined])
  })

  test('of a debt that was paid before, is released, and the day of that payment stays', () => {
    const paid = someDebt({ paidOn: '2026-11-28' as Day }, {})
    assert.deepEqual(after(paid, { reason: '01' }), {
      principal: [],
      guarantor: ['2026-12-01 released released client:c 01'],
      paidOn: '2026-11-28',
    })
  })
})
