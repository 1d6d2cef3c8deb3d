import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { type ClientContract, wholeContract } from '@lastro/contract/clients/client-contract.ts'
import type { Statement, StatementEntry } from '@lastro/contract/clients/statement.ts'
import type { OperatorAct } from '@lastro/contract/operator/operator-acts.ts'
import { monthSpan } from '@lastro/rules/calendar/month.ts'
import type { DocumentNumber } from '@lastro/rules/documents/document-number.ts'
import type { ConsultationDraft } from '@lastro/rules/trail/consultation.ts'
import { afterAll, describe, test } from 'vitest'
import { engines } from '../../../testing/engines.ts'
import { pdfFaults } from '../../../testing/pdf/pdf-faults.ts'
import { readPdf, readPdfObjects } from '../../../testing/pdf/pdf-reader.ts'
import { creditorOf, debt, productionCreditor } from '../../../testing/services/listing-service.ts'
import { operatorService } from '../../../testing/services/operator-service.ts'
import { TestClock } from '../../../testing/test-clock.ts'
import { setContract } from '../clients/set-contract.ts'
import { monthStatement } from './month-statement.ts'

const draft = (clientId: string, of: Partial<ConsultationDraft> = {}): ConsultationDraft => ({
  atMs: Date.parse('2026-11-10T12:00:00-03:00'),
  clientId,
  purpose: 'credit_analysis',
  document: '52998224725' as DocumentNumber,
  product: 'relato',
  features: '',
  listings: '',
  address: '127.0.0.1',
  requestId: randomUUID(),
  outcome: 'answered',
  priceCents: 100,
  key: '',
  repeatWindowMs: 0,
  ...of,
})

