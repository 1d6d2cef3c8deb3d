import assert from 'node:assert/strict'
import { type FeatureCode, features, products } from '@lastro/contract/reports/products.ts'
import type { DocumentType } from '@lastro/contract/reports/sections.ts'
import { afterAll, describe, test } from 'vitest'
import type { Answer, Session } from '../../../testing/running-service.ts'
import { sourceName, twoLastros } from '../../../testing/services/two-lastros.ts'
import { testDocuments } from '../../features/sandbox/test-documents.ts'

/** Long enough for every desk that answers late, short for those that never do. */
const behindDeadlineMs = 1_500

const asked = products.filter(({ code }) => code === 'relatorioBasico' || code === 'relato')

// Several at a time, because some of the documents wait for a deadline.
describe('a Lastro in front of another', async () => {
  const { front, behind, client, behindClient, close } = await twoLastros({
    behind: { deadlineMs: behindDeadlineMs },
    source: { concurrency: 50, clientConcurrency: 50 },
  })
  afterAll(close)

  const both = async (code: string, body: object): Promise<readonly [Answer, Answer]> => {
    const ask = (service: typeof behind, path: string, as: Session) =>
      service.call(`${path}/${code}/v2/consulta`, { as, body, headers: { 'Accept-Language': 'en' } })
    return Promise.all([ask(behind, '/sandbox', behindClient), ask(front, '', client)])
  }
  const reportOf = (answer: Answer) => ({
    status: answer.status,
    code: answer.at('code'),
    report: answer.at('result.report'),
    degraded: answer.headers.get('x-report-sections-degraded'),
  })

  for (const product of asked) {
    for (const { documento, documentType, title } of testDocuments([product], 'en').filter(
      (one) => one.products.length > 0,
    )) {
      test(`${product.code}, ${title}: the same report through both`, async () => {
        const offered = Object.entries(product.features) as [FeatureCode, readonly DocumentType[]][]
        // The one in front has consultations of its own, and tells those.
        const wanted = offered
          .filter(
            ([code, types]) =>
              types.includes(documentType) && !features[code].adds.includes('inquiry' as never),
          )
          .map(([code]) => code)
        const listed = await behind.call(`/sandbox/${product.code}/v2/adicionais`, {
          method: product.additionalsMethod,
          as: behindClient,
          ...(product.additionalsMethod === 'POST' && { body: { documento } }),
        })
        const available = (listed.at('result.features') as { code: string; coverage: string }[])
          .filter((one) => one.coverage !== 'none')
          .map(({ code }) => code)
        const asking = wanted.filter((code) => available.includes(code))
        const [direct, through] = await both(product.code, { documento, features: asking })
        assert.deepEqual(reportOf(through), reportOf(direct))
        const [plain, plainThrough] = await both(product.code, { documento })
        assert.deepEqual(reportOf(plainThrough), reportOf(plain))
      })
    }
  }

  test('a report says which source answered each section', async () => {
    const [, through] = await both('relatorioBasico', { documento: '52998224725' })
    assert.match(through.headers.get('x-report-sources') ?? '', new RegExp(`registration=${sourceName}`))
  })
})
