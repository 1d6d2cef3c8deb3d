import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { documentType } from '@lastro/rules/documents/document-number.ts'
import { engines } from '../../../testing/engines.ts'
import type { Behaviour } from '../../../testing/servers/serasa/behaviours.ts'
import { people } from '../../../testing/servers/serasa/invented-people.ts'
import { serasaPassword, serasaServer, serasaUser } from '../../../testing/servers/serasa/serasa-server.ts'
import { declaredSource } from '../../../testing/services/declared-source.ts'
import { productionCreditor, TestClock } from '../../../testing/services/listing-service.ts'
import { operatorService } from '../../../testing/services/operator-service.ts'
import type { Channel } from '../../features/notices/channel.ts'
import { answerAll, nothing, type Source } from '../../features/reports/source.ts'
import { serasaProvider } from './serasa-provider.ts'

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
    const ownBureau: Source = {
      name: 'bureau',
      covers: (type) => serasaProvider.covers(type),
      ask: ({ sections }) => answerAll(sections, nothing),
    }
    const service = await operatorService(engine, {
      clock,
      channels: [delivered],
      productionSources: [ownBureau],
    })
    after(service.close)
    const name = 'outro-biro'
    await declaredSource(service, { name, kind: 'serasa', url: server.url, credentials })
    const creditor = await productionCreditor(service, { sources: [{ source: name, paidBy: 'operator' }] })

    const report = async () => {
      server.next(spelledOtherwise)
      const { items, summary } = await creditor.report(people.debtor)
      return { contracts: items.map((one) => one.contractId), count: summary.count, balance: summary.balance }
    }
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
  })
}
