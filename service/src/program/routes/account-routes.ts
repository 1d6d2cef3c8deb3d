import { marksAsOfNow } from '../../features/alerts/as-of-now.ts'
import { pricedServices } from '../../features/billing/priced-services.ts'
import { statementRoutes } from '../../features/billing/statement-routes.ts'
import { tokenRoutes } from '../../features/clients/token-routes.ts'
import { decidedConsultations } from '../../features/reports/decisions/decided-consultations.ts'
import { consultationRoutes } from '../../features/trail/routes/consultation-routes.ts'
import { usageRoutes } from '../../features/trail/routes/usage-routes.ts'
import type { AppDeps } from '../app-deps.ts'
import type { Parts } from '../parts.ts'

/** What a client is let in by, has used and owes, and what it has asked. */
export function accountRoutes(deps: AppDeps, parts: Parts) {
  const { store, clock } = deps
  const { products, users, authenticate } = parts
  return [
    ...tokenRoutes({ clients: store.clients, clock, products, isOutage: store.isOutage }),
    ...users.routes,
    ...usageRoutes({
      authenticate,
      trail: store.trail,
      servicesOf: (owner, month) => pricedServices({ billing: store.billing, clock }, owner, month),
      costsOf: async ({ environment, clientId }, month) =>
        environment === 'production'
          ? (await store.declaredSources.costsIn(month, clientId)).filter(({ paidBy }) => paidBy === 'client')
          : [],
      clock,
    }),
    ...statementRoutes({
      authenticate,
      clients: store.clients,
      trail: store.trail,
      billing: store.billing,
      clock,
      operatorName: deps.operator.operatorName,
    }),
    ...consultationRoutes({
      authenticate,
      trail: store.trail,
      namesOf: store.users.namesOf,
      correctionsOf: async (of) =>
        marksAsOfNow(
          {
            listings: store.listings,
            occurrences: store.alerts.occurrences,
            subjects: store.subjects,
            nowMsIn: deps.listings.nowMsIn,
          },
          of,
          await store.corrections.ofClient(of),
        ),
      keptOf: (of) => store.keptReports.keptOf(of, clock.nowMs()),
      decisionsOf: decidedConsultations({
        decisions: store.decisions,
        clock,
        sandboxNowMs: deps.listings.nowMsIn,
      }),
    }),
  ]
}
