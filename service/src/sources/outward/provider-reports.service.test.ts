import assert from 'node:assert/strict'
import { wholeContract } from '@lastro/contract/clients/client-contract.ts'
import { keptReportPath } from '@lastro/contract/clients/kept-reports.ts'
import type { DeclaredSource, NewSourceRequest } from '@lastro/contract/operator/declared-sources.ts'
import type { TrailRecord } from '@lastro/contract/operator/operator-trail.ts'
import type { OperatorUsage } from '@lastro/contract/operator/operator-usage.ts'
import { afterAll, describe, test } from 'vitest'
import { cleanUp } from '../../../testing/clean-up.ts'
import { engines } from '../../../testing/engines.ts'
import type { Session } from '../../../testing/running-service.ts'
import { answerReport, lastroImitation } from '../../../testing/servers/lastro-imitation.ts'
import { answerJson } from '../../../testing/servers/provider-server.ts'
import { operatorService } from '../../../testing/services/operator-service.ts'
import { until } from '../../../testing/until.ts'
import { verifyTrail } from '../../features/trail/seals/verify-trail.ts'

const person = '52998224725'
const other = '12345678909'
const registration = { documentNumber: person, consumerName: 'MARIA DE EXEMPLO' }
const basic = '/relatorioBasico/v2/consulta'
const credentials = { clientId: 'cli_ours', clientSecret: 'a secret of ours', apiKey: 'a key of ours' }

