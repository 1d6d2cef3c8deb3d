import assert from 'node:assert/strict'
import { wholeContract } from '@lastro/contract/clients/client-contract.ts'
import type { SectionCoverage } from '@lastro/contract/reports/coverage.ts'
import { type FeatureCode, type Product, products } from '@lastro/contract/reports/products.ts'
import type { Additional } from '@lastro/contract/reports/queries.ts'
import type { SectionId } from '@lastro/contract/reports/sections.ts'
import type { Day } from '@lastro/rules/calendar/day.ts'
import type { DocumentNumber } from '@lastro/rules/documents/document-number.ts'
import { describe, test } from 'vitest'
import { cleanUp } from '../../../testing/clean-up.ts'
import { engines, newPlace } from '../../../testing/engines.ts'
import { runService, type Session } from '../../../testing/running-service.ts'
import type { Engine } from '../../store/engine/tables.ts'
import { searchTrail } from '../trail/search-trail.ts'
import {
  type CoverageDeps,
  coveringSources,
  dueFeatures,
  featureCoverage,
  hasAnswer,
  isProductDue,
  notCoveredIn,
  recordedCoverage,
  sectionCoverage,
} from './coverage.ts'
import {
  answerAll,
  coversAlways,
  failed,
  nothing,
  type SectionAnswer,
  type SectionAnswers,
  type Source,
  uncovered,
  withheld,
} from './source.ts'

const documento = '52998224725'
const query = '/relatorioBasico/v2/consulta'
const prices = {
  relatorioBasico: 150,
  MAIS_ANOTACOES: 5,
  ENDERECOS_TELEFONES: 30,
  DIVIDA_ATIVA: 40,
  SANCOES: 20,
}

const covering = (sections: readonly SectionId[], answer: SectionAnswer = nothing): Source => ({
  name: 'registers',
  ...coversAlways(sections),
  ask: ({ sections: asked }) => answerAll(asked, answer),
})

const forCompaniesOnly = (sections: readonly SectionId[]): Source => {
  const [covered, none] = [new Set(sections), new Set<SectionId>()]
  const source = covering(sections)
  return {
    ...source,
    covers: (type) => (type === 'CNPJ' ? covered : none),
    declares: (type, ...of) => (type === 'CNPJ' ? source.declares(type, ...of) : undefined),
  }
}

/** A source that has only part of the data. */
const inPart = (sections: readonly SectionId[]): Source => {
  const source = covering(sections, { kind: 'nothing', isPartial: true })
  return {
    ...source,
    declares: (...of) => source.declares(...of) && { extent: 'partial', asOf: '2026-11-01' as Day },
  }
}

const today = '2026-11-19' as Day
const deps = (sources: readonly Source[], creditors = 0): CoverageDeps => ({ sources, creditors, today })
const basic = products.find(({ code }) => code === 'relatorioBasico') as Product

test('a section is covered as far as any source declares, and not at all without one', () => {
  const of = (coverage: CoverageDeps, section: SectionId = 'check') =>
    sectionCoverage(coverage, 'CPF', section)
  assert.equal(of(deps([])), 'none')
  assert.equal(of(deps([inPart(['check'])])), 'partial')
  assert.equal(of(deps([inPart(['check']), covering(['check'])])), 'complete')
  assert.equal(of(deps([covering(['notary'])])), 'none')
  assert.equal(of(deps([forCompaniesOnly(['check'])])), 'none')
})

test('listings cover debts in part from the first creditor, and nothing else', () => {
  for (const [creditors, section, expected] of [
    [0, 'listingP', 'none'],
    [1, 'listingP', 'partial'],
    [1, 'listingR', 'partial'],
    [1, 'collectionRecords', 'partial'],
    [1, 'check', 'none'],
    [1, 'registration', 'none'],
  ] as const)
    assert.equal(sectionCoverage(deps([], creditors), 'CPF', section), expected, section)
  assert.deepEqual(coveringSources(deps([], 3), 'CPF', 'listingP'), [
    { source: 'listings', coverage: 'partial', asOf: today },
  ])
})

