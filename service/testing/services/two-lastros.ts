import { wholeContract } from '@lastro/contract/clients/client-contract.ts'
import type { NewSourceRequest } from '@lastro/contract/operator/declared-sources.ts'
import type { Options, RunningService, Session } from '../running-service.ts'
import { runService } from '../running-service.ts'
import { type OperatorService, operatorService } from './operator-service.ts'

/** A Lastro in front of another: the one behind answers from its sandbox, the one in front asks it in production. */
export type TwoLastros = {
  readonly front: OperatorService
  readonly behind: RunningService
  /** A client of the sandbox behind, whose credentials the source has. */
  readonly behindClient: Session
  /** A client in front whose contract names the source. */
  readonly client: Session
  readonly sourceId: string
  readonly close: () => Promise<void>
}

export const sourceName = 'atras'

export async function twoLastros(
  of: {
    readonly front?: Options
    readonly behind?: Options
    readonly source?: Partial<NewSourceRequest>
  } = {},
): Promise<TwoLastros> {
  const behind = await runService({ ...of.behind })
  const front = await operatorService('sqlite', { ...of.front })
  const behindClient = await behind.newSession('sandbox')
  const { clientId, clientSecret, apiKey } = behindClient
  const { id: sourceId } = await front.result<{ id: string }>('/fontes', {
    body: {
      name: sourceName,
      kind: 'lastro',
      url: `${behind.url}/sandbox`,
      credentials: { clientId, clientSecret, apiKey },
      timeoutMs: 60_000,
      price: 150,
      ...of.source,
    },
  })
  await front.result(`/fontes/${sourceId}/ativar`, { method: 'POST' })
  return {
    front,
    behind,
    behindClient,
    client: await clientWithSource(front),
    sourceId,
    close: async () => {
      await front.close()
      await behind.close()
    },
  }
}

/** A production client that is contracted for everything, and for the source. */
export async function clientWithSource(
  front: RunningService,
  paidBy: 'operator' | 'client' = 'operator',
): Promise<Session> {
  const made = await front.newSession('production')
  const sources = [{ source: sourceName, paidBy }]
  await front.store.clients.setContract(made.clientId, { ...wholeContract, sources })
  const { clientId: client_id, clientSecret: client_secret } = made
  const answer = await front.call('/oauth/token', {
    body: { grant_type: 'client_credentials', client_id, client_secret },
  })
  return { ...made, token: String(answer.at('access_token')) }
}
