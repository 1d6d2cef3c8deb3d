import { randomUUIDv7 } from 'node:crypto'
import { hostname } from 'node:os'
import type { Day } from '@lastro/rules/calendar/day.ts'
import type { DocumentNumber } from '@lastro/rules/documents/document-number.ts'
import { productionRegister } from '@lastro/rules/listings/register.ts'
import type { Clock } from '../clock.ts'
import { snapshotSearch } from '../data/receita/search/search-companies.ts'
import { snapshotOpener } from '../data/snapshots/open-snapshots.ts'
import { servedSnapshots } from '../data/snapshots/served-snapshots.ts'
import { alertsWaiting, mailingOf, openAlerts } from '../features/alerts/open-alerts.ts'
import { alertRecorder } from '../features/alerts/record-alert.ts'
import { openWebhooks } from '../features/alerts/webhooks/open-webhooks.ts'
import { openListings } from '../features/listings/open-listings.ts'
import type { Notices } from '../features/notices/open-notices.ts'
import { findScenario } from '../features/sandbox/test-documents.ts'
import { readSealKey } from '../features/sealing/seal-key.ts'
import { sealUnder } from '../features/sealing/sealed-secrets.ts'
import { recorder } from '../features/trail/recorder.ts'
import { trailSealing } from '../features/trail/seals/seal-trail.ts'
import { usualConnectionLimits } from '../http/connections/connection-limits.ts'
import { drainingFor } from '../http/connections/http-timeouts.ts'
import type { Log } from '../http/health/log.ts'
import { httpServer } from '../http/server.ts'
import { bureauSource } from '../sources/bureau/bureau-source.ts'
import { consultationSource } from '../sources/consultations/consultation-source.ts'
import { declaredSources } from '../sources/outward/declared-sources.ts'
import { providers } from '../sources/providers.ts'
import { publicDataSources } from '../sources/public-data/public-data-sources.ts'
import { registeredAs } from '../sources/registered-as.ts'
import { sandboxSources } from '../sources/sandbox/sandbox-sources.ts'
import type { Store } from '../store/store.ts'
import { chainWalker } from '../store/trail/walk-chain.ts'
import { buildApp } from './app.ts'
import type { AppDeps } from './app-deps.ts'
import { backgroundJobs } from './background-jobs.ts'
import type { Config } from './config.ts'
import { assertTopicsConsumed } from './consumed-topics.ts'
import { sourceCopies } from './source-copies.ts'
import { sweep } from './sweep.ts'
import { noTraces, type Traces } from './traces/traces.ts'

/** How often what is over is swept out. */
const sweepEveryMs = 10 * 60_000

/** Longer than any report may take, so that every query under way gets its answer. */
const drainGraceMs = 5_000

export type Serving = { readonly port: number; readonly stop: () => Promise<void> }

type ServeDeps = {
  readonly store: Store
  readonly clock: Clock
  readonly log: Log
  readonly sharesRates: boolean
  readonly notices: Notices
  readonly metricsFromAll: AppDeps['metricsFromAll']
  /** Processes that serve together. */
  readonly workers?: number
  /** Resolves when no other worker of this service listens any more. */
  readonly allClosed?: (() => Promise<void>) | undefined
}

