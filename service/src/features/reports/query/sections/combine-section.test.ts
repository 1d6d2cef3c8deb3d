import assert from 'node:assert/strict'
import type { Day } from '@lastro/rules/calendar/day.ts'
import { test } from 'vitest'
import type { Precedence } from '../../precedence.ts'
import { copyIn, failed, nothing, type SectionAnswer, withheld } from '../../source.ts'
import { combineSection } from './combine-section.ts'

const sources = ['own', 'public']
const first: Precedence = { rule: 'first', sources }
const newest: Precedence = { rule: 'newest', sources, datedBy: ['companyData', 'updateDate'] }
const united: Precedence = { rule: 'united', sources, sameBy: ['companyDocument'], newestBy: 'sinceDate' }

const snapshotDay = '2026-10-11' as Day
const own = (value: object) => ({ kind: 'found', text: JSON.stringify(value) }) as const
const dated = (updateDate: string) => own({ companyData: { updateDate } })
const open: SectionAnswer = { kind: 'found', text: '{"from":"public"}', asOf: snapshotDay }
const openNothing: SectionAnswer = { kind: 'nothing', asOf: snapshotDay }
const down = failed('source_unavailable')

const combine = (rule: Precedence, ours: SectionAnswer, theirs: SectionAnswer, wholeLists = false) =>
  combineSection(
    rule,
    [
      { source: 'own', answer: ours },
      { source: 'public', answer: theirs },
    ],
    { wholeLists, today: snapshotDay, held: [] },
  )

test('what one source has is shown, whatever the rule, and nothing only when all have nothing', () => {
  const list = own({ partnershipResponse: [{ companyDocument: '1' }], summary: { count: '1' } })
  for (const rule of [first, newest, united]) {
    assert.deepEqual(combine(rule, list, openNothing).answer, list)
    assert.deepEqual(combine(rule, nothing, list).answer, list)
    const none = combine(rule, nothing, openNothing)
    assert.deepEqual(none, { answer: nothing, from: 'own@2026-10-11+public@2026-10-11', isDoubtful: false })
  }
})

test('a failure is never told as nothing on file', () => {
  for (const rule of [first, newest, united]) {
    assert.deepEqual(combine(rule, nothing, down), { answer: down, from: '', isDoubtful: false })
    assert.deepEqual(combine(rule, down, openNothing), { answer: down, from: '', isDoubtful: false })
  }
})

test('what one source withholds is not nothing on file, and hides nothing that another found', () => {
  for (const rule of [first, newest, united]) {
    const absent = { answer: withheld, from: '', isDoubtful: false }
    assert.deepEqual(combine(rule, nothing, withheld), absent)
    assert.deepEqual(combine(rule, withheld, openNothing), absent)
    assert.deepEqual(combine(rule, withheld, withheld), absent)
    assert.deepEqual(combine(rule, withheld, down).answer, down)
    const list = own({ partnershipResponse: [{ companyDocument: '1' }], summary: { count: '1' } })
    assert.deepEqual(combine(rule, list, withheld), {
      answer: list,
      from: 'own@2026-10-11',
      isDoubtful: false,
    })
  }
})

test('the first wins by its place, and the newest by its date; an undated one stays in its place', () => {
  assert.equal(combine(first, dated('1999-01-01'), open).from, 'own@2026-10-11')
  assert.equal(combine(newest, dated('2026-10-10'), open).from, 'public@2026-10-11')
  assert.equal(combine(newest, dated('2026-10-11'), open).from, 'own@2026-10-11')
  assert.equal(combine(newest, dated('2026-10-12'), open).from, 'own@2026-10-11')
  assert.equal(combine(newest, own({ companyData: {} }), open).from, 'own@2026-10-11')
  assert.equal(combine(newest, own({}), open).from, 'own@2026-10-11')
})

test('an answer is doubtful where a source that failed could have had a newer one', () => {
  assert.equal(combine(newest, dated('2026-10-10'), down).isDoubtful, true)
  assert.equal(combine(newest, own({}), down).isDoubtful, false)
  assert.equal(combine(first, dated('2026-10-10'), down).isDoubtful, false)
  for (const rule of [first, newest]) {
    const { answer, from, isDoubtful } = combine(rule, down, open)
    assert.deepEqual(
      { answer, from, isDoubtful },
      { answer: open, from: 'public@2026-10-11', isDoubtful: true },
    )
  }
})

const companies = (...all: readonly (readonly [string, string?])[]) =>
  own({
    partnershipResponse: all.map(([companyDocument, sinceDate]) => ({
      companyDocument,
      ...(sinceDate !== undefined && { sinceDate }),
    })),
    summary: { count: String(all.length) },
  })

const readList = ({ answer }: ReturnType<typeof combine>) => {
  assert.ok(answer.kind === 'found')
  const { partnershipResponse, summary } = JSON.parse(answer.text)
  return {
    documents: partnershipResponse.map((one: { companyDocument: string }) => one.companyDocument),
    summary,
  }
}

test('a union shows each thing once, as the first tells it, the newest first, and counts it once', () => {
  const ours = companies(['B', '2024-01-01'], ['A'])
  const theirs = { ...companies(['C', '2025-01-01'], ['B', '2020-01-01']), asOf: snapshotDay }
  const both = combine(united, ours, theirs)
  assert.equal(both.from, 'own@2026-10-11+public@2026-10-11')
  assert.deepEqual(readList(both), { documents: ['C', 'B', 'A'], summary: { count: '3' } })
})

test('half a union is not shown', () => {
  assert.deepEqual(combine(united, companies(['A']), down).answer, down)
  assert.deepEqual(combine(united, down, companies(['A'])).answer, down)
})

