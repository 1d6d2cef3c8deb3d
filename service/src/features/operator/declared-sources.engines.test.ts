import assert from 'node:assert/strict'
import type { DeclaredSource, SourceTestResult } from '@lastro/contract/operator/declared-sources.ts'
import type { OperatorAct } from '@lastro/contract/operator/operator-acts.ts'
import type { TrailRecord } from '@lastro/contract/operator/operator-trail.ts'
import type { PersonFile } from '@lastro/contract/person/person-file.ts'
import { withCheckDigits } from '@lastro/rules/documents/document-number.ts'
import { afterAll, describe, test } from 'vitest'
import { allRows } from '../../../testing/all-rows.ts'
import { engines } from '../../../testing/engines.ts'
import { answerReport, lastroImitation } from '../../../testing/servers/lastro-imitation.ts'
import { answerJson } from '../../../testing/servers/provider-server.ts'
import { productionCreditor } from '../../../testing/services/listing-service.ts'
import { operatorService } from '../../../testing/services/operator-service.ts'
import { builtInNames } from '../declared-sources/built-in-names.ts'

const credentials = { clientId: 'cli_x', clientSecret: 'whatever opens it', apiKey: 'the key of ours' }
const person = '52998224725'

for (const engine of engines) {
  describe(`declared sources over HTTP on ${engine}`, async () => {
    const service = await operatorService(engine)
    afterAll(service.close)
    const provider = await lastroImitation()
    afterAll(provider.close)
    const { operate, result } = service
    const wanted = (name: string, over: object = {}) => ({
      name,
      kind: 'lastro',
      url: provider.url,
      credentials,
      ...over,
    })
    const declare = (name: string, over?: object) =>
      result<DeclaredSource>('/fontes', { body: wanted(name, over) })

    test('a source comes disabled, with limits that were not asked for, and is listed', async () => {
      const made = await declare('primeira', { price: 150, monthlyBudget: 10_000, sections: ['check'] })
      assert.deepEqual(
        { ...made, id: '', createdAt: '', state: made.state && { ...made.state, since: '' } },
        {
          id: '',
          name: 'primeira',
          kind: 'lastro',
          url: provider.url,
          sections: ['check'],
          enabled: false,
          concurrency: 10,
          clientConcurrency: 5,
          timeoutMs: 4_000,
          price: 150,
          monthlyBudget: 10_000,
          hasCredentials: true,
          clientsWithCredentials: 0,
          createdAt: '',
          state: { breaker: 'closed', since: '', inFlight: 0, waiting: 0 },
          month: { calls: 0, spent: 0, spentByClients: 0 },
        },
      )
      const { declared } = await result<{ declared: DeclaredSource[] }>('/fontes')
      assert.deepEqual(
        declared.find(({ name }) => name === 'primeira'),
        made,
      )
    })

    test('its credentials are shown nowhere, and lie in no row as they are', async () => {
      const { id } = await declare('secreta')
      const session = await service.newSession('production')
      await result(`/fontes/${id}/credenciais`, {
        method: 'PUT',
        body: { credentials, clientId: session.clientId },
      })
      const read = await operate(`/fontes/${id}`)
      assert.deepEqual(
        [read.at('result.hasCredentials'), read.at('result.clientsWithCredentials')],
        [true, 1],
      )
      const everywhere = [
        read.text,
        (await operate('/fontes')).text,
        (await operate('/atos?limit=200')).text,
        JSON.stringify(await allRows(service.place)),
        service.logLines.join('\n'),
      ]
      for (const text of everywhere)
        for (const secret of [credentials.clientSecret, credentials.apiKey]) assert.ok(!text.includes(secret))
    })

    test('what makes no sense is refused, and by which field', async () => {
      const cases: [object, string, string | undefined][] = [
        [wanted('primeira'), 'source_name_taken', undefined],
        [wanted('bureau'), 'fields_mismatch', 'name'],
        [wanted('receita'), 'fields_mismatch', 'name'],
        [wanted(`a${person}`), 'fields_mismatch', 'name'],
        [wanted('Outra'), 'body_invalid', 'name'],
        [wanted('outra', { kind: 'none' }), 'body_invalid', 'kind'],
        [wanted('outra', { credentials: { clientId: 'x' } }), 'fields_mismatch', 'credentials'],
        [wanted('outra', { credentials: { ...credentials, more: 'x' } }), 'fields_mismatch', 'credentials'],
        [wanted('outra', { concurrency: 2, clientConcurrency: 3 }), 'fields_mismatch', 'clientConcurrency'],
        [wanted('outra', { url: 'http://user:pass@127.0.0.1:8080' }), 'source_url_refused', 'url'],
        [wanted('outra', { url: 'file:///etc/passwd' }), 'source_url_refused', 'url'],
        [wanted('outra', { url: 'http://10.0.0.1' }), 'source_url_refused', 'url'],
        [wanted('outra', { url: 'http://169.254.169.254/latest' }), 'source_url_refused', 'url'],
        [wanted('outra', { url: 'http://[::1]:8080' }), 'source_url_refused', 'url'],
      ]
      for (const [body, code, field] of cases) {
        const answer = await operate('/fontes', { body })
        assert.equal(answer.at('code'), code, JSON.stringify(body))
        if (field !== undefined) assert.equal(answer.at('errors.0.field'), field)
      }
    })

    test('no source of ours lacks among the names that nobody may declare', async () => {
      const { sources } = await result<{ sources: { name: string }[] }>('/fontes')
      const names = sources.map(({ name }) => name.replace(/\..*/, ''))
      assert.ok(names.includes('bureau') && names.includes('sandbox'))
      const { declared } = await result<{ declared: DeclaredSource[] }>('/fontes')
      const free = names.filter(
        (name) => !declared.some((one) => one.name === name) && !builtInNames.has(name),
      )
      assert.deepEqual(free, [])
    })

    test('under one Idempotency-Key one source is made', async () => {
      const ask = () =>
        operate('/fontes', { body: wanted('uma-so'), headers: { 'Idempotency-Key': 'one-source' } })
      const [first, again] = [await ask(), await ask()]
      assert.equal(first.status, 201, first.text)
      assert.equal(again.at('result.id'), first.at('result.id'))
      assert.equal(again.headers.get('idempotency-replayed'), 'true')
    })

    test('a source that nobody declared is unknown to every operation', async () => {
      for (const [path, options] of [
        ['', {}],
        ['', { method: 'DELETE' }],
        ['/ativar', { method: 'POST' }],
        ['/desativar', { method: 'POST' }],
        ['/teste', { body: { documento: person } }],
        ['/credenciais', { method: 'PUT', body: { credentials } }],
      ] as const) {
        const answer = await operate(`/fontes/fon_none${path}`, options)
        assert.deepEqual([answer.status, answer.at('code')], [404, 'source_unknown'], path)
      }
    })

    test('credentials are those of a client that there is, and whole', async () => {
      const { id } = await declare('com-cliente')
      const put = (body: object) => operate(`/fontes/${id}/credenciais`, { method: 'PUT', body })
      assert.equal((await put({ credentials, clientId: 'cli_nobody' })).at('code'), 'client_unknown')
      assert.equal((await put({ credentials: { apiKey: 'x' } })).at('code'), 'fields_mismatch')
      assert.equal((await operate(`/fontes/${id}`)).at('result.clientsWithCredentials'), 0)
    })

    test('a test asks one document and tells section by section what was understood', async () => {
      const { id } = await declare('testada', { timeoutMs: 60_000, price: 10 })
      const registration = { documentNumber: person, consumerName: 'MARIA DE EXEMPLO' }
      provider.consult = (answer, request) =>
        answerReport(answer, request, {
          registration,
          negativeData: { listingP: { error: { code: 'source_timeout', message: '' } }, check: 7 },
        })
      const tried = await result<SourceTestResult>(`/fontes/${id}/teste`, { body: { documento: person } })
      const of = (section: string) => tried.sections.find((one) => one.section === section)
      assert.deepEqual(of('registration'), {
        section: 'registration',
        outcome: 'found',
        content: registration,
      })
      assert.deepEqual(of('listingP'), { section: 'listingP', outcome: 'failed', code: 'source_timeout' })
      assert.deepEqual(of('check'), { section: 'check', outcome: 'failed', code: 'source_answer_invalid' })
      assert.deepEqual(of('notary'), { section: 'notary', outcome: 'nothing' })
      assert.equal(tried.fault, undefined)
      assert.equal((await operate(`/fontes/${id}`)).at('result.month.spent'), 10)
      const invalid = await operate(`/fontes/${id}/teste`, { body: { documento: '52998224724' } })
      assert.equal(invalid.at('code'), 'document_invalid')
      const [act] = (await result<{ acts: OperatorAct[] }>('/atos?limit=1')).acts
      assert.deepEqual([act?.operation, act?.target], ['operadorFontesTesta', id])
      assert.ok(!(await operate('/atos?limit=200')).text.includes(person))
    })

    test('a test is a consultation of the person: on record, in their file, and no wider than a report', async () => {
      const { id } = await declare('consultada', { timeoutMs: 60_000 })
      const someone = withCheckDigits('731882601')
      const creditor = await productionCreditor(service)
      const paid = await creditor.inserted({ documento: someone, contractId: 'V-1' })
      await creditor.act(paid, 'baixa', { reason: '01' })
      const debtOf = (contractId: string, occurrenceDate: string) => ({
        occurrenceDate,
        legalNature: 'EMPRÉSTIMO',
        contractId,
        creditorName: 'LOJA DE EXEMPLO LTDA',
        amount: '10.00',
        principal: 'true',
      })
      const told = { ...debtOf('V-1', '2026-03-10'), creditorName: 'LOJA LTDA' }
      const items = [told, debtOf('V-2', '2019-01-10'), debtOf('V-3', '2026-03-10')]
      provider.consult = (answer, request) =>
        answerReport(answer, request, {
          negativeData: { listingP: { listingPResponse: items, summary: { count: '3', balance: '30.00' } } },
        })
      const tried = await result<SourceTestResult>(`/fontes/${id}/teste`, { body: { documento: someone } })
      const list = tried.sections.find(({ section }) => section === 'listingP')?.content as {
        listingPResponse: { contractId: string }[]
      }
      assert.deepEqual(
        list.listingPResponse.map((one) => one.contractId),
        ['V-3'],
      )
      provider.consult = (answer) => answerJson(answer, 500, {})
      await result<SourceTestResult>(`/fontes/${id}/teste`, { body: { documento: someone } })
      const { records } = await result<{ records: TrailRecord[] }>('/trilha/busca', {
        body: { environment: 'production', documento: someone },
      })
      assert.deepEqual(
        records.map(({ clientId, purpose, features, outcome, billed }) => [
          clientId,
          purpose,
          features,
          outcome,
          billed,
        ]),
        [
          ['operador', 'source_test', ['consultada'], 'sources_unavailable', false],
          ['operador', 'source_test', ['consultada'], 'tested', false],
        ],
      )
      assert.ok(records.every(({ userId }) => userId !== undefined))
      const access = { documento: someone, identity: 'RG conferido no balcão', reason: 'pedido no balcão' }
      const { consultations } = await result<PersonFile>('/titular/arquivo', { body: access })
      assert.deepEqual(
        consultations.all.map(({ clientName, purpose, shown }) => [clientName, purpose.text, shown]),
        [
          ['O operador deste serviço', 'Teste de uma fonte', false],
          ['O operador deste serviço', 'Teste de uma fonte', true],
        ],
      )
    })

    test('a contract names sources that are declared, each once', async () => {
      const { clientId } = await service.newSession('production')
      const path = `/clientes/${clientId}/contrato`
      const { version, contract } = await result<{ version: number; contract: object }>(path)
      const set = (sources: object[]) =>
        operate(path, {
          method: 'PUT',
          body: { ...contract, sources },
          headers: { 'If-Match': `"${version}"` },
        })
      const term = { source: 'primeira', paidBy: 'operator' }
      for (const sources of [[{ ...term, source: 'nenhuma' }], [term, { ...term, paidBy: 'client' }]]) {
        const refused = await set(sources)
        assert.equal(refused.at('code'), 'fields_mismatch', refused.text)
      }
      assert.equal((await set([{ ...term, paidBy: 'somebody' }])).at('code'), 'body_invalid')
      const done = await set([{ ...term, monthlyBudget: 5_000 }])
      assert.deepEqual(done.at('result.contract.sources'), [{ ...term, monthlyBudget: 5_000 }])
    })
  })
}
