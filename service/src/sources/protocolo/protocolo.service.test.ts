import assert from 'node:assert/strict'
import type { SourceTestResult } from '@lastro/contract/operator/declared-sources.ts'
import type { SectionId } from '@lastro/contract/reports/sections.ts'
import { type DocumentNumber, withCheckDigits } from '@lastro/rules/documents/document-number.ts'
import { afterAll, describe, test } from 'vitest'
import { cleanUp } from '../../../testing/clean-up.ts'
import { personOf, protocoloServer } from '../../../testing/servers/protocolo-server.ts'
import { answerJson } from '../../../testing/servers/provider-server.ts'
import { askedProvider } from '../../../testing/services/asked-provider.ts'
import { clientWithSources, declaredSource } from '../../../testing/services/declared-source.ts'
import { operatorService } from '../../../testing/services/operator-service.ts'
import { until } from '../../../testing/until.ts'
import {
  answerAll,
  coversAlways,
  nothing,
  type SectionAnswers,
  type Source,
} from '../../features/reports/source.ts'
import { protocoloProvider } from './protocolo-provider.ts'

const person: DocumentNumber = withCheckDigits('800000001')
const other: DocumentNumber = withCheckDigits('800000002')
const company: DocumentNumber = withCheckDigits('800000010001')
const all: readonly SectionId[] = ['registration', 'check', 'notary']

async function opened() {
  const server = await protocoloServer()
  cleanUp(server.close)
  const { ask, state } = askedProvider(protocoloProvider, {
    url: server.url,
    credentials: { apiKey: server.key },
  })
  return { server, ask, state }
}

const outcomes = (answers: SectionAnswers) =>
  all.map((id) => {
    const answer = answers[id]
    return answer?.kind === 'failed' ? answer.code : answer?.kind
  })

const threeTimes = (outcome: string) => all.map(() => outcome)

const shown = (answers: SectionAnswers, id: SectionId) => {
  const answer = answers[id]
  assert.equal(answer?.kind, 'found', `${id}: ${JSON.stringify(answer)}`)
  return answer.kind === 'found' && JSON.parse(answer.text)
}

