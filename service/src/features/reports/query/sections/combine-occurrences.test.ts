import assert from 'node:assert/strict'
import type { Day } from '@lastro/rules/calendar/day.ts'
import type { HeldDebt } from '@lastro/rules/reports/merging/held-here.ts'
import { describe, test } from 'vitest'
import type { Precedence } from '../../precedence.ts'
import { failed, nothing, type SectionAnswer } from '../../source.ts'
import { addListings, type PublishedListing } from '../add-listings.ts'
import { assembleReport } from '../assemble-report.ts'
import { combineSection } from './combine-section.ts'
import { withoutOurs } from './without-ours.ts'

const today = '2026-11-16' as Day
const debts: Precedence = { rule: 'occurrences', kind: 'debt', sources: ['bureau'] }

const debt = (contractId: string, over: Readonly<Record<string, string>> = {}) => ({
  occurrenceDate: '2025-03-10',
  contractId,
  creditorName: 'BANCO DE MENTIRA S.A.',
  amount: '100.00',
  ...over,
})

const list = (
  items: readonly object[],
  summary: object = { count: String(items.length) },
): SectionAnswer => ({
  kind: 'found',
  text: JSON.stringify({ listingPResponse: items, summary }),
})

const combine = (
  ours: SectionAnswer,
  theirs: SectionAnswer,
  { held = [], wholeLists = false }: { held?: readonly HeldDebt[]; wholeLists?: boolean } = {},
) =>
  combineSection(
    debts,
    [
      { source: 'bureau', answer: ours },
      { source: 'outro-biro', answer: theirs },
    ],
    { wholeLists, today, held },
  )

const shown = ({ answer }: ReturnType<typeof combine>) => {
  assert.equal(answer.kind, 'found')
  return JSON.parse(answer.kind === 'found' ? answer.text : '')
}

test('debts of two bureaus are one list, told by both, with its own summary', () => {
  const combined = combine(list([debt('1'), debt('2')]), list([debt('02', { amount: '90.00' }), debt('3')]))
  const { listingPResponse, summary } = shown(combined)
  assert.deepEqual(
    listingPResponse.map((one: Record<string, string>) => one.contractId),
    ['1', '2', '3'],
  )
  assert.deepEqual(summary, {
    count: '3',
    balance: '300.00',
    firstOccurrence: '2025-03-10',
    lastOccurrence: '2025-03-10',
  })
  assert.deepEqual([combined.from, combined.isDoubtful], ['bureau@2026-11-16+outro-biro@2026-11-16', false])
})

describe('a debt whose amount is unknown', () => {
  const { amount: _, ...unknown } = debt('9', { creditorName: 'OUTRO CREDOR' })
  const figures = (combined: ReturnType<typeof combine>) => {
    const { summary } = shown(combined)
    const missing = combined.answer.kind === 'found' ? combined.answer.missing : undefined
    return [summary.count, summary.balance, missing]
  }

  test('makes the sum a lower bound, whichever source it comes from', () => {
    const known = list([debt('1', { amount: '50000.00' })], { count: '1', balance: '50000.00' })
    assert.deepEqual(figures(combine(known, list([unknown]))), ['2', '50000.00', 'unreadable'])
    assert.deepEqual(figures(combine(list([unknown]), known)), ['2', '50000.00', 'unreadable'])
    const theirs = list([unknown], { count: '1', balance: '70000.00' })
    assert.deepEqual(figures(combine(known, theirs)), ['2', '70000.00', 'unreadable'])
  })

  test('omits the sum if no amount is known', () => {
    assert.deepEqual(figures(combine(list([unknown]), nothing)), ['1', undefined, undefined])
  })

  test("is included in its source's sum if that is the only source", () => {
    const alone = list([debt('1'), unknown], { count: '2', balance: '300.00' })
    assert.deepEqual(figures(combine(alone, nothing)), ['2', '300.00', undefined])
    const held = [{ creditorName: 'LOJA', contractId: '7' }]
    assert.deepEqual(
      figures(combine(alone, nothing, { held })),
      ['2', '100.00', 'unreadable'],
      'not where debts of ours may be in that sum',
    )
  })

  test('stays marked when its source marks it', () => {
    const marked = { ...list([debt('1')], { count: '1', balance: '100.00' }), missing: 'unreadable' } as const
    for (const theirs of [nothing, list([debt('2')])])
      assert.equal(figures(combine(marked as SectionAnswer, theirs))[2], 'unreadable')
    const alone = withoutOurs(marked as SectionAnswer, { wholeLists: false, today, held: [] })
    assert.ok(alone?.answer.kind === 'found')
    assert.equal(alone.answer.missing, 'unreadable')
  })
})