test('a feature has the coverage of the sections it adds; one that extends lists, that of the lists', () => {
  const of = (code: FeatureCode, sources: readonly Source[]) =>
    featureCoverage(deps(sources), basic, code, 'CNPJ')
  assert.equal(of('SANCOES', []), 'none')
  assert.equal(of('SANCOES', [covering(['sanctions'])]), 'complete')
  assert.equal(of('ENDERECOS_TELEFONES', [covering(['phones'])]), 'partial')
  assert.equal(of('MAIS_ANOTACOES', [covering(['registration'])]), 'none')
  assert.equal(of('MAIS_ANOTACOES', [covering(['check'])]), 'partial')
  assert.equal(of('MAIS_ANOTACOES', [covering(basic.sections)]), 'complete')
})

const planOf = (...sections: readonly SectionId[]) => ({ sections, wholeLists: false, contactData: true })
const partial = { kind: 'nothing', isPartial: true } as const

test('a product is due when one of its own sections was answered, and never for earlier consultations alone', () => {
  const due = (answers: SectionAnswers) => isProductDue(basic, answers)
  assert.equal(due({}), false)
  assert.equal(due({ check: uncovered, registration: withheld }), false)
  assert.equal(due({ check: failed('source_timeout') }), false)
  assert.equal(due({ inquiry: nothing, sanctions: nothing }), false)
  assert.equal(due({ check: partial }), true)
  assert.equal(due({ registration: nothing }), true)
  // A partial register says nothing about a person who is not in it.
  assert.equal(due({ registration: partial }), false)
})

test('a feature is due when something of it was answered and nothing failed', () => {
  const all = ['MAIS_ANOTACOES', 'ENDERECOS_TELEFONES', 'SANCOES'] as const
  const plan = planOf('registration', 'addresses', 'phones', 'check', 'sanctions')
  const whole = answerAll(plan.sections, nothing)
  assert.deepEqual(dueFeatures(all, plan, whole), all)
  assert.deepEqual(dueFeatures(all, plan, { ...whole, phones: failed('source_timeout') }), [
    'MAIS_ANOTACOES',
    'SANCOES',
  ])
  assert.deepEqual(dueFeatures(all, plan, { ...whole, phones: uncovered }), all)
  assert.deepEqual(dueFeatures(all, plan, { ...whole, sanctions: uncovered }), [
    'MAIS_ANOTACOES',
    'ENDERECOS_TELEFONES',
  ])
  assert.deepEqual(dueFeatures(all, planOf('registration'), whole), [])
  assert.deepEqual(dueFeatures(all, plan, { registration: nothing }), [])
  assert.deepEqual(dueFeatures(all, plan, { sanctions: partial }), ['MAIS_ANOTACOES', 'SANCOES'])
})

test('the trail names the sections that were partial and those that nothing covered', () => {
  const plan = planOf('registration', 'listingP', 'check', 'notary')
  assert.equal(recordedCoverage(plan, answerAll(plan.sections, nothing)), 'complete')
  const answers = { registration: nothing, listingP: partial, check: uncovered }
  assert.equal(recordedCoverage(plan, answers), 'partial listingP; none check, notary')
  assert.deepEqual(notCoveredIn(plan, answers), ['check', 'notary'])
  const late = { ...answers, check: failed('source_timeout') }
  assert.equal(recordedCoverage(plan, late), 'partial listingP; none notary; failed check')
})

test('a report needs a section other than earlier consultations', () => {
  const plan = planOf('registration', 'check', 'inquiry')
  assert.equal(hasAnswer(plan, { inquiry: nothing }), false)
  assert.equal(hasAnswer(plan, { inquiry: nothing, check: failed('source_timeout') }), false)
  assert.equal(hasAnswer(plan, { inquiry: nothing, check: nothing }), true)
})

/** A service whose production has our own bureau and these, and a client that may ask for everything. */
const serviceWith = (engine: Engine, others: readonly Source[]) =>
  serviceOf(engine, [{ ...covering(bureauSections), name: 'bureau' }, ...others])

const bureauSections = [
  'registration',
  'addresses',
  'phones',
  'identificationReport',
  'QSAReport',
  'listingP',
  'listingR',
  'companyListingP',
  'companyListingR',
  'collectionRecords',
  'check',
  'notary',
  'partner',
] as const satisfies readonly SectionId[]

