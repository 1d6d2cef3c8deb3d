import assert from 'node:assert/strict'
import type { Policy } from '@lastro/contract/policies/policy.ts'
import fc from 'fast-check'
import { test } from 'vitest'
import { coveredLess } from '../../testing/policies/any-coverage.ts'
import { anyPolicy } from '../../testing/policies/any-policy.ts'
import type { Day } from '../calendar/day.ts'
import { compilePolicy } from './compile-policy.ts'
import { type DecidedAgain, type DecidedBefore, decideAgain } from './decide-again.ts'
import type { DecisionInputs } from './decision-inputs.ts'

const numRuns = Number(process.env.LASTRO_TEST_ROUNDS ?? 1_000)

const policy: Policy = {
  name: 'shop',
  title: { pt: 'Loja', en: 'Shop' },
  documentTypes: ['CPF'],
  report: { product: 'relatorioBasico' },
  rules: [
    {
      id: 'debts',
      when: { value: 'negative.sum', of: { kinds: ['listingP', 'check'] }, above: '500.00' },
      outcome: 'decline',
      whenUnknown: 'review',
      reason: { pt: 'Dívidas.', en: 'Debts.' },
    },
  ],
  otherwise: { outcome: 'approve', reason: { pt: 'Nada impede.', en: 'Nothing is in the way.' } },
}

/** The sum of each section in the report, with "partial" before it if partly covered; undefined if uncovered. */
type Shown = Readonly<Record<'listingP' | 'check', string | undefined>>

function inputsOf(shown: Shown): DecisionInputs {
  const entries = Object.entries(shown)
  const section = (kind: string, text: string) => {
    const balance = text.replace('partial ', '')
    const count = balance === '0.00' ? '0' : '1'
    const part = balance === text ? {} : { coverage: 'partial' }
    return { ...(count === '0' && { [`${kind}Response`]: [] }), summary: { count, balance }, ...part }
  }
  const covered = entries.flatMap(([kind, text]) => (text === undefined ? [] : [[kind, section(kind, text)]]))
  return {
    documentType: 'CPF',
    report: { negativeData: Object.fromEntries(covered) },
    degradedSections: [],
    notCoveredSections: entries.flatMap(([kind, text]) => (text === undefined ? [kind] : [])),
    sent: {},
    today: '2026-11-16' as Day,
  }
}

const saved = (
  { decision, coverage, earlierStands }: DecidedAgain,
  before?: DecidedBefore,
): DecidedBefore => ({
  outcome: earlierStands && before !== undefined ? before.outcome : decision.outcome,
  coverage,
})

/**
 * Runs in sequence, each compared with the outcome saved by the one before: the saved outcome, with `!` if it is news.
 */
function runs(...all: readonly Shown[]): readonly string[] {
  let before: DecidedBefore | undefined
  return all.map((shown) => {
    const again = decideAgain(compilePolicy(policy, '1'), inputsOf(shown), before)
    before = saved(again, before)
    return `${before.outcome}${again.isNews ? '!' : ''}`
  })
}

const clean: Shown = { listingP: '0.00', check: '0.00' }
const withoutCheck: Shown = { listingP: '0.00', check: undefined }

test('the end of coverage keeps the decision, and a debt that appears when it returns is news', () => {
  assert.deepEqual(runs(clean, withoutCheck, clean), ['approve', 'approve', 'approve'])
  assert.deepEqual(runs(clean, withoutCheck, { listingP: '600.00', check: '0.00' }), [
    'approve',
    'approve',
    'decline!',
  ])
  const partly: Shown = { listingP: 'partial 0.00', check: '0.00' }
  assert.deepEqual(runs(clean, partly, { listingP: '600.00', check: '0.00' }), [
    'approve',
    'approve',
    'decline!',
  ])
})

test('an outcome that is certain without the lost coverage is news', () => {
  assert.deepEqual(runs(clean, withoutCheck, { listingP: '600.00', check: undefined }), [
    'approve',
    'approve',
    'decline!',
  ])
  assert.deepEqual(runs(clean, { listingP: '600.00', check: undefined }), ['approve', 'decline!'])
  // From then on, the decision is based on the current coverage.
  assert.deepEqual(runs(clean, { listingP: '600.00', check: undefined }, withoutCheck), [
    'approve',
    'decline!',
    'review!',
  ])
})

test('coverage that begins changes the saved decision without news', () => {
  const indebted: Shown = { listingP: '0.00', check: '900.00' }
  assert.deepEqual(runs(withoutCheck, indebted), ['review', 'decline'])
  assert.deepEqual(runs(withoutCheck, clean), ['review', 'approve'])
  assert.deepEqual(runs(withoutCheck, clean, indebted), ['review', 'approve', 'decline!'])
  assert.deepEqual(runs({ listingP: 'partial 0.00', check: '0.00' }, { listingP: '900.00', check: '0.00' }), [
    'review',
    'decline',
  ])
  // A debt in a section that was covered throughout decides alone.
  assert.deepEqual(runs(withoutCheck, { listingP: '600.00', check: '0.00' }), ['review', 'decline!'])
})

test('coverage that moves from one section to another is no news', () => {
  const withoutListings: Shown = { listingP: undefined, check: '0.00' }
  assert.deepEqual(runs(withoutCheck, withoutListings, withoutCheck), ['review', 'review', 'review'])
  assert.deepEqual(runs(clean, withoutCheck, withoutListings, clean), [
    'approve',
    'approve',
    'approve',
    'approve',
  ])
})

test('a decision saved before coverage existed counts as completely covered', () => {
  const compiled = compilePolicy(policy, '1')
  const before = { outcome: 'approve', coverage: undefined } as const
  const again = decideAgain(compiled, inputsOf(withoutCheck), before)
  assert.deepEqual([again.isNews, again.earlierStands, again.decision.outcome], [false, true, 'review'])
  assert.deepEqual(again.coverage, { listingP: 'complete', check: 'complete' })
})

test('the same facts are never news, under any coverage and in either order', () => {
  fc.assert(
    fc.property(anyPolicy(), coveredLess, (any, { truth, seen }) => {
      const compiled = compilePolicy(any, '1')
      for (const [first, second] of [
        [truth, seen],
        [seen, truth],
      ] as const) {
        const before = saved(decideAgain(compiled, first, undefined))
        const again = decideAgain(compiled, second, before)
        assert.equal(again.isNews, false, `${before.outcome} became ${again.decision.outcome}`)
      }
    }),
    { numRuns },
  )
})
