import { contractScopes } from '@lastro/contract/clients/client-contract.ts'
import type { Environment } from '@lastro/contract/clients/credentials.ts'
import type { Operation } from '@lastro/contract/operation.ts'
import {
  alertService,
  contractedScopes,
  listingService,
  type Product,
} from '@lastro/contract/reports/products.ts'
import type { Role } from '@lastro/contract/roles.ts'
import type { Authenticate, Caller, CredentialRefusal } from '../../../http/caller.ts'
import { networkAllowed } from '../../../http/headers/networks.ts'
import { type Call, isRefusal } from '../../../http/route.ts'
import type { Client } from '../../clients/client-store.ts'
import type { ReadSession, SignedIn } from './read-session.ts'

export type SessionCallerDeps = {
  readonly sessions: Pick<ReadSession, 'read' | 'isBrought' | 'addressOf'>
  readonly products: readonly Product[]
  readonly operations: readonly Operation[]
}

/**
 * A session as the credential of a call that brings no Authorization. A call with a token and a key pays one look
 * at a header for it, and no more.
 */
export function withSessions(byToken: Authenticate, deps: SessionCallerDeps): Authenticate {
  const rolesOf = new Map(deps.operations.map(({ id, roles = [] }) => [id, roles]))
  return (call, environment) => {
    const { cookie, authorization } = call.headers
    if (cookie === undefined || authorization !== undefined || !deps.sessions.isBrought(call)) {
      return byToken(call, environment)
    }
    return sessionCaller(deps, call, environment, rolesOf.get(call.operation) ?? [])
  }
}

async function sessionCaller(
  { sessions, products }: SessionCallerDeps,
  call: Call,
  environment: Environment,
  opening: readonly Role[],
): Promise<Caller | CredentialRefusal> {
  const signedIn = await sessions.read(call)
  if (isRefusal(signedIn)) {
    const { signedIn: known, ...refusal } = signedIn
    return { ...refusal, ...whose(known), address: sessions.addressOf(call) }
  }
  const { user, client, address } = signedIn
  const opened = user.roles.filter((role) => opening.includes(role))
  if (client === undefined || opened.length === 0) {
    return { code: 'role_not_allowed', values: { roles: opening.join(', ') }, ...whose(signedIn), address }
  }
  if (client.environment !== environment) {
    return { code: 'session_wrong_environment', ...whose(signedIn), address }
  }
  if (!networkAllowed(client.contract.networks, address)) {
    return { code: 'network_not_allowed', ...whose(signedIn), address }
  }
  return {
    clientId: client.id,
    environment,
    contract: client.contract,
    scopes: scopesOf(client, user.roles, products),
    address,
    userId: user.id,
  }
}

/** On whose trail a refusal belongs. */
const whose = (
  signedIn: SignedIn | undefined,
): Partial<Pick<CredentialRefusal, 'clientId' | 'environment' | 'userId'>> =>
  signedIn?.client === undefined
    ? {}
    : {
        clientId: signedIn.client.id,
        environment: signedIn.client.environment,
        userId: signedIn.user.id,
      }

/** The contract's scopes, less those that no role of the user's has. */
function scopesOf({ contract }: Client, roles: readonly Role[], products: readonly Product[]): Set<string> {
  const held = new Set(roles.flatMap((role) => scopesOfRole(role, products)))
  return new Set(contractScopes(contract, products).filter((scope) => held.has(scope)))
}

function scopesOfRole(role: Role, products: readonly Product[]): readonly string[] {
  switch (role) {
    case 'analyst':
      return [...products.map((one) => one.code), ...contractedScopes, alertService.code]
    case 'creditor':
      return [listingService.code, alertService.code]
    case 'operator':
      return []
  }
}
