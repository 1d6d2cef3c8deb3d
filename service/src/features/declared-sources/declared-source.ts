import type { SourceKind } from '@lastro/contract/operator/source-kinds.ts'
import type { SectionId } from '@lastro/contract/reports/sections.ts'

/** A provider that the operator buys from. What changes it makes another version. */
export type DeclaredSource = {
  readonly id: string
  readonly name: string
  readonly kind: SourceKind
  readonly url: string
  /** All that the kind answers, where undefined. */
  readonly sections: readonly SectionId[] | undefined
  readonly concurrencyMax: number
  readonly clientConcurrencyMax: number
  readonly timeoutMs: number
  readonly priceCents: number
  readonly monthlyBudgetCents: number | undefined
  readonly isEnabled: boolean
  readonly version: number
  readonly createdAtMs: number
}

/** What a provider knows its customer by, by the names that its kind has for them. */
export type Credentials = Readonly<Record<string, string>>

/** Whose credentials they are: a client's, or the operator's. */
export type CredentialsOwner = { readonly sourceId: string; readonly clientId: string | undefined }

/** What sealed credentials are bound to, so that those of one source or client do not open as another's. */
export const sealOwner = ({ sourceId, clientId }: CredentialsOwner): string => `${sourceId} ${clientId ?? ''}`
