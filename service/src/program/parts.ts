import type { Environment } from '@lastro/contract/clients/credentials.ts'
import { operations } from '@lastro/contract/operations.ts'
import { products as catalogue } from '@lastro/contract/reports/products.ts'
import { dayAt } from '@lastro/rules/calendar/day.ts'
import { productionRegister } from '@lastro/rules/listings/register.ts'
import { contestsSince } from '@lastro/rules/person/request.ts'
import type { ConsultationDraft } from '@lastro/rules/trail/consultation.ts'
import type { Clock } from '../clock.ts'
import { authenticator } from '../features/clients/authenticate.ts'
import { clientLimits } from '../features/clients/limits.ts'
import { readyPolicies } from '../features/reports/decisions/decision-policies.ts'
import { reportKeeper } from '../features/reports/kept/report-keeper.ts'
import { queriesUnderWay } from '../features/reports/query/queries-under-way.ts'
import type { QueryRecordDeps } from '../features/reports/query/record-query.ts'
import type { ReportEnvironment } from '../features/reports/query/report-environment.ts'
import type { Source } from '../features/reports/source.ts'
import { SourceTally } from '../features/reports/source-tally.ts'
import { findScenario } from '../features/sandbox/test-documents.ts'
import { paidAtMs } from '../features/trail/is-paid.ts'
import { recorder } from '../features/trail/recorder.ts'
import { usedInMonth } from '../features/trail/routes/usage-routes.ts'
import { openUsers } from '../features/users/open-users.ts'
import { openMetrics } from '../http/health/metrics.ts'
import { contractedSources } from '../sources/outward/contracted-sources.ts'
import { sectionPrecedence } from '../sources/section-precedence.ts'
import type { AppDeps } from './app-deps.ts'
import { watchDeclared } from './metrics/source-metrics.ts'
import { watchKeptReports, watchStore } from './metrics/store-metrics.ts'
import { noTraces, type Traces } from './traces/traces.ts'

export type Parts = ReturnType<typeof openParts>

/** What routes of several areas share: who asks, what may be asked, where reports come from, and their record. */
export function openParts(deps: AppDeps) {
  const { store, clock, log, products = catalogue } = deps
  const metrics = openMetrics()
  watchStore(metrics, store, clock)
  const limits = clientLimits({
    clock,
    sharedRates: deps.sharesRates ? store.rates : undefined,
    usedInMonth: ({ environment, clientId }, month) => usedInMonth(store.trail, environment, clientId, month),
  })
  const { trustedProxies } = deps
  const contract = operations(products)
  const users = openUsers({
    ...deps.signIn,
    users: store.users,
    findClient: store.clients.findClient,
    clock,
    trustedProxies,
    products,
    operations: contract,
  })
  const traces = deps.traces ?? noTraces
  const sources = {
    production: deps.sources.production.map((source) => traces.ofSource(counted(source, clock))),
    sandbox: deps.sources.sandbox.map((source) => traces.ofSource(counted(source, clock))),
  }
  watchDeclared(metrics, deps.declared, store.declaredSources, clock)
  const byToken = authenticator({ clients: store.clients, clock, products, trustedProxies })
  const authenticate = users.withSessions(byToken)
  const record = traces.ofRecorder(recorder(store.trail))
  const keeper = reportKeeper({
    store: store.keptReports,
    seal: deps.reportSeal,
    onLost: (reason, count, error) => log.warn({ reason, count, err: error }, 'reports were not kept'),
  })
  watchKeptReports(metrics, store.keptReports, keeper)
  const countUnbilled: QueryRecordDeps['countUnbilled'] = async (clientId, calls) => {
    for (const { sourceId, source: sourceName, month, paidBy, calls: count, priceCents } of calls) {
      const of = { sourceId, sourceName, month, paidBy, clientId }
      // The query is on record already, and its answer waits: a figure that is missing costs nobody the report.
      await store.declaredSources
        .countUnbilled(of, { calls: count, cents: count * priceCents })
        .catch((error: unknown) => log.warn({ err: error }, 'what was not billed was not counted'))
    }
  }
  const reporting = {
    products,
    authenticate,
    record,
    countUnbilled,
    paidAtMs: (environment: Environment, draft: ConsultationDraft) =>
      paidAtMs(store.trail, environment, draft),
    underWay: queriesUnderWay(),
    isContested: async (document: string, sinceMs: number) =>
      (await store.requests.ofDocument(document)).some((one) => contestsSince(one, sinceMs)),
    environments: reportEnvironments({ ...deps, traces }, sources),
    clock,
    deadlineMs: deps.deadlineMs,
    onSourceError: (source: string, error: unknown) => {
      metrics.sourceFailed(source)
      log.warn({ source, err: error }, 'a source failed')
    },
  }
  const ready = readyPolicies(store)
  return {
    products,
    metrics,
    limits,
    operations: contract,
    users,
    traces,
    sources,
    byToken,
    authenticate,
    record,
    keeper,
    reporting,
    ready,
  }
}

/** Where the reports of each environment come from. */
const reportEnvironments = (
  { store, listings, creditors, declared, traces }: AppDeps & { readonly traces: Traces },
  sources: AppDeps['sources'],
): Readonly<Record<Environment, ReportEnvironment>> => ({
  production: {
    sources: sources.production,
    withDeclared: contractedSources(sources.production, traces.ofEnabled(declared.enabled)),
    creditors: creditors.now,
    precedence: sectionPrecedence,
    accepts: () => true,
    withheldScopes: () => nothingWithheld,
    readListings: (_, document, today) => store.listings.forReport(productionRegister, document, today),
  },
  sandbox: {
    sources: sources.sandbox,
    creditors: () => 0,
    precedence: {},
    accepts: (document) => findScenario(document) !== undefined,
    withheldScopes: (document) => findScenario(document)?.withheldScopes ?? [],
    // A sandbox client sees its own listings only, by its own clock.
    readListings: async (clientId, document) =>
      store.listings.forReport(clientId, document, dayAt(await listings.nowMsIn(clientId))),
  },
})

const nothingWithheld: readonly string[] = []

export type TalliedSource = Source & { readonly tally: SourceTally }

const counted = (source: Source, clock: Clock): TalliedSource => ({
  ...source,
  tally: new SourceTally(clock),
})
