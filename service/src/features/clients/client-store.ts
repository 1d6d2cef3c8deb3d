import type { ClientContract } from '@lastro/contract/clients/client-contract.ts'
import type { Environment } from '@lastro/contract/clients/credentials.ts'

/** A party that queries. Its secret, keys and tokens are kept as hashes only. */
export type Client = {
  readonly id: string
  readonly environment: Environment
  readonly name: string
  readonly contract: ClientContract
  /** Grows with each change of the contract. */
  readonly contractVersion: number
  readonly createdAtMs: number
  readonly revokedAtMs: number | undefined
}

export type ClientWithSecret = Client & { readonly secretHash: string }

export type NewKey = {
  readonly hash: string
  readonly clientId: string
  readonly createdAtMs: number
  /** How the key begins and ends, to know it by. */
  readonly hint: string
}

/** A key as a list shows it. Its name is part of its hash, from which nobody gets back to the key. */
export type ListedKey = {
  readonly id: string
  readonly hint: string | undefined
  readonly createdAtMs: number
  readonly expiresAtMs: number | undefined
}

/** Which clients are asked for, newest first. */
export type ClientFilter = {
  readonly environment?: Environment
  /** What their name holds, as `searchText` has it. */
  readonly name?: string
  readonly after?: { readonly createdAtMs: number; readonly id: string }
  readonly limit: number
}

export type KeyRecord = { readonly client: Client; readonly expiresAtMs: number | undefined }

export type TokenRecord = {
  readonly clientId: string
  readonly environment: Environment
  readonly scope: string
  readonly expiresAtMs: number
  readonly revoked: boolean
}

/** An access token and the refresh token beside it. A family is all that came from one generation. */
export type TokenPair = {
  readonly clientId: string
  readonly familyId: string
  readonly accessHash: string
  readonly accessScope: string
  readonly accessExpiresAtMs: number
  readonly refreshHash: string
  readonly refreshScope: string
  readonly refreshExpiresAtMs: number
}

export type RefreshRecord = {
  readonly clientId: string
  readonly familyId: string
  readonly scope: string
  readonly expiresAtMs: number
  readonly used: boolean
  readonly revoked: boolean
}

export type ClientStore = {
  readonly addClient: (client: ClientWithSecret, key: NewKey) => Promise<void>
  /** Adds the client only if no client was ever added; several services may start at once on one store. */
  readonly addFirstClient: (client: ClientWithSecret, key: NewKey) => Promise<boolean>
  readonly findClient: (id: string) => Promise<ClientWithSecret | undefined>
  readonly listClients: () => Promise<readonly Client[]>
  readonly pageOfClients: (filter: ClientFilter) => Promise<readonly Client[]>
  /** The names of these, for a list that mentions them. */
  readonly clientNames: (ids: readonly string[]) => Promise<ReadonlyMap<string, string>>
  /** The segments of these, where their contracts name one. */
  readonly clientSegments: (ids: readonly string[]) => Promise<ReadonlyMap<string, string>>
  readonly revokeClient: (id: string, nowMs: number) => Promise<boolean>
  /**
   * False when there is no such client, or its contract no longer stands at the version that was read. Its terms hold
   * from the given time on.
   */
  readonly setContract: (
    id: string,
    contract: ClientContract,
    read?: { readonly version: number; readonly atMs: number },
  ) => Promise<boolean>
  readonly setSecret: (id: string, secretHash: string) => Promise<boolean>
  readonly findKey: (hash: string) => Promise<KeyRecord | undefined>
  /** Adds a key and lets those the client had die at the given time. */
  readonly rotateKey: (key: NewKey, othersExpireAtMs: number) => Promise<void>
  /** The client's keys, newest first. */
  readonly listKeys: (clientId: string, limit: number) => Promise<readonly ListedKey[]>
  /** Ends a key now; one that has ended stays as it is. */
  readonly endKey: (clientId: string, keyId: string, nowMs: number) => Promise<ListedKey | undefined>
  readonly addTokens: (pair: TokenPair, nowMs: number) => Promise<void>
  readonly findAccessToken: (hash: string) => Promise<TokenRecord | undefined>
  readonly findRefreshToken: (hash: string) => Promise<RefreshRecord | undefined>
  /** Uses a refresh token and adds its successors; false when another use came first. */
  readonly useRefreshToken: (hash: string, pair: TokenPair, nowMs: number) => Promise<boolean>
  readonly revokeFamily: (familyId: string, nowMs: number) => Promise<void>
  readonly revokeAccessToken: (hash: string, nowMs: number) => Promise<void>
  /** Deletes tokens that expired before this time; returns how many. */
  readonly forgetTokens: (expiredBeforeMs: number) => Promise<number>
}
