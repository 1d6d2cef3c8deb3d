import { json, type Reply } from '../reply.ts'
import type { Route } from '../route.ts'
import { metricsType } from './metrics.ts'
import { type MetricsAccess, mayReadMetrics } from './metrics-access.ts'
import type { NotReady } from './readiness.ts'

export type HealthDeps = {
  readonly notReady: () => Promise<NotReady | undefined>
  /** The page for Prometheus. */
  readonly metrics: () => Promise<string>
  readonly metricsAccess: MetricsAccess
  readonly isDraining: () => boolean
}

/** Liveness, readiness and metrics for the operator. */
export function healthRoutes({ notReady, metrics, metricsAccess, isDraining }: HealthDeps): Route[] {
  return [
    probe('healthz', () => status(200, 'ok')),
    probe('readyz', async () => {
      if (isDraining()) return status(503, 'draining')
      const reason = await notReady()
      return reason === undefined ? status(200, 'ok') : status(503, reason)
    }),
    {
      operation: 'metrics',
      method: 'GET',
      path: '/metrics',
      produces: ['text/plain'],
      isProbe: true,
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
  isProbe: true,
  handle,
})

const status = (code: number, word: string): Reply => ({
  status: code,
  contentType: json,
  body: JSON.stringify({ status: word }),
})
