import {
  type ClientContract,
  emptyContract,
  sandboxContract,
} from '@lastro/contract/clients/client-contract.ts'
import type { Environment } from '@lastro/contract/clients/credentials.ts'
import type { Clock } from '../../clock.ts'
import type { Client, ClientStore, ListedKey, NewKey } from './client-store.ts'
import { hashSecret, keyHint, keyIdOf, newApiKey, newClientId, newClientSecret } from './secrets.ts'

/** What is shown once and never again. */
export type NewCredentials = {
  readonly clientId: string
  readonly clientSecret: string
  readonly apiKey: string
}

/** Of the store only what each of them does. */
type Deps<Act extends keyof ClientStore> = {
  readonly clients: Pick<ClientStore, Act>
  readonly clock: Clock
}

export async function registerClient(
  { clients, clock }: Deps<'addClient'>,
  request: { readonly environment: Environment; readonly name: string },
): Promise<NewCredentials> {
  const { client, key, credentials } = newClient(request, clock)
  await clients.addClient(client, key)
  return credentials
}

/** The sandbox client that an empty installation starts with; undefined when there was a client before. */
export async function registerFirstClient({
  clients,
  clock,
}: Deps<'addFirstClient'>): Promise<NewCredentials | undefined> {
  const { client, key, credentials } = newClient({ environment: 'sandbox', name: 'Sandbox' }, clock)
  return (await clients.addFirstClient(client, key)) ? credentials : undefined
}

/** A new key for a client. Those it had go on until the overlap has passed. */
export async function rotateKey(
  { clients, clock }: Deps<'findClient' | 'rotateKey'>,
  request: { readonly clientId: string; readonly overlapMs: number },
): Promise<{ readonly apiKey: string; readonly key: ListedKey } | 'unknown_client' | 'revoked'> {
  const client = await clients.findClient(request.clientId)
  if (client === undefined) return 'unknown_client'
  if (client.revokedAtMs !== undefined) return 'revoked'
  const apiKey = newApiKey(client.environment)
  const nowMs = clock.nowMs()
  const key = newKey(apiKey, client.id, nowMs)
  await clients.rotateKey(key, nowMs + request.overlapMs)
  const { hash, hint, createdAtMs } = key
  return { apiKey, key: { id: keyIdOf(hash), hint, createdAtMs, expiresAtMs: undefined } }
}

/** A new secret in the place of the one it had. */
export async function renewSecret(
  { clients }: Pick<Deps<'findClient' | 'setSecret'>, 'clients'>,
  clientId: string,
): Promise<{ readonly clientSecret: string } | 'unknown_client' | 'revoked'> {
  const client = await clients.findClient(clientId)
  if (client === undefined) return 'unknown_client'
  if (client.revokedAtMs !== undefined) return 'revoked'
  const clientSecret = newClientSecret()
  await clients.setSecret(clientId, hashSecret(clientSecret))
  return { clientSecret }
}

const newKey = (apiKey: string, clientId: string, createdAtMs: number): NewKey => ({
  hash: hashSecret(apiKey),
  clientId,
  createdAtMs,
  hint: keyHint(apiKey),
})

function newClient({ environment, name }: { environment: Environment; name: string }, clock: Clock) {
  const credentials: NewCredentials = {
    clientId: newClientId(),
    clientSecret: newClientSecret(),
    apiKey: newApiKey(environment),
  }
  const createdAtMs = clock.nowMs()
  const client = {
    id: credentials.clientId,
    environment,
    name,
    contract: firstContract[environment],
    contractVersion: 1,
    createdAtMs,
    revokedAtMs: undefined,
    secretHash: hashSecret(credentials.clientSecret),
  } satisfies Client & { secretHash: string }
  return { client, key: newKey(credentials.apiKey, client.id, createdAtMs), credentials }
}

const firstContract: Readonly<Record<Environment, ClientContract>> = {
  sandbox: sandboxContract,
  production: emptyContract,
}
