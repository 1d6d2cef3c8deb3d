import type { Environment } from '@lastro/contract/clients/credentials.ts'
import type { PolicyWarning } from '@lastro/contract/policies/kept-policies.ts'
import type { Policy } from '@lastro/contract/policies/policy.ts'

export type PolicyOwner = { readonly environment: Environment; readonly clientId: string }

/** Which policy: its client's own, in one environment, by its name. */
export type PolicyId = PolicyOwner & { readonly name: string }

/** What of a policy changes: its newest version, and whether it still decides. */
export type PolicyState = {
  readonly name: string
  readonly version: number
  readonly retiredAtMs: number | undefined
}

export type VersionMark = {
  readonly version: number
  readonly createdAtMs: number
  /** The person, where a session was the credential. */
  readonly userId: string | undefined
}

export type SavedVersion = VersionMark & {
  readonly policy: Policy
  readonly warnings: readonly PolicyWarning[]
}

export type SavedPolicy = PolicyState & { readonly newest: SavedVersion }

export type NewVersion = PolicyId & Omit<SavedVersion, 'version'>

export type PolicyStore = {
  /** The policies of a client, by name, each with its newest version. */
  readonly list: (owner: PolicyOwner) => Promise<readonly SavedPolicy[]>
  readonly find: (id: PolicyId) => Promise<PolicyState | undefined>
  readonly version: (of: PolicyId & { readonly version: number }) => Promise<SavedVersion | undefined>
  /** Who saved each version, newest first. */
  readonly versions: (id: PolicyId) => Promise<readonly VersionMark[]>
  readonly create: (first: NewVersion, countMax: number) => Promise<'created' | 'taken' | 'too_many'>
  /** Adds the version after `after`; nothing is written where another came first or the policy is retired. */
  readonly addVersion: (
    next: NewVersion & { readonly after: number },
  ) => Promise<'added' | 'conflict' | 'retired' | 'unknown'>
  /** Once: who retires it again changes nothing. */
  readonly retire: (
    id: PolicyId,
    by: { readonly userId: string | undefined; readonly nowMs: number },
  ) => Promise<PolicyState | undefined>
}