for (const engine of engines) {
  describe(`statements on ${engine}`, async () => {
    const clock = new TestClock()
    const service = await operatorService(engine, { clock })
    afterAll(service.close)
    const { store, operate, result, call, newSession } = service

    /** What a client owes, seen at some time. */
    const owed = async (clientId: string, month: string, at: string): Promise<Statement> => {
      const client = (await store.clients.findClient(clientId)) ?? assert.fail()
      const span = monthSpan(month) ?? assert.fail()
      const seen = { ...store, clock: new TestClock(at), operatorName: undefined }
      return monthStatement(seen, client, { month, span })
    }
    const contracted = async (clientId: string, at: string, of: Partial<ClientContract>) => {
      const version = (await store.clients.findClient(clientId))?.contractVersion ?? 0
      const deps = { clients: store.clients, clock: new TestClock(at) }
      const contract = { ...wholeContract, ...of }
      assert.equal(
        (await setContract({ ...deps, sourceNames: async () => [] }, { clientId, contract, version })).kind,
        'set',
      )
    }
    const entriesPath = (clientId: string) => `/clientes/${clientId}/lancamentos`
    const credit = { kind: 'credit', amount: '1.50', reason: 'Cortesia' }

    test('the operator and the client read the same: lines, what was free, tiers, minimum and total', async () => {
      const session = await newSession('production')
      const { clientId } = session
      await contracted(clientId, '2026-11-02T00:00:00-03:00', {
        prices: { relato: 100, SANCOES: 20 },
        tiers: [{ product: 'relato', from: 3, price: 40 }],
        monthlyMinimum: 400,
      })
      await store.trail.append('production', [
        ...Array.from({ length: 3 }, () => draft(clientId)),
        draft(clientId, { features: 'SANCOES', priceCents: 120 }),
        draft(clientId, { outcome: 'replayed', priceCents: undefined }),
        draft(clientId, { outcome: 'quota_exceeded', priceCents: undefined }),
      ])
      const mine = await call('/conta/v2/extrato', { as: session })
      assert.equal(mine.status, 200, mine.text)
      const statement = await result<Statement>(`/clientes/${clientId}/extrato?month=2026-11`)
      assert.deepEqual(mine.at('result'), statement)
      assert.deepEqual(statement, {
        month: '2026-11',
        status: 'open',
        environment: 'production',
        writtenAt: '2026-11-16T10:00:00-03:00',
        clientId,
        clientName: 'Teste',
        operator: 'Birô de Exemplo',
        lines: [
          { product: 'relato', features: [], price: '1.00', count: 3, amount: '3.00' },
          { product: 'relato', features: ['SANCOES'], price: '1.20', count: 1, amount: '1.20' },
        ],
        free: [{ product: 'relato', count: 1 }],
        tiers: [{ product: 'relato', from: 3, price: '0.40', count: 2, discount: '1.20' }],
        entries: [],
        totals: {
          listed: '4.20',
          discount: '1.20',
          minimum: '4.00',
          topUp: '1.00',
          credits: '0.00',
          debits: '0.00',
          total: '4.00',
        },
      })
      const asPdf = await call('/conta/v2/extrato', { as: session, headers: { Accept: 'application/pdf' } })
      assert.equal(asPdf.headers.get('content-type'), 'application/pdf')
      assert.match(String(asPdf.headers.get('content-disposition')), /"extrato-2026-11\.pdf"/)
      assert.deepEqual(pdfFaults(readPdfObjects(asPdf.bytes)), [])
      const inEnglish = { Accept: 'application/pdf', 'Accept-Language': 'en' }
      const forOperator = await operate(`/clientes/${clientId}/extrato`, { headers: inEnglish })
      assert.equal(readPdf(forOperator.bytes).title, 'Statement of 11/2026: Teste')
      // Records keep the list price, and usage with them.
      const usage = await call('/conta/v2/consumo?month=2026-11', { as: session })
      assert.equal(usage.at('result.total.amount'), '4.20')
      assert.doesNotMatch(mine.text, /52998224725/)
    })

    test('a client sees its own statement, whatever the others used and were given', async () => {
      const [one, other] = [await newSession('production'), await newSession('production')]
      await store.trail.append('production', [draft(other.clientId)])
      await result(entriesPath(other.clientId), { body: credit })
      const totals = (await call('/conta/v2/extrato', { as: one })).at('result.totals')
      assert.deepEqual(new Set(Object.values(totals as object)), new Set(['0.00']))
      assert.equal((await call('/conta/v2/extrato', { as: other })).at('result.totals.total'), '-0.50')
      assert.equal((await operate('/clientes/cli_nobody/extrato')).at('code'), 'client_unknown')
    })

    test('a month is closed once what was asked in its last moment is written down too', async () => {
      const { clientId } = await newSession('production')
      const statusAt = async (at: string) => (await owed(clientId, '2026-10', at)).status
      assert.equal(await statusAt('2026-10-31T23:59:59-03:00'), 'open')
      assert.equal(await statusAt('2026-11-01T00:09:59-03:00'), 'open')
      assert.equal(await statusAt('2026-11-01T00:10:00-03:00'), 'closed')
    })

    test('what is no month is refused; one before everything, one to come and the last there is are empty', async () => {
      const session = await newSession('production')
      await contracted(session.clientId, '2026-11-02T00:00:00-03:00', { monthlyMinimum: 900 })
      for (const month of ['2026-13', '', '2026-1', '52998224725'])
        assert.equal(
          (await call(`/conta/v2/extrato?month=${month}`, { as: session })).at('code'),
          'query_invalid',
        )
      for (const [month, status] of Object.entries({
        '2026-10': 'closed',
        '2026-12': 'open',
        '9999-12': 'open',
      })) {
        const { at } = await call(`/conta/v2/extrato?month=${month}`, { as: session })
        assert.deepEqual([at('result.status'), at('result.totals.total')], [status, '0.00'], month)
      }
      assert.equal((await call('/conta/v2/extrato', { as: session })).at('result.totals.total'), '9.00')
    })

    test('the terms are those at the end of the month: changed in its midst for all of it, changed later for none', async () => {
      const { clientId } = await newSession('production')
      await contracted(clientId, '2026-10-05T00:00:00-03:00', { monthlyMinimum: 100 })
      await contracted(clientId, '2026-11-20T00:00:00-03:00', { monthlyMinimum: 200 })
      await contracted(clientId, '2026-12-01T00:00:00-03:00', { monthlyMinimum: 300 })
      const minimum = async (month: string, at: string) => (await owed(clientId, month, at)).totals.minimum
      const later = '2027-05-05T12:00:00-03:00'
      assert.equal(await minimum('2026-09', later), '0.00')
      assert.equal(await minimum('2026-10', later), '1.00')
      assert.equal(await minimum('2026-11', '2026-11-19T12:00:00-03:00'), '1.00')
      assert.equal(await minimum('2026-11', '2026-11-20T12:00:00-03:00'), '2.00')
      assert.equal(await minimum('2026-11', later), '2.00')
      assert.equal(await minimum('2026-12', later), '3.00')
    })

    test('a client that was revoked owes its minimum for that month, and for none after', async () => {
      const { clientId } = await newSession('production')
      await contracted(clientId, '2026-10-05T00:00:00-03:00', { monthlyMinimum: 100 })
      await store.clients.revokeClient(clientId, Date.parse('2026-11-30T23:59:59-03:00'))
      const later = '2027-05-05T12:00:00-03:00'
      assert.equal((await owed(clientId, '2026-11', later)).totals.total, '1.00')
      assert.equal((await owed(clientId, '2026-12', later)).totals.total, '0.00')
    })

    test('a credit lowers what is owed and a debit raises it, on record with who did it', async () => {
      const { clientId } = await newSession('production')
      const given = await result<StatementEntry>(entriesPath(clientId), {
        body: { ...credit, reason: ' Fora do ar no dia 3 ', month: '2026-09' },
      })
      const { id, ...said } = given
      assert.deepEqual(said, {
        day: '2026-11-16',
        kind: 'credit',
        amount: '1.50',
        reason: 'Fora do ar no dia 3',
        month: '2026-09',
      })
      const debit = { kind: 'debit', amount: '0.01', reason: 'Faltou' }
      await result(entriesPath(clientId), { body: debit })
      const statement = await result<Statement>(`/clientes/${clientId}/extrato`)
      assert.deepEqual(
        statement.entries.find((one) => one.id === id),
        given,
      )
      const { credits, debits, total } = statement.totals
      assert.deepEqual([credits, debits, total], ['1.50', '0.01', '-1.49'])
      // It counts where it was recorded: the month it is about was told, and stays.
      assert.equal((await owed(clientId, '2026-09', '2026-11-16T12:00:00-03:00')).entries.length, 0)
      const { acts } = await result<{ acts: OperatorAct[] }>('/atos')
      const act = acts.find((one) => one.target === id)
      assert.deepEqual(
        [act?.operation, act?.userId, act?.outcome],
        ['operadorLancamentosInclui', service.operatorId, 'done'],
      )
      assert.ok(!JSON.stringify(acts).includes('Fora do ar'))
    })

    test('a request sent again counts once, also when its answer was never kept', async () => {
      const { clientId } = await newSession('production')
      const headers = { 'Idempotency-Key': `credit-${clientId}` }
      const ask = () => operate(entriesPath(clientId), { body: credit, headers })
      const first = await ask()
      const again = await ask()
      assert.deepEqual([again.status, again.at('result')], [201, first.at('result')])
      assert.equal(again.headers.get('idempotency-replayed'), 'true')
      // As after a crash, or a day later: the store of keys has forgotten it.
      await store.idempotency.forget(clock.nowMs() + 30 * 24 * 3_600_000)
      assert.equal((await ask()).at('result.id'), first.at('result.id'))
      assert.equal((await result<Statement>(`/clientes/${clientId}/extrato`)).totals.total, '-1.50')
      const other = await operate(entriesPath(clientId), { body: { ...credit, amount: '2.00' }, headers })
      assert.equal(other.at('code'), 'idempotency_key_reused')
    })

    test('an entry is taken back once, by its contrary, and that one never', async () => {
      const [one, other] = [await newSession('production'), await newSession('production')]
      const { id } = await result<StatementEntry>(entriesPath(one.clientId), { body: credit })
      const back = (clientId: string, of: string) =>
        operate(`${entriesPath(clientId)}/${of}/estorno`, { body: { reason: 'Em dobro' } })
      assert.equal((await back(other.clientId, id)).at('code'), 'entry_unknown')
      const taken = await back(one.clientId, id)
      assert.deepEqual(
        [taken.status, taken.at('result.kind'), taken.at('result.reverses')],
        [201, 'debit', id],
      )
      assert.equal((await back(one.clientId, id)).at('code'), 'entry_reversed')
      assert.equal((await back(one.clientId, String(taken.at('result.id')))).at('code'), 'entry_reversed')
      const { entries, totals } = await result<Statement>(`/clientes/${one.clientId}/extrato`)
      assert.deepEqual([entries.length, totals.total], [2, '0.00'])
    })

    test('no amount that is zero, too large or no amount, and no reason that says nothing or hides something', async () => {
      const { clientId } = await newSession('production')
      const codeOf = async (body: object) => (await operate(entriesPath(clientId), { body })).at('code')
      for (const amount of ['0.00', '000.00', '-1.50', '1,50', '1.5', '150', '10000000.00', '1e3', ''])
        assert.equal(await codeOf({ ...credit, amount }), 'body_invalid', amount)
      for (const reason of ['', ' ', 'a\nb', 'a\u0000b', 'x'.repeat(301), 'a\ud800b'])
        assert.equal(await codeOf({ ...credit, reason }), 'body_invalid', reason)
      for (const reason of [
        'pago \u202e00,01\u202c',
        'a\u2066b',
        'a\u200bb',
        'CPF 529.982.247-25',
        '11222333000181',
      ])
        assert.equal(await codeOf({ ...credit, reason }), 'entry_reason_unfit', reason)
      assert.equal(await codeOf({ ...credit, month: '2026-12' }), 'entry_month_ahead')
      assert.equal(await codeOf({ ...credit, kind: 'gift' }), 'body_invalid')
      assert.equal((await result<Statement>(`/clientes/${clientId}/extrato`)).entries.length, 0)
      assert.equal((await operate(entriesPath('cli_nobody'), { body: credit })).at('code'), 'client_unknown')
    })

    test('in the sandbox nothing costs anything, whatever its contract says', async () => {
      const session = await newSession()
      await contracted(session.clientId, '2026-11-02T00:00:00-03:00', {
        prices: { relato: 100, negativacao: 100 },
        monthlyMinimum: 900,
      })
      await store.trail.append('sandbox', [draft(session.clientId)])
      const { at } = await call('/sandbox/conta/v2/extrato', { as: session })
      assert.deepEqual([at('result.lines.0.count'), at('result.lines.0.price')], [1, '0.00'])
      assert.deepEqual(new Set(Object.values(at('result.totals') as object)), new Set(['0.00']))
      assert.equal(
        (await operate(entriesPath(session.clientId), { body: credit })).at('code'),
        'client_not_charged',
      )
    })

    test('a listing counts once when it is taken: not its repeat, not what was refused, not what comes after', async () => {
      const session = await newSession()
      const creditor = creditorOf(service, session)
      const headers = { 'Idempotency-Key': `listing-${session.clientId}` }
      const first = await creditor.insert({ contractId: 'A-1' }, headers)
      assert.equal(first.status, 201, first.text)
      assert.equal((await creditor.insert({ contractId: 'A-1' }, headers)).status, 201)
      assert.equal((await creditor.insert({ contractId: 'A-1' })).status, 422)
      assert.equal((await creditor.insert({ contractId: 'A-2', dueDate: '2010-01-10' })).status, 422)
      const lines = ['A-3', 'A-4'].map((contractId) => JSON.stringify({ ...debt, contractId }))
      for (const _ of [1, 2])
        await service.call('/sandbox/negativacao/v2/lotes', {
          as: session,
          body: `${lines.join('\n')}\n`,
          headers: { 'Content-Type': 'application/x-ndjson', 'Idempotency-Key': 'batch-1' },
        })
      const id = String(first.at('result.id'))
      await creditor.act(id, 'baixar', { reason: '01' })
      const countOf = async () => {
        const { at } = await call('/sandbox/conta/v2/extrato', { as: session })
        return (at('result.lines') as Statement['lines']).map(({ product, count }) => [product, count])
      }
      assert.deepEqual(await countOf(), [['negativacao', 3]])
    })

    test('alerts and listings of production cost what the contract says, by the days they came on', async () => {
      const creditor = await productionCreditor(service)
      const { clientId } = creditor.session
      const creditors = [{ document: '11222333000181', name: 'LOJA LTDA' }]
      await contracted(clientId, '2026-11-02T00:00:00-03:00', {
        creditors,
        prices: { negativacao: 90, alertas: 30 },
        tiers: [{ product: 'negativacao', from: 2, price: 50 }],
      })
      await creditor.inserted({ contractId: 'P-1' })
      await creditor.inserted({ contractId: 'P-2' })
      const { lines, totals } = await result<Statement>(`/clientes/${clientId}/extrato`)
      assert.deepEqual(lines, [
        { product: 'negativacao', features: [], price: '0.90', count: 2, amount: '1.80' },
      ])
      assert.equal(totals.total, '1.40')
      const usage = await creditor.call('/conta/v2/consumo')
      assert.deepEqual(usage.at('result.services'), [
        { day: '2026-11-16', product: 'negativacao', count: 2, amount: '1.80' },
      ])
      const span = monthSpan('2026-11') ?? assert.fail()
      assert.deepEqual(await store.billing.servicesIn({ environment: 'production', clientId }, span), [
        { day: '2026-11-16', product: 'negativacao', count: 2 },
      ])
      assert.deepEqual(await store.billing.servicesIn({ environment: 'sandbox', clientId }, span), [])
    })

    test('an alert counts once when it is raised, however often it is sent', async () => {
      const session = await newSession()
      const documento = '52998224725'
      const as = session
      assert.equal((await call('/sandbox/alertas/v2/documentos', { as, body: { documento } })).status, 201)
      const raised = await call('/sandbox/eventos', { as, body: { documento, event: 'sanction.added' } })
      const id = String(raised.at('result.occurrences.0.id'))
      await call(`/sandbox/alertas/v2/ocorrencias/${id}/reenviar`, { as, body: {} })
      await service.runJobs()
      const { at } = await call('/sandbox/conta/v2/extrato', { as })
      assert.deepEqual(
        (at('result.lines') as Statement['lines']).map(({ product, count }) => [product, count]),
        [['alertas', 1]],
      )
    })
  })
}
