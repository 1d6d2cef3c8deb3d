import { json, type Reply } from '../reply.ts'
import type { Route } from '../route.ts'
import { metricsType } from './metrics.ts'
import { type MetricsAccess, mayReadMetrics } from './metrics-access.ts'
import { type RecordingCheck, readiness } from './readiness.ts'

export type HealthDeps = {
  readonly checkRecording: RecordingCheck
  /** The page for Prometheus. */
  readonly metrics: () => Promise<string>
  readonly metricsAccess: MetricsAccess
  readonly isDraining: () => boolean
}

/** For whoever keeps the service running: does it live, can it answer, how is it doing. */
export function healthRoutes({ checkRecording, metrics, metricsAccess, isDraining }: HealthDeps): Route[] {
  const notReady = readiness(checkRecording)
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
