import assert from 'node:assert/strict'
import type { Policy } from '@lastro/contract/policies/policy.ts'
import { afterAll, describe, test } from 'vitest'
import { runService, type Session } from '../../../../testing/running-service.ts'

const reason = (pt: string, en: string) => ({ pt, en })

const policy: Policy = {
  name: 'loja',
  title: { pt: 'Loja de móveis', en: 'Furniture shop' },
  documentTypes: ['CPF', 'CNPJ'],
  report: { product: 'relatorioBasico' },
  rules: [
    {
      id: 'hospital',
      when: { value: 'negative.count', of: { creditors: ['HOSPITAL SANTA CLARA'] }, above: 0 },
      outcome: 'review',
      whenUnknown: 'skip',
      reason: reason('Olhar.', 'Look.'),
    },
    {
      id: 'debts',
      when: { value: 'negative.sum', above: '500.00' },
      outcome: 'decline',
      whenUnknown: 'review',
      reason: reason('Dívidas acima de R$ 500.', 'Debts above R$ 500.'),
    },
  ],
  otherwise: { outcome: 'approve', reason: reason('Nada impede.', 'Nothing in the way.') },
}

describe('an explanation', async () => {
  const service = await runService()
  afterAll(service.close)
  const call = (as: Session, path: string, body?: object, headers = {}) =>
    service.call(`/sandbox${path}`, { as, headers, ...(body !== undefined && { body }) })
  const decided = async (as: Session): Promise<string> => {
    assert.equal((await call(as, '/politicas/v2', policy)).status, 201)
    const answer = await call(as, '/decisoes/v2', { documento: '12345678909', policy: 'loja' })
    assert.equal(answer.status, 201, answer.text)
    return String(answer.at('result.id'))
  }

  test('says what was decided, why and by which data, in the language asked for, and as a letter', async () => {
    const as = await service.newSession()
    const path = `/decisoes/v2/${await decided(as)}/explicacao`
    const answer = await call(as, path)
    assert.equal(answer.status, 200, answer.text)
    const { text, outcome, sections } = JSON.parse(answer.text).result
    assert.equal(outcome, 'decline')
    assert.match(text, /política “Loja de móveis”, versão 1\. Resultado: recusado\./)
    assert.match(text, /O critério: quando a soma das anotações negativas passa de R\$ 500,00/)
    assert.match(text, /de certos credores\): 0/)
    assert.doesNotMatch(text, /HOSPITAL|123\.?456/)
    assert.equal(sections.length, 4)
    const english = await call(as, path, undefined, { 'Accept-Language': 'en' })
    assert.match(String(english.at('result.text')), /Outcome: declined/)
    const letter = await call(as, path, undefined, { Accept: 'application/pdf' })
    assert.equal(letter.bytes.subarray(0, 5).toString(), '%PDF-')
    assert.match(
      String(letter.headers.get('content-disposition')),
      /^attachment; filename="decisao-[\w-]+\.pdf"$/,
    )
  })

  test('tells the last word of a person, and not whose it was nor what they wrote', async () => {
    const as = await service.newSession()
    const id = await decided(as)
    const review = { outcome: 'approve', reason: 'Fiador aceito.', by: 'Maria da Silva' }
    const reviewed = await call(as, `/decisoes/v2/${id}/revisao`, review, { 'If-Match': '"1"' })
    assert.equal(reviewed.status, 201, reviewed.text)
    const answer = await call(as, `/decisoes/v2/${id}/explicacao`)
    assert.equal(answer.at('result.outcome'), 'approve')
    assert.match(
      String(answer.at('result.text')),
      /uma pessoa olhou de novo e decidiu\. Resultado que vale: aprovado\./,
    )
    assert.doesNotMatch(answer.text, /Maria|Fiador/)
  })

  test("is given to the decision's own client alone", async () => {
    const [as, other] = [await service.newSession(), await service.newSession()]
    const id = await decided(as)
    assert.equal((await call(other, `/decisoes/v2/${id}/explicacao`)).at('code'), 'decision_unknown')
    assert.equal((await call(as, '/decisoes/v2/x/explicacao')).at('code'), 'decision_unknown')
  })
})
