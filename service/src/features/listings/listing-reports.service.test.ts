import assert from 'node:assert/strict'
import type { NegativeItem } from '@lastro/contract/reports/subject.ts'
import { addDays, addYears, type Day, dayAt } from '@lastro/rules/calendar/day.ts'
import { type DocumentNumber, withCheckDigits } from '@lastro/rules/documents/document-number.ts'
import { readySections, readySubject } from '@lastro/rules/subjects/ready-sections.ts'
import { afterAll, describe, test } from 'vitest'
import { engines } from '../../../testing/engines.ts'
import { runService } from '../../../testing/running-service.ts'
import {
  cleanPerson,
  dividas,
  debt as listed,
  productionCreditor,
  TestClock,
} from '../../../testing/services/listing-service.ts'
import { rowOf } from '../../store/subjects/subject-row.ts'
import type { Channel } from '../notices/channel.ts'
import { debt } from '../sandbox/invented.ts'

const atOnce: Channel = {
  name: 'email',
  reaches: () => true,
  send: async () => ({ kind: 'delivered', proof: '250' }),
}

for (const engine of engines) {
  describe(`listings in reports, in production on ${engine}`, async () => {
    const clock = new TestClock()
    const service = await runService({ engine, clock, channels: [atOnce] })
    afterAll(service.close)
    const { store, runJobs } = service
    const creditor = await productionCreditor(service)
    const reader = await productionCreditor(service)

    const company = withCheckDigits('334445550001')
    const waitOut = async () => {
      await runJobs()
      clock.add(20 * 86_400_000)
      await creditor.renew()
      await reader.renew()
    }

    test('merged with the bureau’s, in its section, in every report', async () => {
      const today = '2026-11-16' as Day
      const negativeItems = Array.from({ length: 30 }, (_, at) => ({
        section: 'listingP' as const,
        occurrenceDate: `2025-01-${String(at + 1).padStart(2, '0')}`,
        legalNatureId: 'AL',
        contractId: `B${at}`,
        creditorName: 'OUTRO',
        amount: '0.10',
        notifiedBy: 'OUTRO BIRO',
        notifiedOn: '2025-02-01',
      }))
      const facts = { documento: company, negativeItems }
      const ready = readySections(company, facts, { today, wholeLists: false })
      const validUntil = '2030-01-01' as Day
      const subject = { document: company, facts, sections: ready, validUntil, partners: [] }
      await store.subjects.saveSubjects([rowOf(subject)], 0)
      const companyDebt = { documento: company, name: 'EMPRESA', legalSquare: 'SAO PAULO' }
      await creditor.inserted({ ...companyDebt, contractId: 'P' })
      await creditor.inserted({ ...companyDebt, contractId: 'R', section: 'listingR' })
      await creditor.inserted({ ...companyDebt, contractId: 'C', section: 'collectionRecords' })
      await waitOut()

      const query = async (product: string, features: string[] = []) => {
        const answer = await reader.call(`/${product}/v2/consulta`, {
          body: { documento: company, features },
        })
        assert.equal(answer.status, 200, answer.text)
        return (path: string) => answer.at(`result.report.negativeData.${path}`)
      }
      for (const product of ['relatorioBasico', 'relato', 'relatorioAvancado']) {
        const at = await query(product)
        assert.equal((at('listingP.listingPResponse') as unknown[]).length, 25, product)
        assert.equal(at('listingP.listingPResponse.0.contractId'), 'P')
        assert.deepEqual(at('listingP.summary'), {
          count: '31',
          listed: '25',
          balance: '1523.33',
          firstOccurrence: '2025-01-01',
          lastOccurrence: '2026-03-10',
        })
        assert.equal(at('listingR.listingRResponse.0.contractId'), 'R')
        assert.equal(at('listingR.summary.count'), '1')
        assert.equal(at('collectionRecords.collectionRecordsResponse.0.contractId'), 'C')
      }
      const whole = await query('relatorioBasico', ['MAIS_ANOTACOES'])
      assert.equal((whole('listingP.listingPResponse') as unknown[]).length, 31)
      assert.equal(whole('listingP.summary.listed'), undefined)
      assert.equal(whole('listingP.listingPResponse.0.legalSquare'), 'SAO PAULO')
      const ofCompany = await query('relato')
      assert.equal(ofCompany('listingP.listingPResponse.0.federalUnit'), 'SP')
    })

    const load = async (documento: DocumentNumber, loaded: readonly Partial<NegativeItem>[]) => {
      const today = dayAt(clock.nowMs())
      const negativeItems = loaded.map((one) => ({ ...debt('listingP', '2026-01-01' as Day), ...one }))
      const facts = { documento, negativeItems }
      const { sections, validUntil } = readySubject(documento, facts, { today, wholeLists: false })
      const subject = { document: documento, facts, sections, validUntil, partners: [] }
      await store.subjects.saveSubjects([rowOf(subject)], clock.nowMs())
    }
    /** Contracts, count and sum of a section, told alike as JSON and as a page. */
    const told = async (documento: DocumentNumber, section = 'listingP', product = 'relatorioBasico') => {
      const body = { documento }
      const answer = await reader.call(`/${product}/v2/consulta`, { body })
      assert.equal(answer.status, 200, answer.text)
      const at = (path: string) => answer.at(`result.report.negativeData.${section}.${path}`)
      const items = at(`${section}Response`) as readonly Readonly<Record<string, string>>[]
      const contracts = items.map((one) => one.contractId ?? '')
      const page = await reader.call(`/${product}/v2/consulta`, { body, headers: { Accept: 'text/html' } })
      for (const one of contracts) assert.ok(page.text.includes(one), one)
      const hidden = spellings.filter((one) => !contracts.includes(one))
      for (const one of hidden) assert.ok(!page.text.includes(`>${one}<`), `${section}: ${one}`)
      return [contracts.join(), at('summary.count'), at('summary.balance')]
    }
    const spellings = ['ct / 0001', 'CT-1']

    for (const [kind, documento, product] of [
      ['a person', withCheckDigits('111444777'), 'relatorioBasico'],
      ['a company, in its own report', withCheckDigits('445556660001'), 'relato'],
    ] as const)
      test(`a loaded debt of ${kind} that has a listing here is told by that alone, to its end`, async () => {
        const loaded = [
          { contractId: 'ct / 0001', creditorName: 'Loja', amount: '90.00' },
          { contractId: 'OUTRO', creditorName: 'Loja', amount: '10.00' },
        ]
        await load(documento, loaded)
        assert.deepEqual(await told(documento, 'listingP', product), ['ct / 0001,OUTRO', '2', '100.00'])
        const id = await creditor.inserted({ documento, contractId: 'CT-1', amount: '77.00' })
        const withoutIt = ['OUTRO', '1', '10.00']
        assert.deepEqual(await told(documento, 'listingP', product), withoutIt, 'while its notice runs')
        await waitOut()
        const shown = ['CT-1,OUTRO', '2', '87.00']
        assert.deepEqual(await told(documento, 'listingP', product), shown, 'published')
        const act = async (verb: string, body: object) => {
          const answer = await creditor.act(id, verb, body)
          assert.equal(answer.status, 200, answer.text)
        }
        await act('suspensao', { courtOrder: '0000001-02.2026.8.26.0100' })
        assert.deepEqual(await told(documento, 'listingP', product), withoutIt, 'held by a court')
        const resumed = await creditor.call(`${dividas}/${id}/suspensao`, { method: 'DELETE' })
        assert.equal(resumed.status, 200, resumed.text)
        assert.deepEqual(await told(documento, 'listingP', product), shown, 'resumed')
        assert.equal((await creditor.patch(id, { paidOn: '2026-12-01' })).status, 200)
        assert.deepEqual(await told(documento, 'listingP', product), withoutIt, 'paid')
        await act('baixa', { reason: '01' })
        assert.deepEqual(await told(documento, 'listingP', product), withoutIt, 'released')
        await load(documento, loaded)
        assert.deepEqual(await told(documento, 'listingP', product), withoutIt, 'loaded again')
        clock.add(60 * 86_400_000)
        await creditor.renew()
        await reader.renew()
        assert.deepEqual(await told(documento, 'listingP', product), withoutIt, 'weeks later')
      })

    test('in another section too, and where the list is cut it is in no figure', async () => {
      const documento = withCheckDigits('222333444')
      const day = (at: number) => addDays('2026-06-01' as Day, at)
      await load(documento, [
        ...Array.from({ length: 30 }, (_, at) => ({
          contractId: `N${at}`,
          occurrenceDate: day(at),
          amount: '1.00',
        })),
        { contractId: 'CT-1', creditorName: 'LOJA LTDA', occurrenceDate: day(-9), amount: '500.00' },
        { section: 'listingR', contractId: 'CT1', creditorName: 'Loja Ltda', amount: '500.00' },
      ])
      const figures = async () => [(await told(documento)).slice(1), await told(documento, 'listingR')]
      assert.deepEqual(await figures(), [
        ['31', '530.00'],
        ['CT1', '1', '500.00'],
      ])
      const id = await creditor.inserted({ documento, contractId: 'CT-1' })
      const without = [
        ['30', '30.00'],
        ['', '0', '0.00'],
      ]
      assert.deepEqual(await figures(), without)
      await creditor.act(id, 'baixa', { reason: '01' })
      assert.deepEqual(await figures(), without)
    })

    test('of a guarantor as well, and of nobody else', async () => {
      const [documento, backer, other] = ['333222111', '555666777', '777666555'].map(withCheckDigits)
      assert.ok(documento !== undefined && backer !== undefined && other !== undefined)
      const loaded = [
        { contractId: 'CT-1', creditorName: 'LOJA LTDA', amount: '5.00', principal: 'false' as const },
      ]
      for (const one of [backer, other]) await load(one, loaded)
      const id = await creditor.inserted({ documento, contractId: 'CT-1' })
      const added = await creditor.act(id, 'avalistas', {
        documento: backer,
        name: 'AVALISTA DE EXEMPLO',
        birthDate: '1970-01-02',
        address: listed.address,
        contact: { email: 'avalista@exemplo.com.br' },
      })
      assert.equal(added.status, 201, added.text)
      await creditor.act(id, 'baixa', { reason: '01' })
      assert.deepEqual(await told(backer), ['', '0', '0.00'])
      assert.deepEqual(await told(other), ['CT-1', '1', '5.00'])
    })

    const yearsAgo = (years: number, days = 0) => addDays(addYears(dayAt(clock.nowMs()), -years), days)
    const backer = (documento: DocumentNumber) => ({
      documento,
      name: 'AVALISTA DE EXEMPLO',
      birthDate: '1970-01-02',
      address: listed.address,
      contact: { email: `${documento}@exemplo.com.br` },
    })

    test('a loaded debt gets no new five years: not alone, in a batch, or of a guarantor', async () => {
      const [documento, other] = ['121212121', '343434343'].map(withCheckDigits)
      assert.ok(documento !== undefined && other !== undefined)
      const first = yearsAgo(5, 60)
      const loaded = (occurrenceDate: Day, contractId: string) => ({
        contractId,
        creditorName: 'Loja',
        occurrenceDate,
        amount: '90.00',
      })
      await load(documento, [
        loaded(first, 'ct / 1001'),
        loaded(first, 'CT-2002'),
        loaded(yearsAgo(5, -2), 'CT 3003'),
      ])
      await load(other, [loaded(first, 'CT-4004')])
      const dueDate = yearsAgo(3)
      const lastDay = addYears(first, 5)
      const alone = await creditor.insert({ documento, contractId: 'CT-1001', dueDate })
      assert.equal(alone.at('result.expiresOn'), lastDay, alone.text)
      const lapsed = await creditor.insert({ documento, contractId: 'CT3003', dueDate })
      assert.equal(lapsed.at('refusal.code'), '017', lapsed.text)
      const lines = ['ct-2002', 'CT-3003'].map((contractId) =>
        JSON.stringify({
          ...listed,
          documento,
          contractId,
          dueDate,
          contact: { email: 'lote@exemplo.com.br' },
        }),
      )
      const sent = await creditor.call('/negativacao/v2/lotes', {
        body: `${lines.join('\n')}\n`,
        headers: { 'Content-Type': 'application/x-ndjson', Accept: 'application/x-ndjson' },
      })
      const [second, third] = sent.text.split('\n').map((line) => JSON.parse(line || '{}'))
      assert.equal(third?.refusal?.code, '017', sent.text)
      assert.equal((await creditor.status(second?.id)).at('result.expiresOn'), lastDay)
      const principal = await creditor.inserted({ documento: cleanPerson, contractId: 'CT-4004', dueDate })
      const added = await creditor.act(principal, 'avalistas', backer(other))
      assert.equal(added.at('result.expiresOn'), lastDay, added.text)
      assert.equal((await creditor.status(principal)).at('result.expiresOn'), addYears(dueDate, 5))
      await waitOut()
      const [contracts] = await told(documento)
      assert.deepEqual(new Set(String(contracts).split(',')), new Set(['CT-1001', 'ct-2002']))
      clock.add(41 * 86_400_000)
      await creditor.renew()
      await reader.renew()
      assert.deepEqual(await told(documento), ['', '0', '0.00'])
      assert.deepEqual(await told(other), ['', '0', '0.00'])
    })

    test('nor where it is loaded after its listing: from the earlier day on it is shown to nobody', async () => {
      const [documento, other] = ['565656565', '787878787'].map(withCheckDigits)
      assert.ok(documento !== undefined && other !== undefined)
      const id = await creditor.inserted({ documento, contractId: 'CT-1001', dueDate: yearsAgo(3) })
      assert.equal((await creditor.act(id, 'avalistas', backer(other))).status, 201)
      await waitOut()
      const contracts = async () => [(await told(documento))[0], (await told(other))[0]]
      const shown = ['CT-1001', 'CT-1001']
      assert.deepEqual(await contracts(), shown)
      const same = { contractId: 'ct 1001', creditorName: 'LOJA S/A' }
      await load(documento, [{ ...same, contractId: '9', occurrenceDate: yearsAgo(6) }])
      assert.deepEqual(await contracts(), shown, 'another debt')
      await load(documento, [{ ...same, occurrenceDate: yearsAgo(5) }])
      assert.deepEqual(await contracts(), shown, 'on its last day')
      clock.add(86_400_000)
      await creditor.renew()
      await reader.renew()
      assert.deepEqual(await contracts(), ['', ''], 'a guarantor is shown no longer than its principal')
      const whole = { documento, features: ['MAIS_ANOTACOES'] }
      const answer = await reader.call('/relatorioBasico/v2/consulta', { body: whole })
      assert.deepEqual(answer.at('result.report.negativeData.listingP.listingPResponse'), [])
    })

    test('a birth date that is told later is judged on the day that a load has told', async () => {
      const documento = withCheckDigits('454545454')
      const id = await creditor.inserted({ documento, contractId: 'CT-1001', dueDate: yearsAgo(1) })
      await waitOut()
      await load(documento, [
        { contractId: 'ct 1001', creditorName: 'LOJA LTDA', occurrenceDate: yearsAgo(3) },
      ])
      assert.deepEqual(await told(documento), ['CT-1001', '1', '1520.33'])
      const answer = await creditor.patch(id, { birthDate: yearsAgo(3 + 15) })
      assert.deepEqual([answer.at('result.state'), answer.at('result.release.code')], ['released', '21'])
    })

    test('nor does a guarantor whose own was loaded earlier take its principal along', async () => {
      const [documento, other] = ['898989898', '676767676'].map(withCheckDigits)
      assert.ok(documento !== undefined && other !== undefined)
      const id = await creditor.inserted({ documento, contractId: 'CT-1001', dueDate: yearsAgo(3) })
      assert.equal((await creditor.act(id, 'avalistas', backer(other))).status, 201)
      await waitOut()
      await load(other, [
        { contractId: 'CT-1001', creditorName: 'LOJA LTDA', occurrenceDate: yearsAgo(5, -1) },
      ])
      assert.deepEqual([(await told(documento))[0], (await told(other))[0]], ['CT-1001', ''])
    })

    test('a document without listings is answered byte for byte as before', async () => {
      const nobody = withCheckDigits('987654321')
      const answer = await reader.call('/relatorioBasico/v2/consulta', { body: { documento: nobody } })
      const empty = '"listingP":{"listingPResponse":[],"summary":{"count":"0","balance":"0.00"}}'
      assert.ok(answer.text.includes(empty), answer.text)
    })

    test('production and sandbox never mix', async () => {
      await creditor.inserted({ contractId: 'LIVE' })
      await waitOut()
      const { items } = await creditor.report()
      assert.ok(items.some((one) => one.contractId === 'LIVE'))
      const tester = await service.newSession('sandbox')
      const answer = await service.call('/sandbox/relatorioBasico/v2/consulta', {
        body: { documento: cleanPerson },
        as: tester,
      })
      assert.deepEqual(answer.at('result.report.negativeData.listingP.listingPResponse'), [])
      assert.equal(listed.documento, cleanPerson)
    })

    test('expiry: shown on its last day, gone on the next, to the second, though no job has run', async () => {
      const document = withCheckDigits('246813579') as DocumentNumber
      await creditor.inserted({ documento: document, contractId: 'LEAP', dueDate: '2024-02-29' })
      await runJobs()
      const isShown = async (instant: string) => {
        clock.set(instant)
        await creditor.renew()
        return (await creditor.report(document)).items.length === 1
      }
      assert.equal(await isShown('2029-02-28T23:59:59-03:00'), true)
      assert.equal(await isShown('2029-03-01T00:00:00-03:00'), false)
    })
  })
}
