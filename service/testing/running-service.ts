import { randomUUIDv7 } from 'node:crypto'
import type { Environment } from '@lastro/contract/clients/credentials.ts'
import type { Product } from '@lastro/contract/reports/products.ts'
import { type Clock, systemClock } from '../src/clock.ts'
import { snapshotSearch } from '../src/data/receita/search/search-companies.ts'
import { snapshotOpener } from '../src/data/snapshots/open-snapshots.ts'
import { servedSnapshots } from '../src/data/snapshots/served-snapshots.ts'
import { openAlerts } from '../src/features/alerts/open-alerts.ts'
import { alertRecorder } from '../src/features/alerts/record-alert.ts'
import type { Resolve } from '../src/features/alerts/webhooks/address-guard.ts'
import { openWebhooks } from '../src/features/alerts/webhooks/open-webhooks.ts'
import { type NewCredentials, registerClient } from '../src/features/clients/register-client.ts'
import { creditorCount } from '../src/features/listings/creditor-count.ts'
import { openListings } from '../src/features/listings/open-listings.ts'
import type { Channel } from '../src/features/notices/channel.ts'
import { openNotices } from '../src/features/notices/open-notices.ts'
import { type MailSettings, mailer } from '../src/features/notices/send-mail.ts'
import type { IssuerSettings } from '../src/features/person/sign-in/issuer.ts'
import type { Source } from '../src/features/reports/source.ts'
import { findScenario } from '../src/features/sandbox/test-documents.ts'
import { readSealKey } from '../src/features/sealing/seal-key.ts'
import { sealUnder } from '../src/features/sealing/sealed-secrets.ts'
import { recorder } from '../src/features/trail/recorder.ts'
import { type HttpTimeouts, usualTimeouts } from '../src/http/connections/http-timeouts.ts'
import { openLog } from '../src/http/health/log.ts'
import { httpServer } from '../src/http/server.ts'
import { buildApp } from '../src/program/app.ts'
import type { OperatorAppDeps } from '../src/program/app-deps.ts'
import { type BackgroundJobs, backgroundJobs } from '../src/program/background-jobs.ts'
import { readConfig } from '../src/program/config.ts'
import { ownSources } from '../src/program/open-sources.ts'
import { sourceCopies } from '../src/program/source-copies.ts'
import type { Traces } from '../src/program/traces/traces.ts'
import { declaredSources } from '../src/sources/outward/declared-sources.ts'
import { providers } from '../src/sources/providers.ts'
import type { CompareDeps } from '../src/sources/public-data/compare-snapshots.ts'
import { publicDataOf } from '../src/sources/public-data/read-public-data.ts'
import { registeredAs } from '../src/sources/registered-as.ts'
import type { Engine } from '../src/store/engine/tables.ts'
import type { Store } from '../src/store/store.ts'
import { chainWalker } from '../src/store/trail/walk-chain.ts'
import { declareWholeBureau } from './declared-coverage.ts'
import { defaultEngine, newPlace, type Place } from './engines.ts'
import { contractCheck } from './http/contract-check.ts'

export type Options = {
  /** Where alerts by e-mail go; without it they wait. */
  readonly mail?: MailSettings
  readonly channels?: readonly Channel[]
  readonly waitingDays?: Readonly<Record<string, number>>
  readonly engine?: Engine
  readonly store?: Store
  readonly heldBack?: OperatorAppDeps['heldBack']
  /** Where the store is, for what opens it again beside the service. */
  readonly place?: Place
  readonly clock?: Clock
  readonly deadlineMs?: number
  readonly requestsInFlightMax?: number
  readonly products?: readonly Product[]
  readonly productionSources?: readonly Source[]
  /** The coverage that the bureau declares in production: complete unless a test sets it. */
  readonly coverage?: 'complete' | 'none'
  /** How snapshots of public data are opened; as files beside the store, unless a test has them in memory. */
  readonly openSnapshot?: CompareDeps['open']
  readonly sharesRates?: boolean
  readonly trustedProxies?: readonly string[]
  /** HTTP timeouts that are too long for a test. */
  readonly timeouts?: Partial<HttpTimeouts>
  readonly metricsNetworks?: readonly string[]
  readonly noticeReportToken?: string
  readonly publicUrl?: string
  /** Who vouches for people on file. */
  readonly issuer?: IssuerSettings
  /** Receivers in tests are on loopback, which is allowed unless a test says otherwise. */
  readonly webhookNetworks?: readonly string[]
  readonly webhookResolve?: Resolve
  readonly webhookTimeoutMs?: number
  /** Spans around queries; none unless a test looks at them. */
  readonly traces?: Traces
  /** Where the built console is. */
  readonly consoleDirectory?: string
  /** Which reader reads its connections; the one that the environment of the test run chooses, unless a test says. */
  readonly isFast?: boolean
}

export type CallOptions = {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array<ArrayBuffer> | object
  /** Sends both credentials of this client. */
  readonly as?: Session
}

