import assert from 'node:assert/strict'
import type { SectionId } from '@lastro/contract/reports/sections.ts'
import type { Day } from '@lastro/rules/calendar/day.ts'
import type { DocumentNumber } from '@lastro/rules/documents/document-number.ts'
import type { HeldDebt } from '@lastro/rules/reports/merging/held-here.ts'
import { test } from 'vitest'
import type { PrecedenceTable } from '../../precedence.ts'
import {
  answerAll,
  coversAlways,
  failed,
  nothing,
  type Question,
  type SectionAnswer,
  type Source,
} from '../../source.ts'
import { SourceTally } from '../../source-tally.ts'
import { askSources } from './ask-sources.ts'
import { sourcesText } from './report-sources.ts'

const asking = {
  document: '12345678909' as DocumentNumber,
  plan: { sections: ['registration' as const], wholeLists: false, contactData: true },
  today: '2026-11-16' as Day,
  deadlineMs: 5,
  readHeld: () => [],
  readHeldAgain: async () => [],
}

const asked = async (ask: Source['ask']) => {
  const questions: Question[] = []
  const source: Source = {
    name: 'slow',
    ...coversAlways(['registration']),
    ask: (question) => {
      questions.push(question)
      return ask(question)
    },
  }
  const { answers } = await askSources({ sources: [source], precedence: {} }, asking, () => undefined)
  const [question] = questions
  assert.ok(question !== undefined)
  return { answers, question }
}

test('a source that looks at its signal only after the deadline sees that it has passed', async () => {
  const { answers, question } = await asked(() => new Promise(() => undefined))
  assert.deepEqual(answers.registration, { kind: 'failed', code: 'source_timeout' })
  assert.equal(question.signal.aborted, true)
})

test('what a source left under way is called off once all have answered', async () => {
  const { answers, question } = await asked(async ({ sections }) => answerAll(sections, nothing))
  assert.deepEqual(answers.registration, nothing)
  assert.equal(question.signal.aborted, true)
})

const day = '2026-10-11' as Day

/** A source that answers each of its sections in the same way, and keeps what it was asked. */
const source = (name: string, sections: readonly SectionId[], answer: SectionAnswer) => {
  const questions: Question[] = []
  const ask: Source['ask'] = (question) => {
    questions.push(question)
    return answerAll(question.sections, answer)
  }
  return { name, ...coversAlways(sections), ask, questions }
}

const askAll = async (
  sources: readonly Source[],
  sections: readonly SectionId[],
  precedence: PrecedenceTable = {},
) => {
  const plan = { sections, wholeLists: false, contactData: true }
  const answered = await askSources({ sources, precedence }, { ...asking, plan }, () => undefined)
  return { ...answered, sources: sourcesText(plan, answered.labelOf) }
}

test('each section says who answered it, nothing on file included; what failed says nothing', async () => {
  const bureau = source('bureau', ['registration', 'listingP'], nothing)
  const receita = source('receita', ['identificationReport', 'QSAReport'], {
    kind: 'found',
    text: '{}',
    asOf: day,
  })
  const down = source('pgfn', ['publicDebt'], failed('source_unavailable'))
  const plan: readonly SectionId[] = [
    'registration',
    'identificationReport',
    'QSAReport',
    'listingP',
    'publicDebt',
    'sanctions',
  ]
  const { sources } = await askAll([bureau, receita, down], plan)
  assert.equal(
    sources,
    'registration=bureau@2026-11-16, identification=receita@2026-10-11, QSA=receita@2026-10-11, listingP=bureau@2026-11-16',
  )
})

test('the usual text is not told where an answer is not the usual one', async () => {
  let answer: SectionAnswer = nothing
  const changing: Source = {
    name: 'bureau',
    ...coversAlways(['registration']),
    ask: ({ sections }) => answerAll(sections, answer),
  }
  const sources = [changing]
  const ask = async () => (await askAll(sources, ['registration'])).sources
  assert.equal(await ask(), 'registration=bureau@2026-11-16')
  answer = { kind: 'nothing', asOf: day }
  assert.equal(await ask(), 'registration=bureau@2026-10-11')
  answer = failed('source_refused')
  assert.equal(await ask(), '')
  answer = nothing
  assert.equal(await ask(), 'registration=bureau@2026-11-16')
})

