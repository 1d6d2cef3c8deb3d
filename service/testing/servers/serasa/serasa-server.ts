import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { cleanUp } from '../../clean-up.ts'
import { tlsIdentity } from '../tls-identity.ts'
import { type Behaviour, documented } from './behaviours.ts'
import { everybody, type Known } from './invented-people.ts'

export type SerasaServer = {
  readonly url: string
  /** Which reports were asked for, in order. */
  readonly asked: readonly AskedReport[]
  readonly loginCount: () => number
  /** The most queries that it has had at once. */
  readonly mostAtOnce: () => number
  /** The next queries are answered so, one after another; then it behaves again. */
  readonly next: (...behaviours: readonly Behaviour[]) => void
  /** Every query is answered so until told otherwise; undefined is as it should. */
  readonly always: (behaviour: Behaviour | undefined) => void
  readonly nextLogins: (...behaviours: readonly Behaviour[]) => void
  /** A query with this feature fails as a whole, whatever else it asks for. */
  readonly breakFeature: (feature: string) => void
  /** Every token so far is worth nothing any more. */
  readonly forgetTokens: () => void
  /** How a login says for how long its token is good. */
  readonly setExpiresIn: (expiresIn: unknown) => void
}

export type AskedReport = {
  readonly path: string
  readonly document: string | undefined
  readonly endClient: string | undefined
  readonly costCentre: string | undefined
  readonly reportName: string | null
  readonly features: readonly string[]
}

export const serasaUser = 'inventado'
export const serasaPassword = 'senha-inventada'

const reportNames: Readonly<Record<string, readonly string[]>> = {
  '/credit-services/person-information-report/v1/creditreport': ['RELATORIO_BASICO_PF_PME'],
  '/credit-services/business-information-report/v1/reports': [
    'RELATORIO_BASICO_PJ_PME',
    'RELATORIO_AVANCADO_PJ_PME',
  ],
}

/** A paid bureau on a socket, for as long as the test runs. */
export async function serasaServer(of?: { readonly tls?: boolean }): Promise<SerasaServer> {
  const server = await openSerasaServer(of)
  cleanUp(server.close)
  return server
}

/** It logs in, answers about invented people, and fails when it is told to. */
export async function openSerasaServer({
  tls = false,
} = {}): Promise<SerasaServer & { readonly close: () => void }> {
  const asked: AskedReport[] = []
  const waiting: Behaviour[] = []
  const waitingLogins: Behaviour[] = []
  const broken = new Set<string>()
  const tokens = new Set<string>()
  let usually: Behaviour | undefined
  let loginCount = 0
  let [now, most] = [0, 0]
  let expiresIn: unknown = '3600'

  const login = (request: IncomingMessage, response: ServerResponse) => {
    loginCount++
    const behaviour = waitingLogins.shift()
    if (behaviour !== undefined) return behaviour(response, '', request)
    const wanted = `Basic ${Buffer.from(`${serasaUser}:${serasaPassword}`).toString('base64')}`
    if (request.headers.authorization !== wanted) return void response.writeHead(401).end('{}')
    const accessToken = `token-${loginCount}`
    tokens.add(accessToken)
    response.writeHead(201, { 'Content-Type': 'application/json' })
    response.end(JSON.stringify({ accessToken, tokenType: 'Bearer', expiresIn, scope: ['READ'] }))
  }

  const query = (request: IncomingMessage, response: ServerResponse, url: URL) => {
    const one = askedReport(request, url)
    asked.push(one)
    now += 1
    most = Math.max(most, now)
    response.once('close', () => {
      now -= 1
    })
    const refusal = refusalOf(one, request, tokens, broken)
    const usual = one.document === undefined ? '' : serasaAnswer(one.document, one.features, one.reportName)
    const behaviour = waiting.shift() ?? usually ?? refusal
    if (behaviour !== undefined) return behaviour(response, usual, request)
    response.writeHead(200, { 'Content-Type': 'application/json' }).end(usual)
  }

  const answer = (request: IncomingMessage, response: ServerResponse) => {
    const url = new URL(request.url ?? '/', 'http://bureau.example')
    if (request.method === 'POST' && url.pathname === '/security/iam/v1/client-identities/login')
      return login(request, response)
    if (request.method === 'GET' && reportNames[url.pathname] !== undefined)
      return query(request, response, url)
    response.writeHead(404).end()
  }

  const server = tls ? createTlsServer(tlsIdentity, answer) : createServer(answer)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `${tls ? 'https' : 'http'}://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    loginCount: () => loginCount,
    mostAtOnce: () => most,
    next: (...behaviours) => void waiting.push(...behaviours),
    always: (behaviour) => {
      usually = behaviour
    },
    nextLogins: (...behaviours) => void waitingLogins.push(...behaviours),
    breakFeature: (feature) => void broken.add(feature),
    forgetTokens: () => tokens.clear(),
    setExpiresIn: (value) => {
      expiresIn = value
    },
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

function askedReport({ headers }: IncomingMessage, { pathname, searchParams }: URL): AskedReport {
  const header = (name: string) => headers[name] as string | undefined
  const features = searchParams.get('optionalFeatures') ?? ''
  return {
    path: pathname,
    document: header('x-document-id'),
    endClient: header('x-retailer-document-id'),
    costCentre: header('x-cost-center'),
    reportName: searchParams.get('reportName'),
    features: features === '' ? [] : features.split(','),
  }
}

function refusalOf(
  { path, document = '', reportName, features }: AskedReport,
  { headers }: IncomingMessage,
  tokens: ReadonlySet<string>,
  broken: ReadonlySet<string>,
): Behaviour | undefined {
  if (!tokens.has((headers.authorization ?? '').replace('Bearer ', ''))) return documented.badToken
  if (!reportNames[path]?.includes(reportName ?? '')) return documented.reportUnknown
  if (!/^(?:\d{11}|[0-9A-Z]{12}\d{2})$/.test(document)) return documented.invalid
  const found = everybody.get(document)
  if (found === undefined) return documented.documentNotFound
  return features.some((one) => broken.has(one) || found.features[one] === undefined)
    ? documented.unavailable
    : undefined
}

type Json = Readonly<Record<string, unknown>>

/** The report with what each feature adds to it, to its registration, and beside it. */
export function serasaAnswer(
  document: string,
  features: readonly string[] = [],
  reportName: string | null = null,
): string {
  const known: Known = everybody.get(document) ?? { report: {}, features: {} }
  const added = features.map((name) => known.features[name] ?? {})
  const { identificationReport, ...basic } = known.report
  const isAdvanced = reportName?.includes('AVANCADO') === true
  const { registration, ...rest } = basic
  const report: Json = {
    reportName,
    ...(isAdvanced
      ? { identificationReport }
      : { registration: Object.assign({}, registration, ...added.map((one) => one.registration)) }),
    ...rest,
    ...Object.assign({}, ...added.map((one) => one.report)),
  }
  const beside = Object.assign({}, ...added.map((one) => one.optionalFeatures))
  return JSON.stringify({ reports: [report], optionalFeatures: beside })
}
