import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Day } from '@lastro/rules/calendar/day.ts'
import type { DocumentNumber } from '@lastro/rules/documents/document-number.ts'
import { answerAll, nothing, type Question, type Source } from '../source.ts'
import { askSources } from './ask-sources.ts'

const asking = {
  document: '12345678909' as DocumentNumber,
  plan: { sections: ['registration' as const], wholeLists: false, contactData: true },
  today: '2026-11-16' as Day,
  deadlineMs: 5,
}

const asked = async (ask: Source['ask']) => {
  const questions: Question[] = []
  const source: Source = {
    name: 'slow',
    covers: new Set(['registration']),
    ask: (question) => {
      questions.push(question)
      return ask(question)
    },
  }
  const answers = await askSources([source], asking, () => undefined)
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
