import assert from 'node:assert/strict'
import { test } from 'node:test'
import { people } from '@lastro/service/features/sandbox/people.ts'
import { scenarioText } from './scenario-text.ts'
import { isTechnical } from './technical-words.ts'

test('every test document has a title in words, in both languages', () => {
  for (const { title } of people)
    for (const language of ['pt', 'en'] as const) {
      const said = scenarioText(title[language], language)
      assert.ok(said !== undefined && !isTechnical(said), title[language])
    }
})

test('a section is called as reports call it, and what only programs know is left to the reference', () => {
  assert.equal(scenarioText('Erro em check', 'pt'), 'Erro em Cheques sem fundos')
  assert.equal(scenarioText('listingP traz source_timeout.', 'pt'), undefined)
  assert.equal(scenarioText('MAIS_ANOTACOES brings the whole list.', 'en'), undefined)
  assert.equal(scenarioText('No debt, no protest.', 'en'), 'No debt, no protest.')
})
