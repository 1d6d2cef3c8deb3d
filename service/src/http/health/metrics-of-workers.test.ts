import assert from 'node:assert/strict'
import { test } from 'vitest'
import { openMetrics } from './metrics.ts'
import { metricsOfWorkers } from './metrics-of-workers.ts'

/** As one process tells another, which is JSON. */
async function told(worker: number, observe: (metrics: ReturnType<typeof openMetrics>) => void) {
  const metrics = openMetrics()
  observe(metrics)
  return { worker, figures: JSON.parse(JSON.stringify(await metrics.figures())) }
}

const linesOf = (page: string, name: string): string[] =>
  page.split('\n').filter((line) => new RegExp(`^(# (HELP|TYPE) )?${name}\\b`).test(line))

test('the lines of a figure stand together, each with its worker', async () => {
  const page = await metricsOfWorkers([
    await told(1, ({ observe }) => {
      observe('relatorioBasicoConsulta', 200, 0.002)
      observe('relatorioBasicoConsulta', 200, 0.003)
      observe('relatorioBasicoConsulta', 404, 0.001)
    }),
    await told(4, ({ observe, inFlight }) => {
      observe('relatorioBasicoConsulta', 200, 20)
      inFlight(7)
    }),
  ])
  assert.ok(page.includes(linesOf(page, 'lastro_requests_total').join('\n')))
  assert.deepEqual(linesOf(page, 'lastro_requests_total'), [
    '# HELP lastro_requests_total Requests answered, by operation and status.',
    '# TYPE lastro_requests_total counter',
    'lastro_requests_total{operation="relatorioBasicoConsulta",status="200",worker="1"} 2',
    'lastro_requests_total{operation="relatorioBasicoConsulta",status="404",worker="1"} 1',
    'lastro_requests_total{operation="relatorioBasicoConsulta",status="200",worker="4"} 1',
  ])
  assert.deepEqual(linesOf(page, 'lastro_requests_in_flight').slice(2), [
    'lastro_requests_in_flight{worker="1"} 0',
    'lastro_requests_in_flight{worker="4"} 7',
  ])
  assert.deepEqual(linesOf(page, 'lastro_request_seconds_count'), [
    'lastro_request_seconds_count{operation="relatorioBasicoConsulta",worker="1"} 3',
    'lastro_request_seconds_count{operation="relatorioBasicoConsulta",worker="4"} 1',
  ])
  assert.equal(linesOf(page, 'process_start_time_seconds').length, 4)
})

test('a figure that is not a number is left out, and none is made of it', async () => {
  const one = await told(1, () => undefined)
  const figures = [
    {
      name: 'lag',
      help: 'Lag.',
      type: 'gauge',
      values: [{ value: null, labels: {} }],
      aggregator: 'average',
    },
  ]
  const page = await metricsOfWorkers([{ ...one, figures: figures as never }])
  assert.equal(page, '# HELP lag Lag.\n# TYPE lag gauge\n')
})

test('no process, no figures', async () => {
  assert.equal((await metricsOfWorkers([])).trim(), '')
})
