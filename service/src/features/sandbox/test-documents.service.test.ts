import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { products } from '@lastro/contract/reports/products.ts'
import type { Additional } from '@lastro/contract/reports/queries.ts'
import { documentType } from '@lastro/rules/documents/document-number.ts'
import { afterAll, describe, test } from 'vitest'
import { runService } from '../../../testing/running-service.ts'
import { scenarios, testDocuments } from './test-documents.ts'

describe('the test documents', async () => {
  const service = await runService({ deadlineMs: 2_000 })
  afterAll(service.close)
  const as = await service.newSession()

  test('there are at least 12 CPF and 12 CNPJ, all different', () => {
    const ofType = (type: string) => scenarios.filter((one) => documentType(one.document) === type)
    assert.ok(ofType('CPF').length >= 12)
    assert.ok(ofType('CNPJ').length >= 12)
    assert.equal(new Set(scenarios.map((one) => one.document)).size, scenarios.length)
  })

  test('the list shows each of them to anyone, in both languages', async () => {
    const pt = await service.call('/sandbox/documentos')
    const en = await service.call('/sandbox/documentos', { headers: { 'Accept-Language': 'en' } })
    const documents = pt.at('result.documents') as { documento: string; title: string; products: string[] }[]
    assert.deepEqual(
      documents.map((one) => one.documento),
      scenarios.map((one) => String(one.document)),
    )
    assert.equal(documents[0]?.title, 'Nada consta')
    const named = (pt.at('result.documents') as { name?: string }[]).filter((one) => one.name !== undefined)
    assert.ok(named.length > 20)
    assert.equal(en.at('result.documents.0.title'), 'Clean')
    assert.ok(!documents[0]?.products.includes('relato'))
  })

  test('the list gives a status for each product, and only for those that take the document', () => {
    const listed = (title: string) => testDocuments(products, 'en').find((one) => one.title === title)?.status
    assert.deepEqual(listed('Error in partners and directors'), {
      relatorioBasico: 200,
      relato: 203,
      relatorioAvancado: 200,
      cadastral: 200,
    })
    assert.deepEqual(listed('Error in check'), {
      relatorioBasico: 203,
      relatorioAvancado: 203,
      cadastral: 200,
    })
    assert.deepEqual(new Set(Object.values(listed('Every source silent') ?? {})), new Set([504]))
  })

  test('each answers the status it says, in every product that takes it, with every feature', async () => {
    const asked = scenarios.flatMap((scenario) =>
      products
        .filter((product) => product.documentTypes.includes(documentType(scenario.document)))
        .map((product) => ({ scenario, product })),
    )
    const answers = await Promise.all(
      asked.map(async ({ scenario, product }) => {
        const type = documentType(scenario.document)
        const offered = await service.call(`/sandbox/${product.code}/v2/adicionais`, {
          as,
          method: product.additionalsMethod,
        })
        const features = (offered.at('result.features') as readonly Additional[])
          .filter(({ coverageFor }) => coverageFor[type] !== undefined)
          .map(({ code }) => code)
        const path = `/sandbox/${product.code}/v2/consulta`
        const plain = await service.call(path, { as, body: { documento: scenario.document } })
        const full = await service.call(path, { as, body: { documento: scenario.document, features } })
        return { scenario, product, plain, full }
      }),
    )
    const listed = new Map(testDocuments(products, 'en').map((one) => [one.documento, one.status]))
    for (const { scenario, product, plain } of answers) {
      const status = listed.get(scenario.document)?.[product.code]
      assert.equal(plain.status, status, `${scenario.title.en}, ${product.code}`)
    }
    const reports = answers.flatMap(({ product, plain, full }) =>
      [plain, full].map((answer) => ({ product: product.code, report: answer.at('result.report') })),
    )
    checkFields(reports)
  })
})

/** Every leaf field that sections 2.3 and 2.4 of the specification name, one dotted path a line. */
function checkFields(reports: readonly { product: string; report: unknown }[]): void {
  const text = readFileSync(
    new URL('../../../testing/http/fields-of-the-specification.txt', import.meta.url),
    'utf8',
  )
  const named = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  assert.ok(named.length > 150)
  const seen = new Set<string>()
  for (const { product, report } of reports) {
    for (const path of leafPaths(report)) seen.add(`${product} ${path}`)
  }
  assert.deepEqual(
    named.filter((line) => !seen.has(line)),
    [],
  )
}

/** The dotted paths of all leaves, arrays marked []; every leaf must be a string with something in it. */
function leafPaths(value: unknown, path = ''): string[] {
  if (Array.isArray(value)) return value.flatMap((one) => leafPaths(one, `${path}[]`))
  if (typeof value === 'object' && value !== null) {
    return Object.entries(value).flatMap(([name, inner]) =>
      leafPaths(inner, path === '' ? name : `${path}.${name}`),
    )
  }
  if (value === undefined) return []
  assert.ok(typeof value === 'string' && value !== '', `${path} is not a string with something in it`)
  return [path]
}
