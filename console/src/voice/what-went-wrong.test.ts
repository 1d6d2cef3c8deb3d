import assert from 'node:assert/strict'
import {
  isProblem,
  LastroProblem,
  LastroUnreachable,
  type Said,
  type UnreachableReason,
} from '@lastro/client/problem.ts'
import { problems } from '@lastro/contract/problems/problems.ts'
import { describe, test } from 'vitest'
import { isTechnical } from './technical-words.ts'
import { unrefused, type WentWrong } from './unrefused.ts'
import { whatWasRefused } from './what-went-wrong.ts'

const problem = (said: Partial<Said>) =>
  new LastroProblem({
    code: 'internal_error',
    status: 500,
    title: 'T',
    detail: 'D',
    requestId: 'r-1',
    ...said,
  })
const unreachable = (reason: UnreachableReason) => new LastroUnreachable({ reason, language: 'pt' })
/** As `<ProblemNotice>` says it. */
function said(error: unknown, isOnline = true): WentWrong {
  const words = unrefused(error, 'pt', isOnline) ?? (isProblem(error) && whatWasRefused(error, 'pt'))
  assert.ok(words)
  return words
}

describe('what went wrong', () => {
  test('a timeout is a timeout, no connection is no connection, and neither is a refusal', () => {
    assert.match(said(unreachable('timeout')).title, /não respondeu a tempo/)
    assert.match(said(unreachable('timeout')).text, /Nada foi recusado/)
    assert.match(said(unreachable('network')).title, /Sem conexão com o serviço/)
    assert.match(said(unreachable('network'), false).title, /Você está sem conexão/)
    // A device may think that it is offline when a slow answer was given up.
    assert.match(said(unreachable('timeout'), false).title, /não respondeu a tempo/)
  })

  test('no reason for being unreachable speaks of settings', () => {
    for (const reason of ['network', 'timeout', 'cut', 'not_lastro', 'redirected'] as const) {
      for (const language of ['pt', 'en'] as const) {
        const { title = '', text = '' } = unrefused(unreachable(reason), language, true) ?? {}
        assert.ok(title !== '' && text !== '')
        assert.ok(!isTechnical(`${title} ${text}`), `${title} ${text}`)
      }
    }
  })

  test('no problem of the catalogue, and no error of the page, shows a word of a programmer', () => {
    const errors = Object.entries(problems).map(([code, { status, title, detail }]) =>
      problem({
        code: code as keyof typeof problems,
        status,
        title: title.pt,
        detail: detail.pt.replace(/\{\w+\}/g, 'x'),
      }),
    )
    for (const error of [
      ...errors,
      new TypeError("Cannot read properties of undefined (reading 'listingId')"),
      'x',
    ]) {
      const { title, text } = said(error)
      assert.ok(!isTechnical(`${title} ${text}`.replace('NDJSON', '')), `${title} ${text}`)
    }
  })

  test('what is to be corrected is named as on the screen, each field once', () => {
    const { fields } = said(
      problem({
        code: 'body_invalid',
        errors: [
          { field: 'address.zipCode', code: 'required', message: 'É obrigatório.' },
          { field: 'address.zipCode', code: 'format', message: 'Não tem o formato esperado.' },
          { field: 'creditors[2].document', code: 'choice', message: 'Deve ser um de: a_b.' },
        ],
      }),
    )
    assert.deepEqual(
      fields.map(({ name, text }) => `${name}: ${text}`),
      ['CEP: É obrigatório.', 'CPF ou CNPJ do credor (3): Não é uma das opções.'],
    )
  })

  test('a refused debt is told the rule; a problem of a later release its own words', () => {
    const refusal = { code: '057', reason: 'O valor é menor que R$ 10,00.' }
    assert.equal(said(problem({ code: 'listing_refused', refusal })).text, refusal.reason)
    assert.equal(
      said(problem({ code: 'of_tomorrow' as 'internal_error', detail: 'Amanhã.' })).text,
      'Amanhã.',
    )
    assert.equal(said(problem({ code: 'toString' as 'internal_error', detail: 'Amanhã.' })).text, 'Amanhã.')
  })

  test('an ended session is not the fault of whoever signed in again', () => {
    for (const code of ['session_missing', 'token_missing'] as const) {
      assert.deepEqual(said(problem({ code })).title, 'A sua sessão tinha terminado')
    }
  })
})
