import assert from 'node:assert/strict'
import { type ClientContract, wholeContract } from '@lastro/contract/clients/client-contract.ts'
import type { DeclaredSource } from '@lastro/contract/operator/declared-sources.ts'
import { addDays, addYears, type Day, dayAt, instantText } from '@lastro/rules/calendar/day.ts'
import { withCheckDigits } from '@lastro/rules/documents/document-number.ts'
import type { PersonRequest } from '@lastro/rules/person/request.ts'
import { afterAll, describe, test } from 'vitest'
import { engines } from '../../../../testing/engines.ts'
import { pdfPageText, readPdf } from '../../../../testing/pdf/pdf-reader.ts'
import type { Answer, Session } from '../../../../testing/running-service.ts'
import { answerReport, lastroImitation } from '../../../../testing/servers/lastro-imitation.ts'
import { itemsOf, keptReader, tokenOf } from '../../../../testing/services/kept-reports.ts'
import { type Creditor, productionCreditor, TestClock } from '../../../../testing/services/listing-service.ts'
import { operatorService } from '../../../../testing/services/operator-service.ts'
import { batchSender, lotes, ndjsonOf } from '../../../../testing/services/query-batches.ts'
import { loadSubjects } from '../../bureau/load-subjects.ts'
import { debt } from '../../sandbox/invented.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const credentials = { clientId: 'cli_ours', clientSecret: 'a secret of ours', apiKey: 'a key of ours' }

const told = (contractId: string, occurrenceDate = '2026-03-10', creditorName = 'FINANCEIRA DISTANTE') => ({
  occurrenceDate,
  legalNature: 'EMPRÉSTIMO',
  contractId,
  creditorName,
  amount: '10.00',
  principal: 'true',
})

const negative = (...items: readonly object[]) => ({
  negativeData: {
    listingP: {
      listingPResponse: items,
      summary: { count: String(items.length), balance: `${items.length * 10}.00` },
    },
  },
})

