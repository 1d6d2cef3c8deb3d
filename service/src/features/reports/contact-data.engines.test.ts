import assert from 'node:assert/strict'
import { wholeContract } from '@lastro/contract/clients/client-contract.ts'
import { contactDataScope, products } from '@lastro/contract/reports/products.ts'
import type { Subject } from '@lastro/contract/reports/subject.ts'
import { dayAt } from '@lastro/rules/calendar/day.ts'
import { withCheckDigits } from '@lastro/rules/documents/document-number.ts'
import { afterAll, describe, test } from 'vitest'
import { engines } from '../../../testing/engines.ts'
import { type RunningService, runService, type Session } from '../../../testing/running-service.ts'
import { systemClock } from '../../clock.ts'
import { loadSubjects } from '../bureau/load-subjects.ts'
import { companyRegistration, everySection, identification, person } from '../sandbox/invented.ts'

const cpf = withCheckDigits('000000321')
const cnpj = withCheckDigits('000003210001')
const today = dayAt(systemClock.nowMs())

const subjects: readonly Subject[] = [
  { documento: cpf, registration: person('ANA DE EXEMPLO'), ...everySection(today) },
  {
    documento: cnpj,
    registration: companyRegistration('FERRAGENS DE EXEMPLO LTDA'),
    identification: identification('FERRAGENS DE EXEMPLO LTDA'),
  },
]

/** What tells a mother, an address or a telephone; the town of a debt is no contact data. */
const gatedTexts = ['MARIA INVENTADA', 'RUA DOS EXEMPLOS', '900000000', '"address":', '"phone":']

for (const engine of engines) {
  describe(`contact data of what the bureau keeps ready-made on ${engine}`, async () => {
    const service = await runService({ engine })
    afterAll(service.close)
    await load(service)
    const client = await service.newSession('production')
    await service.store.clients.setContract(client.clientId, wholeContract)
    const allowed = await tokenOf(service, client, undefined)
    const gated = await tokenOf(
      service,
      client,
      products.map(({ code }) => code),
    )
    const report = (as: Session, path: string, documento: string, features: readonly string[] = []) =>
      service.call(`/${path}/v2/consulta`, { as, body: { documento, features } })

    test('a caller with the scope is shown it', async () => {
      const basic = await report(allowed, 'relatorioBasico', cpf)
      assert.equal(basic.at('result.report.registration.motherName'), 'MARIA INVENTADA DOS TESTES')
      assert.equal(basic.at('result.report.registration.address.city'), 'CAMPINAS')
      const company = await report(allowed, 'relato', cnpj)
      assert.ok(company.at('result.report.identificationReport.address'))
    })

    for (const { code, documentTypes } of products) {
      for (const [type, documento] of [['CPF', cpf] as const, ['CNPJ', cnpj] as const]) {
        if (!documentTypes.includes(type)) continue
        test(`a caller without it never is: ${code} of a ${type}, whoever asked before`, async () => {
          for (const before of [gated, allowed]) {
            await report(before, code, documento)
            const answer = await report(gated, code, documento)
            assert.equal(answer.status, 200, answer.text)
            assert.ok(answer.text.includes('"statusRegistration"'))
            for (const text of gatedTexts) assert.ok(!answer.text.includes(text), text)
          }
        })
      }
    }
  })
}

async function load({ store }: RunningService): Promise<void> {
  async function* file() {
    yield Buffer.from(subjects.map((one) => JSON.stringify(one)).join('\n'))
  }
  const { kept } = await loadSubjects({ subjects: store.subjects, clock: systemClock }, file(), {
    language: 'en',
    onRefused: (line, reason) => assert.fail(`line ${line}: ${reason}`),
    onProgress: () => undefined,
  })
  assert.equal(kept, subjects.length)
}

async function tokenOf(
  service: RunningService,
  session: Session,
  scopes: readonly string[] | undefined,
): Promise<Session> {
  assert.ok(!scopes?.includes(contactDataScope))
  const { clientId: client_id, clientSecret: client_secret } = session
  const asked = scopes === undefined ? {} : { scope: scopes.join(' ') }
  const answer = await service.call('/oauth/token', {
    body: { grant_type: 'client_credentials', client_id, client_secret, ...asked },
  })
  assert.equal(answer.status, 200, answer.text)
  return { ...session, token: String(answer.at('access_token')) }
}
