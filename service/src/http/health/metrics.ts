import { collectDefaultMetrics, Registry } from 'prom-client'

/** Figures for Prometheus. Labels are operations, statuses and sources; never anything a caller sent. */
export type Metrics = {
  readonly observe: (operation: string, status: number, seconds: number) => void
  readonly sourceFailed: (source: string) => void
  readonly inFlight: (count: number) => void
  readonly text: () => Promise<string>
}

export const metricsType = Registry.PROMETHEUS_CONTENT_TYPE

/** From a tenth of a millisecond to the deadline and past it. */
const bucketsSeconds = [0.0001, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5, 1, 2.5, 5, 10]

type OperationFigures = {
  readonly answers: Map<number, number>
  readonly buckets: number[]
  seconds: number
  count: number
}

/** Counting happens on every request, so it is plain numbers; the words are put together when they are asked for. */
export function openMetrics(): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const operations = new Map<string, OperationFigures>()
  const failures = new Map<string, number>()
  let underWay = 0

  const figuresOf = (operation: string): OperationFigures => {
    const known = operations.get(operation)
    if (known !== undefined) return known
    const fresh = { answers: new Map(), buckets: bucketsSeconds.map(() => 0), seconds: 0, count: 0 }
    operations.set(operation, fresh)
    return fresh
  }

  return {
    observe: (operation, status, seconds) => {
      const figures = figuresOf(operation)
      figures.answers.set(status, (figures.answers.get(status) ?? 0) + 1)
      figures.seconds += seconds
      figures.count += 1
      let bucket = 0
      while (bucket < bucketsSeconds.length && seconds > (bucketsSeconds[bucket] as number)) bucket += 1
      if (bucket < bucketsSeconds.length) figures.buckets[bucket] = (figures.buckets[bucket] as number) + 1
    },
    sourceFailed: (source) => void failures.set(source, (failures.get(source) ?? 0) + 1),
    inFlight: (count) => {
      underWay = count
    },
    text: async () => `${await registry.metrics()}${ownMetrics(operations, failures, underWay)}`,
  }
}

function ownMetrics(
  operations: ReadonlyMap<string, OperationFigures>,
  failures: ReadonlyMap<string, number>,
  underWay: number,
): string {
  const answers = [...operations].flatMap(([operation, { answers }]) =>
    [...answers].map(
      ([status, count]) => `lastro_requests_total{operation="${operation}",status="${status}"} ${count}`,
    ),
  )
  return [
    ...family('lastro_requests_total', 'counter', 'Requests answered, by operation and status.', answers),
    ...family(
      'lastro_request_seconds',
      'histogram',
      'Time from request to answer, by operation.',
      [...operations].flatMap(([operation, figures]) => histogram(operation, figures)),
    ),
    ...family(
      'lastro_source_failures_total',
      'counter',
      'Times a source broke its promise, by source.',
      [...failures].map(([source, count]) => `lastro_source_failures_total{source="${source}"} ${count}`),
    ),
    ...family('lastro_requests_in_flight', 'gauge', 'Requests under way.', [
      `lastro_requests_in_flight ${underWay}`,
    ]),
    '',
  ].join('\n')
}

const family = (name: string, type: string, help: string, lines: readonly string[]): string[] => [
  `# HELP ${name} ${help}`,
  `# TYPE ${name} ${type}`,
  ...lines,
]

function histogram(operation: string, { buckets, seconds, count }: OperationFigures): string[] {
  let upTo = 0
  const lines = bucketsSeconds.map((edge, at) => {
    upTo += buckets[at] ?? 0
    return `lastro_request_seconds_bucket{operation="${operation}",le="${edge}"} ${upTo}`
  })
  return [
    ...lines,
    `lastro_request_seconds_bucket{operation="${operation}",le="+Inf"} ${count}`,
    `lastro_request_seconds_sum{operation="${operation}"} ${seconds}`,
    `lastro_request_seconds_count{operation="${operation}"} ${count}`,
  ]
}
