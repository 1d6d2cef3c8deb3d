import assert from 'node:assert/strict'
import type { Day } from '@lastro/rules/calendar/day.ts'
import { documentType } from '@lastro/rules/documents/document-number.ts'
import { afterAll, describe, test } from 'vitest'
import { engines } from '../../../testing/engines.ts'
import type { Behaviour } from '../../../testing/servers/serasa/behaviours.ts'
import { people } from '../../../testing/servers/serasa/invented-people.ts'
import { serasaPassword, serasaServer, serasaUser } from '../../../testing/servers/serasa/serasa-server.ts'
import { declaredSource } from '../../../testing/services/declared-source.ts'
import { productionCreditor, TestClock } from '../../../testing/services/listing-service.ts'
import { operatorService } from '../../../testing/services/operator-service.ts'
import { loadSubjects } from '../../features/bureau/load-subjects.ts'
import type { Channel } from '../../features/notices/channel.ts'
import { debt } from '../../features/sandbox/invented.ts'

const delivered: Channel = {
  name: 'email',
  reaches: () => true,
  send: async () => ({ kind: 'delivered', proof: '250' }),
}

/** The debt that is listed here, as the other bureau spells it. */
const spelledOtherwise: Behaviour = (response, usual) =>
  void response.end(
    usual.replaceAll('LOJAS INVENTADAS LTDA', 'Loja Ltda.').replaceAll('"A-1"', '"ct / 0001"'),
  )

const down: Behaviour = (response) => void response.writeHead(500).end('{}')

for (const engine of engines) {
  describe(`a debt that another bureau shows too, on ${engine}`, async () => {
    const clock = new TestClock()
    const server = await serasaServer()
    const credentials = { clientId: serasaUser, clientSecret: serasaPassword }
    const service = await operatorService(engine, { clock, channels: [delivered] })
    afterAll(service.close)
    const name = 'outro-biro'
    await declaredSource(service, { name, kind: 'serasa', url: server.url, credentials })
    const creditor = await productionCreditor(service, { sources: [{ source: name, paidBy: 'operator' }] })

    const report = async () => {
      server.next(spelledOtherwise)
      const { items, summary } = await creditor.report(people.debtor)
      return { contracts: items.map((one) => one.contractId), count: summary.count, balance: summary.balance }
    }
    const load = async (subject: object) => {
      async function* stream() {
        yield Buffer.from(JSON.stringify(subject))
      }
      const onRefused = (_: number, reason: string) => assert.fail(reason)
      const telling = { language: 'en', onRefused, onProgress: () => undefined } as const
      await loadSubjects({ subjects: service.store.subjects, clock }, stream(), telling)
    }

    test('is not shown again with its later day once the earlier one is five years ago', async () => {
      const of = { contractId: 'B-2', creditorName: 'BANCO DE MENTIRA SA' }
      const negativeItems = [debt('listingR', '2021-11-20' as Day, of)]
      await load({ documento: people.halfSections, negativeItems })
      const days = async () => {
        const { items } = await creditor.report(people.halfSections, 'listingR')
        return items.map((one) => `${one.contractId} ${one.occurrenceDate}`)
      }
      assert.deepEqual(await days(), ['B-1 2025-03-10', 'B-2 2021-11-20'])
      clock.set('2026-11-20T23:00:00-03:00')
      await creditor.renew()
      assert.deepEqual(await days(), ['B-1 2025-03-10', 'B-2 2021-11-20'], 'its last day')
      clock.set('2026-11-21T01:00:00-03:00')
      await creditor.renew()
      assert.deepEqual(await days(), ['B-1 2025-03-10'])
    })

    test('beyond what is listed, other debts do not vanish for an unrelated one that is over here', async () => {
      const section = async (documento: string) => {
        const answer = await creditor.call('/relatorioBasico/v2/consulta', { body: { documento } })
        const at = (path: string) => answer.at(`result.report.negativeData.listingP.${path}`)
        return [answer.status, at('summary.count'), at('summary.balance'), at('error.code')]
      }
      const { cutLists, halfSections } = people
      assert.deepEqual(await section(cutLists), [200, '31', '40000.50', undefined])
      assert.deepEqual(await section(halfSections), [200, '3', '300.00', undefined])
      for (const documento of [cutLists, halfSections]) {
        const id = await creditor.inserted({ documento, contractId: `UNRELATED-${documento.slice(0, 9)}` })
        assert.equal((await creditor.act(id, 'baixa', { reason: '01' })).status, 200)
      }
      assert.deepEqual(await section(cutLists), [203, '2', '3040.66', 'section_incomplete'])
      assert.deepEqual(await section(halfSections), [203, undefined, undefined, 'section_incomplete'])
    })

    const waitOut = async () => {
      await service.runJobs()
      clock.add(20 * 86_400_000)
      await creditor.renew()
    }

    test('is shown once, by our rules, from its notice to its end', async () => {
      assert.equal(documentType(people.debtor), 'CPF')
      assert.deepEqual(await report(), { contracts: ['ct / 0001', 'A-2'], count: '2', balance: '1530.33' })

      const id = await creditor.inserted({ documento: people.debtor, contractId: 'CT-1', amount: '77.00' })
      const withoutIt = { contracts: ['A-2'], count: '1', balance: '10.00' }
      assert.deepEqual(await report(), withoutIt, 'while its notice runs')

      await waitOut()
      assert.deepEqual(await report(), { contracts: ['CT-1', 'A-2'], count: '2', balance: '87.00' })

      server.next(down)
      const partly = await creditor.call('/relatorioBasico/v2/consulta', {
        body: { documento: people.debtor },
      })
      const at = (path: string) => partly.at(`result.report.negativeData.${path}`)
      assert.deepEqual([partly.status, at('listingP.summary.count')], [203, '1'], 'ours alone, and said so')
      assert.equal(at('listingP.error.code'), 'section_incomplete')
      assert.match(String(at('listingP.error.message')), /outro-biro: /)
      assert.deepEqual([at('listingR.summary'), at('listingR.error.code')], [undefined, 'source_unavailable'])
      assert.match(partly.headers.get('x-report-sections-degraded') ?? '', /listingP, listingR/)

      const paid = await creditor.patch(id, { paidOn: '2026-12-01' })
      assert.equal(paid.status, 200, paid.text)
      assert.deepEqual(await report(), withoutIt, 'paid, and not released yet')

      const released = await creditor.act(id, 'baixa', { reason: '01' })
      assert.equal(released.status, 200, released.text)
      assert.deepEqual(await report(), withoutIt, 'released')
      clock.add(400 * 86_400_000)
      await creditor.renew()
      assert.deepEqual(await report(), withoutIt, 'a year later')
    })

    test('is gone from a report that waited for the other bureau while it was released here', async () => {
      const documento = people.otherFormats
      const id = await creditor.inserted({ documento, contractId: 'F-1' })
      await waitOut()
      await service.runJobs()
      const contracts = async () => (await creditor.report(documento)).items.map((one) => one.contractId)
      const before = await contracts()
      assert.ok(before.includes('F-1'), before.join())
      server.next((response, usual) => {
        void creditor.act(id, 'baixa', { reason: '01' }).then(({ status, text }) => {
          assert.equal(status, 200, text)
          response.end(usual)
        })
      })
      assert.deepEqual(
        await contracts(),
        before.filter((one) => one !== 'F-1'),
      )
    })
  })
}
