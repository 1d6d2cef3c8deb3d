import type { Environment } from '@lastro/contract/clients/credentials.ts'
import { operations } from '@lastro/contract/operations.ts'
import { products as catalogue, type Product } from '@lastro/contract/reports/products.ts'
import { dayAt } from '@lastro/rules/calendar/day.ts'
import { productionRegister } from '@lastro/rules/listings/listing.ts'
import { checkCode } from '@lastro/rules/trail/check-code.ts'
import type { ConsultationDraft } from '@lastro/rules/trail/consultation.ts'
import type { Clock } from '../clock.ts'
import { alertRoutes } from '../features/alerts/alert-routes.ts'
import { usedUpRefusal } from '../features/alerts/allowance.ts'
import { clockMoved } from '../features/alerts/clock-moved.ts'
import { bounceRoutes } from '../features/alerts/emails/bounce-route.ts'
import { messageTopics } from '../features/alerts/message-topics.ts'
import type { Alerts } from '../features/alerts/open-alerts.ts'
import type { DecideOnHeld } from '../features/alerts/portfolio/run-policy.ts'
import type { Webhooks } from '../features/alerts/webhooks/open-webhooks.ts'
import { sealedAnswers } from '../features/alerts/webhooks/sealed-answers.ts'
import { webhookRoutes } from '../features/alerts/webhooks/webhook-routes.ts'
import { pricedServices } from '../features/billing/priced-services.ts'
import { statementRoutes } from '../features/billing/statement-routes.ts'
import { authenticator } from '../features/clients/authenticate.ts'
import { clientLimits } from '../features/clients/limits.ts'
import { tokenRoutes } from '../features/clients/token-routes.ts'
import { batchRoutes } from '../features/listings/batches/batch-routes.ts'
import type { ListingDeps } from '../features/listings/change-debt.ts'
import { clockReadingRoute, clockRoute } from '../features/listings/routes/clock-route.ts'
import { listingRoutes } from '../features/listings/routes/listing-routes.ts'
import { noticeReportRoutes } from '../features/listings/routes/notice-report-route.ts'
import { mcpRoutes } from '../features/mcp/mcp-routes.ts'
import { type OperatorDeps, operatorRoutes } from '../features/operator/operator-routes.ts'
import { paths } from '../features/person/pages/paths.ts'
import { personPages } from '../features/person/pages/person-pages.ts'
import { type IssuerSettings, openIssuer } from '../features/person/sign-in/issuer.ts'
import { checkAllowance } from '../features/policies/check-allowance.ts'
import { checkApart } from '../features/policies/check-apart.ts'
import { policyInForce } from '../features/policies/policy-in-force.ts'
import { policyRoutes } from '../features/policies/policy-routes.ts'
import { type CheckDeps, checkedBody } from '../features/policies/save-policy.ts'
import type { CompanySearch } from '../features/public-data/search/company-search.ts'
import { companySearchRoutes } from '../features/public-data/search/company-search-route.ts'
import { listedSearch } from '../features/public-data/search/listed-search.ts'
import { type AskBatchesDeps, askBatches } from '../features/reports/batches/ask-batches.ts'
import { queryBatchRoutes } from '../features/reports/batches/query-batch-routes.ts'
import { decideOnHeld } from '../features/reports/decisions/decide-on-held.ts'
import { readyPolicies } from '../features/reports/decisions/decision-policies.ts'
import { decisionRoutes } from '../features/reports/decisions/decision-routes.ts'
import { policyToWatch } from '../features/reports/decisions/policy-to-watch.ts'
import { reportStyle } from '../features/reports/document/report-style.ts'
import { explanationRoutes } from '../features/reports/explanation/explanation-route.ts'
import { keptRoutes } from '../features/reports/kept/kept-routes.ts'
import { reportKeeper } from '../features/reports/kept/report-keeper.ts'
import { sealedReports } from '../features/reports/keyed/sealed-reports.ts'
import type { RecordDeps } from '../features/reports/query/record-query.ts'
import type { ReportEnvironment } from '../features/reports/query/report-environment.ts'
import { rehearsalAllowance } from '../features/reports/rehearsal/rehearsal-allowance.ts'
import { rehearsalRoutes } from '../features/reports/rehearsal/rehearsal-route.ts'
import { reportRoutes } from '../features/reports/report-routes.ts'
import type { Source } from '../features/reports/source.ts'
import { SourceTally, tallyMinutes } from '../features/reports/source-tally.ts'
import { listedCompanies } from '../features/sandbox/listed-companies.ts'
import { findScenario, testDocuments, testDocumentsRoute } from '../features/sandbox/test-documents.ts'
import type { Seal } from '../features/sealing/sealed-secrets.ts'
import { isPaid } from '../features/trail/is-paid.ts'
import { recorder } from '../features/trail/recorder.ts'
import { consultationRoutes } from '../features/trail/routes/consultation-routes.ts'
import { usageRoutes, usedInMonth } from '../features/trail/routes/usage-routes.ts'
import { openUsers } from '../features/users/open-users.ts'
import { ownOrigin } from '../features/users/sessions/own-origin.ts'
import { passwordHashing } from '../features/users/sign-in/password-hash.ts'
import { healthRoutes } from '../http/health/health-routes.ts'
import type { Log } from '../http/health/log.ts'
import { type Figures, openMetrics } from '../http/health/metrics.ts'
import { type Answer, httpListener } from '../http/listener.ts'
import { consoleDirectory, consoleFiles } from '../pages/console/console-files.ts'
import { consoleRoutes } from '../pages/console/console-routes.ts'
import { docsRoutes } from '../pages/docs/docs-routes.ts'
import { guideRoutes } from '../pages/guide/guide-routes.ts'
import { landingRoutes } from '../pages/landing/landing-routes.ts'
import { readingRoutes } from '../pages/reading/reading-routes.ts'
import { contractedSources } from '../sources/outward/contracted-sources.ts'
import type { DeclaredSources } from '../sources/outward/declared-sources.ts'
import { trySource } from '../sources/outward/try-source.ts'
import { sectionPrecedence } from '../sources/section-precedence.ts'
import type { Store } from '../store/store.ts'
import type { BackgroundJobs } from './background-jobs.ts'
import { watchDeclared } from './source-metrics.ts'
import { watchKeptReports, watchStore } from './store-metrics.ts'
import { noTraces, type Traces } from './traces/traces.ts'
import { testDeps } from './try-declared-source.ts'

