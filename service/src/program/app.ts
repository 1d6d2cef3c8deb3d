import { checkCode } from '@lastro/rules/trail/check-code.ts'
import type { DecideOnHeld } from '../features/alerts/portfolio/run-policy.ts'
import { mcpRoutes } from '../features/mcp/mcp-routes.ts'
import { type AskBatchesDeps, askBatches } from '../features/reports/batches/ask-batches.ts'
import { lineBilling } from '../features/reports/batches/line-billing.ts'
import { decideOnHeld } from '../features/reports/decisions/decide-on-held.ts'
import { ownOrigin } from '../features/users/sessions/own-origin.ts'
import { healthRoutes } from '../http/health/health-routes.ts'
import { readiness } from '../http/health/readiness.ts'
import { refusalLog } from '../http/health/refusal-log.ts'
import { type Answer, httpListener } from '../http/listener.ts'
import type { AppDeps } from './app-deps.ts'
import { watchReadiness } from './metrics/store-metrics.ts'
import { openParts } from './parts.ts'
import { accountRoutes } from './routes/account-routes.ts'
import { pageRoutes } from './routes/page-routes.ts'
import { queryRoutes } from './routes/query-routes.ts'
import { registerRoutes } from './routes/register-routes.ts'
import { runningRoutes } from './routes/running-routes.ts'

export type App = {
  readonly answer: Answer
  /** From now on `/readyz` says no and connections are not kept. */
  readonly drain: () => void
  /** Resolves when every report and every copy that is to be kept is in the store. */
  readonly keepAll: () => Promise<void>
  /** Asks the lines of batches of queries, in the background. */
  readonly askBatches: () => Promise<number>
  /** What a policy says of what is held of a watched document. */
  readonly decideOnHeld: DecideOnHeld
}

/** The HTTP application: every route, wired to what it needs. It does not listen and holds no globals. */
export function buildApp(deps: AppDeps): App {
  const { store, log } = deps
  const parts = openParts(deps)
  const { metrics, products, limits, reporting, ready, keeper } = parts
  const asking: AskBatchesDeps = {
    ...reporting,
    ...limits,
    keeper,
    checkCode,
    seal: deps.reportSeal,
    queryBatches: store.queryBatches,
    lineBilling: lineBilling(store.trail),
    findClient: store.clients.findClient,
    isAnalyst: parts.users.isAnalyst,
  }
  let draining = false
  const isDraining = () => draining
  const notReady = readiness(store.checkRecording)
  watchReadiness(metrics, async () => (draining ? 'draining' : await notReady()))

  const routes = [
    ...queryRoutes(deps, parts),
    ...registerRoutes(deps, parts),
    ...accountRoutes(deps, parts),
    ...runningRoutes(deps, parts),
    ...mcpRoutes({
      authenticate: parts.byToken,
      products,
      isOwnOrigin: (headers) => ownOrigin(headers, deps.signIn.publicUrl),
      answer: (request) => answer(request),
    }),
    ...healthRoutes({
      notReady,
      metrics: deps.metricsFromAll?.(metrics.figures) ?? metrics.text,
      metricsAccess: deps,
      isDraining,
    }),
    ...pageRoutes(deps, parts).map((route) => ({ ...route, needsStore: false as const })),
  ]
  const { requestsInFlightMax, trustedProxies } = deps
  const answer = httpListener({
    routes,
    log,
    metrics,
    requestsInFlightMax,
    trustedProxies,
    outageReason: store.outageReason,
    refusal: store.refusal,
    refusals: refusalLog({ log, notReady }),
    isDraining,
  })
  return {
    answer,
    drain: () => {
      draining = true
    },
    keepAll: async () => {
      await Promise.all([keeper.flush(), deps.declared.keepAll()])
    },
    askBatches: () => askBatches(asking),
    decideOnHeld: (of) => decideOnHeld({ ...reporting, policies: store.policies, ready }, of),
  }
}
