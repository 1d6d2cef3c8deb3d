import assert from 'node:assert/strict'
import { problems } from '@lastro/contract/problems/problems.ts'
import { describe, test } from 'vitest'
import { outcomeText } from './outcome-text.ts'
import { isTechnical } from './technical-words.ts'

const recorded = ['answered', 'degraded', 'replayed', 'alerted', 'reopened', 'done', 'refused']

describe('how something on record ended', () => {
  test('every outcome is said in words, none by its code', () => {
    for (const outcome of [...recorded, ...Object.keys(problems), 'of_tomorrow', 'constructor']) {
      for (const language of ['pt', 'en'] as const) {
        const { text } = outcomeText(outcome, language)
        assert.ok(text !== outcome || language === 'en', outcome)
        assert.ok(!isTechnical(text) && !text.includes('undefined'), `${outcome}: ${text}`)
      }
    }
  })

  test('a source that took too long did not refuse', () => {
    assert.deepEqual(outcomeText('deadline_exceeded', 'pt'), {
      text: 'sem resposta: prazo esgotado',
      tone: 'warn',
    })
    assert.deepEqual(outcomeText('quota_exceeded', 'pt'), {
      text: 'recusado: cota do mês esgotada',
      tone: 'bad',
    })
  })
})
