import assert from 'node:assert/strict'
import { type ClientContract, wholeContract } from '@lastro/contract/clients/client-contract.ts'
import type { ConsultationItem } from '@lastro/contract/clients/consultations.ts'
import { operations } from '@lastro/contract/operations.ts'
import { products } from '@lastro/contract/reports/products.ts'
import { type DocumentNumber, withCheckDigits } from '@lastro/rules/documents/document-number.ts'
import { afterAll, describe, test } from 'vitest'
import { engines } from '../../../../testing/engines.ts'
import { newUser, signedIn } from '../../../../testing/http/signed-in.ts'
import { type Answer, runService, type Session } from '../../../../testing/running-service.ts'
import { TestClock } from '../../../../testing/test-clock.ts'
import { collectFile } from '../../person/collect-file.ts'
import { verifyTrail } from '../../trail/seals/verify-trail.ts'
import { searchTrail } from '../../trail/search-trail.ts'

const person = '12345678909'
const dayMs = 86_400_000
const consultas = '/conta/v2/consultas'

for (const engine of engines) {
  describe(`kept reports on ${engine}`, async () => {
    const clock = new TestClock()
    const service = await runService({ engine, clock })
    afterAll(service.close)
    const { store } = service

    const renewed = async (session: Session): Promise<Session> => {
      const { clientId: client_id, clientSecret: client_secret } = session
      const answer = await service.call('/oauth/token', {
        body: { grant_type: 'client_credentials', client_id, client_secret },
      })
      return { ...session, token: String(answer.at('access_token')) }
    }
    const sandboxClient = () => service.newSession()
    const client = async (contract: Partial<ClientContract>): Promise<Session> => {
      const session = await service.newSession('production')
      await store.clients.setContract(session.clientId, { ...wholeContract, ...contract })
      return renewed(session)
    }
    const prefixOf = ({ environment }: Session) => (environment === 'sandbox' ? '/sandbox' : '')
    const query = async (as: Session, headers: Record<string, string> = {}, body = {}): Promise<Answer> => {
      const answer = await service.call(`${prefixOf(as)}/relatorioBasico/v2/consulta`, {
        as,
        headers,
        body: { documento: person, ...body },
      })
      assert.ok(answer.status < 300, answer.text)
      await service.keepAll()
      return answer
    }
    const idOf = (answer: Answer) => String(answer.headers.get('x-request-id'))
    const read = (as: Session, id: string, accept = 'application/json') =>
      service.call(`${prefixOf(as)}${consultas}/${id}/relatorio`, { as, headers: { Accept: accept } })
    const listed = async (as: Session) =>
      (await service.call(`${prefixOf(as)}${consultas}`, { as })).at(
        'result.consultations',
      ) as ConsultationItem[]
    const recordsOf = async (as: Session) => {
      const found = []
      for await (const one of searchTrail(store.trail, as.environment, {
        fromMs: 0,
        untilMs: clock.nowMs(),
        document: undefined,
        clientId: as.clientId,
      }))
        found.push(one)
      return found
    }

    test('a report is read again as it was answered, in each of its formats', async () => {
      const as = await sandboxClient()
      const asked = await query(as, {}, { features: ['MAIS_ANOTACOES', 'CONSULTAS_ANTERIORES'] })
      const found = await read(as, idOf(asked))
      assert.equal(found.status, asked.status, found.text)
      const { report, document } = JSON.parse(asked.text).result
      assert.deepEqual(JSON.parse(found.text).result, {
        document,
        report,
        requestId: idOf(asked),
        at: '2026-11-16T10:00:00-03:00',
        product: 'relatorioBasico',
        features: ['MAIS_ANOTACOES', 'CONSULTAS_ANTERIORES'],
        keptUntil: '2026-12-16T10:00:00-03:00',
        notCovered: [],
        withheld: [],
      })
      assert.equal(found.headers.get('x-report-sources'), asked.headers.get('x-report-sources'))
      const html = await read(as, idOf(asked), 'text/html')
      assert.match(html.text, /Relatório guardado, reaberto em/)
      assert.ok(html.text.includes(String(found.headers.get('x-check-code'))))
      const pdf = await read(as, idOf(asked), 'application/pdf')
      assert.equal(pdf.bytes.subarray(0, 5).toString(), '%PDF-')
    })

    test('its check code is the one that the consultation has in the trail', async () => {
      const as = await sandboxClient()
      const asked = await query(as, { 'Idempotency-Key': 'one' })
      const found = await read(as, idOf(asked))
      assert.equal(found.headers.get('x-check-code'), asked.headers.get('x-check-code'))
      assert.equal(found.headers.get('x-consultation-id'), idOf(asked))
    })

    test('what a person asks in the console is kept for thirty days, what a key asks is not', async () => {
      const as = await client({})
      const byKey = await query(as)
      assert.equal((await read(as, idOf(byKey))).at('code'), 'report_unknown')
      const browser = await signedIn(service, await newUser(service, ['analyst'], as.clientId))
      const bySession = await browser.call('/relatorioBasico/v2/consulta', { body: { documento: person } })
      await service.keepAll()
      const path = `${consultas}/${idOf(bySession)}/relatorio`
      assert.equal((await browser.call(path)).status, 200)
      // The history is the client's: whoever may read it may read this.
      assert.equal((await read(as, idOf(bySession))).status, 200)
      const marks = (await listed(as)).map(({ requestId, report }) => [requestId, report?.keptUntil])
      assert.deepEqual(marks, [
        [idOf(bySession), '2026-12-16T10:00:00-03:00'],
        [idOf(byKey), undefined],
      ])
    })

    test('each term is the contract’s, and none keeps nothing', async () => {
      const as = await client({ keyReportDays: 2, sessionReportDays: 0 })
      const browser = await signedIn(service, await newUser(service, ['analyst'], as.clientId))
      const bySession = await browser.call('/relatorioBasico/v2/consulta', { body: { documento: person } })
      const byKey = await query(as)
      assert.equal((await read(as, idOf(bySession))).status, 404)
      assert.equal((await read(as, idOf(byKey))).at('result.keptUntil'), '2026-11-18T10:00:00-03:00')
    })

    test('a term ends on the moment, and what is over is destroyed', async () => {
      const as = await client({ keyReportDays: 1 })
      const id = idOf(await query(as))
      clock.add(dayMs - 1)
      const later = await renewed(as)
      assert.equal((await read(later, id)).status, 200)
      clock.add(1)
      assert.equal((await read(later, id)).at('code'), 'report_unknown')
      assert.equal((await listed(later))[0]?.report, undefined)
      assert.ok((await store.keptReports.destroy(clock.nowMs())) > 0)
      const mine = { environment: 'production', clientId: as.clientId, requestId: id } as const
      assert.equal(await store.keptReports.find(mine, 0), undefined)
    })

    test('a shorter contract counts for what is kept already, and a longer one does not', async () => {
      const as = await client({ keyReportDays: 30 })
      const id = idOf(await query(as))
      const until = async () => (await read(as, id)).at('result.keptUntil')
      const first = await until()
      await store.clients.setContract(as.clientId, { ...wholeContract, keyReportDays: 365 })
      assert.equal(await until(), first)
      await store.clients.setContract(as.clientId, { ...wholeContract, keyReportDays: 1 })
      assert.notEqual(await until(), first)
      await store.clients.setContract(as.clientId, { ...wholeContract, keyReportDays: 0 })
      assert.equal((await read(as, id)).status, 404)
    })

    test('of a client that was revoked nothing is kept', async () => {
      const as = await client({ keyReportDays: 30 })
      const requestId = idOf(await query(as))
      await store.clients.revokeClient(as.clientId, clock.nowMs())
      await store.keptReports.destroy(clock.nowMs())
      const id = { environment: 'production', clientId: as.clientId, requestId } as const
      assert.equal(await store.keptReports.find(id, 0), undefined)
    })

    test('another’s, the other environment’s, an unknown one and one never kept are all the same 404', async () => {
      const owner = await client({ keyReportDays: 30 })
      const id = idOf(await query(owner))
      const stranger = await client({ keyReportDays: 30 })
      const own = idOf(await query(stranger))
      const inSandbox = await sandboxClient()
      const sandboxId = idOf(await query(inSandbox))
      const neverKept = idOf(await query(await client({})))
      const told = async (as: Session, which: string) => {
        const answer = await read(as, which)
        const { requestId: _, ...problem } = JSON.parse(answer.text)
        return problem
      }
      const unknown = await told(stranger, 'nothing-of-this-id')
      assert.equal(unknown.status, 404)
      for (const [as, which] of [
        [stranger, id],
        [stranger, sandboxId],
        [stranger, neverKept],
        [inSandbox, id],
      ] as const)
        assert.deepEqual(await told(as, which), unknown)
      // The other of a comparison is one's own as well.
      const comparison = await service.call(`${consultas}/${own}/comparacao?com=${id}`, { as: stranger })
      assert.equal(comparison.at('code'), 'report_unknown')
      const turned = await service.call(`${consultas}/${id}/comparacao?com=${own}`, { as: stranger })
      assert.equal(turned.at('code'), 'report_unknown')
    })

    test('every operation on a kept report is in the contract, in both environments', () => {
      const paths = operations(products).filter(({ path }) => path.startsWith(`${consultas}/{id}`))
      assert.deepEqual(
        paths.map(({ id, environments }) => [id, environments]),
        [
          ['consultasRelatorio', 'both'],
          ['consultasComparacao', 'both'],
        ],
      )
    })

    test('to open a report again is on record, is no consultation, and costs nothing', async () => {
      const as = await client({ keyReportDays: 30, prices: { relatorioBasico: 150 }, monthlyQuota: 1 })
      const asked = await query(as)
      const usage = (await service.call('/conta/v2/consumo', { as })).text
      const list = await listed(as)
      const range = { fromMs: 0, untilMs: clock.nowMs() }
      const shown = await store.trail.consultedBy('production', person as DocumentNumber, range)
      // The quota is used up, and this uses none.
      for (const accept of ['application/json', 'text/html', 'application/pdf'])
        assert.equal((await read(as, idOf(asked), accept)).status, 200)
      assert.equal((await service.call('/conta/v2/consumo', { as })).text, usage)
      assert.deepEqual(await listed(as), list)
      assert.deepEqual(await store.trail.consultedBy('production', person as DocumentNumber, range), shown)
      const reopened = (await recordsOf(as)).filter(({ outcome }) => outcome === 'reopened')
      assert.deepEqual(
        reopened.map(({ reopens, document, product, billed, cents }) => [
          reopens,
          document,
          product,
          billed,
          cents,
        ]),
        Array.from({ length: 3 }, () => [idOf(asked), person, 'relatorioBasico', false, 0]),
      )
      const file = await collectFile(
        {
          ...store,
          listing: service.listings,
          clock,
          newId: () => assert.fail('nothing is made'),
          contact: undefined,
          readPublicData: async () => [],
        },
        person as DocumentNumber,
        'pt',
      )
      const seen = file.consultations.all.filter(({ clientId }) => clientId === as.clientId)
      assert.deepEqual(
        seen.map(({ outcome }) => outcome),
        ['answered'],
      )
      const { broken, besides } = await verifyTrail(store.trail, 'production')
      assert.deepEqual([broken, besides], [undefined, []])
    })

    test('who opened it again is the person with the session', async () => {
      const as = await client({})
      const user = await newUser(service, ['analyst'], as.clientId)
      const browser = await signedIn(service, user)
      const asked = await browser.call('/relatorioBasico/v2/consulta', { body: { documento: person } })
      await service.keepAll()
      await browser.call(`${consultas}/${idOf(asked)}/relatorio`)
      const [reopened] = (await recordsOf(as)).filter(({ outcome }) => outcome === 'reopened')
      assert.equal(reopened?.userId, user.userId)
    })

    test('a download counts as no consultation: neither under the key of its answer nor of a kept report', async () => {
      const as = await client({ keyReportDays: 30 })
      const documento = withCheckDigits('000000777')
      const asked = await query(as, { 'Idempotency-Key': 'download' }, { documento })
      await query(as, { 'Idempotency-Key': 'download', Accept: 'application/pdf' }, { documento })
      await read(as, idOf(asked), 'application/pdf')
      const next = await query(as, {}, { documento, features: ['CONSULTAS_ANTERIORES'] })
      assert.equal(next.at('result.report.facts.inquiry.summary.count'), '1')
    })

    test('a rate is kept, and a token without the product’s scope opens nothing', async () => {
      const as = await client({ keyReportDays: 30, requestsPerSecond: 1 })
      const id = idOf(await query(as))
      assert.equal((await read(as, id)).at('code'), 'rate_limited')
      clock.add(5_000)
      const narrow = await service.call('/oauth/token', {
        body: {
          grant_type: 'client_credentials',
          client_id: as.clientId,
          client_secret: as.clientSecret,
          scope: 'cadastral',
        },
      })
      const token = String(narrow.at('access_token'))
      assert.equal((await read({ ...as, token }, id)).at('code'), 'product_not_contracted')
    })

    test('of several queries under one request id the newest is kept, and only that one says so', async () => {
      const as = await sandboxClient()
      const headers = { 'X-Request-Id': 'always.the-same' }
      await query(as, headers)
      clock.add(1_000)
      await query(as, headers, { documento: '52998224725' })
      assert.equal((await read(as, 'always.the-same')).at('result.document'), '52998224725')
      assert.deepEqual(
        (await listed(as)).map(({ report }) => report !== undefined),
        [true, false],
      )
    })

    test('an answer that is repeated under its key is kept once, by the query that it answered', async () => {
      const as = await sandboxClient()
      const first = await query(as, { 'Idempotency-Key': 'again' })
      const again = await query(as, { 'Idempotency-Key': 'again' })
      assert.equal((await read(as, idOf(first))).status, first.status)
      assert.equal((await read(as, idOf(again))).status, 404)
    })

    test('a refusal is not kept', async () => {
      const as = await sandboxClient()
      const refused = await service.call('/sandbox/relatorioBasico/v2/consulta', {
        as,
        body: { documento: '11111111111' },
      })
      await service.keepAll()
      assert.equal((await read(as, idOf(refused))).status, 404)
    })

    test('two reports compare in the order of their times, whichever is named first', async () => {
      const as = await sandboxClient()
      const one = idOf(await query(as))
      clock.add(60_000)
      const two = idOf(await query(as))
      const compare = (id: string, other: string) =>
        service.call(`/sandbox${consultas}/${id}/comparacao?com=${other}`, { as })
      const found = await compare(two, one)
      assert.equal(found.status, 200, found.text)
      assert.deepEqual([found.at('result.before.requestId'), found.at('result.after.requestId')], [one, two])
      assert.equal((await compare(one, two)).text, found.text)
      const sections = found.at('result.sections') as { added: unknown[]; gone: unknown[] }[]
      assert.ok(sections.length > 3)
      assert.ok(sections.every(({ added, gone }) => added.length + gone.length === 0))
      assert.deepEqual(
        (await recordsOf(as)).filter(({ outcome }) => outcome === 'reopened').map(({ reopens }) => reopens),
        [two, one, one, two],
      )
    })

    test('reports on two documents, or of two products, do not compare', async () => {
      const as = await sandboxClient()
      const one = idOf(await query(as))
      const other = idOf(await query(as, {}, { documento: '52998224725' }))
      const answer = await service.call(`/sandbox${consultas}/${one}/comparacao?com=${other}`, { as })
      assert.deepEqual([answer.status, answer.at('code')], [422, 'reports_not_comparable'])
      const none = await service.call(`/sandbox${consultas}/${one}/comparacao`, { as })
      assert.deepEqual([none.status, none.at('code')], [400, 'query_invalid'])
      for (const id of ['%00', 'no%20id', 'x'.repeat(65)]) {
        const unknown = await service.call(`/sandbox${consultas}/${one}/comparacao?com=${id}`, { as })
        assert.equal(unknown.at('code'), 'report_unknown', id)
      }
      const more = await service.call(`/sandbox${consultas}/${one}/comparacao?com=${one}&more=1`, { as })
      assert.equal(more.status, 400)
    })

    test('in the sandbox a report of yesterday is what it was', async () => {
      const as = await sandboxClient()
      const asked = await query(as)
      clock.add(3 * dayMs)
      const found = await read(await renewed(as), idOf(asked))
      assert.deepEqual(found.at('result.withheld'), [])
      assert.deepEqual(found.at('result.report'), asked.at('result.report'))
    })

    test('the metrics say how many are kept, and no more', async () => {
      const metrics = (await service.call('/metrics')).text
      assert.match(metrics, /lastro_reports_kept\{environment="sandbox"\} \d+/)
      assert.match(metrics, /lastro_reports_not_kept_total\{reason="failed"\} 0/)
    })
  })
}
