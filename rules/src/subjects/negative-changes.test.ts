import assert from 'node:assert/strict'
import type { Subject } from '@lastro/contract/reports/subject.ts'
import { cheque, debt, manyDebts, protest } from '@lastro/service/features/sandbox/invented.ts'
import { test } from 'vitest'
import type { Day } from '../calendar/day.ts'
import type { HeldDebt } from '../reports/merging/held-here.ts'
import { negativeChanges } from './negative-changes.ts'

const today = '2026-03-10' as Day
const documento = '52998224725'
const lately = '2026-02-02' as Day

type Facts = Omit<Subject, 'documento'>
type Over = { readonly document?: string; readonly day?: Day; readonly held?: readonly HeldDebt[] }
const changes = (before: Facts | undefined, after: Facts, over: Over = {}) => {
  const of = (facts: Facts): Subject => ({ documento: over.document ?? documento, ...facts })
  return negativeChanges(
    { subject: before && of(before), day: over.day ?? today },
    { subject: of(after), day: today },
    over.held ?? [],
  )
}
const eventsOf = (told: ReturnType<typeof changes>) =>
  told.map(({ event, data }) => `${event} ${data.negative?.summary.count}`)

test('debts, cheques and protests that come and go are told, each as a report shows it', () => {
  const negative = {
    negativeItems: [debt('listingP', lately)],
    cheques: [cheque(lately)],
    protests: [protest('2026-03-09' as Day)],
  }
  const [added, ...more] = changes(undefined, negative)
  assert.deepEqual(more, [])
  assert.equal(added?.event, 'negative.added')
  assert.deepEqual(added?.data, {
    on: today,
    negative: {
      items: [
        {
          section: 'notary',
          occurrenceDate: '2026-03-09',
          amount: '2780.90',
          officeNumber: '01',
          city: 'CAMPINAS',
          federalUnit: 'SP',
        },
        {
          section: 'check',
          occurrenceDate: lately,
          alinea: '12',
          bankId: '999',
          bankName: 'BANCO INVENTADO SA',
          bankAgencyId: '0001',
          checkNumber: '000123',
          checkCount: '1',
          city: 'CAMPINAS',
          federalUnit: 'SP',
        },
        {
          section: 'listingP',
          legalNatureId: 'CD',
          occurrenceDate: lately,
          legalNature: 'CREDIARIO',
          contractId: 'CTR-0001',
          creditorName: 'LOJA FICTICIA DE MOVEIS LTDA',
          amount: '1520.33',
          legalSquare: 'CAMPINAS',
          principal: 'true',
          flagSubJudice: 'false',
        },
      ],
      summary: { count: '3', balance: '4651.23' },
    },
  })
  assert.deepEqual(eventsOf(changes(negative, {})), ['negative.removed 3'])
})

test('the same in another order is no change, and neither is another notice', () => {
  const [one, other] = [debt('listingP', lately), debt('listingR', lately)]
  const again = { ...one, notifiedBy: 'OUTRO BIRO SA', notifiedOn: '2026-02-03' }
  assert.deepEqual(changes({ negativeItems: [one, other] }, { negativeItems: [other, again] }), [])
})

test('one that changed went and came, in this order; two that are alike are two', () => {
  const one = debt('listingP', lately)
  const lower = { ...one, amount: '10.00' }
  assert.deepEqual(eventsOf(changes({ negativeItems: [one] }, { negativeItems: [lower] })), [
    'negative.removed 1',
    'negative.added 1',
  ])
  assert.deepEqual(eventsOf(changes({ negativeItems: [one] }, { negativeItems: [one, one] })), [
    'negative.added 1',
  ])
  assert.deepEqual(eventsOf(changes({ negativeItems: [one, one] }, { negativeItems: [one] })), [
    'negative.removed 1',
  ])
})

test('another amount of a cheque changes its summary, which a report shows, and is told without the amount', () => {
  const told = changes({ cheques: [cheque(lately)] }, { cheques: [cheque(lately, { amount: '1.00' })] })
  assert.deepEqual(
    told.map(({ data }) => data.negative?.summary.balance),
    ['350.00', '1.00'],
  )
  assert.ok(!JSON.stringify(told.map(({ data }) => data.negative?.items)).includes('amount'))
})

test('what nobody may read makes no difference, until it may be read', () => {
  const noticed = debt('listingP', lately)
  const { notifiedBy, notifiedOn, ...unnoticed } = noticed
  const running = { ...noticed, notifiedOn: '2026-03-01' }
  const lapsed = debt('listingP', '2021-03-09' as Day)
  for (const one of [
    unnoticed,
    { ...unnoticed, notifiedBy },
    { ...unnoticed, notifiedOn },
    running,
    lapsed,
  ]) {
    assert.deepEqual(changes(undefined, { negativeItems: [one] }), [])
    assert.deepEqual(changes({ negativeItems: [one] }, {}), [])
  }
  for (const one of [unnoticed, running]) {
    assert.deepEqual(eventsOf(changes({ negativeItems: [one] }, { negativeItems: [noticed] })), [
      'negative.added 1',
    ])
    assert.deepEqual(eventsOf(changes({ negativeItems: [noticed] }, { negativeItems: [one] })), [
      'negative.removed 1',
    ])
  }
})

test('what the days between two loads have done is told with the second', () => {
  const negativeItems = [
    debt('listingP', '2021-03-09' as Day, { contractId: 'OLD' }),
    debt('listingP', lately, { contractId: 'NEW', notifiedOn: '2026-02-26' }),
  ]
  const told = changes({ negativeItems }, { negativeItems }, { day: '2026-03-09' as Day })
  assert.deepEqual(
    told.map(({ event, data }) => `${event} ${data.negative?.items[0]?.contractId}`),
    ['negative.removed OLD', 'negative.added NEW'],
  )
})

test('the state of a debt is told of a company, whose reports show it, and of nobody else', () => {
  const negativeItems = [debt('listingP', lately)]
  const stateOf = (document: string) =>
    changes(undefined, { negativeItems }, { document })[0]?.data.negative?.items[0]?.federalUnit
  assert.equal(stateOf('11222333000181'), 'SP')
  assert.equal(stateOf(documento), undefined)
})

test('a list shows the newest 25, and its summary counts all', () => {
  const [added] = changes(undefined, { negativeItems: manyDebts('listingP', today, 40) })
  assert.equal(added?.data.negative?.items.length, 25)
  assert.equal(added?.data.negative?.summary.count, '40')
  assert.equal(added?.data.negative?.summary.listed, '25')
})

test('a debt that has a listing here neither comes nor goes by a load; cheques and protests do', () => {
  const held = [{ creditorName: 'Loja Fictícia de Móveis', contractId: 'CTR / 1' }]
  const own = { negativeItems: [debt('listingR', lately)] }
  const more = { ...own, cheques: [cheque(lately)], protests: [protest(lately)] }
  assert.deepEqual(eventsOf(changes(undefined, own)), ['negative.added 1'])
  assert.deepEqual(changes(undefined, own, { held }), [])
  assert.deepEqual(changes(own, {}, { held }), [])
  assert.deepEqual(eventsOf(changes(own, more, { held })), ['negative.added 2'])
  const other = { negativeItems: [...own.negativeItems, debt('listingP', lately, { contractId: '2' })] }
  assert.deepEqual(eventsOf(changes(own, other, { held })), ['negative.added 1'])
})