test('the table decides between sources, however they are listed', async () => {
  const bureau = source('bureau', ['registration'], { kind: 'found', text: '{"from":"bureau"}' })
  const receita = source('receita', ['registration'], { kind: 'found', text: '{"from":"receita"}' })
  for (const order of [
    ['bureau', 'receita'],
    ['receita', 'bureau'],
  ]) {
    const precedence = { registration: { rule: 'first', sources: order } } as const
    const { answers, sources } = await askAll([bureau, receita], ['registration'], precedence)
    assert.deepEqual(answers.registration, { kind: 'found', text: `{"from":"${order[0]}"}` })
    assert.equal(sources, `registration=${order[0]}@2026-11-16`)
  }
})

test('lists that are to be united are asked for whole; others are not', async () => {
  const found: SectionAnswer = { kind: 'found', text: '{"partnershipResponse":[],"summary":{"count":"0"}}' }
  const one = source('one', ['partner', 'registration'], found)
  const other = source('other', ['partner'], found)
  const precedence = {
    partner: {
      rule: 'united',
      sources: ['one', 'other'],
      sameBy: ['companyDocument'],
      newestBy: 'sinceDate',
    },
  } as const
  const { sources } = await askAll([one, other], ['registration', 'partner'], precedence)
  assert.equal(sources, 'registration=one@2026-11-16, partner=one@2026-11-16+other@2026-11-16')
  assert.deepEqual(
    [...one.questions, ...other.questions].map((asked) => asked.united),
    [['partner'], ['partner']],
  )
  await askAll([one], ['registration', 'partner'], precedence)
  assert.deepEqual(one.questions.at(-1)?.united, [])
})

test('a source that comes to cover a section is asked for it from then on, and no longer once it does not', async () => {
  let covered: ReadonlySet<SectionId> = new Set()
  const later: Source = {
    ...source('receita', ['registration'], { kind: 'nothing', asOf: day }),
    covers: () => covered,
  }
  const sources = [source('bureau', ['registration'], nothing), later]
  const ask = async () => (await askAll(sources, ['registration'])).sources
  assert.equal(await ask(), 'registration=bureau@2026-11-16')
  covered = new Set(['registration'])
  assert.equal(await ask(), 'registration=bureau@2026-11-16+receita@2026-10-11')
  covered = new Set()
  assert.equal(await ask(), 'registration=bureau@2026-11-16')
})

const debtOf = (contractId: string) => ({
  occurrenceDate: '2026-01-01',
  contractId,
  creditorName: 'LOJA',
  amount: '1.00',
})

/** Lists one debt and counts two, unless it is asked for all. */
const cutList = (pace?: Source['pace']) => {
  const questions: Question[] = []
  const source: Source = {
    name: 'bureau',
    ...coversAlways(['listingP', 'check']),
    ask: (question) => {
      questions.push(question)
      const all = [debtOf('1'), debtOf('2')]
      const listed = question.wholeLists ? all : all.slice(0, 1)
      const text = JSON.stringify({ listingPResponse: listed, summary: { count: '2', balance: '2.00' } })
      return answerAll(question.sections, { kind: 'found', text })
    },
    ...(pace !== undefined && { pace }),
  }
  const ask = async (held: readonly HeldDebt[], wholeLists = false) => {
    const plan = { sections: ['listingP', 'check'] as const, wholeLists, contactData: true }
    const asked = { ...asking, plan, readHeld: () => held }
    const { answers, doubtful } = await askSources(
      { sources: [source], precedence: {} },
      asked,
      () => undefined,
    )
    const answer = answers.listingP
    return { value: answer?.kind === 'found' ? JSON.parse(answer.text) : answer, doubtful }
  }
  return { ask, questions }
}
const ours: readonly HeldDebt[] = [{ creditorName: 'LOJA', contractId: '2' }]

test('a list that was cut is asked for whole where a debt of ours may lie beyond it', async () => {
  const { ask, questions } = cutList()
  const { value, doubtful } = await ask(ours)
  assert.deepEqual(
    [value.listingPResponse, value.summary.count, value.summary.balance],
    [[debtOf('1')], '1', '1.00'],
  )
  assert.deepEqual(
    [questions.map((one) => one.sections), doubtful],
    [[['listingP', 'check'], ['listingP']], []],
  )
})