/** What the operator's operations need besides the store. */
export type OperatorAppDeps = Pick<
  OperatorDeps,
  'walkChain' | 'heldBack' | 'process' | 'contact' | 'operatorName'
>

export type AppDeps = {
  readonly store: Store
  readonly operator: OperatorAppDeps
  readonly sources: Readonly<Record<Environment, readonly Source[]>>
  /** Providers that the operator declared, and what their credentials are sealed under. */
  readonly declared: DeclaredSources
  readonly sourceSeal: Seal
  /** Companies of production; the sandbox has its own. */
  readonly companySearch: CompanySearch
  readonly listings: ListingDeps
  /** Whoever posts delivery reports sends this; undefined takes none. */
  readonly noticeReportToken: string | undefined
  readonly alerts: Pick<Alerts, 'deliverEmails' | 'tellReader'>
  readonly tellRegister: BackgroundJobs['tellRegister']
  readonly webhooks: Pick<Webhooks, 'guard' | 'seal' | 'send' | 'deliverRegister'>
  /** What the keys of kept reports are sealed under. */
  readonly reportSeal: Seal
  /** Who vouches for people on file that want to see it themselves; undefined where nobody does. */
  readonly issuer: IssuerSettings | undefined
  /** What the secrets of sign-in are kept under, and where people reach the service. */
  readonly signIn: { readonly seal: Seal; readonly publicUrl: string | undefined }
  readonly clock: Clock
  readonly log: Log
  readonly deadlineMs: number
  readonly requestsInFlightMax: number
  /** Whether other processes serve the same clients, and rates must be counted together. */
  readonly sharesRates: boolean
  readonly trustedProxies: readonly string[]
  /** Networks (CIDR) that read `/metrics`, besides this machine. */
  readonly metricsNetworks: readonly string[]
  /** Adds the figures of the other processes behind the same port to one's own. */
  readonly metricsFromAll?: (own: () => Promise<Figures>) => () => Promise<string>
  /** Spans around queries; none unless an exporter is configured. */
  readonly traces?: Traces
  /** The catalogue, unless a test brings its own. */
  readonly products?: readonly Product[]
  /** Where the built console is, unless a test says otherwise. */
  readonly consoleDirectory?: string
}

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
  const countUnbilled: RecordDeps['countUnbilled'] = async (clientId, calls) => {
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
    isPaid: (environment: Environment, draft: ConsultationDraft) => isPaid(store.trail, environment, draft),
    environments: reportEnvironments({ ...deps, traces }, sources),
    clock,
    deadlineMs: deps.deadlineMs,
    onSourceError: (source: string, error: unknown) => {
      metrics.sourceFailed(source)
      log.warn({ source, err: error }, 'a source failed')
    },
  }
  const asking: AskBatchesDeps = {
    ...reporting,
    ...limits,
    keeper,
    checkCode,
    seal: deps.reportSeal,
    queryBatches: store.queryBatches,
    findClient: store.clients.findClient,
    isAnalyst: users.isAnalyst,
  }
  const checking: CheckDeps = {
    check: checkApart(),
    admitCheck: async ({ clientId }) => {
      const nowMs = clock.nowMs()
      const usedUp = await store.alerts.allowances.take([checkAllowance(clientId)], nowMs)
      return usedUp && usedUpRefusal(usedUp, nowMs)
    },
  }
  const ready = readyPolicies(store)
  let draining = false
  const isDraining = () => draining

  const routes = [
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
      correctionsOf: store.corrections.ofClient,
      keptOf: (of) => store.keptReports.keptOf(of, clock.nowMs()),
    }),
    ...operatorRoutes({
      ...deps.operator,
      ...store,
      operator: users.operator,
      // Apart from those of sign-ins, so that a storm of them keeps no operator from working.
      passwords: passwordHashing(),
      // Some of the answers show a secret, once: what is kept to repeat them is sealed like the secret itself.
      idempotency: sealedAnswers(store.idempotency, deps.webhooks.seal),
      listing: deps.listings,
      sources: {
        production: () =>
          [...sources.production, ...deps.declared.all().map(({ source }) => source)].map(figuresOf),
        sandbox: () => sources.sandbox.map(figuresOf),
      },
      declaring: {
        seal: deps.sourceSeal,
        addressRefusal: (url) => deps.webhooks.guard.refusal({ url, environment: 'production' }),
      },
      sourceStates: (id) => openOf(deps.declared, id)?.state(),
      lookAtSources: deps.declared.look,
      trySource: async (id, asked) => {
        const open = openOf(deps.declared, id)
        return open && trySource(testDeps(store, { clock, record }), open, asked)
      },
      countedMinutes: tallyMinutes,
      mayGiveUp: messageTopics,
      clock,
      newId: deps.listings.newId,
      onError: (error) => log.warn({ err: error }, 'a verification of the trail failed'),
    }),
    ...personPages({
      ...store,
      listing: deps.listings,
      allowances: store.alerts.allowances,
      issuer: deps.issuer && openedIssuer(deps.issuer, deps),
      publicUrl: deps.signIn.publicUrl,
      trustedProxies,
      contact: deps.operator.contact,
      clock,
      newId: deps.listings.newId,
      onRefused: (refused) => log.warn(refused, 'a person on file was not let in'),
    }),
    testDocumentsRoute(products),
    ...mcpRoutes({
      authenticate: byToken,
      products,
      isOwnOrigin: (headers) => ownOrigin(headers, deps.signIn.publicUrl),
      answer: (request) => answer(request),
    }),
    ...healthRoutes({
      checkRecording: store.checkRecording,
      metrics: deps.metricsFromAll?.(metrics.figures) ?? metrics.text,
      metricsAccess: deps,
      isDraining,
    }),
    ...docsRoutes(
      { operations: contract, testDocuments: (language) => testDocuments(products, language) },
      deps.signIn.publicUrl,
    ),
    ...readingRoutes(),
    ...guideRoutes(deps.signIn.publicUrl),
    ...landingRoutes((language) => testDocuments(products.slice(0, 1), language), [reportStyle]),
    // Last, because it takes whatever address is left below its own.
    ...consoleRoutes(consoleFiles(deps.consoleDirectory ?? consoleDirectory)),
  ]
  const { requestsInFlightMax } = deps
  const answer = httpListener({
    routes,
    log,
    metrics,
    requestsInFlightMax,
    isOutage: store.isOutage,
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

/** Where the reports of each environment come from. */
const reportEnvironments = (
  { store, listings, declared, traces }: AppDeps & { readonly traces: Traces },
  sources: AppDeps['sources'],
): Readonly<Record<Environment, ReportEnvironment>> => ({
  production: {
    sources: sources.production,
    withDeclared: contractedSources(sources.production, traces.ofEnabled(declared.enabled)),
    precedence: sectionPrecedence,
    accepts: () => true,
    withheldScopes: () => nothingWithheld,
    readListings: (_, document, today) => store.listings.forReport(productionRegister, document, today),
  },
  sandbox: {
    sources: sources.sandbox,
    precedence: {},
    accepts: (document) => findScenario(document) !== undefined,
    withheldScopes: (document) => findScenario(document)?.withheldScopes ?? [],
    // A sandbox client sees its own listings only, by its own clock.
    readListings: async (clientId, document) =>
      store.listings.forReport(clientId, document, dayAt(await listings.nowMsIn(clientId))),
  },
})

const openedIssuer = (settings: IssuerSettings, { clock, signIn }: AppDeps) => ({
  name: new URL(settings.issuer).host,
  by: openIssuer(settings, { clock, redirectUri: `${signIn.publicUrl ?? ''}${paths.back}` }),
})

const nothingWithheld: readonly string[] = []

const openOf = (declared: DeclaredSources, id: string) => declared.all().find((one) => one.declared.id === id)

type CountedSource = Source & { readonly tally: SourceTally }

const counted = (source: Source, clock: Clock): CountedSource => ({
  ...source,
  tally: new SourceTally(clock),
})

const figuresOf = ({ name, tally }: CountedSource) => ({ name, figures: () => tally.figures() })