/** A service whose production has these sources alone. */
async function serviceOf(engine: Engine, productionSources: readonly Source[]) {
  const place = await newPlace(engine)
  const store = await place.open()
  const service = await runService({ place, store, productionSources })
  cleanUp(service.close)
  const client = await service.newSession('production')
  await store.clients.setContract(client.clientId, { ...wholeContract, prices })
  const tokenFor = async (scope?: string): Promise<Session> => {
    const { clientId: client_id, clientSecret: client_secret } = client
    const token = await service.call('/oauth/token', {
      body: { grant_type: 'client_credentials', client_id, client_secret, ...(scope && { scope }) },
    })
    return { ...client, token: String(token.at('access_token')) }
  }
  const as = await tokenFor()
  const ask = (features: readonly string[], by = as, document = documento) =>
    service.call(query, { as: by, body: { documento: document, features } })
  const lastRecord = async (document = documento) => {
    const range = {
      fromMs: 0,
      untilMs: Number.MAX_SAFE_INTEGER,
      document: document as DocumentNumber,
      clientId: as.clientId,
    }
    return (await Array.fromAsync(searchTrail(store.trail, 'production', range))).at(-1)
  }
  const lastCents = async (document?: string) => (await lastRecord(document))?.cents
  return { service, as, tokenFor, ask, lastCents, lastRecord }
}

