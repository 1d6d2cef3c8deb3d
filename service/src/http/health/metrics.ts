import {
  Counter,
  collectDefaultMetrics,
  Gauge,
  Histogram,
  type MetricObjectWithValues,
  type MetricValue,
  Registry,
} from 'prom-client'

/** Figures for Prometheus. Labels are operations, statuses and sources; never anything a caller sent. */
export type Metrics = {
  readonly observe: (operation: string, status: number, seconds: number) => void
  readonly sourceFailed: (source: string) => void
  readonly inFlight: (count: number) => void
  /** A distribution that others fill. */
  readonly histogram: (of: NamedFigure & { readonly buckets: number[] }) => (value: number) => void
  /** Values by one label, read on each scrape; values that cannot be read in time are omitted. */
  readonly gauge: (of: LabelledFigure, read: ReadFigure) => void
  /** The same of what only grows. */
  readonly counter: (of: LabelledFigure, read: ReadFigure) => void
  /** The page for Prometheus. */
  readonly text: () => Promise<string>
  /** The same as values, for a page of several processes. */
  readonly figures: () => Promise<Figures>
}

type NamedFigure = { readonly name: string; readonly help: string }
type LabelledFigure = NamedFigure & { readonly label: string }
export type ReadFigure = () => Promise<readonly (readonly [string, number])[]>

export type Figures = readonly MetricObjectWithValues<MetricValue<string>>[]

export const metricsType = Registry.PROMETHEUS_CONTENT_TYPE

/** Less than the time for a worker's figures: a store that hangs must not block the whole page. */
const readTimeoutMs = 800

/** From a tenth of a millisecond to the deadline and past it. */
const bucketsSeconds = [0.0001, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5, 1, 2.5, 5, 10]

/** What is kept of an operation between one request and the next. */
type OperationFigures = {
  /** How many answers had which status. */
  readonly answers: Map<number, number>
  readonly duration: { readonly observe: (seconds: number) => void }
}

export function openMetrics(): Metrics {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const operations = new Map<string, OperationFigures>()
  let underWay = 0

  // Counted in numbers of our own and handed over when they are asked for: to look a counter up by two labels
  // on every request would cost as much as half of the histogram.
  new Counter({
    name: 'lastro_requests_total',
    help: 'Requests answered, by operation and status.',
    labelNames: ['operation', 'status'],
    registers,
    collect() {
      this.reset()
      for (const [operation, { answers }] of operations)
        for (const [status, count] of answers) this.inc({ operation, status }, count)
    },
  })
  const durations = new Histogram({
    name: 'lastro_request_seconds',
    help: 'Time from request to answer, by operation.',
    labelNames: ['operation'],
    buckets: bucketsSeconds,
    registers,
  })
  const failures = new Counter({
    name: 'lastro_source_failures_total',
    help: 'Times a source broke its promise, by source.',
    labelNames: ['source'],
    registers,
  })
  new Gauge({
    name: 'lastro_requests_in_flight',
    help: 'Requests under way.',
    registers,
    collect() {
      this.set(underWay)
    },
  })

  const figuresOf = (operation: string): OperationFigures => {
    const known = operations.get(operation)
    if (known !== undefined) return known
    const fresh = { answers: new Map<number, number>(), duration: durations.labels(operation) }
    operations.set(operation, fresh)
    return fresh
  }

  return {
    observe: (operation, status, seconds) => {
      const { answers, duration } = figuresOf(operation)
      answers.set(status, (answers.get(status) ?? 0) + 1)
      duration.observe(seconds)
    },
    sourceFailed: (source) => failures.inc({ source }),
    inFlight: (count) => {
      underWay = count
    },
    histogram: (of) => {
      const histogram = new Histogram({ ...of, registers })
      return (value) => histogram.observe(value)
    },
    gauge: (of, read) => void new Gauge(readWhenAsked(of, read, registers)),
    counter: (of, read) => void new Counter(readWhenAsked(of, read, registers)),
    text: () => registry.metrics(),
    figures: () => registry.getMetricsAsJSON(),
  }
}

function readWhenAsked({ name, help, label }: LabelledFigure, read: ReadFigure, registers: Registry[]) {
  return {
    name,
    help,
    labelNames: [label],
    registers,
    async collect(this: Pick<Gauge, 'reset' | 'inc'>) {
      // A page without some figures says more than no page.
      const { promise: late, resolve } = Promise.withResolvers<Awaited<ReturnType<ReadFigure>>>()
      const timer = setTimeout(() => resolve([]), readTimeoutMs)
      const values = await Promise.race([read().catch(() => []), late])
      clearTimeout(timer)
      this.reset()
      for (const [of, value] of values) this.inc({ [label]: of }, value)
    },
  }
}
