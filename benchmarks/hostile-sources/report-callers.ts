import type { SourceFault } from '@lastro/contract/reports/source-faults.ts'
import { Agent, type Dispatcher, fetch } from 'undici'
import { people } from '../../service/testing/servers/serasa/invented-people.ts'

/** A client of the service under test, with a token of its own. */
export type Caller = { readonly headers: Readonly<Record<string, string>> }

/** One report: how long it took, what its first section says, and whether the good source's section is there. */
export type AskedReport = {
  readonly tookMs: number
  readonly status: number
  readonly says: SourceFault | 'nothing' | 'found'
  readonly hasScore: boolean
}

export type Client = { readonly clientId: string; readonly clientSecret: string; readonly apiKey: string }

export async function callerOf(url: string, client: Client): Promise<Caller> {
  const response = await fetch(`${url}/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: client.clientId,
      client_secret: client.clientSecret,
    }),
  })
  const { access_token: token } = (await response.json()) as { access_token: string }
  return {
    headers: {
      Authorization: `Bearer ${token}`,
      'x-api-key': client.apiKey,
      'Content-Type': 'application/json',
    },
  }
}

type Report = {
  readonly registration?: { readonly error?: { readonly code: SourceFault } }
  readonly score?: { readonly score?: string }
}

const body = JSON.stringify({ documento: people.debtor, features: ['SCORE'] })

export async function askReport(
  url: string,
  { headers }: Caller,
  dispatcher?: Dispatcher,
): Promise<AskedReport> {
  const begunAt = performance.now()
  const response = await fetch(`${url}/relatorioBasico/v2/consulta`, {
    method: 'POST',
    headers,
    body,
    ...(dispatcher !== undefined && { dispatcher }),
  })
  const { result } = (await response.json()) as { result?: { report: Report } }
  const { registration, score } = result?.report ?? {}
  return {
    tookMs: performance.now() - begunAt,
    status: response.status,
    says: registration === undefined ? 'nothing' : (registration.error?.code ?? 'found'),
    hasScore: score?.score !== undefined,
  }
}

/** So many reports at once: from two addresses, because a service takes so many connections of one. */
export async function askAtOnce(url: string, caller: Caller, count: number): Promise<readonly AskedReport[]> {
  const agents = ['127.0.0.2', '127.0.0.3'].map((localAddress) => new Agent({ localAddress }))
  const asked = await Promise.all(
    Array.from({ length: count }, (_, at) => askReport(url, caller, agents[at % agents.length])),
  )
  await Promise.all(agents.map((agent) => agent.close()))
  return asked
}
