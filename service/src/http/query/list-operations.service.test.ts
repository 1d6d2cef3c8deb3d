import assert from 'node:assert/strict'
import { operations } from '@lastro/contract/operations.ts'
import { queryBatchesPath } from '@lastro/contract/query-batches/query-batches.ts'
import { products } from '@lastro/contract/reports/products.ts'
import { afterAll, describe, test } from 'vitest'
import { operatorService } from '../../../testing/services/operator-service.ts'

/** Whatever gives its answers in pages, and the comparison, which is read by the same reader. */
const lists = operations(products).filter(
  (of) => of.method === 'GET' && of.query?.some(({ name }) => ['limit', 'com'].includes(name)) === true,
)

const refused: readonly (readonly [what: string, query: string, field: string, code: string])[] = [
  ['a parameter that nobody knows', 'unheard=1', 'unheard', 'unknown_member'],
  ['a limit that comes twice', 'limit=5&limit=6', 'limit', 'sent_twice'],
  ['a limit in scientific notation', 'limit=1e2', 'limit', 'limit'],
  ['a limit of nothing', 'limit=0', 'limit', 'limit'],
  ['a limit that is empty', 'limit=', 'limit', 'limit'],
  ['a limit above the greatest', 'limit=999', 'limit', 'limit'],
  ['a cursor that comes twice', 'cursor=a&cursor=b', 'cursor', 'sent_twice'],
  ['a second question mark, which is part of the query', 'limit=5?&limit=6', 'limit', 'sent_twice'],
]

test('the contract has lists of clients and of operators', () => {
  assert.ok(lists.filter((of) => of.credentials === 'operator').length >= 8)
  assert.ok(lists.filter((of) => of.credentials !== 'operator').length >= 8)
})

describe('what a list is asked for in its address', async () => {
  const service = await operatorService('sqlite')
  afterAll(service.close)
  const session = await service.newSession()
  const batch = await service.call(`/sandbox${queryBatchesPath}?product=relatorioBasico`, {
    as: session,
    headers: { 'Content-Type': 'text/csv' },
    body: 'documento\n52998224725\n',
  })
  const batchId = String(batch.at('result.id'))
  const ask = (of: (typeof lists)[number], query: string) => {
    const path = of.path.replace(/\{\w+\}/g, batchId)
    return of.credentials === 'operator'
      ? service.call(`${path}?${query}`, { headers: service.signedIn })
      : service.call(`/sandbox${path}?${query}`, { as: session })
  }
  const errorsOf = (answer: Awaited<ReturnType<typeof ask>>) =>
    (answer.at('errors') as { field: string; code: string }[] | undefined)?.map(
      ({ field, code }) => `${field} ${code}`,
    )

  for (const [what, query, field, code] of refused) {
    test(`${what} is refused by every list that takes it`, async () => {
      const takers = lists.filter((of) => field === 'unheard' || of.query?.some(({ name }) => name === field))
      const strays: string[] = []
      for (const of of takers) {
        const answer = await ask(of, query)
        const isRefused =
          answer.at('code') === 'query_invalid' && errorsOf(answer)?.includes(`${field} ${code}`)
        if (!isRefused) strays.push(`${of.id}: ${answer.status} ${errorsOf(answer)?.join()}`)
      }
      assert.deepEqual(strays, [])
      assert.ok(takers.length > 10)
    })
  }

  test('every parameter of every list is refused when it comes twice', async () => {
    const strays: string[] = []
    for (const of of lists) {
      for (const { name } of of.query ?? []) {
        const answer = await ask(of, `${name}=a&${name}=a`)
        if (!errorsOf(answer)?.includes(`${name} sent_twice`)) strays.push(`${of.id} ${name}`)
      }
    }
    assert.deepEqual(strays, [])
  })
})
