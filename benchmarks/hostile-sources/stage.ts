import { wholeContract } from '@lastro/contract/clients/client-contract.ts'
import type { NewSourceRequest } from '@lastro/contract/operator/declared-sources.ts'
import { systemClock } from '../../service/src/clock.ts'
import { registerClient } from '../../service/src/features/clients/register-client.ts'
import { declareSource } from '../../service/src/features/declared-sources/declare-source.ts'
import { readSealKey } from '../../service/src/features/sealing/seal-key.ts'
import { sealUnder } from '../../service/src/features/sealing/sealed-secrets.ts'
import { openStore } from '../../service/src/store/open-store.ts'
import type { Store } from '../../service/src/store/store.ts'
import { openSerasaServer, type SerasaServer } from '../../service/testing/servers/serasa/serasa-server.ts'
import { type Server, startService } from '../stage/processes.ts'
import { type HostileProvider, hostileProviders, serasaCredentials } from './hostile-providers.ts'
import type { Client } from './report-callers.ts'

/** Providers, the sources that they are declared as, and clients whose contracts name them. */
export type Stage = {
  /** Each with a client that has it, and the good source beside it. */
  readonly hostiles: readonly (HostileProvider & { readonly client: Client })[]
  readonly crowded: Client
  /** The source that the crowd asks. */
  readonly narrow: SerasaServer
  readonly start: (deadlineMs: number) => Promise<Server>
  readonly close: () => void
}

const secretsKey = 'a key that is long enough for benchmarks'

/** Calls at a time that the narrow source allows. */
export const allowed = 10

const narrowMs = 20

export async function stageOf(dataDirectory: string, timeoutMs: number): Promise<Stage> {
  const [good, narrow] = [await openSerasaServer(), await openSerasaServer()]
  // It takes a moment for each, so that those who ask it at once meet there.
  narrow.always((response, usual) => void setTimeout(() => response.end(usual), narrowMs))
  const hostiles = await hostileProviders()
  const store = await openStore({ dataDirectory, databaseUrl: undefined })
  const serasa = { kind: 'serasa', credentials: serasaCredentials, timeoutMs } as const
  await declare(store, { ...serasa, name: 'bom', url: good.url, sections: ['score'], concurrency: 100 })
  const places = { concurrency: allowed, clientConcurrency: allowed }
  await declare(store, { ...serasa, ...places, name: 'dez', url: narrow.url, timeoutMs: 60_000 })
  const crowded = await clientNaming(store, ['dez'])
  const withClients = []
  for (const one of hostiles) {
    const { name, kind, url, credentials } = one
    await declare(store, { name, kind, url, credentials, timeoutMs, sections: ['registration'] })
    withClients.push({ ...one, client: await clientNaming(store, [name, 'bom']) })
  }
  await store.close()
  return {
    hostiles: withClients,
    crowded,
    narrow,
    start: (deadlineMs) =>
      startService({
        LASTRO_DATA: dataDirectory,
        LASTRO_SECRETS_KEY: secretsKey,
        LASTRO_WEBHOOK_NETWORKS: '127.0.0.0/8',
        LASTRO_DEADLINE_MS: String(deadlineMs),
      }),
    close: () => {
      for (const { close } of [...hostiles, good, narrow]) close()
    },
  }
}

async function declare({ declaredSources: sources }: Store, wanted: NewSourceRequest): Promise<void> {
  const declared = await declareSource(
    {
      sources,
      seal: sealUnder(readSealKey({ secretsKey, dataDirectory: '' }, 'credentials of sources')),
      clock: systemClock,
      newId: () => wanted.name,
      addressRefusal: async () => undefined,
    },
    wanted,
  )
  if (declared.kind !== 'declared') throw new Error(`${wanted.name}: ${JSON.stringify(declared)}`)
  await sources.setEnabled(declared.source.id, true)
}

async function clientNaming({ clients }: Store, names: readonly string[]): Promise<Client> {
  const client = await registerClient(
    { clients, clock: systemClock },
    { environment: 'production', name: 'Quem consulta' },
  )
  const sources = names.map((source) => ({ source, paidBy: 'operator' as const }))
  await clients.setContract(client.clientId, { ...wholeContract, sources, requestsPerSecond: 100_000 })
  return client
}