for (const engine of engines) {
  describe(`what only a provider answers, in reports that are opened again, on ${engine}`, async () => {
    const clock = new TestClock()
    const service = await operatorService(engine, { clock })
    afterAll(service.close)
    const { store, result } = service
    const provider = await lastroImitation()
    afterAll(provider.close)
    const name = 'parceiro'
    const { id: sourceId } = await result<DeclaredSource>('/fontes', {
      body: {
        name,
        kind: 'lastro',
        url: provider.url,
        credentials,
        price: 130,
        sections: ['registration', 'listingP', 'check', 'score'],
      },
    })
    const enable = async (isEnabled: boolean) => {
      await store.declaredSources.setEnabled(sourceId, isEnabled)
      await service.lookAtSources()
    }
    await enable(true)

    const session: { -readonly [Member in keyof Session]: Session[Member] } = {
      ...(await service.newSession('production')),
    }
    const contract = async (over: Partial<ClientContract> = {}) => {
      const sources = [{ source: name, paidBy: 'operator' }] as const
      await store.clients.setContract(session.clientId, {
        ...wholeContract,
        keyReportDays: 365,
        sources,
        ...over,
      } as ClientContract)
      session.token = await tokenOf(service, session)
    }
    const call: Creditor['call'] = (path, options) => service.call(path, { ...options, as: session })
    const { asked, again, compared, keyed } = keptReader({ service, call })
    const later = async (ms: number) => {
      clock.add(ms)
      session.token = await tokenOf(service, session)
    }
    let people = 700
    const newPerson = () => withCheckDigits(String(++people).padStart(9, '0'))
    const tells = (report: object) => {
      provider.consult = (answer, request) => answerReport(answer, request, report)
    }
    const load = async (subject: object) => {
      const chunks = async function* () {
        yield Buffer.from(`${JSON.stringify(subject)}\n`)
      }
      await loadSubjects({ subjects: store.subjects, clock }, chunks(), {
        language: 'en',
        onRefused: (_, reason) => assert.fail(reason),
        onProgress: () => undefined,
      })
    }
    const contractsIn = (answer: Answer) => itemsOf(answer).map(({ contractId }) => contractId)
    await contract()

    test('they are there a day later, of their own day, in every format, and nobody is called', async () => {
      const documento = newPerson()
      tells({
        registration: { documentNumber: documento, consumerName: 'MARIA DE EXEMPLO' },
        ...negative(told('CT-1'), told('CT-2')),
        score: { score: { score: '640', model: 'M1' } },
      })
      const atMs = clock.nowMs()
      const first = await asked(documento, 'relatorioBasico')
      const calls = provider.queries().length
      await later(dayMs)
      const answer = await again(first)
      assert.equal(answer.status, 200, answer.text)
      assert.deepEqual(answer.at('result.withheld'), [])
      assert.deepEqual(contractsIn(answer), ['CT-1', 'CT-2'])
      assert.equal(answer.at('result.report.negativeData.listingP.summary.balance'), '20.00')
      assert.equal(answer.at('result.report.registration.consumerName'), 'MARIA DE EXEMPLO')
      for (const place of ['registration', 'negativeData.listingP', 'negativeData.check'])
        assert.equal(answer.at(`result.report.${place}.copiedAt`), instantText(atMs), place)
      const page = (await again(first, 'text/html')).text
      const pdf = await again(first, 'application/pdf')
      for (const text of [page, readPdf(pdf.bytes).pages.map(pdfPageText).join()])
        assert.match(text, /CT-1[\s\S]*CT-2/)
      assert.equal(provider.queries().length, calls)
      const metrics = (await service.call('/metrics')).text
      assert.match(metrics, /lastro_source_copies_not_kept_total\{reason="failed"\} 0/)
    })

    test('a debt that is listed here since is left out, and the page says that something is', async () => {
      const documento = newPerson()
      tells(negative(told('CT-1', '2026-03-10', 'LOJA LTDA'), told('OUTRA')))
      const first = await asked(documento)
      const creditor = await productionCreditor(service)
      const debtId = await creditor.inserted({ documento, contractId: 'CT-1', amount: '77.00' })
      const isLeftOut = async () => {
        const answer = await again(first)
        assert.deepEqual(answer.at('result.withheld'), ['no_longer_shown'])
        assert.deepEqual(contractsIn(answer), ['OUTRA'])
        assert.deepEqual(
          [
            answer.at('result.report.negativeData.listingP.summary.count'),
            answer.at('result.report.negativeData.listingP.summary.balance'),
          ],
          ['1', '10.00'],
        )
        assert.match((await again(first, 'text/html')).text, /já não pode ser lido/)
      }
      await isLeftOut()
      const released = await creditor.act(debtId, 'baixa', { reason: '01' })
      assert.equal(released.status, 200, released.text)
      await isLeftOut()
    })

    test('five years end, whoever told it', async () => {
      const documento = newPerson()
      const old = addDays(addYears(dayAt(clock.nowMs()), -5), 2)
      tells(negative(told('NOVA'), told('ANTIGA', old)))
      const first = await asked(documento)
      assert.deepEqual(contractsIn(await again(first)), ['NOVA', 'ANTIGA'])
      await later(5 * dayMs)
      const answer = await again(first)
      assert.deepEqual(contractsIn(answer), ['NOVA'])
      assert.deepEqual(answer.at('result.withheld'), ['no_longer_shown'])
      assert.doesNotMatch(answer.text, /ANTIGA/)
    })

    test('what was loaded and is loaded no more goes, beside what the provider told', async () => {
      const documento = newPerson()
      const loaded = { ...debt('listingP', '2026-05-01' as Day), contractId: 'CARREGADA' }
      await load({ documento, negativeItems: [loaded] })
      tells(negative(told('CT-1')))
      const first = await asked(documento)
      assert.deepEqual(contractsIn(await again(first)), ['CARREGADA', 'CT-1'])
      await load({ documento, negativeItems: [] })
      const answer = await again(first)
      assert.deepEqual(contractsIn(answer), ['CT-1'])
      assert.deepEqual(answer.at('result.withheld'), ['no_longer_shown'])
    })

    test('while the person says that something is wrong it is not shown, nor once that was right', async () => {
      const documento = newPerson()
      tells(negative(told('CT-1')))
      const first = await asked(documento)
      const request = (id: string): PersonRequest => ({
        id: `sol_${engine}_${id}`,
        kind: 'correction',
        subject: 'debt',
        document: documento,
        listingId: undefined,
        field: 'amount',
        statement: 'não devo',
        identity: 'rg',
        reason: undefined,
        channel: 'operator',
        openedBy: 'usr_1',
        openedAtMs: clock.nowMs(),
        dueOn: addDays(dayAt(clock.nowMs()), 10),
        answerBy: undefined,
        overdueAtMs: undefined,
        outcome: undefined,
        answer: undefined,
        answeredAtMs: undefined,
        answeredBy: undefined,
      })
      const ended = async (id: string, outcome: 'rejected' | 'corrected') => {
        const end = { outcome, answer: 'visto', answeredBy: 'usr_1' } as const
        assert.ok(await store.requests.end(`sol_${engine}_${id}`, end, clock.nowMs()))
      }
      const isHidden = async () => {
        const answer = await again(first)
        assert.deepEqual(answer.at('result.withheld'), ['unconfirmed'])
        assert.doesNotMatch(answer.text, /CT-1/)
      }
      await later(hourMs)
      await store.requests.insert(request('1'))
      await isHidden()
      await ended('1', 'rejected')
      assert.deepEqual(contractsIn(await again(first)), ['CT-1'], 'it was kept as it is')
      await store.requests.insert(request('2'))
      await ended('2', 'corrected')
      await isHidden()
      await later(hourMs)
      assert.deepEqual(contractsIn(await again(await asked(documento))), ['CT-1'], 'what is told after it')
    })

    test('what the same provider has told since counts, by a copy or by the other report', async () => {
      await contract({ sources: [{ source: name, paidBy: 'operator', copyDays: 5 }] })
      const documento = newPerson()
      tells(negative(told('PAGA'), told('CT-1')))
      const first = await asked(documento)
      await later(2 * dayMs)
      tells(negative(told('CT-1'), told('NOVA')))
      const second = await asked(documento)
      assert.deepEqual(contractsIn(await again(first)), ['CT-1'], 'by a copy')
      await contract()
      const comparison = await compared(second, first)
      assert.doesNotMatch(comparison.text, /PAGA/)
      assert.deepEqual(comparison.at('result.withheld'), ['no_longer_shown'])
      const [section] = comparison.at('result.sections') as { added: { item: { contractId: string } }[] }[]
      assert.ok(section !== undefined && comparison.text.includes('NOVA'), comparison.text)
    })

    test('a page under the key of its query has them, by the rules of today', async () => {
      const documento = newPerson()
      tells(negative(told('CT-1', '2026-03-10', 'LOJA LTDA'), told('OUTRA')))
      const key = `k-${engine}`
      await keyed(documento, key)
      await later(hourMs)
      const html = { Accept: 'text/html' }
      assert.match((await keyed(documento, key, html)).text, /CT-1[\s\S]*OUTRA|OUTRA[\s\S]*CT-1/)
      const creditor = await productionCreditor(service)
      await creditor.inserted({ documento, contractId: 'CT-1', amount: '77.00' })
      const page = (await keyed(documento, key, html)).text
      assert.match(page, /OUTRA/)
      assert.doesNotMatch(page, /CT-1/)
      assert.match(page, /já não pode ser lido/)
    })

    test('a batch has them in both its files, an hour later', async () => {
      await contract({ keyReportDays: 0 })
      const documents = [newPerson(), newPerson()]
      tells(negative(told('CT-1')))
      const own = batchSender(service, session)
      const id = await own.sent(ndjsonOf(documents))
      await service.runJobs()
      const calls = provider.queries().length
      await later(hourMs)
      for (const { report, withheld, degraded } of await own.result(id)) {
        assert.deepEqual([withheld, degraded], [undefined, undefined])
        assert.match(JSON.stringify(report), /CT-1.*copiedAt/)
      }
      const csv = await own.call(`${lotes}/${id}/resultado`, { headers: { Accept: 'text/csv' } })
      assert.equal(csv.text.match(/CT-1/g)?.length, 2)
      assert.equal(provider.queries().length, calls)
      await contract()
    })

    test('lines of a batch that repeat what was paid are answered by copies: nobody is called or billed', async () => {
      await contract({ keyReportDays: 0, sources: [{ source: name, paidBy: 'operator', copyDays: 5 }] })
      const documents = [newPerson(), newPerson()]
      tells(negative(told('CT-1')))
      const own = batchSender(service, session)
      const atMs = clock.nowMs()
      const asked = async () => {
        const id = await own.sent(ndjsonOf(documents))
        await service.runJobs()
        await service.keepAll()
        return id
      }
      const first = await asked()
      const calls = provider.queries().length
      await later(hourMs)
      provider.consult = (answer) => answer.writeHead(500).end()
      const second = await asked()
      assert.equal(provider.queries().length, calls)
      assert.deepEqual(
        [
          (await own.batch(first)).billed,
          (await own.batch(second)).billed,
          (await own.batch(second)).answered,
        ],
        [2, 0, 2],
      )
      for (const { report, degraded } of await own.result(second)) {
        assert.match(JSON.stringify(report), /CT-1/)
        assert.ok(JSON.stringify(report).includes(`"copiedAt":"${instantText(atMs)}"`))
        assert.ok(degraded?.includes('listingP'))
      }
      // Their term is over, and each report still has what it was answered with.
      await later(6 * dayMs)
      for (const id of [first, second])
        for (const { report } of await own.result(id)) assert.match(JSON.stringify(report), /CT-1/)
      await contract()
    })

    test('a source that is disabled, or that the contract names no more, is not shown and not called paid', async () => {
      const documento = newPerson()
      tells(negative(told('CT-1')))
      const first = await asked(documento)
      const isUnconfirmed = async () => {
        const answer = await again(first)
        assert.equal(answer.status, 203, answer.text)
        assert.deepEqual(answer.at('result.withheld'), ['unconfirmed'])
        assert.doesNotMatch(answer.text, /CT-1/)
      }
      await contract({ sources: [] })
      await isUnconfirmed()
      await contract()
      await enable(false)
      await isUnconfirmed()
      await enable(true)
      assert.deepEqual(contractsIn(await again(first)), ['CT-1'])
    })
  })
}
