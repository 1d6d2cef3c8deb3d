import assert from 'node:assert/strict'
import { randomUUIDv7 } from 'node:crypto'
import { wholeContract } from '@lastro/contract/clients/client-contract.ts'
import type { OperatorAct } from '@lastro/contract/operator/operator-acts.ts'
import type {
  CoverageDeclaration,
  CoverageOverview,
  ProductCoverage,
} from '@lastro/contract/operator/operator-coverage.ts'
import type { Day } from '@lastro/rules/calendar/day.ts'
import { afterAll, describe, test } from 'vitest'
import { engines } from '../../../testing/engines.ts'
import { lastroImitation } from '../../../testing/servers/lastro-imitation.ts'
import { clientWithSources, declaredSource } from '../../../testing/services/declared-source.ts'
import { operatorService } from '../../../testing/services/operator-service.ts'
import type { BureauCoverage } from '../bureau/bureau-coverage.ts'

const nowMs = Date.parse('2026-11-19T12:00:00-03:00')
const day = (text: string) => text as Day

let generation = 0
function declaration(of: Partial<BureauCoverage> = {}): BureauCoverage {
  generation += 1
  return {
    id: randomUUIDv7(),
    section: 'check',
    documentType: 'CPF',
    extent: 'complete',
    asOf: day('2026-11-18'),
    until: day('2027-01-02'),
    generation,
    declaredAtMs: nowMs - 60_000 + generation,
    declaredBy: 'Otávio',
    withdrawnAtMs: undefined,
    ...of,
  }
}

