import assert from 'node:assert/strict'
import { test } from 'vitest'
import { dataReasonText, dataSetName } from './data-text.ts'
import { isTechnical } from './technical-words.ts'

test('a data set is called as its publisher calls it, also one that is not known here', () => {
  assert.equal(dataSetName('receita', 'pt'), 'Receita Federal')
  assert.equal(dataSetName('toString', 'pt'), 'TOSTRING')
})

test('why a row was put aside is told in words, also where the reason is new', () => {
  assert.equal(dataReasonText('root_invalid', 'pt'), 'raiz do CNPJ inválida')
  for (const reason of ['moon_invalid', 'moon_unknown', 'moon', 'constructor'])
    for (const language of ['pt', 'en'] as const)
      assert.ok(!isTechnical(dataReasonText(reason, language)) && dataReasonText(reason, language) !== '')
})