export type Session = NewCredentials & { readonly token: string; readonly environment: Environment }

export type Answer = {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  readonly bytes: Buffer
  /** A member of the JSON body by its dotted path: `result.report.registration.error.code`. */
  readonly at: (path: string) => unknown
}

/** A whole service on loopback over a fresh store. Every answer is held against the OpenAPI document. */
export type RunningService = {
  readonly url: string
  readonly port: number
  readonly store: Store
  readonly listings: ReturnType<typeof openListings>
  readonly logLines: readonly string[]
  /** Requests of people on file that were told to be overdue. */
  readonly overdueIds: readonly string[]
  readonly call: (path: string, options?: CallOptions) => Promise<Answer>
  readonly newSession: (environment?: Environment, scope?: string) => Promise<Session>
  /** Follows the catalogue of public data, as a service does every few moments. */
  readonly lookAtData: () => Promise<void>
  /** Follows the table of declared sources, as a service does every few moments. */
  readonly lookAtSources: () => Promise<void>
  /** Does everything in the background that is due by now. */
  readonly runJobs: () => Promise<number>
  /** What the background does with a row of each topic. */
  readonly handlers: BackgroundJobs['handlers']
  readonly drain: () => void
  /** Waits for every report that is to be kept. */
  readonly keepAll: () => Promise<void>
  readonly close: () => Promise<void>
}

const sealSettings = { secretsKey: 'a key that is long enough for tests', dataDirectory: '' }

/** As long as a machine may take that is busy with something else: nothing hangs here unless a test wants it. */
const patientMs = 60_000
const patientMail = { greetingMs: patientMs, silenceMs: patientMs, conversationMs: patientMs }