test('figures of several sources, one of which counts more than it lists, are lower bounds', () => {
  const more = list([debt('1')], { count: '30', balance: '3000.00' })
  const combined = combine(more, list([debt('2')]))
  assert.ok(combined.answer.kind === 'found')
  assert.deepEqual(
    [shown(combined).summary.count, shown(combined).summary.balance, combined.answer.missing],
    ['30', '3000.00', 'unlisted'],
  )
})

test('the list is cut after it was united', () => {
  const many = (from: number) => Array.from({ length: 20 }, (_, at) => debt(`c${from + at}`))
  const cut = shown(combine(list(many(0)), list(many(10))))
  assert.deepEqual([cut.listingPResponse.length, cut.summary.count, cut.summary.listed], [25, '30', '25'])
  const whole = shown(combine(list(many(0)), list(many(10)), { wholeLists: true }))
  assert.deepEqual([whole.listingPResponse.length, whole.summary.listed], [30, undefined])
})

test("nobody's word on a debt with a listing here is taken, nor that of what the operator loaded", () => {
  const held = [{ creditorName: 'Banco de Mentira', contractId: '1', creditorDocument: '80000001000175' }]
  assert.deepEqual(combine(nothing, list([debt('001')]), { held }).answer, nothing)
  assert.deepEqual(combine(list([debt('1')]), nothing, { held }).answer, nothing)
  const both = shown(
    combine(list([debt('1'), debt('2', { amount: '7.00' })]), list([debt('0001')]), { held }),
  )
  assert.deepEqual([both.summary.count, both.summary.balance], ['1', '7.00'])
})

test('where a count may hold a debt of ours it is not told, and the section is not the last word', () => {
  const held = [{ creditorName: 'BANCO DE MENTIRA', contractId: '1' }]
  const combined = combine(nothing, list([debt('2')], { count: '30', balance: '3000.00' }), { held })
  assert.deepEqual([shown(combined).summary.count, shown(combined).summary.balance], ['1', '100.00'])
  assert.equal(combined.isDoubtful, true)
})

describe('a source that counts more than it lists, of a document with listings here', () => {
  const plan = { sections: ['listingP', 'listingR'] as const, wholeLists: false, contactData: true }
  const held = [{ creditorName: 'LOJA', contractId: '9', amount: '5.00', occurrenceDate: '2025-01-01' }]
  const summary = { count: '31', balance: '40000.50' }
  const reported = (listingP: SectionAnswer, language: 'pt' | 'en' = 'en') => {
    const report = assembleReport(plan, { listingP, listingR: nothing }, language)
    assert.ok(report.kind === 'report')
    return { ...JSON.parse(report.text).negativeData, degraded: report.degraded }
  }

  test('shows what it lists as a part: there may be more, and nobody is said to have failed', () => {
    const combined = combine(nothing, list([debt('1'), debt('2')], summary), { held })
    const alone = withoutOurs(list([debt('1'), debt('2')], summary), { wholeLists: false, today, held })
    for (const answer of [combined.answer, alone?.answer ?? nothing]) {
      const { listingP, degraded } = reported(answer)
      assert.deepEqual([listingP.summary.count, listingP.listingPResponse.length], ['2', 2])
      assert.deepEqual(listingP.error, {
        code: 'section_incomplete',
        message: 'A source counts more than it lists here: there may be more than is shown.',
      })
      assert.deepEqual(degraded, ['listingP'])
    }
  })

  test('fails where nothing of its list may be shown, and is never nothing on file', () => {
    for (const items of [
      [],
      [debt('9', { creditorName: 'Loja Ltda' })],
      [debt('1', { occurrenceDate: '2020-01-01' })],
    ]) {
      const combined = combine(nothing, list(items, summary), { held })
      const copied = { ...list(items, summary), copy: { atMs: 0 } } as SectionAnswer
      const alone = withoutOurs(copied, { wholeLists: false, today, held })
      for (const answer of [combined.answer, alone?.answer ?? nothing]) {
        const { listingP, degraded } = reported(answer, 'pt')
        assert.deepEqual(listingP, {
          error: {
            code: 'section_incomplete',
            message: 'Uma fonte conta mais do que lista aqui: pode haver mais do que se mostra.',
          },
        })
        assert.deepEqual(degraded, ['listingP'])
      }
      assert.equal(combined.from, '')
    }
  })

  test('shows what is published here, as a part', () => {
    const own = {
      id: 'a',
      version: 1,
      section: 'listingP',
      occurrenceDate: today,
      amount: '5.00',
    } as PublishedListing
    const { answers } = addListings(
      plan,
      { answers: { listingP: combine(nothing, list([], summary), { held }).answer }, sourceOf: () => '' },
      [own],
      0,
    )
    const { listingP } = reported(answers.listingP ?? nothing)
    assert.deepEqual([listingP.summary.count, listingP.error.code], ['1', 'section_incomplete'])
  })

  test('is the source that failed, where another did', () => {
    const combined = combine(list([debt('1')], summary), failed('source_timeout'), { held })
    assert.match(reported(combined.answer).listingP.error.message, /outro-biro: The source did not answer/)
    assert.equal(combine(list([], summary), failed('source_timeout'), { held }).answer.kind, 'failed')
  })
})