for (const engine of engines) {
  describe(`coverage for the operator, on ${engine}`, async () => {
    const service = await operatorService(engine, { clock: { nowMs: () => nowMs }, coverage: 'none' })
    const provider = await lastroImitation()
    afterAll(async () => {
      await service.close()
      provider.close()
    })
    const { operate, result, store } = service
    const overview = (query = '') => result<CoverageOverview>(`/cobertura${query}`)
    const declare = async (of: Partial<BureauCoverage> = {}) => {
      const made = declaration(of)
      await store.bureauCoverage.declare([made])
      return made.id
    }
    const productOf = ({ products }: CoverageOverview, product: string, type: string): ProductCoverage => {
      const found = products.find((one) => one.product === product && one.documentType === type)
      assert.ok(found, `${product} of ${type}`)
      return found
    }
    const checkOf = (of: CoverageOverview, type = 'CPF') =>
      productOf(of, 'relatorioBasico', type).sections.find(({ section }) => section === 'check')
    const stateOf = async (id: string) => (await overview()).declarations.find((one) => one.id === id)?.state
    const lastAct = async () => {
      const { acts } = await result<{ acts: OperatorAct[] }>('/atos')
      return [acts[0]?.operation, acts[0]?.target, acts[0]?.outcome, acts[0]?.userName]
    }
    const shorten = (id: string, until: unknown) =>
      operate(`/cobertura/${encodeURIComponent(id)}/encurtar`, { body: { until } })
    const withdraw = (id: string) =>
      operate(`/cobertura/${encodeURIComponent(id)}/retirar`, { method: 'POST' })

    test('an installation without data covers nothing and shows every product as uncovered', async () => {
      const found = await overview()
      assert.equal(found.environment, 'production')
      assert.deepEqual(found.declarations, [])
      assert.deepEqual(
        found.products.map(({ product, documentType, coverage }) => `${product} ${documentType} ${coverage}`),
        [
          'relatorioBasico CPF none',
          'relatorioBasico CNPJ none',
          'relato CNPJ none',
          'relatorioAvancado CPF none',
          'relatorioAvancado CNPJ none',
          'cadastral CPF none',
          'cadastral CNPJ none',
        ],
      )
      assert.deepEqual(checkOf(found), {
        section: 'check',
        documentType: 'CPF',
        coverage: 'none',
        sources: [],
      })
    })

    test('a declaration covers its section for its document type, with source, data date and last day', async () => {
      const id = await declare()
      const found = await overview()
      assert.deepEqual(checkOf(found)?.sources, [
        { source: 'bureau', coverage: 'complete', asOf: '2026-11-18', until: '2027-01-02' },
      ])
      assert.equal(checkOf(found, 'CNPJ')?.coverage, 'none')
      assert.equal(productOf(found, 'relatorioBasico', 'CPF').coverage, 'partial')
      assert.deepEqual(
        found.declarations.find((one) => one.id === id),
        {
          id,
          section: 'check',
          documentType: 'CPF',
          coverage: 'complete',
          asOf: '2026-11-18',
          until: '2027-01-02',
          state: 'in_force',
          declaredAt: found.declarations[0]?.declaredAt,
          declaredBy: 'Otávio',
        },
      )
    })

    test('a feature shows its own coverage and sections; one without data is shown as none', async () => {
      await declare({ section: 'partner', documentType: 'CNPJ', extent: 'partial' })
      const { features } = productOf(await overview(), 'relatorioBasico', 'CNPJ')
      const of = (code: string) => features.find(({ feature }) => feature === code)
      assert.deepEqual(
        [of('PARTICIPACOES')?.coverage, of('PARTICIPACOES')?.sections[0]?.sources[0]?.source],
        ['partial', 'bureau'],
      )
      assert.deepEqual(
        [of('DIVIDA_ATIVA')?.coverage, of('CONSULTAS_ANTERIORES')?.coverage],
        ['none', 'complete'],
      )
      assert.equal(of('SCORE'), undefined, 'it has to be bought')
      const person = productOf(await overview(), 'relatorioBasico', 'CPF')
      assert.ok(!person.features.some(({ feature }) => feature === 'QSA_COMPLETO'))
    })

    test('a newer load supersedes, and the old declaration is still listed', async () => {
      const older = await declare({ section: 'notary' })
      assert.equal(await stateOf(older), 'in_force')
      const newer = await declare({ section: 'notary', until: day('2026-11-20') })
      assert.deepEqual([await stateOf(older), await stateOf(newer)], ['superseded', 'in_force'])
      const last = await declare({ section: 'notary', until: day('2026-11-18') })
      assert.deepEqual([await stateOf(newer), await stateOf(last)], ['superseded', 'expired'])
    })

    test('shortening ends the coverage after the new last day and is on record', async () => {
      const id = await declare()
      const shortened = await shorten(id, '2026-12-01')
      assert.equal(shortened.status, 200, shortened.text)
      const { until, shortenedBy, state } = shortened.at('result') as CoverageDeclaration
      assert.deepEqual([until, shortenedBy, state], ['2026-12-01', 'Olívia Operadora', 'in_force'])
      assert.equal(checkOf(await overview())?.sources[0]?.until, '2026-12-01')
      assert.deepEqual(await lastAct(), ['operadorCoberturaEncurta', id, 'done', 'Olívia Operadora'])
    })

    test('a declaration never ends later, and the refusal is on record', async () => {
      const id = await declare({ until: day('2026-12-01') })
      const later = await shorten(id, '2026-12-02')
      assert.deepEqual([later.status, later.at('code')], [422, 'coverage_not_earlier'])
      assert.deepEqual((await lastAct()).slice(0, 3), [
        'operadorCoberturaEncurta',
        id,
        'coverage_not_earlier',
      ])
      assert.equal((await shorten(id, '2026-12-01')).status, 200)
    })

    test('a day that is not in the calendar, or another member, is refused by its field', async () => {
      const id = await declare()
      for (const until of ['2026-02-30', '01/12/2026', '2026-12-1', '', 20_261_201, null]) {
        const answer = await shorten(id, until)
        assert.deepEqual(
          [answer.status, answer.at('errors.0.field')],
          [400, 'until'],
          `${JSON.stringify(until)}: ${answer.text}`,
        )
      }
      const more = await operate(`/cobertura/${id}/encurtar`, {
        body: { until: '2026-12-01', coverage: 'complete' },
      })
      assert.equal(more.status, 400)
      assert.equal((await overview()).declarations[0]?.until, '2027-01-02')
    })

    test('a withdrawal takes effect at once, and an older declaration stays superseded', async () => {
      const older = await declare()
      const id = await declare()
      const withdrawn = await withdraw(id)
      assert.equal(withdrawn.status, 200, withdrawn.text)
      assert.deepEqual(
        [withdrawn.at('result.state'), withdrawn.at('result.withdrawnBy')],
        ['withdrawn', 'Olívia Operadora'],
      )
      assert.equal(checkOf(await overview())?.coverage, 'none')
      assert.equal(await stateOf(older), 'superseded')
      assert.deepEqual((await lastAct()).slice(0, 3), ['operadorCoberturaRetira', id, 'done'])
    })

    test('a withdrawn declaration is neither withdrawn again nor shortened', async () => {
      const id = await declare()
      const answers = await Promise.all([withdraw(id), withdraw(id)])
      assert.deepEqual(
        answers.map(({ status }) => status).toSorted((a, b) => a - b),
        [200, 409],
      )
      const again = await shorten(id, '2026-11-20')
      assert.deepEqual([again.status, again.at('code')], [409, 'coverage_withdrawn'])
    })

    test('an unknown declaration cannot be changed', async () => {
      for (const id of ['unknown', randomUUIDv7()]) {
        for (const answer of [await shorten(id, '2026-11-20'), await withdraw(id)])
          assert.deepEqual([answer.status, answer.at('code')], [404, 'coverage_unknown'], id)
      }
    })

    test('a client sees its own products, with the declared sources that its contract names', async () => {
      await declaredSource(service, {
        name: 'parceiro',
        kind: 'lastro',
        url: provider.url,
        credentials: { clientId: 'c', clientSecret: 's', apiKey: 'k' },
        sections: ['notary', 'score'],
      })
      const named = await clientWithSources(service, ['parceiro'], {
        products: ['cadastral', 'relatorioBasico'],
        features: ['SCORE', 'SANCOES'],
      })
      const other = await clientWithSources(service, [])
      const seen = await overview(`?client=${named.clientId}`)
      assert.equal(seen.clientId, named.clientId)
      assert.deepEqual([...new Set(seen.products.map(({ product }) => product))].toSorted(), [
        'cadastral',
        'relatorioBasico',
      ])
      const basic = productOf(seen, 'relatorioBasico', 'CNPJ')
      assert.deepEqual(
        basic.sections.find(({ section }) => section === 'notary')?.sources.map(({ source }) => source),
        ['parceiro'],
      )
      assert.deepEqual(basic.features.map(({ feature }) => feature).toSorted(), ['SANCOES', 'SCORE'])
      for (const query of [`?client=${other.clientId}`, '']) {
        const { sections } = productOf(await overview(query), 'relatorioBasico', 'CNPJ')
        assert.equal(sections.find(({ section }) => section === 'notary')?.coverage, 'none', query)
      }
    })

    test('a sandbox client sees the sandbox, which covers everything', async () => {
      const { clientId } = await service.newSession('sandbox')
      const seen = await overview(`?client=${clientId}`)
      assert.equal(seen.environment, 'sandbox')
      assert.deepEqual(new Set(seen.products.map(({ coverage }) => coverage)), new Set(['complete']))
    })

    test('a client without products has no coverage to show, and an unknown client is refused', async () => {
      const { clientId } = await service.newSession('production')
      assert.deepEqual((await overview(`?client=${clientId}`)).products, [])
      const unknown = await operate('/cobertura?client=cli_nobody')
      assert.deepEqual([unknown.status, unknown.at('code')], [404, 'client_unknown'])
      for (const query of ['?client=', '?client=52998224725', '?cliente=x', `?client=a&client=b`])
        assert.equal((await operate(`/cobertura${query}`)).status, 400, query)
    })

    test('the key and token of a client give no access', async () => {
      const id = await declare()
      const session = await service.newSession('production')
      await store.clients.setContract(session.clientId, wholeContract)
      for (const [path, options] of [
        ['', {}],
        [`/${id}/encurtar`, { body: { until: '2026-11-20' } }],
        [`/${id}/retirar`, { method: 'POST' }],
      ] as const) {
        for (const as of [{}, { as: session }]) {
          const answer = await service.call(`/operador/v2/cobertura${path}`, { ...options, ...as })
          assert.equal(answer.status, 401, path)
        }
      }
      assert.equal(await stateOf(id), 'in_force')
    })
  })
}
