import assert from 'node:assert/strict'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { wholeContract } from '@lastro/contract/clients/client-contract.ts'
import type { Day } from '@lastro/rules/calendar/day.ts'
import { companyKey } from '@lastro/rules/documents/company-key.ts'
import { afterAll, describe, test } from 'vitest'
import { newPlace } from '../../../testing/engines.ts'
import { importSample } from '../../../testing/imported-data.ts'
import { runService } from '../../../testing/running-service.ts'
import { systemClock } from '../../clock.ts'
import { ceis } from '../../data/ceis/ceis.ts'
import { cnep } from '../../data/cnep/cnep.ts'
import { pgfn } from '../../data/pgfn/pgfn.ts'
import type { Company } from '../../data/receita/company.ts'
import { receita } from '../../data/receita/receita.ts'
import { unpackBranch, unpackCompany } from '../../data/receita/unpack-company.ts'
import { publicDataDirectory } from '../../data/snapshots/open-snapshots.ts'
import { openSqliteSnapshot } from '../../data/snapshots/sqlite/sqlite-snapshot-reader.ts'

const month = '2026-10-11' as Day
const seed = 7

describe('an installation that has loaded nothing but public data', async () => {
  const place = await newPlace('sqlite')
  const store = await place.open()
  const service = await runService({ place, store, coverage: 'none' })
  afterAll(service.close)
  const client = await service.newSession('production')
  await store.clients.setContract(client.clientId, wholeContract)
  const newToken = async (scope?: string) => {
    const { clientId: client_id, clientSecret: client_secret } = client
    const answer = await service.call('/oauth/token', {
      body: { grant_type: 'client_credentials', client_id, client_secret, ...(scope && { scope }) },
    })
    return { ...client, token: String(answer.at('access_token')) }
  }
  const as = await newToken()
  const ask = (product: string, documento: string, features: readonly string[] = [], by = as) =>
    service.call(`/${product}/v2/consulta`, { as: by, body: { documento, features } })
  const imported = async (date: Day) => {
    const id = await importSample({ place, store, clock: systemClock }, receita, {
      companies: 300,
      seed,
      date,
    })
    await service.lookAtData()
    return id
  }
  const pathOf = (id: string) => join(publicDataDirectory(place.dataDirectory), `${id}.sqlite`)

  const before = await ask('relato', '11222333000181')
  const location = await imported(month)
  const { company, branch } = sampledCompanies(pathOf(location))
  const cnpj = company.headOffice?.cnpj ?? assert.fail()

  test('knows no company before the import, and the sampled ones after it, without a restart', async () => {
    assert.equal(before.status, 422)
    assert.equal(before.at('code'), 'report_not_covered')
    assert.equal(before.headers.get('x-billed'), 'false')
    const report = await ask('relato', cnpj)
    assert.equal(report.status, 200, report.text)
    assert.equal(report.at('result.report.identificationReport.companyName'), company.name)
    assert.equal(report.at('result.report.identificationReport.updateDate'), month)
    assert.ok(Array.isArray(report.at('result.report.QSAReport.partnerCompleteReport.partnersList')))
    assert.equal(report.at('result.report.negativeData'), undefined)
    assert.equal(
      report.headers.get('x-report-sources'),
      'identification=receita@2026-10-11, QSA=receita@2026-10-11',
    )
    assert.equal(
      report.headers.get('x-report-sections-not-covered'),
      'listingP, listingR, collectionRecords, check, notary',
    )
  })

  test('answers the basic report, the registration and every feature that the register covers', async () => {
    for (const product of ['relatorioBasico', 'cadastral', 'relatorioAvancado']) {
      const answer = await ask(product, cnpj, ['ENDERECOS_TELEFONES'])
      assert.equal(answer.status, 200, answer.text)
      assert.equal(answer.at('result.report.registration.documentNumber'), cnpj)
      assert.equal((answer.at('result.report.registration.addresses') as object[]).length, 1)
    }
    const whole = await ask('relatorioBasico', cnpj, ['PARTICIPACOES', 'QSA_COMPLETO', 'MAIS_ANOTACOES'])
    assert.equal(whole.status, 200, whole.text)
    assert.match(String(whole.headers.get('x-report-sources')), /partner=receita@2026-10-11/)
  })

  test('answers a branch, and a CNPJ that nobody has', async () => {
    const found = await ask('cadastral', branch)
    assert.equal(found.at('result.report.registration.documentNumber'), branch)
    const unknown = await ask('relato', '11222333000181')
    assert.equal(unknown.status, 200)
    assert.equal(unknown.at('result.report.identificationReport'), undefined)
    assert.match(String(unknown.headers.get('x-report-sources')), /^identification=receita@2026-10-11, /)
  })

  test('shows addresses and phones only with their scope', async () => {
    const bare = await newToken('relatorioAvancado')
    const gated = await ask('relatorioAvancado', cnpj, ['ENDERECOS_TELEFONES'], bare)
    assert.equal(gated.status, 200, gated.text)
    assert.doesNotMatch(gated.text, /"address|"phone|"zipCode/)
    assert.match((await ask('relatorioAvancado', cnpj)).text, /"address"/)
  })

  test('omits what was not imported, and never says that nothing is on file', async () => {
    for (const [feature, section] of [
      ['DIVIDA_ATIVA', 'publicDebt'],
      ['SANCOES', 'sanctions'],
    ] as const) {
      const answer = await ask('relatorioBasico', cnpj, [feature])
      assert.equal(answer.at(`result.report.${section}`), undefined)
      assert.match(String(answer.headers.get('x-report-sections-not-covered')), new RegExp(section))
      assert.equal((await ask('relatorioBasico', '52998224725', [feature])).at('code'), 'report_not_covered')
    }
  })

  test('does not say of a person that it has no companies: the register masks people', async () => {
    const person = '52998224725'
    const answer = await ask('relatorioAvancado', person, ['PARTICIPACOES'])
    assert.deepEqual([answer.status, answer.at('code')], [422, 'report_not_covered'], answer.text)
    assert.equal((await ask('relatorioAvancado', cnpj, ['PARTICIPACOES'])).status, 200)
  })

  test('answers debts and sanctions once their sets are imported too, for companies alone', async () => {
    const sets = [
      { dataSet: pgfn, date: '2026-09-30' },
      { dataSet: ceis, date: '2026-11-15' },
      { dataSet: cnep, date: '2026-11-14' },
    ]
    for (const { dataSet, date } of sets)
      await importSample({ place, store, clock: systemClock }, dataSet, {
        companies: 20,
        seed,
        date: date as Day,
      })
    await service.lookAtData()
    const answer = await ask('relato', cnpj, ['DIVIDA_ATIVA', 'SANCOES'])
    // The sample has debts of this company with unreadable amounts, so their sum is marked as a lower bound.
    assert.deepEqual(
      [answer.status, answer.headers.get('x-report-sections-degraded')],
      [203, 'publicDebt'],
      answer.text,
    )
    assert.equal(answer.at('result.report.publicDebt.error.code'), 'section_incomplete')
    assert.equal(answer.at('result.report.publicDebt.summary.balance'), '43606068.19')
    assert.equal(answer.at('result.report.sanctions.summary.registers'), 'CEIS, CNEP')
    assert.match(
      String(answer.headers.get('x-report-sources')),
      /publicDebt=pgfn@2026-06-30, sanctions=cgu@2026-11-14$/,
    )
    const person = await ask('relatorioBasico', '52998224725', ['SANCOES'])
    assert.equal(person.at('code'), 'report_not_covered')
  })

  test('goes on with the next month, and back, as the catalogue says', async () => {
    const next = await imported('2026-11-08' as Day)
    const sources = async () => String((await ask('cadastral', cnpj)).headers.get('x-report-sources'))
    assert.equal(await sources(), 'registration=receita@2026-11-08')
    assert.ok(await store.dataCatalogue.use(location, Date.now()))
    await service.lookAtData()
    assert.equal(await sources(), 'registration=receita@2026-10-11')
    assert.ok(await store.dataCatalogue.use(next, Date.now()))
    await service.lookAtData()
    assert.equal(await sources(), 'registration=receita@2026-11-08')
  })

  test('loses its own sections, and nothing else, when the file is gone', async () => {
    rmSync(pathOf(location))
    assert.ok(await store.dataCatalogue.use(location, Date.now()))
    await service.lookAtData()
    const degraded = await ask('relato', cnpj, ['SANCOES'])
    assert.equal(degraded.status, 203, degraded.text)
    assert.equal(degraded.headers.get('x-report-sections-degraded'), 'identificationReport, QSAReport')
    assert.equal(degraded.at('result.report.identificationReport.error.code'), 'source_unavailable')
    assert.equal(degraded.at('result.report.negativeData'), undefined)
  })
})

/** One of the sampled companies with an address and a partner, and a branch of any. */
function sampledCompanies(path: string): { readonly company: Company; readonly branch: string } {
  const reader = openSqliteSnapshot(path)
  try {
    const companies: Company[] = []
    for (let index = 0; index < 300; index++) {
      // The roots that the sample deals out, by its own formula.
      const key = 1_000_000 + ((index * 48_271 + seed * 7_919) % 89_999_999)
      const record = reader.read('company', key)
      if (typeof record === 'string') companies.push(unpackCompany(key, record))
    }
    const company = companies.find(
      ({ headOffice, partners }) => headOffice?.zipCode !== undefined && partners.length > 0,
    )
    for (const { root } of companies)
      for (let order = 2; order < 9; order++) {
        const record = reader.read('branch', companyKey(root), order)
        if (company !== undefined && typeof record === 'string')
          return { company, branch: unpackBranch(companyKey(root), record).cnpj }
      }
    return assert.fail(`the sample has no branch among ${companies.length} companies`)
  } finally {
    void reader.close()
  }
}
