import assert from 'node:assert/strict'
import { test } from 'vitest'
import { compareReports, readableChanges, type SectionComparison } from './compare-reports.ts'
import type { Members } from './report-members.ts'

const debt = (contractId: string, over: Members = {}): Members => ({
  occurrenceDate: '2026-03-10',
  contractId,
  creditorName: 'LOJA DE EXEMPLO',
  amount: '100.00',
  principal: 'true',
  ...over,
})

const withDebts = (items: readonly Members[], summary: Members = {}): Members => ({
  negativeData: {
    listingP: {
      listingPResponse: items,
      summary: { count: String(items.length), balance: `${items.length * 100}.00`, ...summary },
    },
  },
})

const list = 'listingPResponse'
const of = (sections: readonly SectionComparison[], name: string): SectionComparison =>
  sections.find(({ section }) => section === name) ?? assert.fail(`no ${name}`)

test('an item is added, gone, or changed with both values, and the totals say what it comes to', () => {
  const found = compareReports(
    withDebts([debt('1'), debt('2')]),
    withDebts([debt('3'), debt('2', { amount: '50.00' })], { balance: '150.00' }),
  )
  assert.deepEqual(found, [
    {
      section: 'listingP',
      isPartial: false,
      coverage: undefined,
      added: [{ list, item: debt('3') }],
      gone: [{ list, item: debt('1') }],
      changed: [{ list, before: debt('2'), after: debt('2', { amount: '50.00' }) }],
      fields: [],
      totals: { before: { count: '2', balance: '200.00' }, after: { count: '2', balance: '150.00' } },
    },
  ])
})

test('the order of items, and of their members, changes nothing', () => {
  const turned = Object.fromEntries(Object.entries(debt('1')).toReversed())
  const found = of(
    compareReports(withDebts([debt('1'), debt('2')]), withDebts([debt('2'), turned])),
    'listingP',
  )
  assert.deepEqual([found.added, found.gone, found.changed], [[], [], []])
})

test('equal items are paired as often as they come', () => {
  const twice = withDebts([debt('1'), debt('1')])
  const once = withDebts([debt('1')])
  assert.deepEqual(of(compareReports(twice, once), 'listingP').gone, [{ list, item: debt('1') }])
  assert.deepEqual(of(compareReports(once, twice), 'listingP').added, [{ list, item: debt('1') }])
  assert.deepEqual(of(compareReports(twice, twice), 'listingP').changed, [])
})

test('what one of the two does not know is neither added nor gone', () => {
  const failed = { negativeData: { listingP: { error: { code: 'source_timeout', message: 'Tarde.' } } } }
  for (const unknown of [failed, {}]) {
    for (const [before, after] of [
      [withDebts([debt('1')]), unknown],
      [unknown, withDebts([debt('1')])],
    ] as const) {
      const found = of(compareReports(before, after), 'listingP')
      assert.deepEqual([found.isPartial, found.added, found.gone, found.totals], [true, [], [], undefined])
    }
  }
})

test('of a list that was cut only what is newer than its last item is known', () => {
  const cut = withDebts([debt('9', { occurrenceDate: '2026-05-01' })], { count: '30', listed: '1' })
  const [newer, older] = [debt('1', { occurrenceDate: '2026-06-01' }), debt('2')]
  const added = of(compareReports(cut, withDebts([newer, older])), 'listingP')
  assert.deepEqual([added.isPartial, added.added], [true, [{ list, item: newer }]])
  const gone = of(compareReports(withDebts([newer, older]), cut), 'listingP')
  assert.deepEqual(gone.gone, [{ list, item: newer }])
})

test('particulars are compared by their path, and lists inside the registration item by item', () => {
  const found = of(
    compareReports(
      { registration: { consumerName: 'ANA', address: { city: 'RECIFE' }, phones: [{ phoneNumber: '1' }] } },
      { registration: { address: { city: 'OLINDA' }, statusDate: '2026-01-01', phones: [] } },
    ),
    'registration',
  )
  assert.deepEqual(found.fields, [
    { field: 'consumerName', before: 'ANA', after: undefined },
    { field: 'address.city', before: 'RECIFE', after: 'OLINDA' },
    { field: 'statusDate', before: undefined, after: '2026-01-01' },
  ])
  assert.deepEqual(found.gone, [{ list: 'phones', item: { phoneNumber: '1' } }])
})

