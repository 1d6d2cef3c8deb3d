import { hostname } from 'node:os'
import type { Clock } from '../clock.ts'
import { snapshotOpener } from '../data/snapshots/open-snapshots.ts'
import { type ServedSnapshots, servedSnapshots } from '../data/snapshots/served-snapshots.ts'
import { alertsWaiting } from '../features/alerts/open-alerts.ts'
import type { Webhooks } from '../features/alerts/webhooks/open-webhooks.ts'
import type { CreditorCount } from '../features/listings/creditor-count.ts'
import type { Notices } from '../features/notices/open-notices.ts'
import { readSealKey } from '../features/sealing/seal-key.ts'
import { sealUnder } from '../features/sealing/sealed-secrets.ts'
import { type TrailSealing, trailSealing } from '../features/trail/seals/seal-trail.ts'
import { usualConnectionLimits } from '../http/connections/connection-limits.ts'
import { drainingFor } from '../http/connections/http-timeouts.ts'
import type { Log } from '../http/health/log.ts'
import { readiness } from '../http/health/readiness.ts'
import { type OutageLog, outageLog } from '../http/health/refusal-log.ts'
import { type HttpServer, httpServer } from '../http/server.ts'
import type { DeclaredSources } from '../sources/outward/declared-sources.ts'
import type { Store } from '../store/store.ts'
import { type ChainWalker, chainWalker } from '../store/trail/walk-chain.ts'
import { type App, buildApp } from './app.ts'
import type { AppDeps } from './app-deps.ts'
import { type BackgroundDeps, type BackgroundJobs, backgroundJobs } from './background-jobs.ts'
import type { Config } from './config.ts'
import { assertTopicsConsumed } from './consumed-topics.ts'
import { openFeatures } from './open-features.ts'
import { openSources } from './open-sources.ts'
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

/** One serving process: features → public data → jobs → sources → app → listen; `stop` drains it. */
export async function serve(config: Config, deps: ServeDeps): Promise<Serving> {
  const { store, clock, log } = deps
  const { outageReason, checkRecording } = store
  const logFailure = outageLog({ log, outageReason, notReady: readiness(checkRecording) })
  const onError = (job: string, error: unknown) =>
    logFailure(error, { job }, 'a job failed; it will be tried again')
  const features = openFeatures(config, { ...deps, onError, decideOnHeld: (of) => app.decideOnHeld(of) })
  store.replicas?.start((replica, state) => log.info({ replica, state }, 'a replica changed its state'))
  const openSnapshot = snapshotOpener(config, store.replicas)
  const served = followedSnapshots(deps, openSnapshot, logFailure)
  const background = backgroundJobs({
    store,
    clock,
    notices: deps.notices,
    ...features,
    ...loggedJobs(log),
    operatorMail: {
      sendMail: config.notices.mail && deps.notices.sendMail,
      publicUrl: config.alertMail.publicUrl,
    },
    warn: (of, text) => log.warn(of, text),
    openSnapshot,
    askBatches: () => app.askBatches(),
    onError,
  })
  await assertTopicsConsumed(store, Object.keys(background.handlers), { nowMs: clock.nowMs() })
  const walker = chainWalker(config)
  const sealing = loggedSealing(deps, logFailure)
  const sources = openSources(config, { ...deps, served, guard: features.webhooks.guard, logFailure })
  const traces = await openedTraces(config, log)
  let port = config.port
  const app = buildApp({
    port: () => port,
    ...appSettings(config, deps),
    ...features,
    ...sources,
    traces,
    tellRegister: background.tellRegister,
    operator: operatorDeps(config, deps, walker),
  })
  const server = openServer(config, deps, app)
  const { webhooks } = features
  const { declared, creditors } = sources
  const stopCoverage = store.bureauCoverage.follow((error) =>
    logFailure(error, {}, 'bureau coverage could not be read; the declarations read last stay in force'),
  )
  const opened = {
    app,
    server,
    background,
    served,
    declared,
    creditors,
    sealing,
    traces,
    webhooks,
    walker,
    stopCoverage,
  }
  await store.watchClaims?.()
  port = await start(opened, config)
  const sweeping = setInterval(() => void sweep({ store, clock, logFailure }), sweepEveryMs)
  return { port, stop: () => stop({ ...opened, sweeping }, config) }
}

