import type { ClientContract } from '@lastro/contract/clients/client-contract.ts'
import type { Environment } from '@lastro/contract/clients/credentials.ts'
import type { Awaitable } from '../awaitable.ts'
import type { Refusal } from './reply.ts'
import type { Call } from './route.ts'

/** Who is asking, once both credentials, or a session, have been checked. */
export type Caller = {
  readonly clientId: string
  readonly environment: Environment
  readonly contract: ClientContract
  /** What the token, or the user's roles, may do: never more than the contract. */
  readonly scopes: ReadonlySet<string>
  readonly address: string
  /** The person, where a session was the credential. */
  readonly userId?: string
}

/** A refusal that knows whose credential was refused, where one of the two told. */
export type CredentialRefusal = Refusal & {
  readonly clientId?: string
  /** The client's own, which may not be the one that was called. */
  readonly environment?: Environment
  readonly address?: string
  readonly userId?: string
  /** Who it is, where a new token is all that is missing. */
  readonly caller?: Caller
}

/** Reads the credentials of a call. Handed to the features that need a caller. */
export type Authenticate = (call: Call, environment: Environment) => Awaitable<Caller | CredentialRefusal>
