import assert from 'node:assert/strict'
import { wholeContract } from '@lastro/contract/clients/client-contract.ts'
import type { Policy } from '@lastro/contract/policies/policy.ts'
import type { Subject } from '@lastro/contract/reports/subject.ts'
import type { Day } from '@lastro/rules/calendar/day.ts'
import { afterAll, describe, test } from 'vitest'
import { engines, newPlace } from '../../../testing/engines.ts'
import {
  branchCnpj,
  headOfficeCnpj,
  inventedBranch,
  inventedCompany,
  inventedDebt,
  inventedEstablishment,
  inventedSanction,
} from '../../../testing/invented/invented-company.ts'
import {
  memorySnapshot,
  packBranch,
  packCompany,
  packDebts,
  packSanctions,
  rootKeyOf,
} from '../../../testing/invented/packed-records.ts'
import { serving } from '../../../testing/invented/serving.ts'
import { runService } from '../../../testing/running-service.ts'
import { deciderOf } from '../../../testing/services/decisions.ts'
import { loadSubjects } from '../../features/bureau/load-subjects.ts'
import { bureauSource } from '../bureau/bureau-source.ts'
import { cguSource } from './cgu-source.ts'
import { pgfnSource } from './pgfn-source.ts'
import { publicDataOf } from './read-public-data.ts'
import { receitaSource } from './receita-source.ts'

const asOf = '2026-10-11' as Day
const distress = { specialStatus: 'EM RECUPERACAO JUDICIAL', specialStatusDate: '2025-03-10' as Day }
const otherCnpj = '11444777000161'
const products = ['relatorioBasico', 'relatorioAvancado', 'cadastral', 'relato']

const text = { pt: 'Motivo.', en: 'Reason.' }
const policy = (name: string, when: Policy['rules'][number]['when']): Policy => ({
  name,
  title: text,
  documentTypes: ['CNPJ'],
  report: { product: 'relato', features: ['DIVIDA_ATIVA'] },
  whenSectionFails: 'rules',
  rules: [{ id: 'rule', when, outcome: 'decline', whenUnknown: 'review', reason: text }],
  otherwise: { outcome: 'approve', reason: text },
})