for (const engine of engines) {
  describe(`reports with a provider on ${engine}`, async () => {
    const service = await operatorService(engine)
    afterAll(service.close)
    const { call, result, store } = service
    let made = 0

    /** A provider, declared and enabled, and what is known of it. */
    const declared = async (over: Partial<NewSourceRequest> = {}) => {
      const provider = await lastroImitation()
      cleanUp(provider.close)
      made += 1
      const name = `parceiro-${made}`
      const { id } = await result<DeclaredSource>('/fontes', {
        body: {
          name,
          kind: 'lastro',
          url: provider.url,
          credentials,
          price: 100,
          timeoutMs: 60_000,
          // The others are answered by the bureau, which has nothing on file.
          sections: ['registration'],
          ...over,
        },
      })
      await result(`/fontes/${id}/ativar`, { method: 'POST' })
      const look = () => result<DeclaredSource>(`/fontes/${id}`)
      return { provider, name, id, look }
    }
    const clientOf = async (sources?: typeof wholeContract.sources): Promise<Session> => {
      const session = await service.newSession('production')
      const contract = { ...wholeContract, keyReportDays: 30, ...(sources !== undefined && { sources }) }
      await store.clients.setContract(session.clientId, contract)
      const { clientId: client_id, clientSecret: client_secret } = session
      const token = await call('/oauth/token', {
        body: { grant_type: 'client_credentials', client_id, client_secret },
      })
      return { ...session, token: String(token.at('access_token')) }
    }
    const ask = (as: Session, documento = person) => call(basic, { as, body: { documento } })
    /** As the operator finds them, newest first. */
    const recordsOf = async ({ clientId }: Session) => {
      const body = { environment: 'production', clientId }
      return (await result<{ records: TrailRecord[] }>('/trilha/busca', { body })).records
    }
    const errorIn = 'result.report.registration.error.code'

    test('only a contract that names a source uses it, and only while it is enabled', async () => {
      const { provider, name, id } = await declared()
      provider.consult = (answer, request) => answerReport(answer, request, { registration })
      const [with_, without] = [await clientOf([{ source: name, paidBy: 'operator' }]), await clientOf()]
      assert.equal((await ask(without)).at('result.report.registration'), undefined)
      assert.equal(provider.requests.length, 0)
      const answer = await ask(with_)
      assert.equal(answer.at('result.report.registration.consumerName'), 'MARIA DE EXEMPLO')
      assert.match(answer.headers.get('x-report-sources') ?? '', new RegExp(`registration=${name}`))
      await result(`/fontes/${id}/desativar`, { method: 'POST' })
      assert.equal((await ask(with_)).at('result.report.registration'), undefined)
      assert.equal(provider.queries().length, 1)
    })

    test('the document goes in the body, and in no address', async () => {
      const { provider, name } = await declared()
      await ask(await clientOf([{ source: name, paidBy: 'operator' }]))
      assert.deepEqual(JSON.parse(provider.queries()[0]?.body ?? ''), { documento: person, features: [] })
      for (const { path, headers } of provider.requests)
        assert.ok(!`${path}${JSON.stringify(headers)}`.includes(person))
      assert.ok(!service.logLines.join().includes(person))
    })

    test("another document's answer is refused, and never shown", async () => {
      const { provider, name, look } = await declared()
      provider.consult = (answer, request) =>
        answerReport(answer, request, { registration: { consumerName: 'OUTRA PESSOA' } }, other)
      const answer = await ask(await clientOf([{ source: name, paidBy: 'operator' }]))
      assert.equal(answer.status, 203)
      assert.equal(answer.at(errorIn), 'source_answer_invalid')
      assert.ok(!answer.text.includes('OUTRA PESSOA'))
      assert.equal((await look()).state?.lastFault?.fault, 'other_document')
    })

    test('a report on the document with the registration of another is refused too', async () => {
      const { provider, name, look } = await declared()
      provider.consult = (answer, request) =>
        answerReport(answer, request, {
          registration: { documentNumber: other, consumerName: 'OUTRA PESSOA' },
        })
      const answer = await ask(await clientOf([{ source: name, paidBy: 'operator' }]))
      assert.deepEqual([answer.status, answer.at(errorIn)], [203, 'source_answer_invalid'])
      assert.ok(!answer.text.includes('OUTRA PESSOA') && !answer.text.includes(other))
      assert.equal((await look()).state?.lastFault?.fault, 'other_document')
    })

    test('what a provider answers in no form of ours costs its sections, and no more', async () => {
      const answers: [string, (typeof provider)['consult']][] = [
        ['source_answer_invalid', (answer) => void answer.end('{')],
        ['source_answer_invalid', (answer) => answerJson(answer, 200, { error: true })],
        ['source_refused', (answer) => answerJson(answer, 403, { code: 'product_not_contracted' })],
        ['source_unavailable', (answer) => void answer.destroy()],
        ['source_unavailable', (answer) => answerJson(answer, 500, {})],
        [
          'source_answer_invalid',
          (answer, request) => answerReport(answer, request, { registration: { consumerName: 7 } }),
        ],
      ]
      const { provider, name } = await declared()
      const as = await clientOf([{ source: name, paidBy: 'operator' }])
      for (const [code, consult] of answers) {
        provider.consult = consult
        const answer = await ask(as)
        assert.deepEqual([answer.status, answer.at(errorIn)], [203, code])
        provider.consult = (good, request) => answerReport(good, request, { registration })
        assert.equal((await ask(as)).status, 200)
      }
    })

    test('many that ask at once log in once, and never exceed what the provider allows', async () => {
      const { provider, name } = await declared({ concurrency: 4, clientConcurrency: 4 })
      provider.consult = (answer, request) => void setImmediate(() => answerReport(answer, request, {}))
      const as = await clientOf([{ source: name, paidBy: 'operator' }])
      const answers = await Promise.all(Array.from({ length: 60 }, () => ask(as)))
      assert.ok(answers.every(({ status }) => status === 200))
      assert.equal(provider.logins().length, 1)
      assert.equal(provider.queries().length, 60)
      assert.ok(provider.atOnce.most <= 4, `${provider.atOnce.most} at once`)
    })

    test('a session that is over is renewed once, and the query is answered', async () => {
      const { provider, name } = await declared()
      const as = await clientOf([{ source: name, paidBy: 'operator' }])
      assert.equal((await ask(as)).status, 200)
      const isOver = new Set(provider.queries().map(({ headers }) => headers.authorization))
      provider.logIn = (answer, request) =>
        answerJson(answer, 200, {
          access_token: `renewed by ${JSON.parse(request.body).grant_type}`,
          expires_in: 600,
        })
      provider.consult = (answer, request) =>
        isOver.has(request.headers.authorization)
          ? answerJson(answer, 401, { code: 'token_expired' })
          : answerReport(answer, request, { registration })
      const answers = await Promise.all(Array.from({ length: 10 }, () => ask(as)))
      assert.ok(answers.every((one) => one.at('result.report.registration') !== undefined))
      assert.equal(provider.logins().length, 2)
      assert.equal(provider.queries().at(-1)?.headers.authorization, 'Bearer renewed by refresh_token')
    })

    test('credentials that are refused are not tried by every query', async () => {
      const { provider, name, look } = await declared()
      provider.logIn = (answer) => answerJson(answer, 401, { error: 'invalid_client' })
      const as = await clientOf([{ source: name, paidBy: 'operator' }])
      for (let at = 0; at < 5; at++) assert.equal((await ask(as)).at(errorIn), 'source_refused')
      assert.deepEqual([provider.logins().length, provider.queries().length], [1, 0])
      assert.equal((await look()).state?.lastFault?.fault, 'login_refused')
    })

    test('a client that pays is asked for with its own credentials, and never with ours', async () => {
      const { provider, name, id } = await declared()
      const as = await clientOf([{ source: name, paidBy: 'client' }])
      assert.equal((await ask(as)).at(errorIn), 'source_refused')
      assert.equal(provider.requests.length, 0)
      const own = { clientId: 'cli_own', clientSecret: 'its own secret', apiKey: 'its own key' }
      await result(`/fontes/${id}/credenciais`, {
        method: 'PUT',
        body: { credentials: own, clientId: as.clientId },
      })
      assert.equal((await ask(as)).status, 200)
      assert.equal(provider.queries().at(-1)?.headers.authorization, 'Bearer token of cli_own')
      assert.equal(provider.queries().at(-1)?.headers['x-api-key'], 'its own key')
      const stranger = await clientOf([{ source: name, paidBy: 'client' }])
      assert.equal((await ask(stranger)).at(errorIn), 'source_refused')
      assert.equal(provider.queries().length, 1)
      const { month } = await result<DeclaredSource>(`/fontes/${id}`)
      assert.deepEqual(month, { calls: 1, spent: 0, spentByClients: 100 })
    })

    test('a budget that is spent keeps queries from the provider: of the source, and of the client', async () => {
      const { provider, name, look } = await declared({ monthlyBudget: 350 })
      const [bounded, free] = [
        await clientOf([{ source: name, paidBy: 'operator', monthlyBudget: 100 }]),
        await clientOf([{ source: name, paidBy: 'operator' }]),
      ]
      assert.equal((await ask(bounded)).status, 200)
      assert.equal((await ask(bounded)).at(errorIn), 'source_refused')
      for (let at = 0; at < 2; at++) assert.equal((await ask(free)).status, 200)
      assert.equal((await ask(free)).at(errorIn), 'source_refused')
      assert.equal(provider.queries().length, 3)
      const { month, state } = await look()
      assert.deepEqual(month, { calls: 3, spent: 300, spentByClients: 0 })
      assert.equal(state?.lastFault?.fault, 'budget_spent')
    })

    test('a provider that keeps failing is left alone, and the page of the operator and the figures say so', async () => {
      const { provider, name, look } = await declared()
      provider.consult = (answer) => answerJson(answer, 500, {})
      const as = await clientOf([{ source: name, paidBy: 'operator' }])
      for (let at = 0; at < 8; at++) assert.equal((await ask(as)).at(errorIn), 'source_unavailable')
      assert.ok(provider.queries().length < 8)
      const { state, month } = await look()
      assert.deepEqual([state?.breaker, state?.lastFault?.fault], ['open', 'breaker_open'])
      assert.deepEqual(month, { calls: 0, spent: 0, spentByClients: 0 })
      const page = (await call('/metrics')).text
      assert.match(page, new RegExp(`lastro_source_breaker_open{source="${name}"} 1`))
      assert.match(page, new RegExp(`lastro_source_calls_total{source="${name}"} \\d+`))
      const { sources } = await result<{ sources: { name: string; failures: number; p95Ms?: number }[] }>(
        '/fontes',
      )
      const own = sources.find((one) => one.name === name)
      assert.ok(own?.failures === 8 && own.p95Ms !== undefined)
    })

    test('what calls cost is on the record and in usage, and each sees what concerns it', async () => {
      const [ours, theirs] = [await declared(), await declared({ price: 270 })]
      for (const { provider } of [ours, theirs])
        provider.consult = (answer, request) => answerReport(answer, request, { registration })
      const as = await clientOf([
        { source: ours.name, paidBy: 'operator' },
        { source: theirs.name, paidBy: 'client' },
      ])
      const own = { clientId: 'cli_own', clientSecret: 'its own secret', apiKey: 'its own key' }
      await result(`/fontes/${theirs.id}/credenciais`, {
        method: 'PUT',
        body: { credentials: own, clientId: as.clientId },
      })
      // Two equal ones at once: both call, and one of them is billed.
      const twice = await Promise.all([ask(as), ask(as)])
      assert.equal(twice.filter(({ headers }) => headers.get('x-billed') === 'true').length, 1)
      const usage = await result<OperatorUsage>(`/consumo?clientId=${as.clientId}`)
      assert.deepEqual(usage.costs, [
        {
          source: ours.name,
          calls: 2,
          cost: '2.00',
          paidBy: 'operator',
          unbilledCalls: 1,
          unbilledCost: '1.00',
        },
        {
          source: theirs.name,
          calls: 2,
          cost: '5.40',
          paidBy: 'client',
          unbilledCalls: 1,
          unbilledCost: '2.70',
        },
      ])
      const everybody = await result<OperatorUsage>('/consumo')
      assert.deepEqual(
        everybody.costs.filter(({ source }) => source === ours.name || source === theirs.name),
        usage.costs,
      )
      assert.deepEqual(
        (await recordsOf(as)).map(({ costs }) => costs),
        Array(2).fill([
          { source: ours.name, calls: 1, cost: '1.00', paidBy: 'operator' },
          { source: theirs.name, calls: 1, cost: '2.70', paidBy: 'client' },
        ]),
      )
      const paid = { source: theirs.name, calls: 2, cost: '5.40' }
      assert.deepEqual((await call('/conta/v2/consumo', { as })).at('result.costs'), [paid])
      const listed = (await call('/conta/v2/consultas', { as })).at('result.consultations') as object[]
      assert.deepEqual(
        listed.map((one) => 'costs' in one && one.costs),
        Array(2).fill([{ source: theirs.name, calls: 1, cost: '2.70' }]),
      )
      const stranger = await clientOf([{ source: ours.name, paidBy: 'operator' }])
      assert.deepEqual((await call('/conta/v2/consumo', { as: stranger })).at('result.costs'), [])
      assert.deepEqual((await result<OperatorUsage>('/consumo?environment=sandbox')).costs, [])
      const verified = await verifyTrail(store.trail, 'production')
      assert.deepEqual([verified.broken, verified.besides], [undefined, []])
    })

    test('what a provider may charge for an answer that cannot be read is on record too', async () => {
      const { provider, name } = await declared()
      provider.consult = (answer) => void answer.end('{')
      const as = await clientOf([{ source: name, paidBy: 'operator' }])
      await ask(as)
      provider.consult = (answer) => answerJson(answer, 500, {})
      await ask(as)
      assert.deepEqual(
        (await recordsOf(as)).map(({ costs }) => costs),
        [undefined, [{ source: name, calls: 1, cost: '1.00', paidBy: 'operator' }]],
        'a failure of its own is not charged, and is counted nowhere',
      )
      const { costs } = await result<OperatorUsage>(`/consumo?clientId=${as.clientId}`)
      assert.deepEqual([costs.length, costs[0]?.calls, costs[0]?.cost], [1, 1, '1.00'])
    })

    test('nobody pays for looking at a report that was kept', async () => {
      const { provider, name } = await declared()
      provider.consult = (answer, request) => answerReport(answer, request, { registration })
      const as = await clientOf([{ source: name, paidBy: 'operator' }])
      const answer = await ask(as)
      const requestId = answer.headers.get('x-request-id') ?? ''
      await service.keepAll()
      const opened = await until(async () => {
        const reading = await call(keptReportPath.replace('{id}', requestId), { as })
        return reading.status !== 404 && reading
      }, 'the report is kept')
      assert.equal(provider.queries().length, 1)
      assert.match(opened.text, /MARIA DE EXEMPLO.*"copiedAt"/, 'as of its own day')
    })

    test('a source that was removed is gone, with what it knew', async () => {
      const { provider, name, id } = await declared()
      const as = await clientOf([{ source: name, paidBy: 'operator' }])
      await result(`/fontes/${id}`, { method: 'DELETE' })
      assert.equal((await ask(as)).status, 200)
      assert.equal(provider.requests.length, 0)
      assert.equal(
        await store.declaredSources.credentialsOf({ sourceId: id, clientId: undefined }),
        undefined,
      )
    })
  })
}
