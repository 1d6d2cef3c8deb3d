import assert from 'node:assert/strict'
import { wholeContract } from '@lastro/contract/clients/client-contract.ts'
import { afterAll, describe, test } from 'vitest'
import { runService } from '../../../testing/running-service.ts'
import { coversAlways, nothing, type SectionAnswer, type Source } from './source.ts'

const person = '52998224725'

const bureau: Source = {
  name: 'bureau',
  ...coversAlways(['registration', 'check']),
  ask: () => ({ registration: nothing, check: nothing }),
}

const scoring = (answer: object): Source => ({
  name: 'serasa',
  ...coversAlways(['score']),
  ask: () => ({ score: { kind: 'found', text: JSON.stringify(answer) } satisfies SectionAnswer }),
})

async function serviceWith(...productionSources: readonly Source[]) {
  const service = await runService({ productionSources })
  const client = await service.newSession('production')
  await service.store.clients.setContract(client.clientId, wholeContract)
  const { clientId: client_id, clientSecret: client_secret } = client
  const token = await service.call('/oauth/token', {
    body: { grant_type: 'client_credentials', client_id, client_secret },
  })
  return { service, as: { ...client, token: String(token.at('access_token')) } }
}

const query = '/relatorioBasico/v2/consulta'
const additionals = '/relatorioBasico/v2/adicionais'
type Listed = readonly { readonly code: string; readonly sections: readonly string[] }[]

describe('where no source has a score', async () => {
  const { service, as } = await serviceWith(bureau)
  afterAll(service.close)

  test('the list of additionals does not name it', async () => {
    const { at } = await service.call(additionals, { method: 'POST', as })
    assert.ok(!(at('result.features') as Listed).some(({ code }) => code === 'SCORE'))
  })

  test('a query for it answers the rest and names it as not covered', async () => {
    const answer = await service.call(query, { as, body: { documento: person, features: ['SCORE'] } })
    assert.equal(answer.status, 200, answer.text)
    assert.equal(answer.at('result.report.score'), undefined)
    assert.match(answer.headers.get('x-report-sections-not-covered') ?? '', /score/)
  })
})

describe('where a source has a score', async () => {
  const told = { score: '712', model: 'HXXX', range: 'C', rate: '9.10' }
  const { service, as } = await serviceWith(bureau, scoring(told))
  afterAll(service.close)
  const ask = (headers: Readonly<Record<string, string>> = {}) =>
    service.call(query, { as, headers, body: { documento: person, features: ['SCORE'] } })

  test('the list of additionals names it', async () => {
    const { at } = await service.call(additionals, { method: 'POST', as })
    const listed = (at('result.features') as Listed).find(({ code }) => code === 'SCORE')
    assert.deepEqual(listed?.sections, ['score'])
  })

  test('a report shows it when it was asked for, and only then', async () => {
    const answer = await ask()
    assert.deepEqual(answer.at('result.report.score'), told)
    assert.match(answer.headers.get('x-report-sources') ?? '', /score=serasa/)
    const without = await service.call(query, { as, body: { documento: person } })
    assert.equal(without.at('result.report.score'), undefined)
  })

  test('people read it in words', async () => {
    const page = await ask({ Accept: 'text/html', 'Accept-Language': 'pt' })
    assert.match(page.text, /Pontuação/)
    assert.match(page.text, /Probabilidade de inadimplência/)
    assert.match(page.text, /9,10\s*%/)
    const english = await ask({ Accept: 'text/html', 'Accept-Language': 'en' })
    assert.match(english.text, /Likelihood of default/)
  })
})

test('a score that was not made is told with its reason', async () => {
  const told = { model: 'HXXX', reason: 'INSUFICIENCIA DE INFORMACOES' }
  const { service, as } = await serviceWith(bureau, scoring(told))
  const body = { documento: person, features: ['SCORE'] }
  const answer = await service.call(query, { as, body })
  assert.deepEqual(answer.at('result.report.score'), told)
  const page = await service.call(query, { as, body, headers: { Accept: 'text/html' } })
  assert.match(page.text, /Por que não há pontuação/)
  await service.close()
})
