import assert from 'node:assert/strict'
import { wholeContract } from '@lastro/contract/clients/client-contract.ts'
import { products } from '@lastro/contract/reports/products.ts'
import type { Day } from '@lastro/rules/calendar/day.ts'
import { withCheckDigits } from '@lastro/rules/documents/document-number.ts'
import { afterAll, describe, test } from 'vitest'
import { engines, newPlace } from '../../../../testing/engines.ts'
import { runService } from '../../../../testing/running-service.ts'
import { rowOf } from '../../../store/subjects/subject-row.ts'
import { companies } from '../../sandbox/companies.ts'
import { people } from '../../sandbox/people.ts'
import type { Scenario } from '../../sandbox/scenario.ts'
import { coversAlways, type Source } from '../source.ts'

const documentOf = (scenarios: readonly Scenario[], title: string) => {
  const found = scenarios.find((one) => one.title.en === title)
  assert.ok(found, title)
  return found.document
}
const clean = documentOf(people, 'Clean')
const manyDebts = documentOf(people, 'Many debts')
const basic = '/sandbox/relatorioBasico/v2/consulta'
const company = '/sandbox/relato/v2/consulta'

describe('a query in the sandbox', async () => {
  const service = await runService()
  afterAll(service.close)
  const as = await service.newSession()
  const query = (documento: unknown, features?: unknown, path = basic) =>
    service.call(path, { as, body: { documento, ...(features !== undefined && { features }) } })
  const hasty = await runService({ deadlineMs: 1_000 })
  afterAll(hasty.close)
  const queryInHaste = async (documento: string, path = basic) =>
    hasty.call(path, { as: await hasty.newSession(), body: { documento } })

  test('200: the envelope holds the bare document and the report', async () => {
    const answer = await query('529.982.247-25')
    assert.equal(answer.status, 200)
    assert.equal(answer.at('error'), false)
    assert.equal(answer.at('result.document'), clean)
    assert.equal(answer.at('result.report.registration.documentNumber'), clean)
    assert.equal(answer.headers.get('x-report-sections-degraded'), null)
  })

  test('200: nothing on file is an empty list that counts zero', async () => {
    const answer = await query(clean)
    assert.deepEqual(answer.at('result.report.negativeData.listingP'), {
      listingPResponse: [],
      summary: { count: '0', balance: '0.00' },
    })
  })

  test('200: a document nobody knows has no registration and empty sections', async () => {
    const answer = await query(documentOf(people, 'Unknown registration'))
    assert.equal(answer.status, 200)
    assert.equal(answer.at('result.report.registration'), undefined)
    assert.deepEqual(Object.keys(answer.at('result.report') as object), ['negativeData'])
  })

  test('200: a list shows its newest 25 and says so; the summary counts everything', async () => {
    const answer = await query(manyDebts)
    const items = answer.at('result.report.negativeData.listingP.listingPResponse') as {
      occurrenceDate: string
    }[]
    assert.equal(items.length, 25)
    assert.equal(answer.at('result.report.negativeData.listingP.summary.count'), '40')
    assert.equal(answer.at('result.report.negativeData.listingP.summary.listed'), '25')
    const dates = items.map((one) => one.occurrenceDate)
    assert.deepEqual(dates, dates.toSorted().reverse())
  })

  test('200: MAIS_ANOTACOES brings the whole list, and repeats are ignored', async () => {
    const answer = await query(manyDebts, ['MAIS_ANOTACOES', 'MAIS_ANOTACOES'])
    const listing = answer.at('result.report.negativeData.listingP') as {
      listingPResponse: unknown[]
      summary: object
    }
    assert.equal(listing.listingPResponse.length, 40)
    assert.ok(!('listed' in listing.summary))
  })

  test('200: sums are exact to the cent', async () => {
    const answer = await query(manyDebts, ['MAIS_ANOTACOES'])
    const items = answer.at('result.report.negativeData.listingP.listingPResponse') as { amount: string }[]
    const cents = items.reduce((sum, { amount }) => sum + BigInt(amount.replace('.', '')), 0n)
    const balance = String(answer.at('result.report.negativeData.listingP.summary.balance'))
    assert.equal(BigInt(balance.replace('.', '')), cents)
  })

  test('200: sections by feature appear only when asked for', async () => {
    const plain = await query(clean)
    assert.equal(plain.at('result.report.registration.addresses'), undefined)
    const answer = await query(clean, [
      'ENDERECOS_TELEFONES',
      'SANCOES',
      'DIVIDA_ATIVA',
      'CONSULTAS_ANTERIORES',
    ])
    assert.equal((answer.at('result.report.registration.addresses') as unknown[]).length, 1)
    assert.equal((answer.at('result.report.registration.phones') as unknown[]).length, 1)
    assert.deepEqual(answer.at('result.report.sanctions'), { sanctionsResponse: [], summary: { count: '0' } })
    assert.equal(answer.at('result.report.publicDebt.summary.balance'), '0.00')
    assert.ok(Number(answer.at('result.report.facts.inquiry.summary.count')) > 0)
  })

  test('200: contact data is absent for a token without the scope', async () => {
    const bare = await service.newSession('sandbox', 'relatorioBasico relato')
    const answer = await service.call(basic, {
      as: bare,
      body: { documento: clean, features: ['ENDERECOS_TELEFONES'] },
    })
    const registration = answer.at('result.report.registration') as object
    for (const member of ['motherName', 'address', 'addresses', 'phones'])
      assert.ok(!(member in registration), member)
    const report = await service.call(company, { as: bare, body: { documento: companies[0]?.document } })
    const identification = report.at('result.report.identificationReport') as object
    for (const member of ['address', 'phone']) assert.ok(!(member in identification), member)
  })

  test('203: a failing section carries its error, the others stand, and a header names it', async () => {
    const answer = await query(documentOf(people, 'Error in listingR'))
    assert.equal(answer.status, 203)
    assert.equal(answer.headers.get('x-report-sections-degraded'), 'listingR')
    assert.equal(answer.at('result.report.negativeData.listingR.error.code'), 'source_refused')
    assert.equal(answer.at('result.report.negativeData.listingR.listingRResponse'), undefined)
    assert.equal(answer.at('result.report.negativeData.listingP.summary.count'), '1')
  })

  test('203: the registration tells of its addresses too, once', async () => {
    const answer = await query(documentOf(people, 'Registration error'), ['ENDERECOS_TELEFONES'])
    assert.deepEqual(Object.keys(answer.at('result.report.registration') as object), ['error'])
    assert.equal(answer.headers.get('x-report-sections-degraded'), 'registration')
  })

  test('203: the error of the registration stands after its addresses and phones', async () => {
    const failing = documentOf(companies, 'Error in registration and identification')
    const answer = await query(failing, ['ENDERECOS_TELEFONES'])
    assert.deepEqual(Object.keys(answer.at('result.report.registration') as object), [
      'addresses',
      'phones',
      'error',
    ])
  })

  test('203: a silent source costs its own section, when the deadline is over', async () => {
    const answer = await queryInHaste(documentOf(people, 'Silent source'))
    assert.equal(answer.status, 203)
    assert.equal(answer.headers.get('x-report-sections-degraded'), 'check')
    assert.equal(answer.at('result.report.negativeData.check.error.code'), 'source_timeout')
    assert.equal(answer.at('result.report.negativeData.listingP.summary.count'), '1')
  })

  test('the message of a section error follows Accept-Language', async () => {
    const body = { documento: documentOf(people, 'Error in listingR') }
    const pt = await service.call(basic, { as, body })
    const en = await service.call(basic, {
      as,
      body,
      headers: { 'Accept-Language': 'fr, en;q=0.8, pt;q=0.5' },
    })
    const path = 'result.report.negativeData.listingR.error.message'
    assert.equal(pt.at(path), 'A fonte recusou a consulta.')
    assert.equal(en.at(path), 'The source refused the query.')
  })

  test('502: every source down', async () => {
    const answer = await query(documentOf(people, 'Every source down'))
    assert.equal(answer.status, 502)
    assert.equal(answer.at('code'), 'sources_unavailable')
    assert.equal(answer.at('error'), true)
  })

  test('504: every source silent', async () => {
    const answer = await queryInHaste(documentOf(companies, 'Every source silent'), company)
    assert.equal(answer.status, 504)
    assert.equal(answer.at('code'), 'deadline_exceeded')
  })

  test('404 document_not_in_sandbox names the operation that lists the valid ones', async () => {
    const answer = await query(withCheckDigits('000000999'))
    assert.equal(answer.status, 404)
    assert.equal(answer.at('code'), 'document_not_in_sandbox')
    assert.match(String(answer.at('detail')), /GET \/sandbox\/documentos/)
  })

  test('400 feature_unknown names the code and the nearest valid one', async () => {
    const answer = await query(clean, ['MAIS_ANOTACOES', 'MAIS_ANOTACAO', 'SANCAO'])
    assert.equal(answer.status, 400)
    assert.equal(answer.at('code'), 'feature_unknown')
    const errors = answer.at('errors') as { field: string; message: string }[]
    assert.deepEqual(
      errors.map((one) => one.field),
      ['features[1]', 'features[2]'],
    )
    assert.match(errors[0]?.message ?? '', /"MAIS_ANOTACAO".*MAIS_ANOTACOES/)
    assert.match(errors[1]?.message ?? '', /"SANCAO".*SANCOES/)
  })

  test('400 feature_unknown for a feature of another product', async () => {
    const answer = await query(companies[0]?.document, ['ENDERECOS_TELEFONES'], company)
    assert.equal(answer.at('code'), 'feature_unknown')
  })

  test('422 document_invalid says what is wrong, and never repeats the document', async () => {
    const faults: [string, string][] = [
      ['1234567890', 'length'],
      ['1234567890A', 'characters'],
      ['12345678900', 'check_digits'],
      ['11111111111', 'repeated'],
      ['１２３４５６７８９０９', 'characters'],
      ['12345678901234567', 'length'],
    ]
    for (const [documento, fault] of faults) {
      const answer = await query(documento)
      assert.equal(answer.status, 422)
      assert.equal(answer.at('code'), 'document_invalid')
      assert.equal(answer.at('errors.0.code'), fault)
      assert.ok(!answer.text.includes(documento))
    }
  })

  test('422 document_type_not_accepted: a CPF sent to the company report', async () => {
    const answer = await query(clean, undefined, company)
    assert.equal(answer.status, 422)
    assert.equal(answer.at('code'), 'document_type_not_accepted')
  })

  test('422 feature_not_for_document: partners of a person', async () => {
    const answer = await query(clean, ['QSA_COMPLETO'])
    assert.equal(answer.status, 422)
    assert.equal(answer.at('code'), 'feature_not_for_document')
    assert.match(String(answer.at('detail')), /QSA_COMPLETO/)
  })

  test('an alphanumeric CNPJ answers in lower case and with its mask', async () => {
    const answer = await query('12.abc.345/01de-35', undefined, company)
    assert.equal(answer.status, 200)
    assert.equal(answer.at('result.document'), '12ABC34501DE35')
  })

  test('the company report has its blocks in order', async () => {
    const answer = await query(companies[0]?.document, undefined, company)
    assert.deepEqual(Object.keys(answer.at('result.report') as object), [
      'identificationReport',
      'QSAReport',
      'negativeData',
    ])
    assert.deepEqual(Object.keys(answer.at('result.report.negativeData') as object), [
      'listingP',
      'listingR',
      'collectionRecords',
      'check',
      'notary',
    ])
  })

  test('further products answer by declaration', async () => {
    const advanced = await query(
      companies[0]?.document,
      ['QSA_COMPLETO'],
      '/sandbox/relatorioAvancado/v2/consulta',
    )
    assert.deepEqual(Object.keys(advanced.at('result.report') as object), [
      'registration',
      'identificationReport',
      'QSAReport',
      'negativeData',
    ])
    const registration = await query(clean, undefined, '/sandbox/cadastral/v2/consulta')
    assert.deepEqual(Object.keys(registration.at('result.report') as object), ['registration'])
  })
})

