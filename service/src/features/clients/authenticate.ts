import { contractScopes } from '@lastro/contract/clients/client-contract.ts'
import type { Environment } from '@lastro/contract/clients/credentials.ts'
import type { ProblemCode } from '@lastro/contract/problems/problems.ts'
import type { Product } from '@lastro/contract/reports/products.ts'
import type { Clock } from '../../clock.ts'
import type { Authenticate, Caller, CredentialRefusal } from '../../http/caller.ts'
import { callerAddress, networkAllowed } from '../../http/headers/networks.ts'
import type { PlainCode } from '../../http/reply.ts'
import { type Call, environments, isRefusal } from '../../http/route.ts'
import type { ClientStore, KeyRecord, TokenRecord } from './client-store.ts'
import { hashSecret, keyPrefix } from './secrets.ts'

/** A revoked credential must stop answering within 5 seconds on every node; a copy is believed for less. */
export const credentialAgeMaxMs = 3_000

/** How many tokens are kept at once, each with its client's keys: thousands of clients in a few megabytes. */
const tokenCountMax = 20_000

export type AuthenticateDeps = {
  readonly clients: Pick<ClientStore, 'findKey' | 'findAccessToken'>
  readonly clock: Clock
  readonly products: readonly Product[]
  /** Whose word on the caller's address is taken. */
  readonly trustedProxies: readonly string[]
}

/** A pair that was good when it was read: the caller it stands for, but for where the call came from. */
type KnownPair = {
  readonly caller: Omit<Caller, 'address'>
  readonly tokenExpiresAtMs: number
  readonly keyExpiresAtMs: number
  readonly readAtMs: number
  /** The caller as it last came: it mostly comes from one address. */
  last?: Caller
}

/** Each query carries a token and a key, of one client and one environment. */
export function authenticator({ clients, clock, products, trustedProxies }: AuthenticateDeps): Authenticate {
  const pairs = new Map<string, Map<string, KnownPair>>()
  const addressOf = ({ request, headers }: Call) =>
    callerAddress(request.remoteAddress, headers.forwardedFor, trustedProxies)

  const known = ({ headers }: Call, environment: Environment): KnownPair | undefined => {
    const pair = pairs.get(headers.authorization ?? '')?.get(headers.apiKey ?? '')
    const nowMs = clock.nowMs()
    if (pair === undefined || Math.abs(nowMs - pair.readAtMs) >= credentialAgeMaxMs) return undefined
    const lives = pair.tokenExpiresAtMs > nowMs && pair.keyExpiresAtMs > nowMs
    return lives && pair.caller.environment === environment ? pair : undefined
  }
  const remember = ({ authorization = '', apiKey = '' }: Call['headers'], pair: KnownPair) => {
    if (pairs.size >= tokenCountMax) pairs.clear()
    const ofToken = pairs.get(authorization) ?? new Map<string, KnownPair>()
    pairs.set(authorization, ofToken.set(apiKey, pair))
  }
  const read = async (call: Call, environment: Environment): Promise<Caller | CredentialRefusal> => {
    const nowMs = clock.nowMs()
    const pair = await readPair(clients, call, environment, nowMs, products)
    const address = addressOf(call)
    if (isRefusal(pair)) return { ...pair, address }
    if (pair.tokenExpiresAtMs <= nowMs) return expired(pair, address)
    remember(call.headers, pair)
    return admitted(pair, address)
  }

  return (call, environment) => {
    const pair = known(call, environment)
    return pair === undefined ? read(call, environment) : admitted(pair, addressOf(call))
  }
}

function admitted(pair: KnownPair, address: string): Caller | CredentialRefusal {
  if (pair.last?.address === address) return pair.last
  const { caller } = pair
  if (networkAllowed(caller.contract.networks, address)) {
    pair.last = { ...caller, address }
    return pair.last
  }
  return { code: 'network_not_allowed', clientId: caller.clientId, environment: caller.environment, address }
}

/** The last to be said: a new token is all that is missing. */
function expired(pair: KnownPair, address: string): CredentialRefusal {
  const caller = admitted(pair, address)
  if (isRefusal(caller)) return caller
  const code = 'token_expired'
  const { clientId, environment } = caller
  return {
    code,
    headers: { 'WWW-Authenticate': challenges[code] ?? '' },
    clientId,
    environment,
    address,
    caller,
  }
}

async function readPair(
  clients: AuthenticateDeps['clients'],
  { headers }: Call,
  environment: Environment,
  nowMs: number,
  products: readonly Product[],
): Promise<KnownPair | CredentialRefusal> {
  const [, bearer] = /^Bearer +([\x21-\x7e]+) *$/i.exec(headers.authorization ?? '') ?? []
  const { apiKey } = headers
  const [token, key] = await Promise.all([
    bearer === undefined ? undefined : clients.findAccessToken(hashSecret(bearer)),
    apiKey === undefined || apiKey === '' ? undefined : clients.findKey(hashSecret(apiKey)),
  ])
  const refuse = (code: PlainCode) => unauthorized(code, token, key)
  if (bearer === undefined) return refuse('token_missing')
  if (token === undefined || token.revoked) return refuse('token_invalid')
  if (apiKey === undefined || apiKey === '') return refuse('api_key_missing')
  const fault = keyFault(key, apiKey, environment, nowMs)
  if (fault !== undefined) return refuse(fault)
  if (key === undefined || key.client.id !== token.clientId) return refuse('credentials_mismatch')
  return {
    caller: callerOf(key, token, products),
    tokenExpiresAtMs: token.expiresAtMs,
    keyExpiresAtMs: key.expiresAtMs ?? Number.POSITIVE_INFINITY,
    readAtMs: nowMs,
  }
}

function keyFault(
  key: KeyRecord | undefined,
  sent: string,
  environment: Environment,
  nowMs: number,
): PlainCode | undefined {
  const belongs = key?.client.environment ?? environments.find((one) => sent.startsWith(keyPrefix[one]))
  if (belongs !== undefined && belongs !== environment) return 'api_key_wrong_environment'
  const dead =
    key?.client.revokedAtMs !== undefined || (key?.expiresAtMs ?? Number.POSITIVE_INFINITY) <= nowMs
  return key === undefined || dead ? 'api_key_invalid' : undefined
}

/** The token's scopes, less whatever has left the contract since it was issued. */
function callerOf(
  { client }: KeyRecord,
  token: TokenRecord,
  products: readonly Product[],
): KnownPair['caller'] {
  const contracted = contractScopes(client.contract, products)
  const scopes = token.scope.split(' ').filter((scope) => contracted.includes(scope))
  return {
    clientId: client.id,
    environment: client.environment,
    contract: client.contract,
    scopes: new Set(scopes),
  }
}

/** Either credential can tell whose it is, and so on whose trail the refusal belongs. */
function unauthorized(
  code: PlainCode,
  token: TokenRecord | undefined,
  key: KeyRecord | undefined,
): CredentialRefusal {
  const refusal = { code, headers: { 'WWW-Authenticate': challenges[code] ?? 'ApiKey realm="lastro"' } }
  if (token !== undefined) return { ...refusal, clientId: token.clientId, environment: token.environment }
  if (key !== undefined) return { ...refusal, clientId: key.client.id, environment: key.client.environment }
  return refusal
}

const challenges: Partial<Record<ProblemCode, string>> = {
  token_missing: 'Bearer realm="lastro"',
  token_invalid: 'Bearer realm="lastro", error="invalid_token"',
  token_expired: 'Bearer realm="lastro", error="invalid_token", error_description="expired"',
  credentials_mismatch: 'Bearer realm="lastro", error="invalid_token"',
}
