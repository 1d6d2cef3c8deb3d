import { dayAt } from '@lastro/rules/calendar/day.ts'
import { checkCode } from '@lastro/rules/trail/check-code.ts'
import { usedUpRefusal } from '../../features/alerts/allowance.ts'
import { checkAllowance } from '../../features/policies/check-allowance.ts'
import { checkApart } from '../../features/policies/check-apart.ts'
import { coverageWarningsBy } from '../../features/policies/policy-coverage.ts'
import { policyInForce } from '../../features/policies/policy-in-force.ts'
import { policyRoutes } from '../../features/policies/policy-routes.ts'
import { type CheckDeps, checkedBody } from '../../features/policies/save-policy.ts'
import { companySearchRoutes } from '../../features/public-data/search/company-search-route.ts'
import { listedSearch } from '../../features/public-data/search/listed-search.ts'
import { queryBatchRoutes } from '../../features/reports/batches/query-batch-routes.ts'
import { coverageFor, sectionCoverage } from '../../features/reports/coverage.ts'
import { decisionRoutes } from '../../features/reports/decisions/decision-routes.ts'
import { explanationRoutes } from '../../features/reports/explanation/explanation-route.ts'
import { keptRoutes } from '../../features/reports/kept/kept-routes.ts'
import { sealedReports } from '../../features/reports/keyed/sealed-reports.ts'
import { rehearsalAllowance } from '../../features/reports/rehearsal/rehearsal-allowance.ts'
import { rehearsalRoutes } from '../../features/reports/rehearsal/rehearsal-route.ts'
import { reportRoutes } from '../../features/reports/report-routes.ts'
import { listedCompanies } from '../../features/sandbox/listed-companies.ts'
import type { AppDeps } from '../app-deps.ts'
import type { Parts } from '../parts.ts'

/** Whatever a report is asked for: queries, batches of them, kept reports, policies and decisions, companies by name. */
export function queryRoutes(deps: AppDeps, parts: Parts) {
  const { store, clock, log } = deps
  const { limits, traces, authenticate, keeper, reporting, ready } = parts
  const checking: CheckDeps = {
    check: checkApart(),
    admitCheck: async ({ clientId }) => {
      const nowMs = clock.nowMs()
      const usedUp = await store.alerts.allowances.take([checkAllowance(clientId)], nowMs)
      return usedUp && usedUpRefusal(usedUp, nowMs)
    },
  }
  const coverageWarnings = coverageWarningsBy(({ environment, contract, documentType, section }) => {
    const coverage = coverageFor(reporting.environments[environment], contract, dayAt(clock.nowMs()))
    return sectionCoverage(coverage, documentType, section)
  })
  return [
    ...traces.ofRoutes(
      reportRoutes({
        ...reporting,
        admitRate: limits.admitRate,
        admitQuota: limits.admitQuota,
        release: limits.release,
        keeper,
        idempotency: sealedReports(store.idempotency, deps.reportSeal),
        checkCode,
        trustedProxies: deps.trustedProxies,
      }),
    ),
    ...keptRoutes({
      ...reporting,
      admitRate: limits.admitRate,
      keptReports: store.keptReports,
      seal: deps.reportSeal,
    }),
    ...queryBatchRoutes({
      ...reporting,
      admitRate: limits.admitRate,
      queryBatches: store.queryBatches,
      seal: deps.reportSeal,
      newId: deps.listings.newId,
    }),
    ...policyRoutes({
      authenticate,
      policies: store.policies,
      ...checking,
      idempotency: store.idempotency,
      namesOf: store.users.namesOf,
      clock,
      coverageWarnings,
    }),
    ...decisionRoutes({
      ...reporting,
      ...limits,
      keeper,
      idempotency: sealedReports(store.idempotency, deps.reportSeal),
      checkCode,
      policies: store.policies,
      ready,
      decisions: store.decisions,
      seal: deps.reportSeal,
      newId: deps.listings.newId,
      sandboxNowMs: deps.listings.nowMsIn,
      namesOf: store.users.namesOf,
    }),
    ...rehearsalRoutes({
      ...reporting,
      admitRate: limits.admitRate,
      keptReports: store.keptReports,
      seal: deps.reportSeal,
      checkDraft: (call, caller, sent) => checkedBody(checking, { call, caller }, sent),
      coverageWarnings,
      inForce: (id) => policyInForce(store.policies, id),
      sandboxNowMs: deps.listings.nowMsIn,
      admitRehearsal: async (clientId) => {
        const nowMs = clock.nowMs()
        const usedUp = await store.alerts.allowances.take([rehearsalAllowance(clientId)], nowMs)
        return usedUp && usedUpRefusal(usedUp, nowMs)
      },
    }),
    ...explanationRoutes({
      ...reporting,
      admitRate: limits.admitRate,
      ready,
      decisions: store.decisions,
      seal: deps.reportSeal,
      sandboxNowMs: deps.listings.nowMsIn,
      namesOf: store.users.namesOf,
      clientNames: store.clients.clientNames,
      contact: deps.operator.contact,
    }),
    ...companySearchRoutes({
      authenticate,
      ...limits,
      search: {
        production: deps.companySearch,
        sandbox: listedSearch(() => {
          const date = dayAt(clock.nowMs())
          return { companies: listedCompanies(date), date }
        }),
      },
      clock,
      onError: (error) => log.warn({ err: error }, 'companies could not be searched'),
    }),
  ]
}