describe('an order', () => {
  test('is asked for by its number until it is ready, and mapped', async () => {
    const { server, ask } = await opened()
    server.pendingTimes = 2
    const answers = await ask(person, all)
    assert.deepEqual(shown(answers, 'registration'), {
      documentNumber: person,
      consumerName: 'ANA INVENTADA',
      birthDate: '1986-02-11',
      statusRegistration: 'REGULAR',
      statusDate: '2026-01-15',
    })
    assert.deepEqual(shown(answers, 'notary'), {
      notaryResponse: [
        {
          occurrenceDate: '2025-02-02',
          amount: '1234.56',
          officeNumber: '1',
          city: 'RECIFE',
          federalUnit: 'PE',
        },
      ],
      summary: {
        count: '1',
        balance: '1234.56',
        firstOccurrence: '2025-02-02',
        lastOccurrence: '2025-02-02',
      },
    })
    const { checkResponse, summary } = shown(answers, 'check')
    assert.deepEqual(checkResponse, [
      {
        occurrenceDate: '2025-01-20',
        alinea: '12',
        bankId: '001',
        bankName: 'BANCO DE MENTIRA',
        checkCount: '2',
      },
    ])
    assert.deepEqual([summary.count, summary.listed], ['3', '1'], 'a list shorter than its count is said')
    const paths = server.requests.map(({ method, path }) => `${method} ${path}`)
    assert.deepEqual(paths, ['POST /consultas', 'GET /consultas/P-2026-1', 'GET /consultas/P-2026-1'])
  })

  test('may be ready at once, and asks only for the blocks that are wanted', async () => {
    const { server, ask } = await opened()
    server.pendingTimes = 0
    server.finished = () => ({ cadastro: { nome: 'EMPRESA INVENTADA', abertura: '2011-05-09' } })
    const answers = await ask(company, ['registration'])
    assert.equal(shown(answers, 'registration').companyName, 'EMPRESA INVENTADA')
    assert.deepEqual(server.orders[0]?.blocks, ['CADASTRO'])
    assert.equal(server.requests.length, 1)
  })

  test('on nobody that it knows finds nothing; a block that is missing or failed is no nothing', async () => {
    const { server, ask } = await opened()
    server.finished = () => ({ situacao: 'NAO_LOCALIZADO' })
    assert.deepEqual(outcomes(await ask(person, all)), threeTimes('nothing'))
    server.finished = () => ({ cadastro: {}, protestos: { erro: 'fora do ar' } })
    assert.deepEqual(outcomes(await ask(person, all)), [
      'nothing',
      'source_answer_invalid',
      'source_unavailable',
    ])
  })

  test('is not believed about another document, or under another number, at any step', async () => {
    const { server, ask, state } = await opened()
    const answers: (typeof server)['poll'][] = [
      (answer) => answerJson(answer, 200, { situacao: 'CONCLUIDA', documento: other, ...personOf(other) }),
      (answer) => answerJson(answer, 202, { documento: other }),
      (answer) => answerJson(answer, 202, { protocolo: 'P-2026-9999' }),
      (answer) =>
        answerJson(answer, 200, { protocolo: 'P-2026-9999', situacao: 'CONCLUIDA', documento: person }),
    ]
    for (const poll of answers) {
      server.poll = poll
      assert.deepEqual(outcomes(await ask(person, all)), threeTimes('source_answer_invalid'))
      assert.equal(state().lastFault?.fault, 'other_document')
    }
  })

  test('whose answer names nobody, or is in no form, is not believed', async () => {
    const { server } = await opened()
    for (const body of [{ situacao: 'CONCLUIDA', ...personOf(person) }, { documento: person }, {}, []]) {
      server.poll = (answer) => answerJson(answer, 200, body)
      const { ask } = askedProvider(protocoloProvider, {
        url: server.url,
        credentials: { apiKey: server.key },
      })
      assert.deepEqual(outcomes(await ask(person, all)), threeTimes('source_answer_invalid'))
    }
  })

  test('whose number would make an address of its own, or names the person, is not asked for', async () => {
    const { server } = await opened()
    const known = server.answer
    for (const protocolo of ['../../outra', 'a/b?c=d', '', 7, undefined, `P-${person}`, 'x'.repeat(65)]) {
      const { ask } = askedProvider(protocoloProvider, {
        url: server.url,
        credentials: { apiKey: server.key },
      })
      server.answer = (answer) => answerJson(answer, 202, { protocolo })
      const before: number = server.requests.length
      assert.deepEqual(outcomes(await ask(person, all)), threeTimes('source_answer_invalid'))
      assert.equal(server.requests.length, before + 1, String(protocolo))
    }
    server.answer = known
  })

  test('that is not ready when the time is over costs its sections', async () => {
    const { server, ask, state } = await opened()
    server.pendingTimes = Number.POSITIVE_INFINITY
    const deadline = new AbortController()
    const asking = ask(person, all, { signal: deadline.signal })
    await until(() => (server.orders[0]?.polls ?? 0) >= 2)
    deadline.abort()
    assert.deepEqual(outcomes(await asking), threeTimes('source_timeout'))
    assert.equal(state().inFlight, 0)
  })

  test('that the provider has lost, given up or refused says so by its fault', async () => {
    const { server } = await opened()
    const cases: [string, (typeof server)['poll']][] = [
      ['server_error', (answer) => answerJson(answer, 404, {})],
      ['server_error', (answer) => answerJson(answer, 200, { documento: person, situacao: 'ERRO' })],
      ['login_refused', (answer) => answerJson(answer, 401, {})],
    ]
    for (const [fault, poll] of cases) {
      server.poll = poll
      const { ask, state } = askedProvider(protocoloProvider, {
        url: server.url,
        credentials: { apiKey: server.key },
      })
      await ask(person, all)
      assert.equal(state().lastFault?.fault, fault)
    }
    const { ask, state } = askedProvider(protocoloProvider, { url: server.url, credentials: { apiKey: 'x' } })
    assert.deepEqual(outcomes(await ask(person, all)), threeTimes('source_refused'))
    assert.equal(state().lastFault?.fault, 'login_refused')
  })
})

describe('a protocolo source that an operator declares', async () => {
  const server = await protocoloServer()
  afterAll(server.close)
  const bureau: Source = {
    name: 'bureau',
    ...coversAlways(['listingP', 'notary']),
    ask: ({ sections }) => answerAll(sections, nothing),
  }
  const service = await operatorService('sqlite', { productionSources: [bureau] })
  afterAll(service.close)
  const name = 'cartorios'
  const wanted = {
    name,
    kind: 'protocolo',
    url: server.url,
    credentials: { apiKey: server.key },
    price: 90,
  } as const
  const { id, look } = await declaredSource(service, wanted)
  const as = await clientWithSources(service, [name])
  const ask = () => service.call('/relatorioBasico/v2/consulta', { as, body: { documento: person } })

  test('is tested, and answers reports, for one price', async () => {
    const tested = await service.result<SourceTestResult>(`/fontes/${id}/teste`, {
      body: { documento: person },
    })
    assert.deepEqual(
      tested.sections.map(({ outcome }) => outcome),
      threeTimes('found'),
    )
    const answer = await ask()
    assert.equal(answer.status, 200, answer.text)
    assert.equal(answer.at('result.report.registration.consumerName'), 'ANA INVENTADA')
    assert.match(answer.headers.get('x-report-sources') ?? '', /registration=cartorios/)
    assert.deepEqual((await look()).month, { calls: 2, spent: 180, spentByClients: 0 })
    for (const { path } of server.requests) assert.ok(!path.includes(person))
  })

  test('costs its own sections where it answers about somebody else', async () => {
    server.poll = (answer) =>
      answerJson(answer, 200, { situacao: 'CONCLUIDA', documento: other, ...personOf(other) })
    const answer = await ask()
    assert.equal(answer.status, 203)
    assert.ok(!answer.text.includes('ANA INVENTADA'))
    assert.match(answer.headers.get('x-report-sources') ?? '', /listingP=bureau/)
  })
})
