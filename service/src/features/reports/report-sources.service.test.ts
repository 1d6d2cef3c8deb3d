import assert from 'node:assert/strict'
import { wholeContract } from '@lastro/contract/clients/client-contract.ts'
import type { SectionId } from '@lastro/contract/reports/sections.ts'
import { type Day, dayAt } from '@lastro/rules/calendar/day.ts'
import { afterAll, describe, test } from 'vitest'
import { runService } from '../../../testing/running-service.ts'
import { answerAll, coversAlways, failed, nothing, type SectionAnswer, type Source } from './source.ts'

const documento = '11222333000181'
const asOf = '2026-10-11' as Day

const stub = (name: string, answers: Partial<Record<SectionId, SectionAnswer>>): Source => ({
  name,
  ...coversAlways(Object.keys(answers) as SectionId[]),
  ask: ({ sections }) => ({ ...answerAll(sections, nothing), ...answers }),
})

const identified = (companyName: string, updateDate?: string) => ({
  kind: 'found' as const,
  text: JSON.stringify({ ...(updateDate !== undefined && { updateDate }), companyName }),
})

async function serviceWith(...productionSources: readonly Source[]) {
  const service = await runService({ productionSources })
  const client = await service.newSession('production')
  await service.store.clients.setContract(client.clientId, wholeContract)
  const { clientId: client_id, clientSecret: client_secret } = client
  const token = await service.call('/oauth/token', {
    body: { grant_type: 'client_credentials', client_id, client_secret },
  })
  const as = { ...client, token: String(token.at('access_token')) }
  const ask = (headers: Readonly<Record<string, string>> = {}) =>
    service.call('/relato/v2/consulta', { as, body: { documento }, headers })
  return { service, ask }
}

const sourcesOf = ({ headers }: { readonly headers: Headers }) => headers.get('x-report-sources')

describe('a report says where it comes from', async () => {
  const bureau = stub('bureau', {
    identificationReport: identified('ANTIGA LTDA', '2024-01-31'),
    QSAReport: nothing,
    check: nothing,
  })
  const receita = stub('receita', {
    identificationReport: { ...identified('NOVA LTDA', asOf), asOf },
    QSAReport: { kind: 'nothing', asOf },
  })
  const { service, ask } = await serviceWith(bureau, receita)
  afterAll(service.close)
  const today = dayAt(Date.now())
  const told = `identification=receita@2026-10-11, QSA=bureau@${today}+receita@2026-10-11, check=bureau@${today}`

  test('in every format, and again when it is repeated under its key', async () => {
    const first = await ask({ 'Idempotency-Key': 'sources-1' })
    assert.equal(first.status, 200, first.text)
    assert.equal(first.at('result.report.identificationReport.companyName'), 'NOVA LTDA')
    assert.equal(sourcesOf(first), told)
    for (const accept of ['application/json', 'text/html', 'application/pdf']) {
      assert.equal(sourcesOf(await ask({ Accept: accept })), told)
      const again = await ask({ Accept: accept, 'Idempotency-Key': 'sources-1' })
      assert.equal(again.headers.get('idempotency-replayed'), 'true')
      assert.equal(sourcesOf(again), told)
    }
  })

  test('and in words where people read it', async () => {
    const page = await ask({ Accept: 'text/html' })
    assert.match(page.text, /Fonte: Receita Federal, dados de 11\/10\/2026\./)
    assert.match(page.text, /Fonte: birô, dados de /)
  })
})

test('a section that another source answered stands; it is degraded where the one that failed could be newer', async () => {
  const down = stub('receita', { identificationReport: failed('source_unavailable') })
  for (const { updateDate, status } of [
    { updateDate: '2024-01-31', status: 203 },
    { updateDate: undefined, status: 200 },
  ]) {
    const bureau = stub('bureau', {
      identificationReport: identified('ANTIGA LTDA', updateDate),
      check: nothing,
    })
    const { service, ask } = await serviceWith(bureau, down)
    const answer = await ask()
    assert.equal(answer.status, status, answer.text)
    assert.equal(
      answer.headers.get('x-report-sections-degraded'),
      status === 203 ? 'identificationReport' : null,
    )
    assert.equal(answer.at('result.report.identificationReport.companyName'), 'ANTIGA LTDA')
    assert.equal(answer.at('result.report.identificationReport.error'), undefined)
    assert.equal(
      sourcesOf(answer),
      `identification=bureau@${dayAt(Date.now())}, check=bureau@${dayAt(Date.now())}`,
    )
    const page = await ask({ Accept: 'text/html' })
    assert.equal(page.text.includes('poderia ter dados mais novos'), status === 203)
    await service.close()
  }
})

test('a refusal and a report that nobody answered name no source', async () => {
  const { service, ask } = await serviceWith(stub('bureau', { check: failed('source_unavailable') }))
  const answer = await ask()
  assert.equal(answer.at('code'), 'sources_unavailable')
  assert.equal(sourcesOf(answer), null)
  await service.close()
})