test('a registration that failed in part says nothing of what it lacks', () => {
  const error = { code: 'source_timeout', message: 'Tarde.' }
  const found = of(
    compareReports(
      { registration: { consumerName: 'ANA', statusDate: '2026-01-01', phones: [{ phoneNumber: '1' }] } },
      { registration: { consumerName: 'ANA MARIA', error } },
    ),
    'registration',
  )
  assert.deepEqual(found.fields, [{ field: 'consumerName', before: 'ANA', after: 'ANA MARIA' }])
  assert.deepEqual([found.isPartial, found.gone], [true, []])
})

test('a partner that left and one that came are told apart by their documents', () => {
  const partners = (items: readonly Members[]): Members => ({
    QSAReport: { partnerCompleteReport: { partnersList: items, summary: { count: String(items.length) } } },
  })
  const found = of(
    compareReports(
      partners([{ documentId: '1', capital: '50.00' }, { documentId: '2' }]),
      partners([{ documentId: '1', capital: '60.00' }, { documentId: '3' }]),
    ),
    'QSAReport',
  )
  const of_ = 'partnerCompleteReport.partnersList'
  assert.deepEqual(found.changed, [
    {
      list: of_,
      before: { documentId: '1', capital: '50.00' },
      after: { documentId: '1', capital: '60.00' },
    },
  ])
  assert.deepEqual(found.gone, [{ list: of_, item: { documentId: '2' } }])
  assert.deepEqual(found.added, [{ list: of_, item: { documentId: '3' } }])
})

test('what may not be read on its side is not told, and what stood beside it does not pass for new', () => {
  const before = {
    ...withDebts([debt('1'), debt('2')]),
    registration: { consumerName: 'ANA', statusDate: '1' },
  }
  const after = {
    ...withDebts([debt('2', { amount: '50.00' }), debt('3')]),
    registration: { consumerName: 'ANA MARIA', statusDate: '2' },
  }
  // The first is paid, the amount of the second was wrong, and so was the name.
  const found = readableChanges(compareReports(before, after), {
    before: { ...withDebts([]), registration: { statusDate: '1' } },
    after,
  })
  const debts = of(found, 'listingP')
  assert.deepEqual([debts.added, debts.gone, debts.changed], [[{ list, item: debt('3') }], [], []])
  assert.deepEqual(of(found, 'registration').fields, [{ field: 'statusDate', before: '1', after: '2' }])
  // Two figures that differ by more than what is told would tell of the rest.
  assert.deepEqual(debts.totals, {
    before: { count: '1', balance: '100.00' },
    after: { count: '2', balance: '200.00' },
  })
})

test('totals are what they were while nothing is left out of them, and none where too little is known', () => {
  const [before, after] = [withDebts([debt('1')]), withDebts([debt('1'), debt('2')])]
  const compared = compareReports(before, after)
  assert.deepEqual(of(readableChanges(compared, { before, after }), 'listingP').totals, {
    before: { count: '1', balance: '100.00' },
    after: { count: '2', balance: '200.00' },
  })
  const cut = withDebts([debt('1')], { count: '30', listed: '1', balance: '3000.00' })
  const ofCut = readableChanges(compareReports(cut, after), { before: withDebts([]), after })
  assert.equal(of(ofCut, 'listingP').totals, undefined)
  const check = (count: string, balance: string, items: readonly Members[]): Members => ({
    negativeData: { check: { checkResponse: items, summary: { count, balance } } },
  })
  const checks = compareReports(
    check('1', '10.00', [{ checkNumber: '1' }]),
    check('1', '20.00', [{ checkNumber: '2' }]),
  )
  const told = readableChanges(checks, {
    before: check('0', '0.00', []),
    after: check('1', '20.00', [{ checkNumber: '2' }]),
  })
  assert.deepEqual(of(told, 'check').totals, {
    before: { count: '0' },
    after: { count: '1', balance: '20.00' },
  })
})

test('a list that a source is missing in never says that something went, nor that it came', () => {
  const error = { code: 'section_incomplete', message: 'x' }
  const inPart = (...items: readonly Members[]): Members => ({
    negativeData: { listingP: { listingPResponse: items, summary: { count: String(items.length) }, error } },
  })
  const [whole, part] = [withDebts([debt('1'), debt('2')]), inPart(debt('1', { amount: '90.00' }))]
  const later = of(compareReports(whole, part), 'listingP')
  assert.deepEqual(
    [later.gone, later.changed.length, later.isPartial, later.totals],
    [[], 1, true, undefined],
  )
  const earlier = of(compareReports(part, whole), 'listingP')
  assert.deepEqual([earlier.added, earlier.isPartial, earlier.totals], [[], true, undefined])
})

