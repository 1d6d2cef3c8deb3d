import assert from 'node:assert/strict'
import { sendFaults } from '@lastro/contract/alerts/webhooks.ts'
import { test } from 'vitest'
import { attemptText } from './attempt-text.ts'
import { isTechnical } from './technical-words.ts'

test('what an attempt came to is a sentence, whatever was kept of it', () => {
  for (const error of [
    ...Object.keys(sendFaults),
    'unreachable: ECONNREFUSED',
    'bounced: 550 no',
    'constructor',
    '',
  ]) {
    for (const language of ['pt', 'en'] as const) {
      const text = attemptText({ error }, language)
      assert.ok(text.endsWith('.') && !isTechnical(text) && !text.includes('ECONN'), `${error}: ${text}`)
    }
  }
})

test('a receiver that answers is heard', () => {
  assert.equal(attemptText({ status: 204 }, 'pt'), 'O destino recebeu.')
  assert.equal(attemptText({ status: 500 }, 'pt'), 'O destino falhou ao receber a mensagem.')
  assert.equal(attemptText({ status: 404 }, 'pt'), 'O destino não aceitou a mensagem.')
  assert.match(attemptText({ status: 308 }, 'en'), /another address/)
  assert.match(attemptText({ status: 410 }, 'en'), /no more messages/)
  assert.match(attemptText({ error: 'timeout' }, 'pt'), /não respondeu a tempo/)
})
