import assert from 'node:assert/strict'
import { wholeContract } from '@lastro/contract/clients/client-contract.ts'
import { afterAll, describe, test } from 'vitest'
import { runService } from '../../../testing/running-service.ts'

type Listed = { code: string; sections: string[]; documentTypes: string[]; contracted: boolean; name: string }

describe('the list of additionals', async () => {
  const service = await runService()
  afterAll(service.close)
  const as = await service.newSession()
  const basic = '/sandbox/relatorioBasico/v2/adicionais'
  const listed = (answer: { at: (path: string) => unknown }) => answer.at('result.features') as Listed[]

  test('the basic report lists by POST, with or without a body', async () => {
    const without = await service.call(basic, { method: 'POST', as })
    const empty = await service.call(basic, { as, body: {} })
    assert.equal(without.status, 200)
    assert.deepEqual(listed(without), listed(empty))
    assert.deepEqual(
      listed(without).map((one) => one.code),
      [
        'MAIS_ANOTACOES',
        'ENDERECOS_TELEFONES',
        'CONSULTAS_ANTERIORES',
        'PARTICIPACOES',
        'DIVIDA_ATIVA',
        'SANCOES',
        'QSA_COMPLETO',
      ],
    )
    assert.deepEqual(listed(without)[1]?.sections, ['registration.addresses', 'registration.phones'])
  })

  test('a body of no bytes is no body, sent in chunks or without a type', async () => {
    const send = (chunks: readonly string[]) =>
      fetch(`${service.url}${basic}`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${as.token}`, 'x-api-key': as.apiKey, Accept: '' },
        body: ReadableStream.from(chunks.map((one) => Buffer.from(one))),
        duplex: 'half',
      } as RequestInit)
    assert.equal((await send([])).status, 200)
    assert.equal((await send(['{}'])).status, 415)
  })

  test('a document narrows the list to what fits it', async () => {
    const person = await service.call(basic, { as, body: { documento: '529.982.247-25' } })
    assert.ok(!listed(person).some((one) => one.code === 'QSA_COMPLETO' || one.code === 'PARTICIPACOES'))
    const company = await service.call(basic, { as, body: { documento: '12ABC34501DE35' } })
    assert.ok(listed(company).some((one) => one.code === 'QSA_COMPLETO'))
  })

  test('the company report and further products list by GET', async () => {
    for (const product of ['relato', 'relatorioAvancado', 'cadastral']) {
      const answer = await service.call(`/sandbox/${product}/v2/adicionais`, { as })
      assert.equal(answer.status, 200)
      assert.ok(listed(answer).length > 0)
    }
  })

  test('405 for the other method of each', async () => {
    assert.equal((await service.call(basic, { as })).status, 405)
    assert.equal((await service.call('/sandbox/relato/v2/adicionais', { as, body: {} })).status, 405)
  })

  test('contracted says what the caller may ask for; texts follow the language', async () => {
    const session = await service.newSession()
    await service.store.clients.setContract(session.clientId, { ...wholeContract, features: ['SANCOES'] })
    const answer = await service.call(basic, {
      method: 'POST',
      as: session,
      headers: { 'Accept-Language': 'en' },
    })
    const sanctions = listed(answer).find((one) => one.code === 'SANCOES')
    assert.equal(sanctions?.contracted, true)
    assert.equal(sanctions?.name, 'Sanctions')
    assert.ok(listed(answer).every((one) => one.contracted === (one.code === 'SANCOES')))
  })

  test('refusals: credentials, body, document', async () => {
    assert.equal((await service.call(basic, { method: 'POST' })).at('code'), 'token_missing')
    assert.equal(
      (await service.call(basic, { as, body: { documento: 'x', y: 1 } })).at('code'),
      'body_invalid',
    )
    assert.equal(
      (await service.call(basic, { as, body: { documento: '123' } })).at('code'),
      'document_invalid',
    )
    assert.equal((await service.call(basic, { as, body: '{' })).at('code'), 'json_invalid')
    const typed = await service.call(basic, { as, body: '{}', headers: { 'Content-Type': 'text/plain' } })
    assert.equal(typed.at('code'), 'media_type_unsupported')
  })
})
