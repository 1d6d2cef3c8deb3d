import assert from 'node:assert/strict'
import { people } from '@lastro/service/features/sandbox/people.ts'
import { test } from 'vitest'
import { sectionName } from './changed-name.ts'
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
  assert.equal(
    scenarioText('Uma anotação em listingP, de 1520.33.', 'pt'),
    'Uma anotação em Pendências comerciais, de R$ 1.520,33.',
  )
  assert.equal(
    scenarioText('40 items in listingP: the list shows 25; MAIS_ANOTACOES brings all.', 'en'),
    `40 items in ${sectionName('listingP', 'en')}: the list shows 25.`,
  )
  assert.equal(scenarioText('Uma dívida de terceiro: principal "false".', 'pt'), 'Uma dívida de terceiro.')
  assert.equal(
    scenarioText('Responde como a quem não tem o escopo contact-data: sem endereço.', 'pt'),
    'Sem endereço.',
  )
  assert.equal(scenarioText('MAIS_ANOTACOES brings the whole list.', 'en'), undefined)
  assert.equal(scenarioText('No debt, no protest.', 'en'), 'No debt, no protest.')
})