export async function runService(options: Options = {}): Promise<RunningService> {
  const place = options.place ?? (await newPlace(options.engine ?? defaultEngine))
  const store = options.store ?? (await place.open())
  const clock = options.clock ?? systemClock
  const logLines: string[] = []
  if (options.coverage !== 'none') await declareWholeBureau(store, clock)
  const notices = openNotices({
    templatePath: undefined,
    contact: 'pelo telefone 0800 000 0000',
    sender: undefined,
    mail: undefined,
  })
  const listings = openListings({
    listings: store.listings,
    sandboxClocks: store.sandboxClocks,
    clock,
    newId: randomUUIDv7,
    notices: { ...notices, channels: options.channels ?? notices.channels },
    registeredAs: registeredAs({ subjects: store.subjects, findScenario, clock }),
    waitingDays: options.waitingDays ?? {},
  })
  const onError = (job: string, error: unknown) => {
    throw new Error(`${job} failed`, { cause: error })
  }
  const record = alertRecorder({
    occurrences: store.alerts.occurrences,
    record: recorder(store.trail),
    listings: store.listings,
    subjects: store.subjects,
    nowMsIn: listings.nowMsIn,
    clock,
  })
  const alerts = openAlerts({
    alerts: store.alerts,
    outbox: store.outbox,
    corrections: store.corrections,
    watchedPolicies: store.watchedPolicies,
    findClient: store.clients.findClient,
    // Tests read links by their path; where they lead in the world is the operator's to say.
    mailing:
      options.mail === undefined
        ? undefined
        : { send: mailer(options.mail, patientMail), publicUrl: 'https://alertas.example' },
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
    sealKey: readSealKey(sealSettings, 'secrets of webhooks'),
    networks: options.webhookNetworks ?? ['127.0.0.0/8'],
    ...(options.webhookResolve !== undefined && { resolve: options.webhookResolve }),
    timeoutMs: options.webhookTimeoutMs ?? patientMs,
    nowMsIn: listings.nowMsIn,
    clock,
    onError,
  })
  const overdueIds: string[] = []
  store.replicas?.start()
  await store.watchClaims?.()
  const openSnapshot = options.openSnapshot ?? snapshotOpener(place, store.replicas)
  const served = servedSnapshots({
    catalogue: store.dataCatalogue,
    open: openSnapshot,
    onError: (what, error) => void logLines.push(`${what}: ${String(error)}`),
  })
  const background = backgroundJobs({
    store,
    openSnapshot,
    clock,
    listings,
    notices: {
      ...notices,
      ...(options.mail !== undefined && { sendMail: mailer(options.mail, patientMail) }),
    },
    alerts,
    webhooks,
    operatorMail: {
      sendMail: options.mail && mailer(options.mail, patientMail),
      publicUrl: options.publicUrl,
    },
    warn: (of, text) => void logLines.push(`${text}: ${JSON.stringify(of)}`),
    askBatches: () => app.askBatches(),
    onOverdue: (ids) => overdueIds.push(...ids),
    onUntold: (from, to) => void logLines.push(`untold: ${from.id} ${to.id}`),
    onError,
  })
  const sourceSeal = sealUnder(readSealKey(sealSettings, 'credentials of sources'))
  const reportSeal = sealUnder(readSealKey(sealSettings, 'kept reports'))
  const declared = declaredSources({
    store: store.declaredSources,
    providers,
    seal: sourceSeal,
    copies: sourceCopies({
      store: store.sourceCopies,
      seal: reportSeal,
      clock,
      warn: (of, text) => void logLines.push(`${text}: ${JSON.stringify(of)}`),
    }),
    guard: webhooks.guard,
    clock,
    onError: (error) => void logLines.push(`declared sources: ${String(error)}`),
  })
  await declared.look()
  const creditors = creditorCount(store.listings, clock, (error) => {
    logLines.push(`creditors: ${String(error)}`)
  })
  await creditors.look()
  const sources = ownSources({ store, clock, served })
  const walker = chainWalker(place)
  let port = 0
  const app = buildApp({
    declared,
    sourceSeal,
    companySearch: snapshotSearch(served),
    readPublicData: publicDataOf(served),
    listings,
    creditors,
    alerts,
    webhooks,
    tellRegister: background.tellRegister,
    store,
    operator: {
      walkChain: walker.walk,
      heldBack: options.heldBack ?? { notices: undefined, alerts: undefined },
      process: { host: 'test', pid: process.pid, startedAtMs: clock.nowMs() },
      contact: 'pelo telefone 0800 000 0000',
      operatorName: 'Birô de Exemplo',
    },
    sources: {
      ...sources,
      ...(options.productionSources !== undefined && { production: options.productionSources }),
    },
    issuer: options.issuer,
    reportSeal,
    signIn: {
      seal: sealUnder(readSealKey(sealSettings, 'secrets of sign-in')),
      publicUrl: options.publicUrl,
    },
    port: () => port,
    clock,
    log: openLog('debug', { write: (line: string) => void logLines.push(line) }),
    deadlineMs: options.deadlineMs ?? patientMs,
    requestsInFlightMax: options.requestsInFlightMax ?? 1_000,
    sharesRates: options.sharesRates ?? store.engine === 'postgres',
    trustedProxies: options.trustedProxies ?? [],
    metricsNetworks: options.metricsNetworks ?? [],
    noticeReportToken: options.noticeReportToken,
    ...(options.traces !== undefined && { traces: options.traces }),
    ...(options.products !== undefined && { products: options.products }),
    ...(options.consoleDirectory !== undefined && { consoleDirectory: options.consoleDirectory }),
  })
  const server = httpServer(app.answer, {
    isFast: options.isFast ?? readConfig(process.env).fastHttp,
    timeouts: { ...usualTimeouts, ...options.timeouts },
  })
  port = (await server.listen({ host: '127.0.0.1', port: 0 })).port
  const url = `http://127.0.0.1:${port}`
  const check = contractCheck(options.products)

  const call = async (path: string, { method, headers, body, as }: CallOptions = {}): Promise<Answer> => {
    const isText = typeof body === 'string' || body instanceof Uint8Array
    const sent = method ?? (body === undefined ? 'GET' : 'POST')
    const response = await fetch(`${url}${path}`, {
      method: sent,
      headers: {
        ...(as !== undefined && { Authorization: `Bearer ${as.token}`, 'x-api-key': as.apiKey }),
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: isText ? body : JSON.stringify(body) }),
    })
    const bytes = Buffer.from(await response.arrayBuffer())
    const text = bytes.toString()
    const contentType = response.headers.get('content-type') ?? ''
    check({ method: sent, path, status: response.status, contentType, headers: response.headers, text })
    const json: unknown = /[/+]json/.test(contentType) && text !== '' ? JSON.parse(text) : undefined
    return { status: response.status, headers: response.headers, text, bytes, at: (of) => memberAt(json, of) }
  }

  const newSession = async (environment: Environment = 'sandbox', scope?: string): Promise<Session> => {
    const credentials = await registerClient(
      { clients: store.clients, clock },
      { environment, name: 'Teste' },
    )
    const { clientId: client_id, clientSecret: client_secret } = credentials
    const asked = scope === undefined ? {} : { scope }
    const answer = await call('/oauth/token', {
      body: { grant_type: 'client_credentials', client_id, client_secret, ...asked },
    })
    return { ...credentials, token: String(answer.at('access_token')), environment }
  }

  return {
    url,
    port,
    store,
    logLines,
    overdueIds,
    call,
    newSession,
    lookAtData: served.look,
    lookAtSources: declared.look,
    runJobs: background.runner.runOnce,
    handlers: background.handlers,
    listings,
    drain: app.drain,
    keepAll: app.keepAll,
    close: async () => {
      await server.drain(0)
      await app.keepAll()
      await served.stop()
      await declared.stop()
      await webhooks.close()
      await walker.close()
      await store.close()
    },
  }
}

export function memberAt(value: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce((held, step) => (held as Record<string, unknown> | null | undefined)?.[step], value)
}
