import { contractScopes } from '@lastro/contract/client-contract.ts'
import type { Environment } from '@lastro/contract/credentials.ts'
import type { ProblemCode } from '@lastro/contract/problems.ts'
import type { Product } from '@lastro/contract/products.ts'
import type { Clock } from '../calendar/clock.ts'
import type { Authenticate, Caller } from '../http/caller.ts'
import type { Refusal } from '../http/reply.ts'
import { environments } from '../http/route.ts'
import { cachedLookup } from './cached-lookup.ts'
import type { ClientStore, KeyRecord, TokenRecord } from './client-store.ts'
import { networkAllowed } from './networks.ts'
import { hashSecret, keyPrefix } from './secrets.ts'

/** A revoked credential must stop answering within 5 seconds on every node; a copy is believed for less. */
export const credentialAgeMaxMs = 3_000

/** How many credentials are kept at once: thousands of clients in a few megabytes. */
const credentialCountMax = 20_000

export type AuthenticateDeps = {
  readonly clients: Pick<ClientStore, 'findKey' | 'findAccessToken'>
  readonly clock: Clock
  readonly products: readonly Product[]
}

/** Each query carries a token and a key, of one client and one environment. */
export function authenticator({ clients, clock, products }: AuthenticateDeps): Authenticate {
  const limits = { ageMaxMs: credentialAgeMaxMs, countMax: credentialCountMax, clock }
  const findToken = cachedLookup(clients.findAccessToken, limits)
  const findKey = cachedLookup(clients.findKey, limits)

  return async ({ request }, environment) => {
    const [, bearer] = /^Bearer +([\x21-\x7e]+) *$/i.exec(request.headers.authorization ?? '') ?? []
    if (bearer === undefined) return unauthorized('token_missing')
    const token = await findToken(hashSecret(bearer))
    if (token === undefined || token.revoked) return unauthorized('token_invalid')
    if (token.expiresAtMs <= clock.nowMs()) return unauthorized('token_expired')

    const sentKey = request.headers['x-api-key']
    if (typeof sentKey !== 'string' || sentKey === '') return unauthorized('api_key_missing')
    const key = await findKey(hashSecret(sentKey))
    const fault = keyFault(key, sentKey, environment, clock.nowMs())
    if (fault !== undefined) return unauthorized(fault)
    if (key === undefined || key.client.id !== token.clientId) return unauthorized('credentials_mismatch')

    if (!networkAllowed(key.client.contract.networks, request.socket.remoteAddress)) {
      return { code: 'network_not_allowed' }
    }
    return callerOf(key, token, products)
  }
}

function keyFault(
  key: KeyRecord | undefined,
  sent: string,
  environment: Environment,
  nowMs: number,
): ProblemCode | undefined {
  const belongs = key?.client.environment ?? environments.find((one) => sent.startsWith(keyPrefix[one]))
  if (belongs !== undefined && belongs !== environment) return 'api_key_wrong_environment'
  const dead = key?.client.revokedAtMs !== undefined || (key?.expiresAtMs ?? Infinity) <= nowMs
  return key === undefined || dead ? 'api_key_invalid' : undefined
}

/** The token's scopes, less whatever has left the contract since it was issued. */
function callerOf({ client }: KeyRecord, token: TokenRecord, products: readonly Product[]): Caller {
  const contracted = contractScopes(client.contract, products)
  const scopes = token.scope.split(' ').filter((scope) => contracted.includes(scope))
  return {
    clientId: client.id,
    environment: client.environment,
    contract: client.contract,
    scopes: new Set(scopes),
  }
}

const unauthorized = (code: ProblemCode): Refusal => ({
  code,
  headers: { 'WWW-Authenticate': challenges[code] ?? 'ApiKey realm="lastro"' },
})

const challenges: Partial<Record<ProblemCode, string>> = {
  token_missing: 'Bearer realm="lastro"',
  token_invalid: 'Bearer realm="lastro", error="invalid_token"',
  token_expired: 'Bearer realm="lastro", error="invalid_token", error_description="expired"',
  credentials_mismatch: 'Bearer realm="lastro", error="invalid_token"',
}
