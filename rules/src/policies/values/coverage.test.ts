import assert from 'node:assert/strict'
import type { Comparison, Policy } from '@lastro/contract/policies/policy.ts'
import { type NegativeKind, policyValueNames, policyValues } from '@lastro/contract/policies/policy-values.ts'
import { standingOf } from '@lastro/contract/reports/registration-standing.ts'
import { sectionName } from '@lastro/contract/reports/sections.ts'
import fc from 'fast-check'
import { describe, test } from 'vitest'
import { coveredLess } from '../../../testing/policies/any-coverage.ts'
import { anyComparison, anyPolicy } from '../../../testing/policies/any-policy.ts'
import type { Day } from '../../calendar/day.ts'
import { compilePolicy } from '../compile-policy.ts'
import { decide } from '../decide.ts'
import { exactly, from, isExact, type Span, unknown } from '../span.ts'
import { readingFor } from './report-reading.ts'
import { valueReader } from './value-reader.ts'

const numRuns = Number(process.env.LASTRO_TEST_ROUNDS ?? 1_000)
const common = { degradedSections: [], sent: {}, today: '2026-11-16' as Day }

const readOf = (
  of: Pick<Comparison, 'value' | 'of'>,
  report: object,
  notCoveredSections: readonly string[] = [],
) =>
  valueReader(of)(readingFor({ ...common, documentType: 'CNPJ', report: { ...report }, notCoveredSections }))

describe('values of a report with hidden parts', () => {
  const anyValue = fc.oneof(...policyValueNames.map(anyComparison))

  test('the bounds of a value contain what the whole report says', () => {
    fc.assert(
      fc.property(anyValue, coveredLess, (value, { truth, seen }) => {
        const read = valueReader(value)
        const [whole, less] = [read(readingFor(truth)), read(readingFor(seen))]
        assert.ok(contains(less, whole), `${text(less)} does not contain ${text(whole)}`)
      }),
      { numRuns: numRuns * 5 },
    )
  })

  test('no value is exact when a section it needs is not covered or covered in part', () => {
    fc.assert(
      fc.property(anyValue, coveredLess, (value, { seen, coverage }) => {
        const needed = neededBy(value)
        if (!needed.some((one) => coverage[one] !== 'complete')) return
        const span = valueReader(value)(readingFor(seen))
        assert.ok(!isExact(span) || isClosed(value, span), `${value.value} is ${text(span)}`)
      }),
      { numRuns: numRuns * 5 },
    )
  })

  test('a certain result of a rule also holds for the whole report', () => {
    fc.assert(
      fc.property(anyPolicy(), coveredLess, (policy, { truth, seen }) => {
        const compiled = compilePolicy(policy, '1')
        if (JSON.stringify(policy).includes('"known"')) return
        const [whole, less] = [decide(compiled, truth), decide(compiled, seen)]
        for (const [place, { holds }] of less.rules.entries())
          if (holds !== 'unknown') assert.equal(whole.rules[place]?.holds, holds, `rule ${place}`)
      }),
      { numRuns },
    )
  })
})

/** Every section that a value adds up or reads; of two alternatives, the first. */
function neededBy({ value, of }: Comparison): readonly string[] {
  if (value.startsWith('negative'))
    return of?.kinds ?? ['listingP', 'listingR', 'collectionRecords', 'check', 'notary']
  const sections = policyValues[value].sections.map(sectionName)
  return value === 'company.ageMonths' || value === 'registration.state' ? sections.slice(0, 1) : sections
}

/** No standing is more serious, so no other source could change it. */
const isClosed = ({ value }: Comparison, { least }: Span): boolean =>
  value === 'registration.status' && policyValues[value].choices[least] === standingOf('BAIXADA')

const contains = (wide: Span, narrow: Span): boolean => wide.least <= narrow.least && wide.most >= narrow.most
const text = ({ least, most }: Span): string => `${least}…${most}`

