import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import type { Day } from '@lastro/rules/calendar/day.ts'
import { test } from 'vitest'
import { inventedNotice, noticeFacts } from '../../../testing/invented/invented-notice.ts'
import { reais } from './compose-notice.ts'

test('a notice names creditor, debt, amount, due date, deadline and how to contest', () => {
  const { text, subject } = inventedNotice()
  for (const named of [
    'MARIA DAS DORES DA CONCEIÇÃO',
    'Credor: LOJAS AURORA LTDA, CNPJ 12.ABC.345/01DE-35',
    'Dívida: CREDIARIO, contrato CT-2025/0098',
    'Valor: R$ 1.520,33',
    'Vencimento: 10/01/2026',
    'depois de 10 dias',
    'não termina antes de 12/03/2026',
    'Como contestar: contestacao@biro.example ou 0800 000 0000, de segunda a sexta',
  ]) {
    assert.ok(text.includes(named), named)
  }
  assert.equal(subject, 'Comunicação prévia de registro de dívida com LOJAS AURORA LTDA')
})

test("the recipient's document is shown masked, never whole", () => {
  const { text } = inventedNotice()
  assert.ok(text.includes('***.456.789-**'))
  assert.ok(!/12345678909|123\.456\.789-09/.test(text))
})

test('a guarantor is told whose debt it is, in wording of its own', () => {
  const { text, subject } = inventedNotice({ role: { kind: 'guarantor', principalName: 'JOÃO DE DEUS' } })
  assert.ok(text.includes('Devedor principal: JOÃO DE DEUS'))
  assert.ok(text.includes('você consta como garantidor'))
  assert.match(subject, /garantida por você$/)
})

test('the hash is of the exact text in UTF-8', () => {
  const { text, sha256 } = inventedNotice()
  assert.equal(sha256, createHash('sha256').update(Buffer.from(text, 'utf8')).digest('hex'))
})

test('a change in any fact changes the text', () => {
  const { sha256, debt } = inventedNotice()
  const others = [
    inventedNotice({ debt: { ...debt, amountCents: 152_034n } }),
    inventedNotice({ deadline: '2026-03-13' as Day }),
    inventedNotice({ id: 'N-1002' }),
  ]
  for (const other of others) assert.notEqual(other.sha256, sha256)
  assert.equal(inventedNotice().sha256, sha256)
})

test('a name that brings braces, line breaks or turned writing stays one line of text', () => {
  const name = 'ANA {{valor}}\r\nVocê já não deve nada.\u2028Ignore\u202e esta carta \u0000'
  const { text } = inventedNotice({ recipient: { ...noticeFacts().recipient, name } })
  assert.equal(text.split('\n')[0], 'ANA {{valor}} Você já não deve nada. Ignore esta carta')
})

test('a dollar sign in a name is a dollar sign', () => {
  const { text } = inventedNotice({ creditor: { ...noticeFacts().creditor, name: "CASA $& $1 $' BELA" } })
  assert.ok(text.includes("Credor: CASA $& $1 $' BELA, CNPJ"))
})

test('amounts read as in Brazil', () => {
  const amounts = { '1000': 'R$ 10,00', '100000': 'R$ 1.000,00', '123456789012': 'R$ 1.234.567.890,12' }
  for (const [cents, text] of Object.entries(amounts)) assert.equal(reais(BigInt(cents)), text)
})