/** What a process starts and stops. */
type Opened = {
  readonly app: App
  readonly server: HttpServer
  readonly background: BackgroundJobs
  readonly served: ServedSnapshots
  readonly declared: DeclaredSources
  readonly creditors: CreditorCount
  readonly sealing: TrailSealing
  readonly traces: Traces
  readonly webhooks: Webhooks
  readonly walker: ChainWalker
  readonly stopCoverage: () => Promise<void>
}

/** Whoever is answered first finds everything that reports read; jobs begin when callers are answered. */
async function start({ served, declared, creditors, server, sealing, background }: Opened, config: Config) {
  await served.look()
  served.start()
  await declared.look()
  declared.start()
  await creditors.look()
  const { port } = await server.listen(config)
  await sealing.start()
  background.runner.start()
  return port
}

/** Answers what is under way, then keeps what was answered, then closes what answering needed. */
async function stop(
  { sweeping, ...opened }: Opened & { readonly sweeping: NodeJS.Timeout },
  { drainMs, deadlineMs }: Config,
): Promise<void> {
  opened.app.drain()
  await Promise.all([
    opened.server.drain(drainMs + deadlineMs + drainGraceMs),
    opened.background.runner.stop(),
  ])
  await opened.app.keepAll()
  await opened.traces.stop()
  clearInterval(sweeping)
  await opened.sealing.stop()
  await opened.served.stop()
  await opened.declared.stop()
  await opened.stopCoverage()
  await opened.webhooks.close()
  await opened.walker.close()
}

function followedSnapshots(
  { store }: ServeDeps,
  open: BackgroundDeps['openSnapshot'],
  logFailure: OutageLog,
): ServedSnapshots {
  return servedSnapshots({
    catalogue: store.dataCatalogue,
    open,
    onError: (what, error) => logFailure(error, { snapshot: what }, 'public data cannot be read'),
  })
}

const loggedJobs = (log: Log): Pick<BackgroundDeps, 'onOverdue' | 'onUntold'> => ({
  onOverdue: (ids) => log.warn({ requests: ids }, 'requests of people on file are past their deadline'),
  onUntold: (from, to) =>
    log.warn({ from: from.id, to: to.id }, 'public data changed and nobody was told: what it was is gone'),
})

/** The log is where a seal is held outside the database. */
const loggedSealing = ({ store: { trail }, clock, log }: ServeDeps, logFailure: OutageLog): TrailSealing =>
  trailSealing({
    trail,
    clock,
    onSealed: (seal) => log.info({ seal }, 'trail sealed'),
    onError: (error) => logFailure(error, {}, 'the trail was not sealed'),
  })

/** What traces need is imported only where an exporter is set. */
async function openedTraces({ traces }: Config, log: Log): Promise<Traces> {
  if (traces === undefined) return noTraces
  const { openTraces } = await import('./traces/open-traces.ts')
  return openTraces(traces, log)
}

/** What the application takes of the settings as they are. */
const appSettings = (config: Config, { store, clock, log, sharesRates, metricsFromAll }: ServeDeps) => ({
  store,
  clock,
  log,
  sharesRates,
  ...(metricsFromAll !== undefined && { metricsFromAll }),
  signIn: {
    seal: sealUnder(readSealKey(config, 'secrets of sign-in')),
    publicUrl: config.alertMail.publicUrl,
  },
  issuer: config.issuer,
  deadlineMs: config.deadlineMs,
  requestsInFlightMax: config.requestsInFlightMax,
  trustedProxies: config.trustedProxies,
  metricsNetworks: config.metricsNetworks,
  noticeReportToken: config.noticeReportToken,
})

function operatorDeps(
  config: Config,
  { notices, clock }: ServeDeps,
  walker: ChainWalker,
): AppDeps['operator'] {
  return {
    walkChain: walker.walk,
    heldBack: { notices: notices.waiting, alerts: alertsWaiting(config.alertMail) },
    process: { host: hostname(), pid: process.pid, startedAtMs: clock.nowMs() },
    contact: config.personContact,
    operatorName: config.notices.sender,
  }
}

function openServer(config: Config, { allClosed }: ServeDeps, app: App): HttpServer {
  const { connectionsMax, connectionsPerAddressMax, trustedProxies } = config
  return httpServer(app.answer, {
    isFast: config.fastHttp,
    limits: { ...usualConnectionLimits, connectionsMax, connectionsPerAddressMax, trustedProxies },
    timeouts: drainingFor(config.drainMs),
    ...(allClosed !== undefined && { allClosed }),
  })
}
