import { json, type Reply } from '../reply.ts'
import type { Route } from '../route.ts'
import { metricsType } from './metrics.ts'
import { type MetricsAccess, mayReadMetrics } from './metrics-access.ts'

export type HealthDeps = {
  readonly ping: () => Promise<void>
  /** The page for Prometheus. */
  readonly metrics: () => Promise<string>
  readonly metricsAccess: MetricsAccess
  readonly isDraining: () => boolean
}

/** A balancer asks every few seconds; a store that takes longer than this is not ready. */
const pingTimeoutMs = 2_000

/** For whoever keeps the service running: does it live, can it answer, how is it doing. */
export function healthRoutes({ ping, metrics, metricsAccess, isDraining }: HealthDeps): Route[] {
  return [
    probe('healthz', () => status(200, 'ok')),
    probe('readyz', async () => {
      if (isDraining()) return status(503, 'draining')
      return (await answersInTime(ping)) ? status(200, 'ok') : status(503, 'store_unavailable')
    }),
    {
      operation: 'metrics',
      method: 'GET',
      path: '/metrics',
      produces: ['text/plain'],
      handle: async (call) =>
        mayReadMetrics(call, metricsAccess)
          ? { status: 200, contentType: metricsType, body: await metrics() }
          : { code: 'metrics_not_allowed' },
    },
  ]
}

const probe = (name: string, handle: Route['handle']): Route => ({
  operation: name,
  method: 'GET',
  path: `/${name}`,
  produces: ['application/json'],
  handle,
})

const status = (code: number, word: string): Reply => ({
  status: code,
  contentType: json,
  body: JSON.stringify({ status: word }),
})

async function answersInTime(ping: () => Promise<void>): Promise<boolean> {
  const { promise: late, resolve } = Promise.withResolvers<boolean>()
  const timer = setTimeout(() => resolve(false), pingTimeoutMs)
  const answered = ping().then(
    () => true,
    () => false,
  )
  const ready = await Promise.race([answered, late])
  clearTimeout(timer)
  return ready
}
