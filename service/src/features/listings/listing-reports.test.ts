import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import type { Day } from '@lastro/rules/calendar/day.ts'
import { type DocumentNumber, withCheckDigits } from '@lastro/rules/documents/document-number.ts'
import { readySections } from '@lastro/rules/subjects/ready-sections.ts'
import { engines } from '../../../testing/engines.ts'
import { runService } from '../../../testing/running-service.ts'
import {
  cleanPerson,
  debt,
  productionCreditor,
  TestClock,
} from '../../../testing/services/listing-service.ts'
import type { Channel } from '../notices/channel.ts'

const atOnce: Channel = {
  name: 'email',
  reaches: () => true,
  send: async () => ({ kind: 'delivered', proof: '250' }),
}

for (const engine of engines) {
  describe(`listings in reports, in production on ${engine}`, async () => {
    const clock = new TestClock()
    const service = await runService({ engine, clock, channels: [atOnce] })
    after(service.close)
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
      await store.subjects.saveSubjects([subject], 0)
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
      assert.equal(debt.documento, cleanPerson)
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
