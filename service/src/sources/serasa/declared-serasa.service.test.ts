import assert from 'node:assert/strict'
import type { NewSourceRequest, SourceTestResult } from '@lastro/contract/operator/declared-sources.ts'
import { afterAll, describe, test } from 'vitest'
import type { Session } from '../../../testing/running-service.ts'
import { documented } from '../../../testing/servers/serasa/behaviours.ts'
import { people } from '../../../testing/servers/serasa/invented-people.ts'
import { serasaPassword, serasaServer, serasaUser } from '../../../testing/servers/serasa/serasa-server.ts'
import { clientWithSources, declaredSource } from '../../../testing/services/declared-source.ts'
import { TestClock } from '../../../testing/services/listing-service.ts'
import { operatorService } from '../../../testing/services/operator-service.ts'
import { batchSender, ndjsonOf } from '../../../testing/services/query-batches.ts'
import { answerAll, coversAlways, nothing, type Source } from '../../features/reports/source.ts'

const name = 'biro-pago'
const credentials = {
  clientId: serasaUser,
  clientSecret: serasaPassword,
  endClientDocument: people.company.replace(/^(..)(...)(...)(....)(..)$/, '$1.$2.$3/$4-$5'),
  costCentre: '42',
}

/** What the operator has of everybody: a phone, and one debt. */
const bureau: Source = {
  name: 'bureau',
  ...coversAlways(['registration', 'listingP', 'phones']),
  ask: ({ sections }) => {
    const own = {
      phones: [{ areaCode: '81', phoneNumber: '30009999' }],
      listingP: {
        listingPResponse: [
          { occurrenceDate: '2026-01-10', contractId: 'N-1', creditorName: 'BANCO NOSSO', amount: '100.00' },
        ],
        summary: { count: '1', balance: '100.00' },
      },
    }
    return {
      ...answerAll(sections, nothing),
      ...Object.fromEntries(
        Object.entries(own).map(([id, value]) => [id, { kind: 'found', text: JSON.stringify(value) }]),
      ),
    }
  },
}