for (const engine of engines) {
  describe(`public data on ${engine}`, async () => {
    const [register, debts] = [memorySnapshot('receita', asOf), memorySnapshot('pgfn', asOf)]
    const headOffice = inventedEstablishment(distress)
    register.put('company', rootKeyOf(headOfficeCnpj), packCompany(inventedCompany({ headOffice })))
    register.put(
      'branch',
      rootKeyOf(branchCnpj),
      packBranch(inventedBranch()),
      Number(branchCnpj.slice(8, 12)),
    )
    const other = inventedCompany({
      root: otherCnpj.slice(0, 8),
      headOffice: inventedEstablishment({ cnpj: otherCnpj }),
    })
    register.put('company', rootKeyOf(otherCnpj), packCompany(other))
    debts.put(
      'entry',
      rootKeyOf(headOfficeCnpj),
      packDebts([
        inventedDebt({ inscriptionNumber: '1', amountCents: 5_000_000n }),
        inventedDebt({ inscriptionNumber: '2', amountCents: undefined }),
      ]),
    )
    debts.put('entry', rootKeyOf(otherCnpj), packDebts([inventedDebt({ amountCents: undefined })]))
    const [ceis, cnep] = [memorySnapshot('ceis', asOf), memorySnapshot('cnep', asOf)]
    const unreadable = inventedSanction({ endsOn: undefined, isEndUnreadable: true })
    ceis.put('entry', rootKeyOf(otherCnpj), packSanctions([unreadable]))
    const snapshots = serving({ receita: register, pgfn: debts, ceis, cnep })
    const service = await runService({
      engine,
      productionSources: [receitaSource(snapshots), pgfnSource(snapshots), cguSource(snapshots)],
    })
    afterAll(service.close)
    const session = await service.newSession('production')
    await service.store.clients.setContract(session.clientId, wholeContract)
    const { clientId: client_id, clientSecret: client_secret } = session
    const token = await service.call('/oauth/token', {
      body: { grant_type: 'client_credentials', client_id, client_secret },
    })
    const as = { ...session, token: String(token.at('access_token')) }
    const ask = (
      product: string,
      documento: string,
      { features = [], headers = {} }: { features?: string[]; headers?: Record<string, string> } = {},
    ) => service.call(`/${product}/v2/consulta`, { as, body: { documento, features }, headers })
    const { save, decided } = deciderOf(service, as)
    const outcome = async (documento: string, name: string) =>
      (await decided({ policy: name, documento })).outcome
    const inDistress = {
      value: 'company.specialStatus',
      in: ['bankruptcy', 'liquidation', 'intervention', 'reorganisation'],
    } as const

    test('shows a special status in every product, of a head office and of its branch', async () => {
      for (const product of products) {
        for (const documento of [headOfficeCnpj, branchCnpj]) {
          const { text } = await ask(product, documento)
          assert.match(
            text,
            /"specialStatus":"EM RECUPERACAO JUDICIAL","specialStatusDate":"2025-03-10"/,
            `${product} ${documento}`,
          )
        }
        const { status, text } = await ask(product, otherCnpj)
        assert.deepEqual([status, text.includes('specialStatus')], [200, false])
      }
    })

    test('puts it first on a page, in both languages', async () => {
      for (const [language, headline] of [
        ['pt', 'Empresa em recuperação: EM RECUPERACAO JUDICIAL'],
        ['en', 'Company in reorganisation: EM RECUPERACAO JUDICIAL'],
      ] as const) {
        const headers = { Accept: 'text/html', 'Accept-Language': language }
        assert.match((await ask('relato', headOfficeCnpj, { headers })).text, new RegExp(headline))
      }
    })

    test('declines a company in distress, and approves one without distress in the register', async () => {
      assert.equal((await save(policy('em-crise', inDistress))).status, 201)
      assert.equal(await outcome(headOfficeCnpj, 'em-crise'), 'decline')
      assert.equal(await outcome(branchCnpj, 'em-crise'), 'decline')
      assert.equal(await outcome(otherCnpj, 'em-crise'), 'approve')
    })

    test('marks a debt sum with an unreadable amount, and still declines on what is known', async () => {
      const features = ['DIVIDA_ATIVA']
      const known = await ask('relato', headOfficeCnpj, { features })
      assert.deepEqual(
        [
          known.status,
          known.headers.get('x-report-sections-degraded'),
          known.at('result.report.publicDebt.summary.balance'),
          known.at('result.report.publicDebt.error.code'),
        ],
        [203, 'publicDebt', '50000.00', 'section_incomplete'],
        known.text,
      )
      const page = await ask('relato', headOfficeCnpj, { features, headers: { Accept: 'text/html' } })
      assert.match(page.text, /pelo menos R\$\s50\.000,00/)
      const unknown = await ask('relato', otherCnpj, { features })
      assert.equal(unknown.at('result.report.publicDebt.summary.balance'), undefined)
      const when = { value: 'publicDebt.sum', above: '10000.00' } as const
      assert.equal((await save(policy('deve-a-uniao', when))).status, 201)
      assert.equal(await outcome(headOfficeCnpj, 'deve-a-uniao'), 'decline')
      assert.equal(await outcome(otherCnpj, 'deve-a-uniao'), 'review')
    })

    test('says nothing exact of sanctions where the end of one cannot be read', async () => {
      const features: Policy['report']['features'] = ['SANCOES']
      const unknown = await ask('relato', otherCnpj, { features })
      assert.deepEqual(
        [unknown.status, unknown.at('result.report.sanctions.error.code')],
        [203, 'section_incomplete'],
        unknown.text,
      )
      const page = await ask('relato', otherCnpj, { features, headers: { Accept: 'text/html' } })
      assert.doesNotMatch(page.text, /Nada consta em: [^<]*Sanções/)
      assert.equal((await ask('relato', headOfficeCnpj, { features })).status, 200)
      const none = policy('sem-sancoes', { value: 'sanctions.count', above: 0 })
      assert.equal((await save({ ...none, report: { product: 'relato', features } })).status, 201)
      assert.equal(await outcome(otherCnpj, 'sem-sancoes'), 'review')
      assert.equal(await outcome(headOfficeCnpj, 'sem-sancoes'), 'approve')
    })

    test('marks a sum with an unreadable amount in what is given to the company itself too', async () => {
      const records = await publicDataOf(snapshots)(headOfficeCnpj, asOf, 'en')
      const { report } = records.find(({ source }) => source === 'pgfn') ?? assert.fail('no debts')
      assert.equal(report.publicDebt?.summary?.balance, '50000.00')
      assert.equal(report.publicDebt?.error?.code, 'section_incomplete')
    })
  })

  describe(`a loaded identification along with the register on ${engine}`, async () => {
    const snapshot = memorySnapshot('receita', asOf)
    const headOffice = inventedEstablishment(distress)
    snapshot.put('company', rootKeyOf(headOfficeCnpj), packCompany(inventedCompany({ headOffice })))
    const other = inventedCompany({
      root: otherCnpj.slice(0, 8),
      headOffice: inventedEstablishment({ cnpj: otherCnpj }),
    })
    snapshot.put('company', rootKeyOf(otherCnpj), packCompany(other))
    const place = await newPlace(engine)
    const store = await place.open()
    const sources = [
      bureauSource(store.subjects, store.bureauCoverage.current),
      receitaSource(serving({ receita: snapshot })),
    ]
    const service = await runService({ place, store, productionSources: sources })
    afterAll(service.close)
    const facts = (documento: string, of: object): Subject => ({
      documento,
      registration: { companyName: 'CARREGADA LTDA', ...of },
      identification: { companyName: 'CARREGADA LTDA', updateDate: '2026-11-01', ...of },
    })
    const lines = [
      facts(headOfficeCnpj, {}),
      facts(otherCnpj, { specialStatus: 'FALIDO', specialStatusDate: '2026-10-30' }),
    ]
    async function* file() {
      yield Buffer.from(lines.map((one) => JSON.stringify(one)).join('\n'))
    }
    await loadSubjects({ subjects: store.subjects, clock: { nowMs: () => Date.now() } }, file(), {
      language: 'en',
      onRefused: (line, reason) => assert.fail(`line ${line}: ${reason}`),
      onProgress: () => undefined,
    })
    const session = await service.newSession('production')
    await store.clients.setContract(session.clientId, wholeContract)
    const { clientId: client_id, clientSecret: client_secret } = session
    const token = await service.call('/oauth/token', {
      body: { grant_type: 'client_credentials', client_id, client_secret },
    })
    const as = { ...session, token: String(token.at('access_token')) }
    test("does not hide the register's special status, or vice versa", async () => {
      for (const [product, block] of [
        ['relato', 'identificationReport'],
        ['cadastral', 'registration'],
      ] as const) {
        for (const [documento, status] of [
          [headOfficeCnpj, 'EM RECUPERACAO JUDICIAL'],
          [otherCnpj, 'FALIDO'],
        ] as const) {
          const answer = await service.call(`/${product}/v2/consulta`, { as, body: { documento } })
          assert.equal(answer.at(`result.report.${block}.companyName`), 'CARREGADA LTDA', answer.text)
          assert.equal(answer.at(`result.report.${block}.specialStatus`), status, `${product} ${answer.text}`)
          assert.match(
            String(answer.headers.get('x-report-sources')),
            /^(?:identification|registration)=bureau@[\d-]+\+receita@2026-10-11/,
          )
        }
      }
    })
  })
}
