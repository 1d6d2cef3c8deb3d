import type { Environment } from '@lastro/contract/credentials.ts'
import type { DocumentNumber } from '../documents/document-number.ts'
import type { Link } from './chain.ts'
import type { Billing, Consultation, ConsultationDraft } from './consultation.ts'

/** Answered queries of one client, product, set of features and day. */
export type UsageLine = {
  readonly clientId: string
  readonly day: string
  readonly product: string
  readonly features: string
  readonly billed: number
  readonly unbilled: number
  readonly cents: number
}

export type SearchRange = { readonly fromMs: number; readonly untilMs: number }

/** The trail of consultations: appended to, read, and never changed. */
export type TrailStore = {
  /** Writes the drafts as one link, durably, and says what became of each. One commit, all or nothing. */
  readonly append: (
    environment: Environment,
    drafts: readonly ConsultationDraft[],
  ) => Promise<readonly Billing[]>
  /** The links in order, from the first. */
  readonly links: (environment: Environment) => AsyncIterable<Link>
  /** The links that hold a time, for a search that no index serves. */
  readonly linksWithin: (environment: Environment, range: SearchRange) => AsyncIterable<Link>
  readonly ofDocument: (
    environment: Environment,
    document: DocumentNumber,
    range: SearchRange,
  ) => Promise<Consultation[]>
  /** Who was shown a report on a document, and when. */
  readonly consultedBy: (
    environment: Environment,
    document: DocumentNumber,
    range: SearchRange,
  ) => Promise<{ readonly clientId: string; readonly atMs: number }[]>
  /**
   * Links that may hold records of a client or of a user, newest first, from a number downwards. Never more than
   * a few times `count` are read; `next` is where to go on.
   */
  readonly linksOf: (
    environment: Environment,
    owner: string,
    from: { readonly upTo: number; readonly count: number },
  ) => Promise<{
    readonly links: readonly Pick<Link, 'number' | 'records'>[]
    readonly next: number | undefined
  }>
  readonly usage: (environment: Environment, month: string, clientId?: string) => Promise<UsageLine[]>
}
