import assert from 'node:assert/strict'
import type { OperatorAct } from '@lastro/contract/operator/operator-acts.ts'
import type { OperatorListing, QueuedListing } from '@lastro/contract/operator/operator-listings.ts'
import type { QueueDelivery, QueueJob, QueueStatus } from '@lastro/contract/operator/operator-queue.ts'
import type { SourceHealth } from '@lastro/contract/operator/operator-sources.ts'
import type { TrailRecord, TrailStatus, TrailVerification } from '@lastro/contract/operator/operator-trail.ts'
import type { OperatorUsage, UsageByClient } from '@lastro/contract/operator/operator-usage.ts'
import { afterAll, describe, test } from 'vitest'
import { engines } from '../../../testing/engines.ts'
import { cleanPerson, creditorOf, debt } from '../../../testing/services/listing-service.ts'
import { type OperatorService, operatorService } from '../../../testing/services/operator-service.ts'
import { until } from '../../../testing/until.ts'
import { demonstrationClientId } from '../reports/demonstration-caller.ts'

type Search = { records: TrailRecord[]; cursor?: string }

const basic = '/sandbox/relatorioBasico/v2/consulta'

for (const engine of engines) {
  describe(`running the service over HTTP on ${engine}`, async () => {
    const heldBack = { notices: { pt: 'esperam', en: 'wait' }, alerts: undefined }
    const service = await operatorService(engine, { heldBack })
    afterAll(() => service.close())
    const { operate, result, call, newSession } = service
    const search = (body: object) =>
      result<Search>('/trilha/busca', { body: { environment: 'sandbox', ...body } })

    test('sources are unknown until they are asked, and then say how they answer', async () => {
      const session = await newSession()
      const { sources, process: of } = await result<{ sources: SourceHealth[]; process: { pid: number } }>(
        '/fontes',
      )
      assert.equal(of.pid, process.pid)
      assert.ok(sources.every((one) => one.health === 'unknown' && one.calls === 0))
      for (let asked = 0; asked < 3; asked++) {
        await call(basic, { as: session, body: { documento: cleanPerson } })
      }
      const again = (await result<{ sources: SourceHealth[] }>('/fontes')).sources
      const up = again.find((one) => one.environment === 'sandbox' && one.calls > 0)
      assert.equal(up?.health, 'up')
      assert.ok(up.calls === 3 && (up.p95Ms ?? 0) >= (up.p50Ms ?? Number.NaN))
      assert.ok(again.filter((one) => one.environment === 'production').every((one) => one.calls === 0))
    })

    test('usage is added up by day and product, for all and for one, and client by client', async () => {
      const [one, two] = [await newSession(), await newSession()]
      const before = (await result<OperatorUsage>('/consumo?environment=sandbox')).total
      for (const as of [one, one, two]) await call(basic, { as, body: { documento: cleanPerson } })
      const { total, lines } = await result<OperatorUsage>('/consumo?environment=sandbox')
      // Nobody's, and counted all the same: it has an id and no client to go to.
      const demonstrated = await call('/demonstracao/v2/consulta', { body: { documento: cleanPerson } })
      assert.equal(demonstrated.status, 200)
      const count = (of: OperatorUsage['total']) => of.billed + of.unbilled
      assert.equal(count(total) - count(before), 3)
      assert.deepEqual([...new Set(lines.map((line) => line.product))], ['relatorioBasico'])
      const ofOne = await result<OperatorUsage>(`/consumo?environment=sandbox&clientId=${one.clientId}`)
      assert.equal(count(ofOne.total), 2)
      const seen: string[] = []
      for (let cursor = ''; ; ) {
        const path = `/consumo/clientes?environment=sandbox&limit=1${cursor && `&cursor=${cursor}`}`
        const page = await result<UsageByClient>(path)
        seen.push(...page.clients.map((client) => client.clientId))
        assert.ok(
          page.clients.every(({ clientId, clientName }) =>
            clientId === demonstrationClientId ? clientName === undefined : clientName === 'Teste',
          ),
        )
        if (page.cursor === undefined) break
        cursor = page.cursor
      }
      for (const id of [one.clientId, two.clientId, demonstrationClientId]) assert.ok(seen.includes(id), id)
      assert.equal(new Set(seen).size, seen.length)
      assert.equal((await result<OperatorUsage>('/consumo?month=2020-02')).lines.length, 0)
      assert.equal((await operate('/consumo?month=2020-13')).at('errors.0.field'), 'month')
    })

    test('the trail is searched from the newest back; a document is whole only to who searched by it', async () => {
      const session = await newSession()
      for (const requestId of ['search-0001', 'search-0002', 'search-0003']) {
        await call(basic, {
          as: session,
          body: { documento: cleanPerson },
          headers: { 'X-Request-Id': requestId },
        })
      }
      const ids = ({ records }: Search) => records.map((one) => one.requestId)
      const { clientId } = session
      const first = await search({ clientId, limit: 2 })
      assert.deepEqual(ids(first), ['search-0003', 'search-0002'])
      assert.equal(first.records[0]?.document, '***.982.247-**')
      const rest = await search({ clientId, limit: 2, cursor: first.cursor })
      assert.deepEqual(ids(rest), ['search-0001'])
      assert.equal(rest.cursor, undefined)
      assert.deepEqual(ids(await search({ requestId: 'search-0002' })), ['search-0002'])
      const byDocument = await search({ documento: '529.982.247-25', clientId, limit: 2 })
      assert.deepEqual(ids(byDocument), ['search-0003', 'search-0002'])
      assert.equal(byDocument.records[0]?.document, cleanPerson)
      assert.deepEqual(
        ids(await search({ documento: cleanPerson, clientId, limit: 2, cursor: byDocument.cursor })),
        ['search-0001'],
      )
      assert.deepEqual(ids(await search({ clientId, until: '2020-01-01T00:00:00Z' })), [])
      const { text, status } = await operate('/trilha/busca', {
        body: { environment: 'sandbox', documento: '52998224724' },
      })
      assert.equal(status, 422)
      assert.ok(!text.includes('52998224724'))
      for (const [field, sent] of Object.entries({
        from: 'ontem',
        cursor: 'x',
        limit: 0,
        clientId: 'a\0',
        requestId: 'b\0',
      })) {
        const wrong = await operate('/trilha/busca', { body: { environment: 'sandbox', [field]: sent } })
        assert.equal(wrong.at('errors.0.field'), field)
      }
    })

    test('a search is on record without what was searched for, and no document is in a log', async () => {
      const { acts } = await result<{ acts: OperatorAct[] }>('/atos')
      const searches = acts.filter((one) => one.operation === 'operadorTrilhaBusca')
      assert.ok(searches.length > 5)
      assert.ok(searches.every((one) => one.userId === service.operatorId && one.outcome !== undefined))
      assert.ok(!JSON.stringify(acts).includes(cleanPerson))
      assert.ok(!service.logLines.some((line) => line.includes(cleanPerson)))
    })

    const ended = (id: string): Promise<TrailVerification> =>
      until(async () => {
        const now = await result<TrailVerification>(`/trilha/verificacoes/${id}`)
        return now.state !== 'running' && now
      }, 'the verification ends')
    const verified = async (body: object): Promise<TrailVerification> => {
      const begun = await result<TrailVerification>('/trilha/verificacoes', { body })
      return ended(begun.id)
    }

    test('a chain is verified beside the service, one at a time, and its state shows what was found', async () => {
      const { chains } = await result<{ chains: TrailStatus[] }>('/trilha')
      const sandbox = chains.find((one) => one.environment === 'sandbox')
      assert.ok(sandbox !== undefined && sandbox.lastLink > 0 && sandbox.lastAt !== undefined)
      const body = { environment: 'sandbox', expect: sandbox.head }
      const both = await Promise.all([
        operate('/trilha/verificacoes', { body }),
        operate('/trilha/verificacoes', { body }),
      ])
      assert.deepEqual(
        both.map((one) => one.status).toSorted((a, b) => a - b),
        [201, 409],
      )
      const id = String(both.find((one) => one.status === 201)?.at('result.id'))
      const found = await ended(id)
      assert.equal(found.state, 'whole')
      assert.equal(found.links, sandbox.lastLink)
      assert.ok(found.records >= found.links && found.head === sandbox.head && found.holdsExpected === true)
      const stranger = await verified({ environment: 'sandbox', expect: 'f'.repeat(64) })
      assert.equal(stranger.holdsExpected, false)
      const after = await result<{ chains: TrailStatus[] }>('/trilha')
      assert.equal(after.chains.find((one) => one.environment === 'sandbox')?.verification?.id, stranger.id)
      assert.equal((await operate('/trilha/verificacoes/nothing')).at('code'), 'verification_unknown')
    })

    test('counts, an index and seals that do not say what the chain says are told apart from a broken chain', async () => {
      const { verifications } = service.store
      const asked = { id: 'ver_1', environment: 'sandbox', startedBy: 'usr_1', linksTotal: 2 } as const
      assert.ok(await verifications.begin({ ...asked, startedAtMs: 1 }, 0))
      const besides = [
        { kind: 'usage', clientId: 'cli_1', day: '2026-11-16' },
        { kind: 'index', fromNumber: 1, untilNumber: 1023 },
        { kind: 'seal_missing', number: 7 },
        { kind: 'lane_rewritten', lane: 2, fromNumber: 200_000_000_003, untilNumber: 200_000_000_009 },
      ] as const
      const found = { links: 2, records: 2, head: 'f', holdsExpected: undefined, broken: undefined, besides }
      await verifications.end(asked.id, found, 2)
      const shown = await result<TrailVerification>(`/trilha/verificacoes/${asked.id}`)
      assert.equal(shown.state, 'differing')
      assert.deepEqual(shown.differences, besides)
    })

    describe('the review queue', async () => {
      const session = await newSession()
      const creditor = creditorOf(service, session)
      const queue = `/anotacoes?environment=sandbox&clientId=${session.clientId}`
      const { birthDate: _, ...undated } = debt
      const held = async (contractId: string): Promise<string> => {
        const answer = await creditor.call('/negativacao/v2/dividas', { body: { ...undated, contractId } })
        assert.equal(answer.at('result.state'), 'received', answer.text)
        return String(answer.at('result.id'))
      }
      const act = (id: string, verb: string, body: object) => operate(`/anotacoes/${id}/${verb}`, { body })
      const stateAfter = async (id: string, verb: string, body: object) => {
        const answer = await act(id, verb, body)
        return answer.at('result.listing.state') ?? answer.at('code')
      }

      test('what waits is shown masked, and opening it whole is on record', async () => {
        const id = await held('Q-1')
        const { listings } = await result<{ listings: QueuedListing[] }>(queue)
        const queued = listings.find((one) => one.id === id)
        assert.equal(queued?.document, '***.982.247-**')
        assert.equal(queued.review?.code, 'birth_date_unknown')
        const whole = await result<OperatorListing>(`/anotacoes/${id}`)
        assert.equal(whole.listing.documento, cleanPerson)
        const { acts } = await result<{ acts: OperatorAct[] }>('/atos?limit=1')
        assert.deepEqual([acts[0]?.operation, acts[0]?.target], ['operadorAnotacoesLe', id])
      })

      test('it is approved, suspended, resumed, answered, paid and released, each with its reason', async () => {
        const id = await held('Q-2')
        assert.equal(await stateAfter(id, 'aprovar', { reason: 'confere' }), 'waiting')
        await creditor.advance('P16D')
        assert.equal(await stateAfter(id, 'suspender', { courtOrder: '0001' }), 'suspended')
        assert.equal(await stateAfter(id, 'retomar', { reason: 'revogada' }), 'published')
        assert.equal((await creditor.act(id, 'contestacao', { statement: 'não devo' })).status, 200)
        assert.equal(
          await stateAfter(id, 'contestacao', { outcome: 'rejected', reason: 'deve' }),
          'published',
        )
        assert.equal(await stateAfter(id, 'pagamento', { paidOn: '2026-02-30', reason: 'x' }), 'body_invalid')
        const today = String((await creditor.status(id)).at('result.publishOn'))
        assert.equal(await stateAfter(id, 'pagamento', { paidOn: today, reason: 'pago' }), 'published')
        assert.equal(await stateAfter(id, 'baixar', { code: '96', reason: 'ordem' }), 'released')
        assert.equal(await stateAfter(id, 'baixar', { code: '96', reason: 'ordem' }), 'listing_state')
        const { listing } = await result<OperatorListing>(`/anotacoes/${id}`)
        const actors = new Set(listing.history.map((one) => one.actor))
        assert.ok(actors.has('operator:Olívia Operadora'), [...actors].join())
      })

      test('an act names the version it was decided on, and one on another version does nothing', async () => {
        const id = await held('Q-4')
        const tag = (await operate(`/anotacoes/${id}`)).headers.get('etag') ?? ''
        const approve = (ifMatch: string) =>
          operate(`/anotacoes/${id}/aprovar`, { body: { reason: 'x' }, headers: { 'If-Match': ifMatch } })
        for (const other of ['"99"', 'W/"1"', '*', '', '"x"']) {
          const refused = await approve(other)
          assert.deepEqual([refused.status, refused.at('code')], [412, 'version_mismatch'], other)
        }
        const approved = await approve(tag)
        assert.equal(approved.status, 200, approved.text)
        assert.notEqual(approved.headers.get('etag'), tag)
      })

      test('it is refused in review; an unknown one, no reason and no client are refused too', async () => {
        const id = await held('Q-3')
        assert.equal(await stateAfter(id, 'recusar', { reason: '' }), 'body_invalid')
        assert.equal(await stateAfter(id, 'recusar', { reason: 'menor' }), 'refused')
        assert.equal(await stateAfter('nothing', 'aprovar', { reason: 'x' }), 'listing_unknown')
        assert.equal((await operate('/anotacoes/nothing')).at('code'), 'listing_unknown')
        const all = await operate('/anotacoes?environment=sandbox')
        assert.equal(all.at('errors.0.field'), 'clientId')
        assert.equal((await operate('/anotacoes')).status, 200)
        assert.equal((await operate(`${queue}&state=gone`)).at('errors.0.field'), 'state')
      })
    })

    test('work that waits is counted by topic; what failed is tried again or given up where nothing is lost', async () => {
      const { outbox } = service.store
      const nowMs = Date.now()
      const row = (id: string, topic: string) => ({
        id,
        topic,
        register: 'production',
        clientId: 'cli_x',
        payload: { documento: cleanPerson },
        createdAtMs: nowMs - 60_000,
        dueAtMs: nowMs + 3_600_000,
      })
      const [message, owed] = ['alert_email.confirm', 'notice.unproved']
      await outbox.add([row('alert_email.confirm.1', message), row('notice.unproved.1', owed)])
      const act = async (verb: string, id: string) => {
        const answer = await operate(`/fila/tarefas/${verb}`, { body: { id } })
        return answer.at('result.outcome') ?? answer.at('code')
      }
      // Work that waits for its hour is not hurried: it would be done too early.
      assert.equal(await act('tentar', 'notice.unproved.1'), 'job_not_tried')
      const claim = { nowMs: nowMs + 3_600_000, claimedUntilMs: nowMs + 7_200_000, limit: 9 }
      await outbox.claim({ ...claim, topics: [message, owed] })
      assert.equal(await act('tentar', 'notice.unproved.1'), 'job_under_way')
      assert.equal(await act('abandonar', 'alert_email.confirm.1'), 'job_under_way')
      const fault = { atMs: nowMs, text: 'connection refused' }
      await outbox.retry('alert_email.confirm.1', nowMs + 3_600_000, fault)
      await outbox.retry('notice.unproved.1', nowMs + 3_600_000, fault)

      const status = await result<QueueStatus>('/fila')
      const topic = status.topics.find((one) => one.topic === message)
      assert.deepEqual([topic?.waiting, topic?.due, topic?.failing, topic?.mayGiveUp], [1, 0, 1, true])
      assert.deepEqual(status.heldBack, [{ what: 'notices', text: 'esperam' }])
      const listed = await operate(`/fila/tarefas?topic=${message}`)
      const [job] = listed.at('result.jobs') as QueueJob[]
      assert.deepEqual([job?.attempts, job?.lastError?.text], [1, 'connection refused'])
      assert.ok(!listed.text.includes(cleanPerson))

      assert.equal(await act('tentar', 'alert_email.confirm.1'), 'retried')
      assert.equal((await result<QueueStatus>('/fila')).topics.find((one) => one.topic === message)?.due, 1)
      assert.equal(await act('abandonar', 'notice.unproved.1'), 'job_not_given_up')
      assert.equal(await act('abandonar', 'alert_email.confirm.1'), 'given_up')
      assert.equal(await act('abandonar', 'alert_email.confirm.1'), 'job_unknown')
      assert.equal(await act('tentar', 'nothing'), 'job_unknown')
      assert.equal(await act('tentar', 'a\0'), 'body_invalid')
      assert.equal((await operate('/fila/tarefas')).at('errors.0.field'), 'topic')
    })

    test('a delivery in trouble is listed, tried at once and given up', async () => {
      const { webhook, session } = await failingWebhook(service)
      const { deliveries } = await result<{ deliveries: QueueDelivery[] }>('/fila/entregas?kind=webhook')
      const [first] = deliveries
      assert.deepEqual([first?.targetId, first?.clientId, first?.attempts], [webhook, session.clientId, 1])
      const client = await service.store.clients.findClient(session.clientId)
      assert.ok(client)
      assert.equal(first?.clientName, client.name)
      assert.ok(!JSON.stringify(deliveries).includes(cleanPerson))
      const path = `/fila/entregas/${first?.occurrenceId}/${webhook}`
      assert.equal((await operate(`${path}/tentar`, { method: 'POST' })).at('result.outcome'), 'retried')
      await service.runJobs()
      const [again] = (await result<{ deliveries: QueueDelivery[] }>('/fila/entregas')).deliveries
      assert.equal(again?.attempts, 2)
      const counted = (await result<QueueStatus>('/fila')).deliveries.find((one) => one.kind === 'webhook')
      assert.deepEqual([counted?.waiting, counted?.failing], [1, 1])
      assert.equal((await operate(`${path}/abandonar`, { method: 'POST' })).at('result.outcome'), 'given_up')
      assert.equal((await operate(`${path}/abandonar`, { method: 'POST' })).at('code'), 'delivery_unknown')
      assert.equal((await operate('/fila/entregas')).at('result.deliveries.0'), undefined)
    })

    test('acts are listed newest first, by pages, of one person or of all', async () => {
      const seen: string[] = []
      for (let cursor = ''; ; ) {
        const path = `/atos?limit=7&userId=${service.operatorId}${cursor && `&cursor=${cursor}`}`
        const page = await result<{ acts: OperatorAct[]; cursor?: string }>(path)
        seen.push(...page.acts.map((one) => one.id))
        if (page.cursor === undefined) break
        cursor = page.cursor
      }
      assert.ok(seen.length > 10)
      assert.equal(new Set(seen).size, seen.length)
      assert.equal((await result<{ acts: OperatorAct[] }>('/atos?userId=nobody')).acts.length, 0)
    })
  })
}

/** A sandbox client whose webhook nobody answers, after its first message has failed. */
async function failingWebhook(service: OperatorService) {
  const session = await service.newSession()
  const created = await service.call('/sandbox/alertas/v2/webhooks', {
    as: session,
    body: { url: 'http://127.0.0.1:65531/nobody' },
  })
  assert.equal(created.status, 201, created.text)
  await service.call('/sandbox/alertas/v2/documentos', { as: session, body: { documento: cleanPerson } })
  const event = { event: 'sanction.added', documento: cleanPerson }
  const triggered = await service.call('/sandbox/eventos', { as: session, body: event })
  assert.equal(triggered.status, 201, triggered.text)
  await service.runJobs()
  return { session, webhook: String(created.at('result.id')) }
}
