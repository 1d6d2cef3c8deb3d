import type { Environment } from '@lastro/contract/clients/credentials.ts'
import type { DocumentNumber } from '@lastro/rules/documents/document-number.ts'
import type { UsageLine } from '@lastro/rules/trail/billing.ts'
import type { Link } from '@lastro/rules/trail/chain.ts'
import type { Billing, Consultation, ConsultationDraft } from '@lastro/rules/trail/consultation.ts'
import type { Shown } from '@lastro/rules/trail/counted-once.ts'

/** A record as the index by document has it. */
export type IndexEntry = Pick<Consultation, 'number' | 'place' | 'clientId' | 'atMs' | 'billed' | 'key'> & {
  /** What the index calls the document. */
  readonly name: string
  /** Product and features, as `queryOf` names them. */
  readonly query: string
  /** Whether anything of the document was shown. */
  readonly isShown: boolean
}

/** A link in which a client, or a user, has a record. */
export type OwnedLink = { readonly owner: string; readonly number: number }

type Counts = Pick<UsageLine, 'billed' | 'unbilled' | 'cents'>
export type ProductUsage = Counts & { readonly product: string }
export type ClientUsage = Counts & { readonly clientId: string }

/** Where a link stands in time. */
export type LinkPlace = { readonly lastAtMs: number; readonly number: number }

export type SearchRange = { readonly fromMs: number; readonly untilMs: number }

/** The trail of consultations: appended to, read, and never changed. */
export type TrailStore = {
  /** Writes the drafts as one link, durably, and says what became of each. One commit, all or nothing. */
  readonly append: (
    environment: Environment,
    drafts: readonly ConsultationDraft[],
  ) => Promise<readonly Billing[]>
  /** The links in order, from the first, or from the one after this. */
  readonly links: (environment: Environment, afterNumber?: number) => AsyncIterable<Link>
  /** The links that hold a time, for a search that no index serves. */
  readonly linksWithin: (environment: Environment, range: SearchRange) => AsyncIterable<Link>
  readonly ofDocument: (
    environment: Environment,
    document: DocumentNumber,
    range: SearchRange,
  ) => Promise<Consultation[]>
  /** Who was shown a report on a document, when, and under which key (its hash; empty without one). */
  readonly consultedBy: (
    environment: Environment,
    document: DocumentNumber,
    range: SearchRange,
  ) => Promise<Shown[]>
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
  /** Where a chain stands; undefined while it is empty. */
  readonly head: (
    environment: Environment,
  ) => Promise<{ readonly number: number; readonly hash: string; readonly lastAtMs: number } | undefined>
  /** Links from the newest back: those that ended before a place, and not before a time. */
  readonly linksBefore: (
    environment: Environment,
    before: LinkPlace,
    range: Pick<SearchRange, 'fromMs'> & { readonly limit: number },
  ) => Promise<readonly Link[]>
  /** A day's answered queries, by product, of all clients or of one. */
  readonly usageOfDay: (environment: Environment, day: string, clientId?: string) => Promise<ProductUsage[]>
  /** A month's answered queries client by client, in the order of their ids. */
  readonly usageByClient: (
    environment: Environment,
    month: string,
    page: { readonly after: string; readonly limit: number },
  ) => Promise<ClientUsage[]>
  readonly usage: (environment: Environment, month: string, clientId?: string) => Promise<UsageLine[]>
  /** All of usage, and the last link that it takes in. */
  readonly counted: (
    environment: Environment,
  ) => Promise<{ readonly upTo: number; readonly lines: readonly UsageLine[] }>
  /** The last link whose records are all in the index; entries of later ones may be there already. */
  readonly indexedUpTo: (environment: Environment) => Promise<number>
  /** Every entry of the index, in its own order. */
  readonly indexed: (environment: Environment) => AsyncIterable<IndexEntry>
  readonly indexName: (document: DocumentNumber) => string
  /** The last link from before owners were written down. */
  readonly unownedUpTo: (environment: Environment) => Promise<number>
  /** Who has records in which link, in an order of its own. */
  readonly owned: (environment: Environment) => AsyncIterable<OwnedLink>
}
