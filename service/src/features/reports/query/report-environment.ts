import type { Day } from '@lastro/rules/calendar/day.ts'
import type { DocumentNumber } from '@lastro/rules/documents/document-number.ts'
import type { HeldDebt } from '@lastro/rules/reports/merging/held-here.ts'
import type { Awaitable } from '../../../http/route.ts'
import type { PrecedenceTable } from '../precedence.ts'
import type { Source } from '../source.ts'
import type { ShownListing } from './add-listings.ts'

/** What an environment adds to a query: where its answers come from and which documents it takes. */
export type ReportEnvironment = {
  readonly sources: readonly Source[]
  readonly precedence: PrecedenceTable
  /** The sandbox takes its test documents only, and may show one as to a caller without some scope. */
  readonly accepts: (document: DocumentNumber) => boolean
  readonly withheldScopes: (document: DocumentNumber) => readonly string[]
  /** The published listings that this caller's report on a document shows now. */
  readonly readListings: (
    clientId: string,
    document: DocumentNumber,
    today: Day,
  ) => Awaitable<readonly ShownListing[]>
  /** The debts of a document that have a listing here, shown or not: no other bureau's word on them is taken. */
  readonly readHeld: (clientId: string, document: DocumentNumber) => Awaitable<readonly HeldDebt[]>
}
