import type { Environment } from '@lastro/contract/clients/credentials.ts'
import type { Payer } from '@lastro/contract/operator/source-kinds.ts'
import type { DocumentNumber } from '../documents/document-number.ts'

/** A query as it is handed to the trail. Whether it is billed is decided where it is written. */
export type ConsultationDraft = {
  readonly atMs: number
  readonly clientId: string
  readonly purpose: string
  /** Empty when the query was refused before it named one. */
  readonly document: DocumentNumber | ''
  readonly product: string
  /** Feature codes, sorted and joined by commas. */
  readonly features: string
  /** The listing versions the report showed, joined by commas. */
  readonly listings: string
  readonly address: string
  readonly requestId: string
  /** `answered`, `degraded`, `replayed`, `alerted`, `reopened`, `tested`, or the code of the problem it was refused with. */
  readonly outcome: string
  /** What an answered query costs; undefined for one that is never billed. */
  readonly priceCents: number | undefined
  /** A hash of the Idempotency-Key it came with: a query billed under a key is never billed under it again. */
  readonly key: string
  /** An equal query within this time before it makes this one free. */
  readonly repeatWindowMs: number
  /** The person who asked, where a session was the credential. */
  readonly userId?: string | undefined
  /** Of a report that was opened again: the request id of the query that it had answered. Of a rehearsal: how many. */
  readonly reopens?: string | undefined
  /** What providers were asked for it, and what that cost; absent where none was. */
  readonly costs?: readonly CallCost[] | undefined
  /** The coverage of the report: `complete`, or the sections that were partial, not covered or failed. */
  readonly coverage?: string | undefined
  /** Of when the oldest copy is that answered for a source which failed: what was bought since is not billed again. */
  readonly copiedAtMs?: number | undefined
}

/** Calls to one source for a query: how many, what they cost in all, and by whose credentials they were paid. */
export type CallCost = {
  readonly source: string
  readonly paidBy: Payer
  readonly calls: number
  readonly cents: number
}

/** A query as it stands in the trail. */
export type Consultation = Omit<ConsultationDraft, 'priceCents' | 'repeatWindowMs' | 'copiedAtMs'> & {
  readonly environment: Environment
  readonly number: number
  readonly place: number
  readonly billed: boolean
  readonly cents: number
}

/** What became of a draft: `repeat` is an answer that its client had already paid for. */
export type Billing = 'billed' | 'repeat' | 'unbilled'
