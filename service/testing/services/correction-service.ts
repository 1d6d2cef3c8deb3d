import assert from 'node:assert/strict'
import { wholeContract } from '@lastro/contract/clients/client-contract.ts'
import type { Channel } from '../../src/features/notices/channel.ts'
import type { Engine } from '../../src/store/engine/tables.ts'
import { cleanUp } from '../clean-up.ts'
import { type CallOptions, type Options, runService } from '../running-service.ts'
import { type Receiver, webhookReceiver } from '../servers/webhook-receiver.ts'
import { TestClock } from '../test-clock.ts'
import { type Occurred, ocorrencias } from './alert-service.ts'
import { type Creditor, productionCreditor } from './listing-service.ts'
import { newUser, signIn } from './operator-service.ts'

const atOnce: Channel = {
  name: 'email',
  reaches: () => true,
  send: async () => ({ kind: 'delivered', proof: '250' }),
}

/** A client of production that consults, and what it is told. */
export type Reader = Creditor & {
  readonly renew: () => Promise<void>
  readonly clientId: string
  /** The corrections among its occurrences, newest first. */
  readonly corrections: () => Promise<readonly Occurred[]>
  /** Its consultations, newest first. */
  readonly consultations: () => Promise<readonly Marked[]>
  /** A webhook of its own from now on. */
  readonly listens: (changes?: object) => Promise<Receiver>
}

export type Marked = {
  readonly product: string
  readonly outcome: string
  readonly document?: string
  readonly corrections?: readonly {
    readonly occurrenceId: string
    readonly toldAt?: string
    readonly data: Record<string, unknown>
  }[]
}

/** Production with a creditor, an operator, and readers that are told of corrections. */
export async function correctionService(engine: Engine, options: Options = {}) {
  const clock = new TestClock()
  const service = await runService({ channels: [atOnce], ...options, engine, clock })
  cleanUp(service.close)
  const olivia = await newUser(service, { name: 'Olívia Operadora', roles: ['operator'] })
  const creditor = await productionCreditor(service)
  const everyone: { readonly renew: () => Promise<void> }[] = [creditor]

  const newReader = async (): Promise<Reader> => {
    const client = await productionCreditor(service)
    everyone.push(client)
    const { clientId } = client.session
    return {
      ...client,
      clientId,
      corrections: async () => {
        const answer = await client.call(ocorrencias)
        assert.equal(answer.status, 200, answer.text)
        return (answer.at('result.occurrences') as Occurred[]).filter(
          ({ event }) => event === 'listing.corrected',
        )
      },
      consultations: async () => {
        const answer = await client.call('/conta/v2/consultas')
        assert.equal(answer.status, 200, answer.text)
        return answer.at('result.consultations') as Marked[]
      },
      listens: async (changes = {}) => {
        const receiver = await webhookReceiver()
        cleanUp(receiver.close)
        const made = await client.call('/alertas/v2/webhooks', { body: { url: receiver.url, ...changes } })
        assert.equal(made.status, 201, made.text)
        return receiver
      },
    }
  }
  /** Everything that is due after so long; tokens are new ones. */
  const pass = async (ms: number) => {
    await service.runJobs()
    clock.add(ms)
    for (const one of everyone) await one.renew()
    // What one does another takes up: an event becomes work, and work a delivery.
    for (let round = 0; round < 3; round++) await service.runJobs()
  }
  return {
    service,
    clock,
    creditor,
    newReader,
    pass,
    /** Calls below /operador/v2 as the operator, who signs in anew: weeks may have passed. */
    operate: async (path: string, { headers, ...call }: CallOptions = {}) => {
      const signedIn = await signIn(service, olivia)
      return service.call(`/operador/v2${path}`, { ...call, headers: { ...signedIn, ...headers } })
    },
    /** Past the first look for readers. */
    corrected: () => pass(61_000),
    /** A debt that reports show. */
    published: async (changes: Parameters<Creditor['inserted']>[0] = {}): Promise<string> => {
      const id = await creditor.inserted(changes)
      await pass(20 * 86_400_000)
      return id
    },
    /** A contract of a client that may do this much. */
    contracted: (clientId: string, changes: Partial<typeof wholeContract>) =>
      service.store.clients.setContract(clientId, { ...wholeContract, ...changes }),
  }
}