const listingP = (more: object = {}) => ({
  listingPResponse: [{ occurrenceDate: '2026-11-01', amount: '50000.00', creditorName: 'LOJA' }],
  summary: { count: '1', balance: '50000.00' },
  ...more,
})
const empty = (kind: string, more: object = {}) => ({
  [`${kind}Response`]: [],
  summary: { count: '0', balance: '0.00' },
  ...more,
})
const partial = { coverage: 'partial' }

describe('a section that is covered in part', () => {
  test('says "at least", with filters too', () => {
    const report = { negativeData: { listingP: listingP(partial) } }
    const kinds: NegativeKind[] = ['listingP']
    const count = (of: object) => readOf({ value: 'negative.count', of: { kinds, ...of } }, report)
    assert.deepEqual(count({}), from(1))
    assert.deepEqual(count({ withinDays: 30 }), from(1))
    assert.deepEqual(count({ olderThanDays: 30 }), from(0))
    assert.deepEqual(count({ creditors: ['Outra'] }), from(0))
    assert.deepEqual(readOf({ value: 'negative.sum', of: { kinds } }, report), from(5_000_000))
    assert.deepEqual(
      readOf({ value: 'negative.sum', of: { kinds, amountFrom: '60000.00' } }, report),
      from(0),
    )
  })

  test('is unknown, not zero, when it is empty', () => {
    for (const kind of ['listingP', 'check'] as const) {
      const report = { negativeData: { [kind]: empty(kind, partial) } }
      assert.deepEqual(readOf({ value: 'negative.count', of: { kinds: [kind] } }, report), from(0))
      assert.deepEqual(readOf({ value: 'negative.sum', of: { kinds: [kind] } }, report), from(0))
    }
    assert.deepEqual(
      readOf({ value: 'sanctions.count' }, { sanctions: empty('sanctions', partial) }),
      from(0),
    )
    assert.deepEqual(
      readOf({ value: 'publicDebt.sum' }, { publicDebt: empty('publicDebt', partial) }),
      from(0),
    )
  })

  test('makes every other figure a lower bound, and a choice unknown unless it is the most serious', () => {
    const people = (restrictionSign?: string) => ({
      QSAReport: { partnerCompleteReport: { partnersList: [{ restrictionSign }] }, ...partial },
    })
    assert.deepEqual(readOf({ value: 'partners.restricted' }, people('true')), from(1))
    assert.deepEqual(readOf({ value: 'partners.restricted' }, people('false')), from(0))
    assert.deepEqual(readOf({ value: 'partners.restricted' }, people()), from(0))
    assert.deepEqual(
      readOf(
        { value: 'company.capital' },
        { QSAReport: { companyData: { socialCapitalValue: '1.50' }, ...partial } },
      ),
      from(150),
    )
    assert.deepEqual(readOf({ value: 'score' }, { score: { score: '612', ...partial } }), from(612))
    const inquiry = {
      inquiryResponse: [{ month: '2026-11', count: '2' }],
      summary: { count: '2' },
      ...partial,
    }
    assert.deepEqual(
      readOf({ value: 'consultations.count', of: { withinDays: 30 } }, { facts: { inquiry } }),
      from(2),
    )
    const status = (statusRegistration: string) =>
      readOf({ value: 'registration.status' }, { registration: { statusRegistration, ...partial } })
    assert.deepEqual(status('ATIVA'), unknown)
    assert.deepEqual(status('BAIXADA'), exactly(0))
  })
})