test('a product is added by declaration alone', async () => {
  const invented = {
    code: 'protestos',
    name: { pt: 'Só protestos', en: 'Protests only' },
    description: { pt: 'Somente protestos.', en: 'Protests alone.' },
    documentTypes: ['CPF'] as const,
    sections: ['notary'] as const,
    features: { MAIS_ANOTACOES: ['CPF'] as const },
    additionalsMethod: 'GET' as const,
  }
  const service = await runService({ products: [...products, invented] })
  const as = await service.newSession()
  const answer = await service.call('/sandbox/protestos/v2/consulta', { as, body: { documento: clean } })
  assert.deepEqual(answer.at('result.report'), {
    negativeData: { notary: { notaryResponse: [], summary: { count: '0', balance: '0.00' } } },
  })
  const list = await service.call('/sandbox/protestos/v2/adicionais', { as })
  assert.equal(list.at('result.features.0.code'), 'MAIS_ANOTACOES')
  await service.close()
})

for (const engine of engines) {
  describe(`a query in production on ${engine}`, async () => {
    const store = await (await newPlace(engine)).open()
    const service = await runService({ store })
    afterAll(service.close)
    const as = await service.newSession('production')
    const document = withCheckDigits('000000777')
    const path = '/relatorioBasico/v2/consulta'

    test('403 product_not_contracted until the contract is set', async () => {
      const answer = await service.call(path, { as, body: { documento: document } })
      assert.equal(answer.status, 403)
      assert.equal(answer.at('code'), 'product_not_contracted')
    })

    test('answers what the bureau keeps, in the text it keeps', async () => {
      await store.clients.setContract(as.clientId, wholeContract)
      const text = '{"documentNumber":"x","consumerName":"PESSOA  DE\\tTESTE"}'
      const validUntil = '9999-12-31' as Day
      const sections = [{ section: 'registration', text, validUntil } as const]
      const registration = { consumerName: 'PESSOA  DE\tTESTE' }
      const facts = { documento: document, registration }
      const subject = { document, facts, sections, validUntil, partners: [] }
      await store.subjects.saveSubjects([rowOf(subject)], 0)
      const fresh = await service.newSession('production')
      await store.clients.setContract(fresh.clientId, wholeContract)
      const again = await newToken(fresh)
      const answer = await service.call(path, { as: again, body: { documento: document } })
      assert.equal(answer.status, 200)
      assert.ok(answer.text.includes(text))
      const unknown = await service.call(path, {
        as: again,
        body: { documento: withCheckDigits('000000778') },
      })
      assert.equal(unknown.status, 200)
      assert.equal(unknown.at('result.report.registration'), undefined)
      assert.equal(unknown.at('result.report.negativeData.notary.summary.count'), '0')
    })

    const newToken = async (session: typeof as) => {
      const { clientId: client_id, clientSecret: client_secret } = session
      const body = { grant_type: 'client_credentials', client_id, client_secret }
      return { ...session, token: String((await service.call('/oauth/token', { body })).at('access_token')) }
    }
  })
}

