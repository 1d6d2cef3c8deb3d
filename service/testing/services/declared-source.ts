import { type ClientContract, wholeContract } from '@lastro/contract/clients/client-contract.ts'
import type { DeclaredSource, NewSourceRequest } from '@lastro/contract/operator/declared-sources.ts'
import type { Session } from '../running-service.ts'
import type { OperatorService } from './operator-service.ts'

/** As long as a machine may take that is busy with something else. */
const patientMs = 60_000

/** A source that the operator has declared and enabled; `look` is what its page shows now. */
export async function declaredSource(
  { result }: OperatorService,
  wanted: NewSourceRequest,
): Promise<{ readonly id: string; readonly look: () => Promise<DeclaredSource> }> {
  const { id } = await result<DeclaredSource>('/fontes', { body: { timeoutMs: patientMs, ...wanted } })
  await result(`/fontes/${id}/ativar`, { method: 'POST' })
  return { id, look: () => result<DeclaredSource>(`/fontes/${id}`) }
}

/** A production client whose contract has everything and names these sources, paid by the operator. */
export async function clientWithSources(
  { store, newSession, call }: OperatorService,
  names: readonly string[],
  over: Partial<ClientContract> = {},
): Promise<Session> {
  const session = await newSession('production')
  const sources = names.map((source) => ({ source, paidBy: 'operator' as const }))
  await store.clients.setContract(session.clientId, { ...wholeContract, sources, ...over })
  const { clientId: client_id, clientSecret: client_secret } = session
  const token = await call('/oauth/token', {
    body: { grant_type: 'client_credentials', client_id, client_secret },
  })
  return { ...session, token: String(token.at('access_token')) }
}
