import assert from 'node:assert/strict'
import { describe, test } from 'vitest'
import { at, done, someDebt, toldBy } from '../../testing/listings/some-debt.ts'
import { type Day, startOfDayMs } from '../calendar/day.ts'
import { type Debt, type Dispute, draftsOf, type Listing } from './listing.ts'
import { tellReaders } from './readers.ts'
import { decideRelease, guarantorsFollow } from './release.ts'
import { caughtUp, debtCaughtUp } from './time.ts'
import { isVisible } from './visible.ts'

const disputedOn = (openedOn: string, dueOn: string): Dispute => ({
  statement: 'não é minha',
  openedOn: openedOn as Day,
  dueOn: dueOn as Day,
  isOverdue: false,
  outcome: undefined,
  answer: undefined,
})

describe('a dispute that nobody answers', () => {
  test('ends the listing with all that was said of it', () => {
    const dispute = disputedOn('2026-12-01', '2026-12-08')
    const { principal } = debtCaughtUp(someDebt({ dispute }), at('2026-12-12'))
    assert.deepEqual(toldBy(principal), [
      '2026-12-09 dispute_overdue published bureau -',
      '2026-12-12 released released bureau 45',
    ])
    assert.deepEqual(principal.listing.dispute, { ...dispute, isOverdue: true, outcome: 'unanswered' })
  })

  test('hides it after ten days where holidays make five business days the longer', () => {
    // From Christmas Eve five business days end on 4 January, and ten days on the 3rd.
    const dispute = disputedOn('2026-12-24', '2027-01-04')
    const { principal } = someDebt({ dispute })
    assert.equal(isVisible(principal.listing, undefined, '2027-01-03' as Day), true)
    assert.equal(isVisible(principal.listing, undefined, '2027-01-04' as Day), false)
    assert.deepEqual(caughtUp(principal, at('2027-01-03')).entries, [])
    const ended = caughtUp(principal, at('2027-01-04'))
    assert.deepEqual(toldBy(ended), ['2027-01-04 released released bureau 45'])
    assert.equal(ended.listing.dispute?.isOverdue, true)
  })
})

describe('a guarantor whose principal time has ended', () => {
  const waiting = (publishOn: string): Partial<Listing> => ({
    state: 'waiting',
    publishOn: publishOn as Day,
    publishedOn: undefined,
  })
  const lapsingAfter = (expiresOn: string): Partial<Listing> => ({ expiresOn: expiresOn as Day })
  const disputed = { dispute: disputedOn('2026-12-01', '2026-12-08') }

  /** The principal ends on 12 December. */
  const cases: readonly (readonly [string, Partial<Listing>, readonly string[]])[] = [
    [
      'was shown from the day before',
      waiting('2026-12-11'),
      ['2026-12-11 published published bureau -', '2026-12-12 released released bureau 45'],
    ],
    ['is never shown from that day on', waiting('2026-12-12'), ['2026-12-12 withdrawn withdrawn bureau 45']],
    ['is never shown afterwards', waiting('2026-12-13'), ['2026-12-12 withdrawn withdrawn bureau 45']],
    ['lapses by itself the day before', lapsingAfter('2026-12-10'), ['2026-12-11 expired expired bureau 97']],
    ['lapses by itself on that day', lapsingAfter('2026-12-11'), ['2026-12-12 expired expired bureau 97']],
    [
      'goes with it where it would lapse afterwards',
      lapsingAfter('2026-12-12'),
      ['2026-12-12 released released bureau 45'],
    ],
  ]
  for (const [name, guarantor, expected] of cases) {
    test(name, () => {
      for (const day of ['2026-12-13', '2032-01-01']) {
        const [caught] = debtCaughtUp(someDebt(disputed, guarantor), at(day)).guarantors
        assert.deepEqual(caught && toldBy(caught), expected, day)
      }
    })
  }

  test('lapses with it, and each is recorded when somebody looks', () => {
    const late = at('2031-06-01')
    const lapsed = draftsOf(debtCaughtUp(someDebt({}, {}), late))
    for (const draft of lapsed) assert.deepEqual(toldBy(draft), ['2031-03-11 expired expired bureau 97'])
    const released = draftsOf(debtCaughtUp(someDebt(disputed, waiting('2026-12-11')), late))
    const recorded = [...lapsed, ...released].flatMap(({ entries }) => entries.map(({ atMs }) => atMs))
    assert.deepEqual([...new Set(recorded)], [late.nowMs])
  })

  test('goes with a principal that lapses before it', () => {
    const { guarantors } = debtCaughtUp(someDebt(lapsingAfter('2026-12-11'), {}), at('2026-12-31'))
    assert.deepEqual(guarantors.map(toldBy), [['2026-12-12 released released bureau 97']])
  })

  test('stays while it stands: what fell due of the one before stops nothing of the other', () => {
    const debt = someDebt(waiting('2026-12-01'), waiting('2026-12-03'))
    const shown = debtCaughtUp(debt, at('2026-12-03'))
    assert.deepEqual(draftsOf(shown).map(toldBy), [
      ['2026-12-01 published published bureau -'],
      ['2026-12-03 published published bureau -'],
    ])
  })

  test('stays as it ended where both ended before', () => {
    const debt = someDebt({ state: 'released', release: '03' }, { state: 'released', release: '03' })
    assert.deepEqual(debtCaughtUp(debt, at('2026-12-03')), debt)
  })
})

describe('until when a guarantor could be read, for whoever begins to watch', () => {
  const told = { shown: undefined, untilMs: undefined, isOver: false }
  const untilOf = (debt: Debt) => {
    const { tellings } = tellReaders(draftsOf(debt))
    return Object.fromEntries(
      tellings.map(({ listing, event, untilMs }) => [`${listing.id} ${event}`, untilMs]),
    )
  }

  test('until the last moment before the day on which time ended its principal', () => {
    const lastMs = startOfDayMs('2026-12-12' as Day) - 1
    const lapsing = someDebt({ told, expiresOn: '2026-12-11' as Day }, { told })
    assert.deepEqual(untilOf(debtCaughtUp(lapsing, at('2026-12-20'))), {
      'l1 listing.expired': lastMs,
      'g1 listing.released': lastMs,
    })
  })

  test('until the very moment at which somebody ended its principal', () => {
    const moment = at('2026-12-12')
    const released = done(decideRelease(someDebt({ told }, { told }), undefined, { reason: '45' }, moment))
    const ended = guarantorsFollow(debtCaughtUp(released, moment), moment)
    assert.deepEqual(untilOf(ended), {
      'l1 listing.released': moment.nowMs,
      'g1 listing.released': moment.nowMs,
    })
  })
})
