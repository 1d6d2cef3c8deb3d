import assert from 'node:assert/strict'
import { webhookUrlFaults } from '@lastro/contract/alerts/webhooks.ts'
import { batchLineFaults } from '@lastro/contract/listings/batches.ts'
import { documentFaults, fieldErrors, passwordFaults } from '@lastro/contract/problems/problems.ts'
import type { Text } from '@lastro/contract/text.ts'
import { test } from 'vitest'
import { faultText, spokenFaults } from './field-faults.ts'
import { isTechnical } from './technical-words.ts'

const catalogue: Readonly<Record<string, Text>> = {
  ...fieldErrors,
  ...documentFaults,
  ...passwordFaults,
  ...batchLineFaults,
  ...webhookUrlFaults,
}

test('every fault that a field can have is said without a word of a programmer', () => {
  for (const [code, { pt, en }] of Object.entries(catalogue)) {
    for (const [language, text] of [
      ['pt', pt],
      ['en', en],
    ] as const) {
      const said = faultText(code, text, language).replace(/UTF-8/, '')
      assert.ok(!isTechnical(said.replace(/\{\w+\}/g, '')), `${code}: ${said}`)
    }
  }
})

test('no fault is put in words that the service does not have', () => {
  assert.deepEqual(
    Object.keys(spokenFaults).filter((code) => !Object.hasOwn(catalogue, code)),
    [],
  )
})

test('a fault of a later release is said as the service says it', () => {
  assert.equal(faultText('of_tomorrow', 'Passa do limite.', 'pt'), 'Passa do limite.')
  assert.equal(faultText('constructor', 'Não serve.', 'pt'), 'Não serve.')
})
