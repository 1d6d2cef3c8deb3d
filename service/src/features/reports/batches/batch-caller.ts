import { type ClientContract, contractScopes } from '@lastro/contract/clients/client-contract.ts'
import type { Product } from '@lastro/contract/reports/products.ts'
import type { Caller } from '../../../http/caller.ts'
import type { KeptQueryBatch } from './query-batch-store.ts'

export type BatchCallerDeps = {
  readonly products: readonly Product[]
  readonly findClient: (id: string) => Promise<SendingClient | undefined>
  /** Whether a person may still ask for this client. */
  readonly isAnalyst: (userId: string, clientId: string) => Promise<boolean>
}

type SendingClient = { readonly contract: ClientContract; readonly revokedAtMs: number | undefined }

/** Who asks the lines of a batch: its sender, with what the contract opens today. Undefined when they may not any more. */
export async function batchCaller(
  { products, findClient, isAnalyst }: BatchCallerDeps,
  { clientId, environment, userId, terms }: KeptQueryBatch,
): Promise<Caller | undefined> {
  const client = await findClient(clientId)
  if (client === undefined || client.revokedAtMs !== undefined) return undefined
  if (userId !== undefined && !(await isAnalyst(userId, clientId))) return undefined
  const contracted = new Set(contractScopes(client.contract, products))
  return {
    clientId,
    environment,
    contract: client.contract,
    scopes: new Set(terms.scopes.filter((scope) => contracted.has(scope))),
    address: terms.address,
    ...(userId !== undefined && { userId }),
  }
}