describe('a serasa source that an operator declares', async () => {
  const clock = new TestClock('2026-11-16T12:00:00-03:00')
  const server = await serasaServer()
  const service = await operatorService('sqlite', { clock, productionSources: [bureau] })
  afterAll(service.close)
  const { call, result, operate } = service
  const wanted = {
    name,
    kind: 'serasa',
    url: server.url,
    credentials,
    price: 250,
    clientConcurrency: 2,
  } as const
  const { id, look } = await declaredSource(service, wanted)
  // The others are answered by the bureau of the operator.
  const part: NewSourceRequest = { ...wanted, name: 'so-cadastro', sections: ['registration'] }
  const { look: lookAtPart } = await declaredSource(service, part)
  const [as, ofPart] = [
    await clientWithSources(service, [name]),
    await clientWithSources(service, [part.name]),
  ]
  const stranger = await clientWithSources(service, [])
  const ask = (product: string, documento: string, features: readonly string[] = [], of: Session = as) =>
    call(`/${product}/v2/consulta`, { as: of, body: { documento, features } })
  const additionals = async (of: Session) => {
    const listed = await call('/relatorioBasico/v2/adicionais', { method: 'POST', as: of })
    return (listed.at('result.features') as { code: string }[]).map(({ code }) => code)
  }

  test('takes the credentials of its kind, the optional ones too, and no others', async () => {
    const { costCentre: _, endClientDocument: __, ...needed } = credentials
    const { clientSecret: ___, ...without } = credentials
    const cases: [object, string | undefined][] = [
      [needed, undefined],
      [without, 'credentials'],
      [{ ...credentials, apiKey: 'x' }, 'credentials'],
      [{ ...credentials, endClientDocument: '80000001000199' }, 'credentials.endClientDocument'],
      [{ ...credentials, costCentre: '42\r\nx-other: 1' }, 'credentials.costCentre'],
      [{ ...credentials, costCentre: 'é' }, 'credentials.costCentre'],
    ]
    for (const [at, [given, field]] of cases.entries()) {
      const body = { ...wanted, name: `outra-${at}`, credentials: given }
      const answer = await operate('/fontes', { body })
      assert.deepEqual(
        [answer.status, answer.at('errors.0.field')],
        [field === undefined ? 201 : 422, field],
        JSON.stringify(given),
      )
    }
  })

  test('is tested section by section, with whom it is for and the cost centre', async () => {
    const tested = await result<SourceTestResult>(`/fontes/${id}/teste`, {
      body: { documento: people.debtor },
    })
    assert.equal(tested.fault, undefined)
    const found = tested.sections.filter(({ outcome }) => outcome === 'found').map(({ section }) => section)
    assert.deepEqual(found.toSorted(), tested.sections.map(({ section }) => section).toSorted())
    const { content } = tested.sections.find(({ section }) => section === 'score') ?? {}
    assert.deepEqual(content, { score: '712', model: 'HXXX', range: 'C', rate: '9.10' })
    const { endClient, costCentre } = server.asked.at(-1) ?? {}
    assert.deepEqual([endClient, costCentre], [people.company, '42'])
  })

  test('has its score in the catalogue of the clients whose contract names it, and of no others', async () => {
    assert.ok((await additionals(as)).includes('SCORE'))
    assert.ok(!(await additionals(stranger)).includes('SCORE'))
    const answer = await ask('relatorioBasico', people.debtor, ['SCORE'], stranger)
    assert.equal(answer.at('result.report.score'), undefined)
    assert.match(answer.headers.get('x-report-sections-not-covered') ?? '', /score/)
  })

  test('answers a person, united with what the operator has', async () => {
    const before = (await look()).month
    const answer = await ask('relatorioBasico', people.debtor, ['SCORE', 'ENDERECOS_TELEFONES'])
    assert.equal(answer.status, 200, answer.text)
    const at = (path: string) => answer.at(`result.report.${path}`)
    assert.equal(at('registration.consumerName'), 'MARIA INVENTADA DOS TESTES')
    assert.deepEqual(at('score'), { score: '712', model: 'HXXX', range: 'C', rate: '9.10' })
    const debts = at('negativeData.listingP.listingPResponse') as { contractId: string }[]
    assert.deepEqual(debts.map(({ contractId }) => contractId).toSorted(), ['A-1', 'A-2', 'N-1'])
    assert.deepEqual(at('negativeData.listingP.summary.count'), '3')
    const phones = at('registration.phones') as { phoneNumber: string }[]
    assert.deepEqual(phones.map(({ phoneNumber }) => phoneNumber).toSorted(), ['30009999', '900000001'])
    const sources = answer.headers.get('x-report-sources') ?? ''
    const at2026 = '2026-11-16'
    for (const one of [
      `registration=${name}@${at2026}`,
      `score=${name}@${at2026}`,
      `listingP=bureau@${at2026}+${name}@${at2026}`,
      `check=${name}@${at2026}`,
    ])
      assert.ok(sources.includes(one), `${one} in ${sources}`)
    assert.deepEqual((await look()).month, { ...before, calls: before.calls + 1, spent: before.spent + 250 })
  })

  test('answers a company', async () => {
    const answer = await ask('relato', people.company, ['SCORE'])
    assert.equal(answer.status, 200, answer.text)
    const at = (path: string) => answer.at(`result.report.${path}`)
    assert.equal(
      at('identification.statusRegistration') ?? at('identificationReport.statusRegistration'),
      'ATIVA',
    )
    assert.deepEqual([at('score.model'), at('score.rate')], ['HXPJ', '9.10'])
    assert.match(answer.headers.get('x-report-sources') ?? '', new RegExp(`QSA[A-Za-z]*=${name}`))
  })

  test('shows nothing of another document, nor the number in an address or a log', async () => {
    server.next((response, usual) => void response.end(usual.replaceAll(people.clean, people.debtor)))
    const answer = await ask('relatorioBasico', people.clean, [], ofPart)
    assert.equal(answer.status, 203)
    assert.ok(!answer.text.includes('INVENTADA'))
    assert.equal(answer.at('result.report.registration.error.code'), 'source_answer_invalid')
    assert.equal((await lookAtPart()).state?.lastFault?.fault, 'other_document')
    for (const one of server.asked) assert.ok(!one.path.includes(people.clean))
    assert.ok(!service.logLines.join().includes(people.clean))
  })

  describe('in a batch of queries', () => {
    const documents = [people.debtor, people.clean, people.cutLists, people.halfSections, people.unscored]
    const batches = batchSender(service, as)
    const sent = () => batches.sent(ndjsonOf(documents), { features: 'SCORE' })
    const askedSince = (before: number) => server.asked.slice(before).map(({ document }) => String(document))

    test('is asked for every line, never by more at once than a client may', async () => {
      const before: number = server.asked.length
      const batch = await sent()
      await service.runJobs()
      const { state, answered, billed } = await batches.batch(batch)
      assert.deepEqual([state, answered, billed], ['done', 5, 5])
      assert.deepEqual(askedSince(before).toSorted(), documents.toSorted())
      assert.ok(server.mostAtOnce() <= 2, `${server.mostAtOnce()} at once`)
    })

    test('is left alone while it asks to wait: lines wait too, and none is spent', async () => {
      server.next(documented.spikeArrest)
      await ask('relatorioBasico', people.debtor)
      const before: number = server.asked.length
      const batch = await sent()
      await service.runJobs()
      const { answered, state } = await batches.batch(batch)
      assert.deepEqual([answered, state, server.asked.length], [0, 'running', before])
      clock.add(1_000)
      await service.runJobs()
      assert.equal((await batches.batch(batch)).state, 'done')
      assert.deepEqual(askedSince(before).toSorted(), documents.toSorted())
    })

    test('that is down has lines wait while its breaker is open, and one at a time tries it', async () => {
      const down = Array.from({ length: 10 }, () => documented.badToken)
      server.next(...down)
      for (const _ of down) await ask('relatorioBasico', people.debtor)
      assert.equal((await look()).state?.breaker, 'open')
      server.next(documented.badToken)
      const [batch, beside] = [await sent(), await sent()]
      const before: number = server.asked.length
      await service.runJobs()
      assert.deepEqual([(await batches.batch(batch)).answered, server.asked.length], [0, before])

      clock.add(5_000)
      await service.runJobs()
      const tried = [await batches.batch(batch), await batches.batch(beside)].map(({ left }) => left)
      assert.deepEqual(new Set(tried), new Set([4, 5]), 'one line found it still down')
      assert.equal(server.asked.length, before + 1)

      clock.add(10_000)
      await service.runJobs()
      for (const one of [batch, beside]) assert.equal((await batches.batch(one)).state, 'done')
      // Every line once: that which tried has its outcome, and is not asked again by itself.
      assert.deepEqual(askedSince(before).toSorted(), [...documents, ...documents].toSorted())
      assert.equal((await look()).state?.breaker, 'closed')
    })
  })
})
