import type { Environment } from '@lastro/contract/clients/credentials.ts'
import type { DocumentNumber } from '@lastro/rules/documents/document-number.ts'
import type { UsageLine } from '@lastro/rules/trail/billing.ts'
import type { Link } from '@lastro/rules/trail/chain.ts'
import type { Billing, Consultation, ConsultationDraft } from '@lastro/rules/trail/consultation.ts'
import type { ShownReport } from '@lastro/rules/trail/counted-once.ts'
import type { LaneHead, Seal } from '@lastro/rules/trail/seal.ts'
import type { ArchivedMonth } from './archive/archiving-store.ts'

/** A record as the index by document has it. */
export type IndexEntry = Pick<Consultation, 'number' | 'place' | 'clientId' | 'atMs' | 'billed' | 'key'> & {
  /** What the index calls the document. */
  readonly name: string
  /** Product and features, as `queryOf` names them. */
  readonly query: string
  /** Whether anything of the document was shown. */
  readonly isShown: boolean
}

/** A link in which a client, or a user, has a record. The time is that of its last record, in every lane but the first. */
export type OwnedLink = { readonly owner: string; readonly number: number; readonly lastAtMs?: number }

type Counts = Pick<UsageLine, 'billed' | 'unbilled' | 'cents'>
export type ProductUsage = Counts & { readonly product: string }
export type ClientUsage = Counts & { readonly clientId: string }

/** Where a link stands in time. In the first lane, whose order is that of its numbers, the time says nothing. */
export type LinkPlace = { readonly lastAtMs: number; readonly number: number }

/** A link as whoever has records in it needs it. */
export type OwnLink = Pick<Link, 'number' | 'lastAtMs' | 'records'>

export type SearchRange = { readonly fromMs: number; readonly untilMs: number }

/** The trail of consultations: appended to, read, and never changed. Whole months leave it for archives. */
export type TrailStore = {
  /**
   * Writes the drafts as one link of this process's lane, durably, and says what became of each. One commit, all or
   * nothing.
   */
  readonly append: (
    environment: Environment,
    drafts: readonly ConsultationDraft[],
  ) => Promise<readonly Billing[]>
  /** The links of one lane after the other, each in order, from the first or from the one after this. */
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
  ) => Promise<ShownReport[]>
  /**
   * Links that may hold records of a client or of a user, newest first, from a place downwards, itself included. Those
   * of the first lane come after all others. Never more than a few times `count` are read; `next` is the last of them
   * when there may be more.
   */
  readonly linksOf: (
    environment: Environment,
    owner: string,
    page: { readonly from: LinkPlace | undefined; readonly count: number },
  ) => Promise<{ readonly links: readonly OwnLink[]; readonly next: LinkPlace | undefined }>
  /** Where each lane stands that has a link. */
  readonly heads: (environment: Environment) => Promise<readonly LaneHead[]>
  /** The months that are in archives, in order. */
  readonly archived: () => Promise<readonly ArchivedMonth[]>
  /** The last link of each lane that is in an archive. Of links up to it, what has to be kept longer may be here. */
  readonly left: (environment: Environment) => Promise<readonly LaneHead[]>
  /** All of usage that lies in archives. */
  readonly usageLeft: (environment: Environment) => Promise<UsageLine[]>
  /** The hash of each of these links that is there. */
  readonly linkHashes: (
    environment: Environment,
    numbers: readonly number[],
  ) => Promise<ReadonlyMap<number, string>>
  /** When the newest record was made; undefined while there is none. */
  readonly lastAtMs: (environment: Environment) => Promise<number | undefined>
  /**
   * Seals the lanes of both environments. `nothingNew` when they stand where they stood at the newest seal and no seal
   * is asked for anyhow; `busy` when another process is at it.
   */
  readonly seal: (atMs: number, when: 'always' | 'ifNew') => Promise<Seal | 'nothingNew' | 'busy'>
  readonly newestSeal: () => Promise<Seal | undefined>
  /** The seals in order. */
  readonly seals: () => AsyncIterable<Seal>
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
  /** All of usage, and the last link of each lane that it takes in. */
  readonly counted: (
    environment: Environment,
  ) => Promise<{ readonly upTo: readonly number[]; readonly lines: readonly UsageLine[] }>
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
