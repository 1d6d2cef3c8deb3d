import assert from 'node:assert/strict'
import { test } from 'vitest'
import { openMetrics } from './metrics.ts'

test('an answer is counted once however often the page is asked for', async () => {
  const { observe, text } = openMetrics()
  observe('relatoConsulta', 200, 0.0004)
  observe('relatoConsulta', 503, 30)
  await text()
  observe('relatoConsulta', 200, 0.0001)
  const page = await text()
  assert.match(page, /^lastro_requests_total\{operation="relatoConsulta",status="200"\} 2$/m)
  assert.match(page, /^lastro_requests_total\{operation="relatoConsulta",status="503"\} 1$/m)
})

test('a duration is in its bucket and in every larger one, its edge included', async () => {
  const { observe, text } = openMetrics()
  for (const seconds of [0.0001, 0.0004, 10, 30]) observe('relatoConsulta', 200, seconds)
  const page = await text()
  const upTo = (edge: string) =>
    Number(
      new RegExp(`_bucket\\{le="${edge.replace('+', '\\+')}",operation="relatoConsulta"\\} (\\d+)`).exec(
        page,
      )?.[1],
    )
  assert.deepEqual(['0.0001', '0.0005', '5', '10', '+Inf'].map(upTo), [1, 2, 2, 3, 4])
  assert.match(page, /^lastro_request_seconds_sum\{operation="relatoConsulta"\} 40\.0005$/m)
  assert.match(page, /^lastro_request_seconds_count\{operation="relatoConsulta"\} 4$/m)
})

test('sources that failed and requests under way are told', async () => {
  const { sourceFailed, inFlight, text } = openMetrics()
  sourceFailed('bureau')
  sourceFailed('bureau')
  inFlight(3)
  inFlight(2)
  const page = await text()
  assert.match(page, /^lastro_source_failures_total\{source="bureau"\} 2$/m)
  assert.match(page, /^lastro_requests_in_flight 2$/m)
})

test('two services in one process do not count each other', async () => {
  const [one, other] = [openMetrics(), openMetrics()]
  one.observe('relatoConsulta', 200, 0.1)
  assert.doesNotMatch(await other.text(), /relatoConsulta/)
})