test('nothing is asked twice where no debt is ours, or the list is whole already', async () => {
  const { ask, questions } = cutList()
  assert.equal((await ask([])).value.summary.count, '2')
  assert.equal(questions.length, 1)
  assert.equal((await ask(ours, true)).value.summary.count, '1')
  assert.equal(questions.length, 2)
})

test('a provider is not asked twice: only what it lists is counted, and that is not the last word', async () => {
  const { ask, questions } = cutList(() => ({ atOnceMax: 1, inAllMax: 1, restsUntilMs: 0 }))
  const { value, doubtful } = await ask(ours)
  assert.deepEqual([value.summary.count, doubtful, questions.length], ['1', ['listingP'], 1])
})

test('the only debt that a source tells is ours: then it tells nothing', async () => {
  const { ask } = cutList()
  const all = [...ours, { creditorName: 'LOJA', contractId: '1' }]
  assert.deepEqual((await ask(all)).value, nothing)
})

test('what came to be ours while sources were waited for is not shown: only then is it read again', async () => {
  const text = JSON.stringify({ listingPResponse: [debtOf('1'), debtOf('2')], summary: { count: '2' } })
  const plan = { sections: ['listingP' as const], wholeLists: false, contactData: true }
  const contracts = async (of: Pick<Source, 'ask' | 'pace'>, first: readonly HeldDebt[]) => {
    let reads = 0
    const readHeldAgain = async () => {
      reads += 1
      return ours
    }
    const { answers } = await askSources(
      { sources: [{ name: 'one', ...coversAlways(['listingP']), ...of }], precedence: {} },
      { ...asking, plan, readHeld: () => first, readHeldAgain },
      () => undefined,
    )
    const { listingP } = answers
    const { listingPResponse } = JSON.parse(listingP?.kind === 'found' ? listingP.text : '{}')
    return [reads, ...listingPResponse.map((one: { contractId: string }) => one.contractId)]
  }
  const found: SectionAnswer = { kind: 'found', text }
  const [later, atOnce] = [async () => ({ listingP: found }), () => ({ listingP: found })]
  const pace = () => ({ atOnceMax: 1, inAllMax: 1, restsUntilMs: 0 })
  const others: readonly HeldDebt[] = [{ creditorName: 'LOJA', contractId: '9' }]
  assert.deepEqual(await contracts({ ask: later }, others), [1, '1'])
  assert.deepEqual(await contracts({ ask: later, pace }, []), [1, '1'])
  assert.deepEqual(await contracts({ ask: later }, []), [0, '1', '2'], 'a document without listings')
  assert.deepEqual(await contracts({ ask: atOnce }, others), [0, '1', '2'], 'nobody was waited for')
})

test('what stands in for an answer that comes too late is shown, and the source has failed', async () => {
  const copy: SectionAnswer = { ...nothing, copy: { atMs: 7, fault: 'source_timeout' } } as SectionAnswer
  const tally = new SourceTally({ nowMs: () => 0 })
  const late: Source = {
    name: 'late',
    ...coversAlways(['registration']),
    ask: (question) => {
      question.standIn?.({ registration: copy })
      return new Promise(() => undefined)
    },
    tally,
  }
  const { answers, doubtful } = await askSources({ sources: [late], precedence: {} }, asking, () => undefined)
  assert.deepEqual([answers.registration, doubtful], [copy, ['registration']])
  assert.deepEqual([tally.figures().failures, tally.figures().lastFailure?.kind], [1, 'source_timeout'])
})

test('what its only source doubts is doubtful, also once a debt of ours was taken out of it', async () => {
  const text = JSON.stringify({
    listingPResponse: [{ creditorName: 'LOJA', contractId: '1', amount: '1.00' }],
    summary: { count: '1', balance: '1.00' },
  })
  const doubting: Source = {
    name: 'doubting',
    ...coversAlways(['listingP']),
    ask: () => ({ listingP: { kind: 'found', text, isDoubtful: true } }),
  }
  const plan = { ...asking.plan, sections: ['listingP' as const] }
  for (const held of [[], ours, [{ creditorName: 'LOJA', contractId: '1' }]]) {
    const { doubtful } = await askSources(
      { sources: [doubting], precedence: {} },
      { ...asking, plan, readHeld: () => held },
      () => undefined,
    )
    assert.deepEqual(doubtful, ['listingP'])
  }
})