/** One serving process: sources → app → listen; `stop` drains it. */
export async function serve(config: Config, deps: ServeDeps): Promise<Serving> {
  const { store, clock, log, sharesRates, notices } = deps
  const { sandboxClocks, outbox, trail } = store
  const { waitingDays } = config
  const listings = openListings({
    listings: store.listings,
    sandboxClocks,
    clock,
    // In the order of time, so that what is written together lies together.
    newId: randomUUIDv7,
    notices,
    registeredAs: registeredAs({ subjects: store.subjects, findScenario, clock }),
    waitingDays,
  })
  const onError = (job: string, error: unknown) =>
    log.warn({ job, err: error }, 'a job failed; it will be tried again')
  const record = alertRecorder({
    occurrences: store.alerts.occurrences,
    record: recorder(trail),
    listings: store.listings,
    subjects: store.subjects,
    nowMsIn: listings.nowMsIn,
    clock,
  })
  const alerts = openAlerts({
    alerts: store.alerts,
    outbox,
    corrections: store.corrections,
    watchedPolicies: store.watchedPolicies,
    findClient: store.clients.findClient,
    mailing: mailingOf(config.alertMail, notices.sendMail),
    nowMsIn: listings.nowMsIn,
    decideOnHeld: (of) => app.decideOnHeld(of),
    record,
    clock,
  })
  const webhooks = openWebhooks({
    webhooks: store.webhooks,
    findClient: store.clients.findClient,
    deliveries: store.alerts.deliveries,
    record,
    sealKey: readSealKey(config, 'secrets of webhooks'),
    networks: config.webhookNetworks,
    nowMsIn: listings.nowMsIn,
    clock,
    onError,
  })
  store.replicas?.start((replica, state) => log.info({ replica, state }, 'a replica changed its state'))
  const openSnapshot = snapshotOpener(config, store.replicas)
  const served = servedSnapshots({
    catalogue: store.dataCatalogue,
    open: openSnapshot,
    onError: (what, error) => log.warn({ snapshot: what, err: error }, 'public data cannot be read'),
  })
  const background = backgroundJobs({
    store,
    openSnapshot,
    clock,
    listings,
    notices,
    alerts,
    webhooks,
    askBatches: () => app.askBatches(),
    onOverdue: (ids) => log.warn({ requests: ids }, 'requests of people on file are past their deadline'),
    onUntold: (from, to) =>
      log.warn({ from: from.id, to: to.id }, 'public data changed and nobody was told: what it was is gone'),
    onError,
  })
  await assertTopicsConsumed(store, Object.keys(background.handlers), { nowMs: clock.nowMs() })
  const walker = chainWalker(config)
  const sealing = trailSealing({
    trail,
    clock,
    onSealed: (seal) => log.info({ seal }, 'trail sealed'),
    onError: (error) => log.warn({ err: error }, 'the trail was not sealed'),
  })
  const sourceSeal = sealUnder(readSealKey(config, 'credentials of sources'))
  const reportSeal = sealUnder(readSealKey(config, 'kept reports'))
  const declared = declaredSources({
    store: store.declaredSources,
    providers,
    seal: sourceSeal,
    copies: sourceCopies({
      store: store.sourceCopies,
      seal: reportSeal,
      clock,
      warn: (of, text) => log.warn(of, text),
    }),
    guard: webhooks.guard,
    clock,
    workers: deps.workers ?? 1,
    onError: (error) => log.warn({ err: error }, 'declared sources could not be looked up'),
  })
  const bureau = bureauSource(store.subjects)
  const readListings = (document: DocumentNumber, today: Day) =>
    store.listings.forReport(productionRegister, document, today)
  const consultations = { trail: store.trail, clients: store.clients, clock }
  const traces = await openedTraces(config, log)
  const app = buildApp({
    store,
    traces,
    sources: {
      production: [
        bureau,
        ...publicDataSources(served, { bureau, readListings }),
        consultationSource(consultations, 'production'),
      ],
      sandbox: [...sandboxSources(findScenario), consultationSource(consultations, 'sandbox')],
    },
    declared,
    sourceSeal,
    companySearch: snapshotSearch(served),
    listings,
    alerts,
    webhooks,
    tellRegister: background.tellRegister,
    operator: {
      walkChain: walker.walk,
      heldBack: { notices: notices.waiting, alerts: alertsWaiting(config.alertMail) },
      process: { host: hostname(), pid: process.pid, startedAtMs: clock.nowMs() },
      contact: config.personContact,
      operatorName: config.notices.sender,
    },
    signIn: {
      seal: sealUnder(readSealKey(config, 'secrets of sign-in')),
      publicUrl: config.alertMail.publicUrl,
    },
    reportSeal,
    issuer: config.issuer,
    clock,
    log,
    deadlineMs: config.deadlineMs,
    requestsInFlightMax: config.requestsInFlightMax,
    sharesRates,
    trustedProxies: config.trustedProxies,
    metricsNetworks: config.metricsNetworks,
    noticeReportToken: config.noticeReportToken,
    ...(deps.metricsFromAll !== undefined && { metricsFromAll: deps.metricsFromAll }),
  })
  const { connectionsMax, connectionsPerAddressMax, trustedProxies } = config
  const server = httpServer(app.answer, {
    isFast: config.fastHttp,
    limits: { ...usualConnectionLimits, connectionsMax, connectionsPerAddressMax, trustedProxies },
    timeouts: drainingFor(config.drainMs),
    ...(deps.allClosed !== undefined && { allClosed: deps.allClosed }),
  })
  await served.look()
  served.start()
  await declared.look()
  declared.start()
  const { port } = await server.listen(config)
  await sealing.start()
  background.runner.start()
  const sweeping = setInterval(() => void sweep({ store, clock, log }), sweepEveryMs)
  return {
    port,
    stop: async () => {
      app.drain()
      await Promise.all([
        server.drain(config.drainMs + config.deadlineMs + drainGraceMs),
        background.runner.stop(),
      ])
      await app.keepAll()
      await traces.stop()
      clearInterval(sweeping)
      await sealing.stop()
      await served.stop()
      await declared.stop()
      await webhooks.close()
      await walker.close()
    },
  }
}

/** What traces need is imported only where they are told to somebody. */
async function openedTraces({ traces }: Config, log: Log): Promise<Traces> {
  if (traces === undefined) return noTraces
  const { openTraces } = await import('./traces/open-traces.ts')
  return openTraces(traces, log)
}
