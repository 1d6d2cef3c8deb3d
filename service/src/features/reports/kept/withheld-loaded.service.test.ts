import assert from 'node:assert/strict'
import { wholeContract } from '@lastro/contract/clients/client-contract.ts'
import { products } from '@lastro/contract/reports/products.ts'
import type { Subject } from '@lastro/contract/reports/subject.ts'
import type { Day } from '@lastro/rules/calendar/day.ts'
import { withCheckDigits } from '@lastro/rules/documents/document-number.ts'
import { afterAll, describe, test } from 'vitest'
import { engines } from '../../../../testing/engines.ts'
import { readPdf } from '../../../../testing/pdf/pdf-reader.ts'
import { runService } from '../../../../testing/running-service.ts'
import {
  consultas,
  itemsOf,
  keepingClient,
  keptReader,
  tokenOf,
} from '../../../../testing/services/kept-reports.ts'
import { type Creditor, productionCreditor, TestClock } from '../../../../testing/services/listing-service.ts'
import { loadSubjects } from '../../bureau/load-subjects.ts'
import { cheque, debt, person, protest } from '../../sandbox/invented.ts'

const dayMs = 86_400_000

for (const engine of engines) {
  describe(`what is withheld of a kept report, of what was loaded, on ${engine}`, async () => {
    const clock = new TestClock()
    const service = await runService({ engine, clock })
    afterAll(service.close)
    const session = await keepingClient(service, { keyReportDays: 365 })
    const call: Creditor['call'] = (path, options) => service.call(path, { ...options, as: session })
    const { asked, again, compared } = keptReader({ service, call })
    let people = 400

    const load = async (...lines: readonly object[]) => {
      const body = lines.map((one) => `${JSON.stringify(one)}\n`).join('')
      const count = await loadSubjects({ subjects: service.store.subjects, clock }, chunks(body), {
        language: 'en',
        onRefused: (line, reason) => assert.fail(`${line}: ${reason}`),
        onProgress: () => undefined,
      })
      assert.equal(count.kept, lines.length)
    }
    const newPerson = (): Subject => ({
      documento: withCheckDigits(String(++people).padStart(9, '0')),
      registration: person('ANA DE EXEMPLO'),
      negativeItems: [debt('listingP', '2026-03-01' as Day)],
      cheques: [cheque('2026-04-01' as Day)],
      protests: [protest('2026-05-01' as Day)],
    })

    test('a report whose data stands is what it was', async () => {
      const subject = newPerson()
      await load(subject)
      const first = await asked(subject.documento)
      await load(subject)
      const found = await again(first)
      assert.deepEqual(found.at('result.withheld'), [])
      assert.equal(itemsOf(found).length, 1)
    })

    const corrections: Readonly<Record<string, (subject: Subject) => Subject>> = {
      'a debt that is no longer loaded': (of) => ({ ...of, negativeItems: [] }),
      'a cheque that is no longer loaded': (of) => ({ ...of, cheques: [] }),
      'a protest that was cancelled': (of) => ({ ...of, protests: [] }),
      'a debt of another amount': (of) => ({
        ...of,
        negativeItems: of.negativeItems?.map((one) => ({ ...one, amount: '1.11' })) ?? [],
      }),
      'a cheque of another amount': (of) => ({
        ...of,
        cheques: of.cheques?.map((one) => ({ ...one, amount: '1.11' })) ?? [],
      }),
      'a debt of whose notice nothing is known any more': (of) => ({
        ...of,
        negativeItems:
          of.negativeItems?.map(({ notifiedBy: _, notifiedOn: __, ...one }) => one as typeof one & object) ??
          [],
      }),
      'a name that was corrected': (of) => ({ ...of, registration: person('ANA CORRIGIDA') }),
      'a status that was corrected': (of) => ({
        ...of,
        registration: person('ANA DE EXEMPLO', { statusRegistration: 'PENDENTE' }),
      }),
      'everything, of whom nothing is held any more': ({ documento }) => ({
        documento,
        registration: {},
        negativeItems: [],
        cheques: [],
        protests: [],
      }),
    }
    for (const [what, corrected] of Object.entries(corrections)) {
      test(`${what}`, async () => {
        const subject = newPerson()
        await load(subject)
        const first = await asked(subject.documento)
        const before = JSON.parse((await again(first)).text).result.report
        await load(corrected(subject))
        const second = await asked(subject.documento)
        const found = await again(first)
        assert.deepEqual(found.at('result.withheld'), ['no_longer_shown'])
        const now = (await call('/relatorioBasico/v2/consulta', { body: { documento: subject.documento } }))
          .text
        // Nothing that is not said today: neither in the report nor in what differs.
        const comparison = await compared(first, second)
        for (const text of leavesOf(before).filter((one) => one.length > 5 && !now.includes(one)))
          for (const answer of [found, comparison, await again(first, 'text/html')])
            assert.ok(!answer.text.includes(text), `${what}: ${text}`)
      })
    }

    test('a loaded debt that was listed here since, live and ended', async () => {
      const subject = newPerson()
      await load(subject)
      const first = await asked(subject.documento)
      const creditor = await productionCreditor(service)
      const { contractId = '', creditorName = '' } = subject.negativeItems?.[0] ?? {}
      await service.store.clients.setContract(creditor.session.clientId, {
        ...wholeContract,
        creditors: [{ document: '11222333000181', name: creditorName }],
      })
      const id = await creditor.inserted({ documento: subject.documento, contractId })
      const isWithheld = async () => {
        const found = await again(first)
        assert.deepEqual([itemsOf(found), found.at('result.withheld')], [[], ['no_longer_shown']])
        for (const answer of [found, await again(first, 'text/html'), await compared(first, second)])
          assert.ok(!answer.text.includes(contractId))
      }
      const second = await asked(subject.documento)
      await isWithheld()
      assert.equal((await creditor.act(id, 'baixa', { reason: '01' })).status, 200)
      await isWithheld()
    })

    test('a loaded debt without its contract, once its listing was lowered, told earlier and paid', async () => {
      const subject = newPerson()
      const loaded = {
        ...debt('listingP', '2026-03-10' as Day),
        creditorName: 'LOJA LTDA',
        amount: '1520.33',
      }
      const unnamed = ['NAO INFORMADO', '****7788'].map((contractId) => ({ ...loaded, contractId }))
      await load({ ...subject, negativeItems: unnamed })
      const first = await asked(subject.documento)
      assert.equal(itemsOf(await again(first)).length, 2)
      const creditor = await productionCreditor(service)
      const id = await creditor.inserted({ documento: subject.documento, contractId: '11227788' })
      for (const step of [
        () => creditor.patch(id, { amount: '900.00' }),
        () => creditor.patch(id, { dueDate: '2026-02-10' }),
        () => creditor.act(id, 'baixa', { reason: '01' }),
      ]) {
        assert.equal((await step()).status, 200)
        assert.deepEqual(itemsOf(await again(first)), [])
        const now = await call('/relatorioBasico/v2/consulta', { body: { documento: subject.documento } })
        assert.equal(now.at('result.report.negativeData.listingP.summary.count'), '0', now.text)
      }
    })

    test('a loaded debt that a creditor has sent here with a due date of more than five years', async () => {
      const subject = newPerson()
      const old = { ...debt('listingP', '2024-03-10' as Day), creditorName: 'LOJA LTDA', contractId: 'OLD-1' }
      await load({ ...subject, negativeItems: [old] })
      const first = await asked(subject.documento)
      assert.equal(itemsOf(await again(first)).length, 1)
      const creditor = await productionCreditor(service)
      const refused = await creditor.insert({
        documento: subject.documento,
        contractId: 'OLD-1',
        dueDate: '2019-01-10',
      })
      assert.match(refused.text, /"017"/)
      assert.deepEqual(itemsOf(await again(first)), [])
    })

    test('contact data, once the contract no longer grants it', async () => {
      const subject = newPerson()
      await load(subject)
      const first = await asked(subject.documento, 'relatorioBasico', ['ENDERECOS_TELEFONES'])
      const seen = await again(first)
      assert.match(seen.text, /motherName/)
      const narrow = {
        ...session,
        token: await tokenOf(
          service,
          session,
          products.map(({ code }) => code),
        ),
      }
      const found = await service.call(`${consultas}/${first}/relatorio`, { as: narrow })
      assert.deepEqual(found.at('result.withheld'), ['contact_data'])
      assert.doesNotMatch(found.text, /motherName|"address|phones/)
      const html = await service.call(`${consultas}/${first}/relatorio`, {
        as: narrow,
        headers: { Accept: 'text/html' },
      })
      assert.doesNotMatch(html.text, /MARIA INVENTADA/)
    })

    test('what its features showed, once the contract no longer has them, in every form', async () => {
      const subject: Subject = {
        ...newPerson(),
        negativeItems: Array.from({ length: 27 }, (_, at) =>
          debt('listingP', `2026-02-${10 + (at % 15)}` as Day),
        ),
      }
      await load(subject)
      const all = ['ENDERECOS_TELEFONES', 'CONSULTAS_ANTERIORES', 'MAIS_ANOTACOES']
      const ask = () => asked(subject.documento, 'relatorioBasico', all)
      const [first, second] = [await ask(), await ask()]
      const body = { documento: subject.documento, features: all }
      const seen = await again(first)
      assert.match(seen.text, /"phones".*"inquiry"/)
      assert.equal(itemsOf(seen).length, 27)
      const { clientId } = session
      const setFeatures = (features: string[]) =>
        service.store.clients.setContract(clientId, { ...wholeContract, keyReportDays: 365, features })
      await setFeatures([])
      clock.add(6_000)
      const found = await again(first)
      assert.deepEqual(found.at('result.withheld'), ['not_contracted'])
      assert.match(found.text, /motherName/, 'the scope is still there')
      const shown = [found, await compared(first, second)]
      for (const { text } of shown) assert.doesNotMatch(text, /"addresses"|"phones"|inquiry/)
      assert.equal(itemsOf(found).length, 25)
      const summary = found.at('result.report.negativeData.listingP.summary') as Record<string, string>
      assert.deepEqual([summary.count, summary.listed], ['27', '25'])
      const html = await again(first, 'text/html')
      const pdf = await again(first, 'application/pdf')
      const paper = readPdf(pdf.bytes)
        .pages.flat()
        .map(({ text }) => text)
      for (const text of [html.text, paper.join(' ')]) {
        assert.doesNotMatch(text, /Telefones|Consultas anteriores/)
        assert.match(text, /já não faz parte do contrato/)
      }
      // Under a key the query itself is refused, as one without its feature is.
      const refused = await call('/relatorioBasico/v2/consulta', {
        body,
        headers: { 'Idempotency-Key': 'x' },
      })
      assert.equal(refused.at('code'), 'feature_not_contracted')
      await setFeatures(['*'])
      clock.add(6_000)
      assert.equal((await again(first)).text, seen.text, 'what the contract has again is shown again')
    })

    test('a loaded debt on the day after its five years', async () => {
      const subject = {
        ...newPerson(),
        cheques: [],
        protests: [],
        negativeItems: [debt('listingP', '2021-11-17' as Day)],
      }
      await load(subject)
      const first = await asked(subject.documento)
      assert.equal(itemsOf(await again(first)).length, 1)
      clock.add(2 * dayMs)
      Object.assign(session, { token: await tokenOf(service, session) })
      const found = await again(first)
      assert.deepEqual(itemsOf(found), [])
      assert.deepEqual(found.at('result.withheld'), ['no_longer_shown'])
    })
  })
}

function leavesOf(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(leavesOf) : []
}

async function* chunks(text: string) {
  yield Buffer.from(text)
}
