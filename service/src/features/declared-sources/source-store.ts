import type { Payer } from '@lastro/contract/operator/source-kinds.ts'
import type { CredentialsOwner, DeclaredSource } from './declared-source.ts'

/** The month, source and client that a call is paid for, and by whom. */
export type SpendingOf = {
  readonly sourceId: string
  /** As it is called now: the figures of a month outlive the source. */
  readonly sourceName: string
  readonly clientId: string
  readonly paidBy: Payer
  /** `2026-11` */
  readonly month: string
}

export type SpendingLimits = {
  readonly priceCents: number
  /** For all clients together; undefined is no limit. */
  readonly sourceBudgetCents: number | undefined
  readonly clientBudgetCents: number | undefined
}

export type Spent = {
  readonly sourceId: string
  readonly paidBy: Payer
  readonly calls: number
  readonly cents: number
}

export type SourceStore = {
  /** Written with the credentials of the operator, if there are any; false when the name is taken. */
  readonly add: (source: DeclaredSource, sealedCredentials: string | undefined) => Promise<boolean>
  readonly list: () => Promise<readonly DeclaredSource[]>
  readonly find: (id: string) => Promise<DeclaredSource | undefined>
  readonly findNamed: (name: string) => Promise<DeclaredSource | undefined>
  /** False when there is none. */
  readonly setEnabled: (id: string, isEnabled: boolean) => Promise<boolean>
  /** Its credentials go with it; what was spent stays on record. False when there is none. */
  readonly remove: (id: string) => Promise<boolean>
  /** A new version of the source, in one commit; false when there is none. */
  readonly setCredentials: (owner: CredentialsOwner, sealed: string) => Promise<boolean>
  readonly credentialsOf: (owner: CredentialsOwner) => Promise<string | undefined>
  /** Whose there are, by source. */
  readonly credentialOwners: () => Promise<readonly CredentialsOwner[]>
  /** Counts a call and what it costs, unless that is more than is left. */
  readonly spend: (of: SpendingOf, limits: SpendingLimits) => Promise<boolean>
  /** Takes back what was counted for one call. */
  readonly giveBack: (of: SpendingOf, priceCents: number) => Promise<void>
  /** Says of calls that were counted that nobody was billed for what they were made for. */
  readonly countUnbilled: (of: SpendingOf, unbilled: Calls) => Promise<void>
  readonly spentIn: (month: string) => Promise<readonly Spent[]>
  /** What a client's reports cost in a month by source and payer, or those of all clients together. */
  readonly costsIn: (month: string, clientId?: string) => Promise<readonly SourceCost[]>
}

export type Calls = { readonly calls: number; readonly cents: number }

/** What calls to a source came to, and what of it was for answers that no client was billed for. */
export type SourceCost = Calls & {
  readonly source: string
  readonly paidBy: Payer
  readonly unbilled: Calls
}