for (const engine of engines) {
  describe(`a feature is paid for only when a source answered it, on ${engine}`, async () => {
    const { service, as, tokenFor, ask, lastCents } = await serviceWith(engine, [])

    test('the list of additionals states the coverage of every feature and section before anyone pays', async () => {
      for (const [path, method] of [
        ['/relatorioBasico/v2/adicionais', 'POST'],
        ['/relato/v2/adicionais', 'GET'],
        ['/cadastral/v2/adicionais', 'GET'],
      ] as const) {
        const answer = await service.call(path, { method, as })
        const found = answer.at('result.features') as readonly Additional[]
        assert.ok(found.length > 0)
        const uncoveredCodes = found.filter(({ coverage }) => coverage === 'none').map(({ code }) => code)
        assert.ok(
          uncoveredCodes.every((code) => ['SANCOES', 'DIVIDA_ATIVA', 'CONSULTAS_ANTERIORES'].includes(code)),
          String(uncoveredCodes),
        )
        assert.ok(uncoveredCodes.includes('SANCOES'))
        const sections = answer.at('result.coverage') as readonly SectionCoverage[]
        assert.ok(sections.every(({ coverage, sources }) => (coverage === 'none') === (sources.length === 0)))
      }
    })

    test('a feature that nothing covers is absent, named and not billed, under a key too', async () => {
      const key = { 'Idempotency-Key': `sancoes-${engine}` }
      for (const headers of [{}, key, key]) {
        const answer = await service.call(query, { as, body: { documento, features: ['SANCOES'] }, headers })
        assert.equal(answer.status, 200, answer.text)
        assert.equal(answer.at('result.report.sanctions'), undefined)
        assert.match(answer.headers.get('x-report-sections-not-covered') ?? '', /sanctions/)
      }
      assert.equal((await ask(['MAIS_ANOTACOES', 'DIVIDA_ATIVA'], as, '00000000191')).status, 200)
      assert.equal(await lastCents('00000000191'), 150 + 5)
    })

    test('a query that nothing covers is refused, names what is missing, and is neither billed nor counted', async () => {
      const empty = await serviceOf(engine, [])
      for (const features of [[], ['CONSULTAS_ANTERIORES']]) {
        const refused = await empty.ask(features)
        assert.equal(refused.status, 422, refused.text)
        assert.equal(refused.at('code'), 'report_not_covered')
        assert.match(String(refused.at('detail')), /check/)
        assert.equal(refused.headers.get('x-billed'), 'false')
        assert.equal(await empty.lastCents(), 0)
      }
      const usage = await empty.service.call('/conta/v2/consumo', { as: empty.as })
      assert.deepEqual(usage.at('result.usage') ?? usage.at('result.days') ?? [], [])
    })

    test('earlier consultations are never enough on their own, and never make the product due', async () => {
      const only = await serviceOf(engine, [covering(['inquiry'])])
      const refused = await only.ask(['CONSULTAS_ANTERIORES'])
      assert.equal(refused.at('code'), 'report_not_covered', refused.text)
    })

    test('a feature alone is billed alone', async () => {
      const only = await serviceOf(engine, [covering(['sanctions'])])
      const answer = await only.ask(['SANCOES'])
      assert.equal(answer.status, 200, answer.text)
      assert.equal(await only.lastCents(), 20)
    })

    test('a partial section says so and is billed, and the trail records it as partial', async () => {
      const only = await serviceOf(engine, [inPart(['check'])])
      const answer = await only.ask([])
      assert.equal(answer.status, 200, answer.text)
      assert.equal(answer.at('result.report.negativeData.check.coverage'), 'partial')
      assert.equal(answer.at('result.report.negativeData.listingP'), undefined)
      assert.equal(
        answer.headers.get('x-report-sections-not-covered'),
        'registration, listingP, listingR, collectionRecords, notary',
      )
      assert.match(answer.headers.get('x-report-sources') ?? '', /^check=registers@\d{4}-\d\d-\d\d$/)
      assert.equal(await only.lastCents(), 150)
      const record = await only.lastRecord()
      assert.equal(
        record?.coverage,
        'partial check; none registration, listingP, listingR, collectionRecords, notary',
      )
    })

    test('in the sandbox everything is covered completely', async () => {
      const sandboxed = await service.newSession('sandbox')
      const found = await service.call('/sandbox/relatorioBasico/v2/adicionais', {
        method: 'POST',
        as: sandboxed,
      })
      const all = found.at('result.features') as readonly Additional[]
      assert.ok(all.every((one) => one.coverage === 'complete'))
      const answer = await service.call(`/sandbox${query}`, {
        as: sandboxed,
        body: { documento, features: ['SANCOES', 'DIVIDA_ATIVA'] },
      })
      assert.equal(answer.status, 200)
      assert.equal(answer.headers.get('x-report-sections-not-covered'), null)
    })

    test('a feature whose source fails is not charged; what was answered is', async () => {
      const broken = covering(['publicDebt'], failed('source_unavailable'))
      const other = await serviceWith(engine, [covering(['sanctions']), broken])
      const degraded = await other.ask(['SANCOES', 'DIVIDA_ATIVA', 'MAIS_ANOTACOES'])
      assert.equal(degraded.status, 203, degraded.text)
      assert.equal(degraded.headers.get('x-billed'), 'true')
      assert.equal(await other.lastCents(), 150 + 20 + 5)
    })

    test('data published only about companies does not cover a person', async () => {
      const companies = await serviceWith(engine, [forCompaniesOnly(['sanctions', 'publicDebt'])])
      const [person, company] = ['00000000191', '11222333000181']
      for (const [document, isCovered] of [
        [person, false],
        [company, true],
      ] as const) {
        const answer = await companies.ask(['SANCOES'], companies.as, document)
        assert.equal(answer.at('result.report.sanctions.summary.count'), isCovered ? '0' : undefined)
      }
      const listed = async (documento?: string) => {
        const answer = await companies.service.call('/relatorioBasico/v2/adicionais', {
          method: 'POST',
          as: companies.as,
          body: documento === undefined ? {} : { documento },
        })
        const all = answer.at('result.features') as readonly Additional[]
        const { coverage, coverageFor } = all.find((one) => one.code === 'SANCOES') ?? {}
        return { coverage, coverageFor }
      }
      const [CPF, CNPJ] = ['none', 'complete']
      assert.deepEqual(await listed(), { coverage: 'partial', coverageFor: { CPF, CNPJ } })
      assert.deepEqual(await listed(company), { coverage: 'complete', coverageFor: { CNPJ } })
      assert.deepEqual(await listed(person), { coverage: 'none', coverageFor: { CPF } })
    })

    test('contact data that the caller may not see is not charged', async () => {
      const bare = await tokenFor('relatorioBasico')
      const answer = await ask(['ENDERECOS_TELEFONES'], bare, '00000000191')
      assert.equal(answer.status, 200, answer.text)
      assert.equal(await lastCents('00000000191'), 150)
      assert.equal((await ask(['ENDERECOS_TELEFONES', 'MAIS_ANOTACOES'], as, '00000000191')).status, 200)
      assert.equal(await lastCents('00000000191'), 150 + 30 + 5)
    })
  })
}