test('a union is cut after it is counted, even when one source alone has something', () => {
  const many = (prefix: string, count: number) =>
    companies(...Array.from({ length: count }, (_, at) => [`${prefix}${at}`] as const))
  const cut = readList(combine(united, many('A', 20), many('B', 20)))
  assert.equal(cut.documents.length, 25)
  assert.deepEqual(cut.summary, { count: '40', listed: '25' })
  const whole = readList(combine(united, many('A', 20), many('B', 20), true))
  assert.equal(whole.documents.length, 40)
  assert.deepEqual(whole.summary, { count: '40' })
  assert.deepEqual(readList(combine(united, many('A', 30), nothing)).summary, { count: '30', listed: '25' })
})

test('items that tell nothing to know them by are all shown', () => {
  const text = JSON.stringify({
    partnershipResponse: [{ companyName: 'UMA LTDA' }, { companyName: 'OUTRA LTDA', companyDocument: ' ' }],
    summary: { count: '2' },
  })
  const both = combine(united, { kind: 'found', text }, companies(['A']))
  assert.equal(readList(both).summary.count, '3')
})

test('a bare list is united without a summary, and accents and case tell no two addresses apart', () => {
  const rule: Precedence = { rule: 'united', sources, sameBy: ['addressLine'], newestBy: 'updateDate' }
  const combined = combine(
    rule,
    own([{ addressLine: 'Rua São João' }]),
    own([{ addressLine: 'RUA SAO JOAO' }, { addressLine: 'RUA B', updateDate: '2026-10-11' }]),
  )
  assert.ok(combined.answer.kind === 'found')
  assert.deepEqual(JSON.parse(combined.answer.text), [
    { addressLine: 'RUA B', updateDate: '2026-10-11' },
    { addressLine: 'Rua São João' },
  ])
})

test('what is put together with a copy is as old as it, and one that failed leaves doubt', () => {
  const fault = 'source_unavailable' as const
  const list = (companyDocument: string) =>
    own({ partnershipResponse: [{ companyDocument }], summary: { count: '1' } })
  const copied = { ...list('2'), copy: { atMs: 7, fault } }
  const copyOf = (combined: ReturnType<typeof combine>) => copyIn(combined.answer)
  assert.deepEqual(copyOf(combine(united, list('1'), copied)), { atMs: 7, fault })
  const older = { ...list('1'), copy: { atMs: 3 } }
  assert.deepEqual(copyOf(combine(united, older, copied)), { atMs: 3, fault })
  assert.deepEqual(copyOf(combine(first, nothing, { kind: 'nothing', copy: { atMs: 7 } })), { atMs: 7 })
  const chosen = combine(first, list('1'), copied)
  assert.deepEqual([copyOf(chosen), chosen.isDoubtful], [undefined, false], 'another answers before it')
  assert.equal(combine(first, copied, list('1')).answer, copied)
  assert.equal(
    combine(newest, dated('2026-11-01'), { ...dated('2026-10-01'), copy: { atMs: 7, fault } }).isDoubtful,
    true,
  )
})

test('what a source itself doubts leaves doubt wherever it takes part', () => {
  const list = own({ partnershipResponse: [{ companyDocument: '1' }], summary: { count: '1' } })
  const doubted = { kind: 'nothing', isDoubtful: true } as const
  for (const rule of [first, newest, united]) {
    assert.equal(combine(rule, nothing, doubted).isDoubtful, true)
    assert.equal(combine(rule, doubted, list).isDoubtful, true)
  }
  assert.equal(combine(united, list, { ...list, isDoubtful: true }).isDoubtful, true)
  assert.equal(combine(first, list, doubted).isDoubtful, false, 'another answers before it')
})

test('a special status that one source states is shown, whichever source is chosen', () => {
  const rules: readonly Precedence[] = [
    { ...first, specialStatusBy: ['public'] },
    { rule: 'newest', sources, datedBy: ['updateDate'], specialStatusBy: ['public'] },
  ]
  const chosen = { companyName: 'A', updateDate: '2026-11-01' }
  const distress = { specialStatus: 'EM RECUPERACAO JUDICIAL', specialStatusDate: '2025-03-10' }
  const other = (members: object = {}) => own({ companyName: 'B', updateDate: '2026-10-01', ...members })
  const both = 'own@2026-10-11+public@2026-10-11'
  const statusOf = (combined: ReturnType<typeof combine>) => {
    assert.ok(combined.answer.kind === 'found')
    const { companyName, specialStatus, specialStatusDate } = JSON.parse(combined.answer.text)
    return [companyName, specialStatus, specialStatusDate, combined.from]
  }
  const found = ['A', distress.specialStatus, distress.specialStatusDate, both]
  for (const rule of rules) {
    assert.deepEqual(statusOf(combine(rule, own(chosen), other(distress))), found)
    for (const specialStatus of ['ESPOLIO', 'NENHUMA', 'TERMINO DE INTERVENCAO'])
      assert.deepEqual(statusOf(combine(rule, own({ ...chosen, specialStatus }), other(distress))), found)
    assert.deepEqual(
      statusOf(combine(rule, own({ ...chosen, ...distress }), other({ specialStatus: 'ESPOLIO' }))),
      found,
    )
    const lighter = other({ specialStatus: 'FALIDO' })
    assert.deepEqual(statusOf(combine(rule, own({ ...chosen, ...distress }), lighter)), [
      'A',
      'FALIDO',
      undefined,
      both,
    ])
    const silent = statusOf(combine(rule, own(chosen), other()))
    assert.deepEqual(silent, ['A', undefined, undefined, both], 'the register knows of none')
  }
  const { from } = combine(first, own(chosen), other(distress))
  assert.equal(from, 'own@2026-10-11', 'of other sections nothing is taken')
})
