import { alertRoutes } from '../../features/alerts/alert-routes.ts'
import { clockMoved } from '../../features/alerts/clock-moved.ts'
import { bounceRoutes } from '../../features/alerts/emails/bounce-route.ts'
import { webhookRoutes } from '../../features/alerts/webhooks/webhook-routes.ts'
import { batchRoutes } from '../../features/listings/batches/batch-routes.ts'
import { clockReadingRoute, clockRoute } from '../../features/listings/routes/clock-route.ts'
import { listingRoutes } from '../../features/listings/routes/listing-routes.ts'
import { noticeReportRoutes } from '../../features/listings/routes/notice-report-route.ts'
import { policyToWatch } from '../../features/reports/decisions/policy-to-watch.ts'
import { findScenario } from '../../features/sandbox/test-documents.ts'
import type { AppDeps } from '../app-deps.ts'
import type { Parts } from '../parts.ts'

/** Debts and who watches them: listings, notices, alerts, webhooks, and the clock of the sandbox. */
export function registerRoutes(deps: AppDeps, parts: Parts) {
  const { store, clock } = deps
  const { products, authenticate, ready } = parts
  return [
    ...listingRoutes({
      ...deps.listings,
      authenticate,
      idempotency: store.idempotency,
      sandboxAccepts: (document) => findScenario(document) !== undefined,
    }),
    ...batchRoutes({
      ...deps.listings,
      batches: store.batches,
      authenticate,
      sandboxAccepts: (document) => findScenario(document) !== undefined,
    }),
    ...noticeReportRoutes({ ...deps.listings, corrections: store.corrections }, deps.noticeReportToken),
    ...alertRoutes({
      alerts: store.alerts,
      tellReader: deps.alerts.tellReader,
      record: deps.alerts.record,
      listings: store.listings,
      subjects: store.subjects,
      outbox: store.outbox,
      idempotency: store.idempotency,
      authenticate,
      clock,
      nowMsIn: deps.listings.nowMsIn,
      newId: deps.listings.newId,
      sandboxAccepts: (document) => findScenario(document) !== undefined,
      policyOf: (caller, name) => policyToWatch({ policies: store.policies, ready, products }, caller, name),
    }),
    ...bounceRoutes({ ...store.alerts, clock, nowMsIn: deps.listings.nowMsIn }, deps.noticeReportToken),
    ...webhookRoutes({
      ...deps.webhooks,
      webhooks: store.webhooks,
      allowances: store.alerts.allowances,
      authenticate,
      idempotency: store.idempotency,
      nowMsIn: deps.listings.nowMsIn,
      newId: deps.listings.newId,
      clock,
    }),
    clockReadingRoute({ ...deps.listings, authenticate }),
    clockRoute({
      ...deps.listings,
      authenticate,
      sandboxClocks: store.sandboxClocks,
      onMoved: (clientId, byMs) =>
        clockMoved(
          {
            ...store.alerts,
            clock,
            tellRegister: deps.tellRegister,
            deliver: [deps.alerts.deliverEmails, deps.webhooks.deliverRegister],
          },
          clientId,
          byMs,
        ),
    }),
  ]
}