describe('a section that is not covered', () => {
  test('is unknown alone, and makes a sum over several "at least"', () => {
    const report = { negativeData: { listingP: listingP() } }
    assert.deepEqual(readOf({ value: 'negative.sum', of: { kinds: ['check'] } }, {}, ['check']), unknown)
    assert.deepEqual(readOf({ value: 'negative.sum' }, report, ['check', 'notary']), from(5_000_000))
    assert.deepEqual(
      readOf({ value: 'negative.sum', of: { kinds: ['listingP'] } }, report, ['check']),
      exactly(5_000_000),
    )
  })

  test('prevents the other register from counting, unless that one says closed', () => {
    const status = (statusRegistration: string, notCovered: readonly string[]) =>
      readOf({ value: 'registration.status' }, { registration: { statusRegistration } }, notCovered)
    assert.deepEqual(status('ATIVA', []), exactly(2))
    assert.deepEqual(status('ATIVA', ['identificationReport']), unknown)
    assert.deepEqual(status('ATIVA', ['identification']), unknown)
    assert.deepEqual(status('BAIXADA', ['identificationReport']), exactly(0))
    const since = { registration: { foundationDate: '2025-11-16' } }
    assert.deepEqual(readOf({ value: 'company.ageMonths' }, since), exactly(12))
    assert.deepEqual(readOf({ value: 'company.ageMonths' }, since, ['identificationReport']), unknown)
  })
})

describe('a decision', () => {
  const policy = (when: object, of: Partial<Policy> = {}) =>
    compilePolicy(
      {
        name: 'shop',
        title: { pt: 'Loja', en: 'Shop' },
        documentTypes: ['CNPJ'],
        report: { product: 'relatorioBasico' },
        rules: [
          {
            id: 'debts',
            when: when as Comparison,
            outcome: 'decline',
            whenUnknown: 'review',
            reason: { pt: 'Dívidas.', en: 'Debts.' },
          },
        ],
        otherwise: { outcome: 'approve', reason: { pt: 'Nada impede.', en: 'Nothing is in the way.' } },
        ...of,
      },
      '1',
    )
  const decided = (when: object, negativeData: object, notCoveredSections: readonly string[] = []) =>
    decide(policy(when), { ...common, documentType: 'CNPJ', report: { negativeData }, notCoveredSections })

  test('a known R$ 50.000,00 declines above R$ 1.000,00, and never proves "at most"', () => {
    const [above, atMost] = [
      { value: 'negative.sum', above: '1000.00' },
      { value: 'negative.sum', atMost: '60000.00' },
    ]
    const shown = { listingP: listingP(partial) }
    const others = ['listingR', 'collectionRecords', 'check', 'notary']
    assert.equal(decided(above, shown, others).outcome, 'decline')
    assert.equal(decided(atMost, shown, others).rules[0]?.holds, 'unknown')
    assert.equal(decided({ not: atMost }, shown, others).rules[0]?.holds, 'unknown')
  })

  test('names uncovered and partly covered sections, which are not failures', () => {
    const debts = { value: 'negative.count', of: { kinds: ['listingP', 'check', 'notary'] }, above: 0 }
    const decision = decided(debts, { listingP: empty('listingP', partial), notary: empty('notary') }, [
      'check',
      'score',
    ])
    assert.deepEqual([decision.outcome, decision.decidedBy, decision.failedSections], ['review', 'debts', []])
    assert.deepEqual([decision.notCoveredSections, decision.partlyCoveredSections], [['check'], ['listingP']])
    assert.deepEqual(
      decision.rules[0]?.values[0]?.from.map(({ section, answer }) => `${section} ${answer}`),
      ['listingP partial', 'check notCovered', 'notary answered'],
    )
  })

  test('shows an empty partial section as unknown, and covered sections as "at least"', () => {
    const count = (kinds: readonly string[]) => ({ value: 'negative.count', of: { kinds }, above: 0 })
    const part = { listingP: empty('listingP', partial) }
    const seen = (kinds: readonly string[], data: object) =>
      decided(count(kinds), data, ['check']).rules[0]?.values[0]
    assert.equal(seen(['listingP', 'check'], part)?.seen, 'unknown')
    assert.equal(seen(['check'], {})?.seen, 'unknown')
    const mixed = seen(['notary', 'check'], { notary: empty('notary') })
    assert.deepEqual([mixed?.seen, mixed?.atLeast, mixed?.atMost], ['bounds', '0', undefined])
  })
})
