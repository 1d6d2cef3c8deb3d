import type { ClientContract, SourceTerm } from '@lastro/contract/clients/client-contract.ts'
import type { Day } from '@lastro/rules/calendar/day.ts'
import type { DocumentNumber } from '@lastro/rules/documents/document-number.ts'
import type { HeldDebt } from '@lastro/rules/reports/merging/held-here.ts'
import type { Awaitable } from '../../../awaitable.ts'
import type { PrecedenceTable } from '../precedence.ts'
import type { Source } from '../source.ts'
import type { PublishedListing } from './add-listings.ts'

/** The listings of a document, as this caller's report needs them. */
export type DocumentListings = {
  /** Those that are published now. */
  readonly shown: readonly PublishedListing[]
  /** The debts that have a listing, shown or not: no source's word on them is taken. */
  readonly held: readonly HeldDebt[]
}

/** What an environment adds to a query: where its answers come from and which documents it takes. */
export type ReportEnvironment = {
  readonly sources: readonly Source[]
  /** The same with the declared sources that a contract names: one list for the same terms, until a source changes. */
  readonly withDeclared?: (terms: readonly SourceTerm[]) => readonly Source[]
  readonly precedence: PrecedenceTable
  /**
   * The number of creditors with an accepted debt at this service, whose debts its listings cover; 0 in the sandbox,
   * which covers everything completely.
   */
  readonly creditors: () => number
  /** The sandbox takes its test documents only, and may show one as to a caller without some scope. */
  readonly accepts: (document: DocumentNumber) => boolean
  readonly withheldScopes: (document: DocumentNumber) => readonly string[]
  readonly readListings: (
    clientId: string,
    document: DocumentNumber,
    today: Day,
  ) => Awaitable<DocumentListings>
}

/** Where the reports of a client come from. */
export const sourcesFor = (
  environment: Pick<ReportEnvironment, 'sources' | 'withDeclared'>,
  { sources: terms }: ClientContract,
): readonly Source[] =>
  terms === undefined || environment.withDeclared === undefined
    ? environment.sources
    : environment.withDeclared(terms)