test('what is older than five years is in neither', () => {
  const old = { occurrenceDate: '2021-11-15' }
  assert.deepEqual(combine(nothing, list([debt('1', old)])).answer, nothing)
  assert.deepEqual(combine(list([debt('1')]), list([debt('1', old)])).answer, nothing)
})

test('what one tells as older than five years is not shown by the later day of another', () => {
  const lapsed = [debt('1', { occurrenceDate: '2021-11-15' })]
  const others = list([debt('01'), debt('2', { amount: '7.00' })])
  const ours: readonly SectionAnswer[] = [
    { ...nothing, lapsed },
    { ...list([debt('3')]), lapsed },
  ] as readonly SectionAnswer[]
  for (const [at, our] of ours.entries())
    for (const combined of [combine(our, others), combine(others, our)])
      assert.deepEqual(
        shown(combined)
          .listingPResponse.map((one: Record<string, string>) => one.contractId)
          .toSorted(),
        at === 0 ? ['2'] : ['2', '3'],
      )
  assert.deepEqual(combine({ ...nothing, lapsed } as SectionAnswer, list([debt('1')])).answer, nothing)
})

describe('one bureau that fails', () => {
  const down = failed('source_timeout')

  test('leaves what the other has told, as a part that says who is missing', () => {
    for (const [combined, missing, from] of [
      [combine(list([debt('1')]), down), 'outro-biro', 'bureau@2026-11-16'],
      [combine(down, list([debt('1')])), 'bureau', 'outro-biro@2026-11-16'],
    ] as const) {
      assert.equal(shown(combined).summary.count, '1')
      assert.deepEqual(combined.answer.kind === 'found' && combined.answer.missing, {
        source: missing,
        code: 'source_timeout',
      })
      assert.deepEqual([combined.from, combined.isDoubtful], [from, true])
    }
  })

  test('is never nothing: where the other has nothing, or nothing that may be shown, the section fails', () => {
    const held = [{ creditorName: 'BANCO DE MENTIRA', contractId: '1' }]
    const old = debt('2', { occurrenceDate: '2020-01-01' })
    for (const answer of [nothing, list([debt('1')]), list([old])]) {
      const { answer: combined, from } = combine(answer, down, { held })
      assert.deepEqual([combined.kind, from], ['failed', ''])
    }
    assert.deepEqual(combine(down, down).answer, down, 'nobody answered')
  })

  test('fails a union of another kind as before', () => {
    const phones = { rule: 'united', sources: [], sameBy: ['phoneNumber'], newestBy: 'updateDate' } as const
    const said = [
      { source: 'one', answer: { kind: 'found', text: '[{"phoneNumber":"1"}]' } as const },
      { source: 'other', answer: down },
    ]
    assert.deepEqual(combineSection(phones, said, { wholeLists: false, today, held: [] }).answer, down)
  })

  test('the report shows the part with an error, names the section as degraded, and stands', () => {
    const plan = { sections: ['listingP', 'listingR'] as const, wholeLists: false, contactData: true }
    const { answer } = combine(list([debt('1')]), down)
    const report = assembleReport(plan, { listingP: answer, listingR: nothing }, 'en')
    assert.ok(report.kind === 'report')
    assert.deepEqual(report.degraded, ['listingP'])
    const { listingP } = JSON.parse(report.text).negativeData
    assert.equal(listingP.listingPResponse.length, 1)
    assert.equal(listingP.error.code, 'section_incomplete')
    assert.match(
      listingP.error.message,
      /there may be more than is shown\. outro-biro: The source did not answer/,
    )
  })

  test('of ours what is published is shown even where the others have nothing, as a part too', () => {
    const plan = { sections: ['listingP'] as const, wholeLists: false, contactData: true }
    const own = {
      id: 'a',
      version: 1,
      section: 'listingP',
      occurrenceDate: today,
      amount: '5.00',
    } as PublishedListing
    const failure = combine(nothing, down).answer
    const { answers, shownVersions: seen } = addListings(
      plan,
      { answers: { listingP: failure }, sourceOf: () => '' },
      [own],
      0,
    )
    const report = assembleReport(plan, answers, 'pt')
    assert.ok(report.kind === 'report')
    const { listingP } = JSON.parse(report.text).negativeData
    assert.deepEqual([listingP.summary.count, listingP.error.code], ['1', 'section_incomplete'])
    assert.deepEqual([seen, report.degraded], ['a:1', ['listingP']])
    const alone = assembleReport(plan, { listingP: failure }, 'pt')
    assert.equal(alone.kind, 'unanswered', 'without one it fails as it did')
  })
})
