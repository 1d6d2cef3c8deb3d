import assert from 'node:assert/strict'
import { test } from 'node:test'
import { metricsOfWorkers } from './metrics-of-workers.ts'

test('the lines of a figure stand together, each with its worker', () => {
  const page = (answers: number) =>
    [
      '# HELP answers Answers.',
      '# TYPE answers counter',
      `answers{status="200",path="{id} x"} ${answers}`,
      '# HELP under_way Under way.',
      '# TYPE under_way gauge',
      'under_way 0',
      '',
    ].join('\n')
  assert.equal(
    metricsOfWorkers([
      { worker: 1, text: page(3) },
      { worker: 4, text: page(5) },
    ]),
    [
      '# HELP answers Answers.',
      '# TYPE answers counter',
      'answers{status="200",path="{id} x",worker="1"} 3',
      'answers{status="200",path="{id} x",worker="4"} 5',
      '# HELP under_way Under way.',
      '# TYPE under_way gauge',
      'under_way{worker="1"} 0',
      'under_way{worker="4"} 0',
      '',
    ].join('\n'),
  )
})

test('no process, no figures', () => {
  assert.equal(metricsOfWorkers([]), '')
})
