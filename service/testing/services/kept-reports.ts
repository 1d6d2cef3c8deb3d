import assert from 'node:assert/strict'
import { wholeContract } from '@lastro/contract/clients/client-contract.ts'
import type { Answer, RunningService, Session } from '../running-service.ts'
import type { Creditor } from './listing-service.ts'

export const consultas = '/conta/v2/consultas'

type Reads = {
  readonly service: RunningService
  readonly call: Creditor['call']
}

/** Asks for a report, and for what is kept of it later. */
export const keptReader = ({ service, call }: Reads) => {
  const asked = async (documento: string, product = 'relatorioBasico', features: string[] = []) => {
    const answer = await call(`/${product}/v2/consulta`, { body: { documento, features } })
    assert.ok(answer.status < 300, answer.text)
    await service.keepAll()
    return String(answer.headers.get('x-request-id'))
  }
  /** Asked under a key, and asked again under it. */
  const keyed = (documento: string, key: string, headers: Record<string, string> = {}) =>
    call('/relatorioBasico/v2/consulta', {
      body: { documento },
      headers: { ...headers, 'Idempotency-Key': key },
    })
  const again = (id: string, accept = 'application/json') =>
    call(`${consultas}/${id}/relatorio`, { headers: { Accept: accept } })
  const compared = (id: string, other: string) => call(`${consultas}/${id}/comparacao?com=${other}`)
  return { asked, keyed, again, compared }
}

export const itemsOf = (answer: Answer, section = 'listingP') =>
  answer.at(`result.report.negativeData.${section}.${section}Response`) as Record<string, string>[]

export async function tokenOf(
  service: RunningService,
  of: Session,
  scopes?: readonly string[],
): Promise<string> {
  const { clientId: client_id, clientSecret: client_secret } = of
  const scope = scopes === undefined ? {} : { scope: scopes.join(' ') }
  const answer = await service.call('/oauth/token', {
    body: { grant_type: 'client_credentials', client_id, client_secret, ...scope },
  })
  return String(answer.at('access_token'))
}

/** A client of production that may do everything, by this contract. */
export async function keepingClient(service: RunningService, contract: object): Promise<Session> {
  const session = await service.newSession('production')
  await service.store.clients.setContract(session.clientId, { ...wholeContract, ...contract })
  return { ...session, token: await tokenOf(service, session) }
}
