import type { SourceKind } from '@lastro/contract/operator/source-kinds.ts'
import { protocoloServer } from '../../service/testing/servers/protocolo-server.ts'
import { everyFault, type Fault, faultNames } from '../../service/testing/servers/serasa/every-fault.ts'
import {
  openSerasaServer,
  serasaPassword,
  serasaUser,
} from '../../service/testing/servers/serasa/serasa-server.ts'

/** A provider of this process that a service is to survive. */
export type HostileProvider = Pick<Fault, 'says' | 'opensBreaker'> & {
  readonly name: string
  readonly kind: SourceKind
  readonly url: string
  readonly credentials: Record<string, string>
  /** From here on it answers as it should; undefined where it never can. */
  readonly mend: (() => void) | undefined
  readonly close: () => void
}

/** One for each fault, and one that never has an order ready. */
export const hostileProviders = async (): Promise<readonly HostileProvider[]> => [
  ...(await Promise.all(faultNames.map(failing))),
  await neverReady(),
]

export const serasaCredentials = { clientId: serasaUser, clientSecret: serasaPassword }

async function failing(name: (typeof faultNames)[number]): Promise<HostileProvider> {
  const { behaviour, tls, says, opensBreaker }: Fault = everyFault[name]
  const server = await openSerasaServer({ tls: tls === true })
  server.always(behaviour)
  return {
    name,
    kind: 'serasa',
    url: server.url,
    credentials: serasaCredentials,
    says,
    opensBreaker,
    mend: tls === true ? undefined : () => server.always(undefined),
    close: server.close,
  }
}

async function neverReady(): Promise<HostileProvider> {
  const server = await protocoloServer()
  server.pendingTimes = Number.POSITIVE_INFINITY
  return {
    name: 'never-ready',
    kind: 'protocolo',
    url: server.url,
    credentials: { apiKey: server.key },
    says: 'source_timeout',
    opensBreaker: true,
    mend: () => {
      server.pendingTimes = 0
    },
    close: server.close,
  }
}