test('what no source covers is absent, and a source that breaks costs its own sections', async () => {
  const broken: Source = {
    name: 'broken',
    ...coversAlways(['check']),
    ask: () => {
      throw new Error('a failure with 12345678909 in its words')
    },
  }
  const half: Source = { name: 'half', ...coversAlways(['notary']), ask: async () => ({}) }
  const whole: Source = {
    name: 'whole',
    ...coversAlways(['listingP']),
    ask: async () => ({ listingP: { kind: 'nothing' } }),
  }
  const service = await runService({ productionSources: [broken, half, whole] })
  const session = await service.newSession('production')
  await service.store.clients.setContract(session.clientId, wholeContract)
  const { clientId: client_id, clientSecret: client_secret } = session
  const token = await service.call('/oauth/token', {
    body: { grant_type: 'client_credentials', client_id, client_secret },
  })
  const as = { ...session, token: String(token.at('access_token')) }
  const answer = await service.call('/relatorioBasico/v2/consulta', { as, body: { documento: clean } })
  assert.equal(answer.status, 203)
  assert.equal(answer.headers.get('x-report-sections-degraded'), 'check, notary')
  assert.deepEqual(Object.keys(answer.at('result.report') as object), ['negativeData'])
  assert.equal(answer.at('result.report.negativeData.check.error.code'), 'source_unavailable')
  assert.equal(answer.at('result.report.negativeData.notary.error.code'), 'source_answer_invalid')
  assert.equal(answer.at('result.report.negativeData.listingR'), undefined)
  assert.ok(service.logLines.some((line) => line.includes('"source":"broken"')))
  assert.ok(!service.logLines.join('').includes('12345678909'))
  await service.close()
})
