import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

/** Figures for Prometheus. Labels are operations, statuses and sources; never anything a caller sent. */
export type Metrics = {
  readonly observe: (operation: string, status: number, seconds: number) => void
  readonly sourceFailed: (source: string) => void
  readonly inFlight: (count: number) => void
  readonly text: () => Promise<string>
  readonly contentType: string
}

/** From a tenth of a millisecond to the deadline and past it. */
const durationBucketsSeconds = [
  0.0001, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5, 1, 2.5, 5, 10,
]

export function openMetrics(): Metrics {
  const registers = [new Registry()]
  const [registry] = registers as [Registry]
  collectDefaultMetrics({ register: registry })
  const requests = new Counter({
    name: 'lastro_requests_total',
    help: 'Requests answered, by operation and status.',
    labelNames: ['operation', 'status'] as const,
    registers,
  })
  const durations = new Histogram({
    name: 'lastro_request_seconds',
    help: 'Time from request to answer, by operation.',
    labelNames: ['operation'] as const,
    buckets: durationBucketsSeconds,
    registers,
  })
  const failures = new Counter({
    name: 'lastro_source_failures_total',
    help: 'Times a source broke its promise, by source.',
    labelNames: ['source'] as const,
    registers,
  })
  const inFlight = new Gauge({ name: 'lastro_requests_in_flight', help: 'Requests under way.', registers })
  return {
    observe: (operation, status, seconds) => {
      requests.inc({ operation, status })
      durations.observe({ operation }, seconds)
    },
    sourceFailed: (source) => failures.inc({ source }),
    inFlight: (count) => inFlight.set(count),
    text: () => registry.metrics(),
    contentType: registry.contentType,
  }
}
