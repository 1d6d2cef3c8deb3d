import type { ClientContract } from '@lastro/contract/clients/client-contract.ts'
import type { Register } from '@lastro/rules/listings/register.ts'
import { type Seal, sealUnder } from '../../sealing/sealed-secrets.ts'
import { mayBeTold } from '../corrections/may-be-told.ts'
import { type AddressGuard, addressGuard, type Resolve } from './address-guard.ts'
import type { DeliverDeps } from './deliver-webhook.ts'
import { sendWebhook, type WebhookOutcome, type WebhookPost, webhookAgents } from './send-webhook.ts'
import { deliverRegister, type WebhookWork, webhookWork } from './webhook-work.ts'

export type OpenWebhooks = Omit<DeliverDeps, 'seal' | 'send' | 'chance' | 'mayBeTold'> & {
  readonly findClient: (id: string) => Promise<WatchingClient | undefined>
  /** What secrets are sealed under. */
  readonly sealKey: Buffer
  /** Networks that the operator allows although they are not public. */
  readonly networks: readonly string[]
  readonly resolve?: Resolve
  readonly timeoutMs?: number
}

type WatchingClient = { readonly contract: ClientContract; readonly revokedAtMs: number | undefined }

export type Webhooks = {
  readonly guard: AddressGuard
  readonly seal: Seal
  readonly send: (sending: WebhookPost) => Promise<WebhookOutcome>
  readonly work: WebhookWork
  /** Everything due in a sandbox whose clock has moved. */
  readonly deliverRegister: (register: Register) => Promise<void>
  /** Lets what is under way end, and closes the connections that are kept. */
  readonly close: () => Promise<void>
}

/** Everything that sends to webhooks, put together from what the program has. */
export function openWebhooks(of: OpenWebhooks): Webhooks {
  const { sealKey, networks, resolve, timeoutMs, findClient, ...deps } = of
  const guard = addressGuard({ networks, ...(resolve !== undefined && { resolve }) })
  const seal = sealUnder(sealKey)
  const agents = webhookAgents()
  const sender = { guard, agents, ...(timeoutMs !== undefined && { timeoutMs }) }
  const send = (sending: WebhookPost) => sendWebhook(sender, sending)
  const mayBeToldNow = async (clientId: string) => mayBeTold(await findClient(clientId))
  const delivering: DeliverDeps = { ...deps, mayBeTold: mayBeToldNow, seal, send, chance: Math.random }
  const work = webhookWork(delivering)
  return {
    guard,
    seal,
    send,
    work,
    deliverRegister: (register) => deliverRegister(delivering, register),
    close: async () => {
      await work.finish()
      agents.close()
    },
  }
}
