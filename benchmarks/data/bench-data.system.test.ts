import assert from 'node:assert/strict'
import { test } from 'vitest'
import { engines } from '../../service/testing/engines.ts'
import { longTest } from '../../service/testing/matrix.ts'
import { benchData } from './bench-data.ts'
import { benchDataGrowth } from './bench-data-growth.ts'
import { benchDataQuery } from './bench-data-query.ts'

const companies = 500
const short = { count: 1, seconds: 0.1 }
const areAll200 = (rounds: readonly { readonly statuses: object }[]) =>
  rounds.every(({ statuses }) => Object.keys(statuses).join() === '200')

for (const engine of engines)
  test(`the import is measured without its indexes, on ${engine}`, async () => {
    const { ratio, indexSeconds, bytesPerEstablishment, peakMb } = await benchData(engine, companies, 1)
    assert.ok(ratio > 0 && indexSeconds >= 0 && peakMb > 0)
    assert.ok(bytesPerEstablishment > 50)
  })

test('every company asked for is answered from public data, beside the bare server', async () => {
  const { ratio, measured } = await benchDataQuery(companies, short)
  assert.ok(areAll200(measured.flatMap(({ bare, service }) => [bare, service])))
  assert.equal(
    ratio,
    (measured[0]?.service.requestsPerSecond ?? 0) / (measured[0]?.bare.requestsPerSecond ?? 0),
  )
  assert.ok((measured[0]?.service.meanAnswerBytes ?? 0) > 500, 'a report, not an empty one')
})

longTest('growth compares the largest with the smallest: one size with itself has none', async () => {
  assert.deepEqual(await benchDataGrowth([companies], short), { throughput: 1, p99: 1 })
})