test('a month of consultations counts as many as it says, in the totals of what may be told too', () => {
  const month = (of: string, count: string): Members => ({ month: of, segment: 'VAREJO', count })
  const inquiry = (count: string, ...items: readonly Members[]): Members => ({
    facts: { inquiry: { inquiryResponse: items, summary: { count } } },
  })
  const before = inquiry('11', month('2026-11', '1'), month('2026-10', '6'), month('2025-10', '4'))
  const after = inquiry('10', month('2026-12', '7'), month('2026-11', '3'))
  // The oldest is past its year, and may not be read any more.
  const readable = inquiry('7', month('2026-11', '1'), month('2026-10', '6'))
  const { totals } = of(
    readableChanges(compareReports(before, after), { before: readable, after }),
    'inquiry',
  )
  assert.deepEqual(totals, { before: { count: '7' }, after: { count: '10' } })
})

test('reports with nothing in common, or nothing at all, compare', () => {
  assert.deepEqual(compareReports({}, {}), [])
  assert.deepEqual(compareReports({ more: { anything: ['x'] } }, {}), [])
})

const notCovered = { before: ['listingP'], after: [] }
const some = withDebts([debt('1')])
const partly = (items: readonly Members[]): Members => {
  const listingP = {
    ...((withDebts(items).negativeData as Members).listingP as Members),
    coverage: 'partial',
    creditors: '12',
  }
  return { negativeData: { listingP } }
}

test('a section that one side did not cover is not comparable, so nothing is added, gone or changed', () => {
  for (const [before, after, named, coverage] of [
    [{}, some, notCovered, { before: 'none', after: 'complete' }],
    [some, {}, { before: [], after: ['listingP'] }, { before: 'complete', after: 'none' }],
    [{}, {}, { before: ['listingP'], after: ['listingP'] }, { before: 'none', after: 'none' }],
    [{}, {}, notCovered, { before: 'none' }],
    [partly([debt('1')]), {}, { before: [], after: ['listingP'] }, { before: 'partial', after: 'none' }],
  ] as const) {
    const compared = compareReports(before, after, named)
    assert.deepEqual(compared, [
      {
        section: 'listingP',
        isPartial: true,
        coverage,
        added: [],
        gone: [],
        changed: [],
        fields: [],
        totals: undefined,
      },
    ])
    // This also applies to a reader who may see less today.
    assert.deepEqual(readableChanges(compared, { before: {}, after: {} }), compared)
  }
})

test('items missing from a partly covered side are neither gone nor added, and totals are not compared', () => {
  for (const [before, after] of [
    [some, partly([])],
    [partly([]), some],
    [partly([debt('1')]), partly([])],
  ] as const) {
    const found = of(compareReports(before, after), 'listingP')
    assert.deepEqual([found.isPartial, found.added, found.gone, found.totals], [true, [], [], undefined])
    assert.deepEqual(found.fields, [], 'coverage itself is no change')
  }
  const changed = of(compareReports(some, partly([debt('1', { amount: '50.00' })])), 'listingP')
  assert.equal(changed.changed.length, 1)
  const kept = of(compareReports(partly([debt('1')]), withDebts([])), 'listingP')
  assert.equal(kept.gone.length, 1, 'what the later one covers completely and does not have is gone')
})

test('items missing from a report saved before coverage was recorded are neither gone nor added', () => {
  const added = of(compareReports(withDebts([]), some, { before: undefined, after: [] }), 'listingP')
  assert.deepEqual([added.isPartial, added.added, added.totals], [true, [], undefined])
  const gone = of(compareReports(some, withDebts([]), { before: undefined, after: [] }), 'listingP')
  assert.equal(gone.gone.length, 1)
  const registered = compareReports(
    { registration: { consumerName: 'ANA' } },
    { registration: { consumerName: 'EVA' } },
    { before: undefined, after: undefined },
  )
  assert.equal(of(registered, 'registration').fields.length, 1)
})

test('a section is recognised by its name with and without Report', () => {
  for (const name of ['identification', 'identificationReport']) {
    const [found] = compareReports({}, {}, { before: [name], after: [] })
    assert.equal(found?.section, 'identificationReport')
  }
})
