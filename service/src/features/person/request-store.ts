import type { RequestKind, RequestState } from '@lastro/contract/person/request-codes.ts'
import type { Day } from '@lastro/rules/calendar/day.ts'
import type { PersonRequest, RequestEnd } from '@lastro/rules/person/request.ts'

export type RequestFilter = {
  readonly state: RequestState
  readonly kind: RequestKind | undefined
  readonly today: Day
  readonly after: { readonly dueOn: Day; readonly id: string } | undefined
  readonly limit: number
}

/** Who watches a document. */
export type WatchOfDocument = {
  readonly clientId: string
  readonly sinceMs: number
  readonly until: Day | undefined
}

/** What people on file asked for. One that is about a listing is opened and settled where the listing is written. */
export type RequestStore = {
  readonly insert: (request: PersonRequest) => Promise<void>
  readonly find: (id: string) => Promise<PersonRequest | undefined>
  /** Newest first. */
  readonly ofDocument: (document: string) => Promise<readonly PersonRequest[]>
  /** Open ones by their deadline, the nearest first; answered ones from the last deadline back. */
  readonly list: (filter: RequestFilter) => Promise<readonly PersonRequest[]>
  /** False when it has ended already: nothing was written. */
  readonly end: (id: string, end: RequestEnd, nowMs: number) => Promise<boolean>
  /** Marks those whose deadline has passed; says which. */
  readonly markOverdue: (today: Day, nowMs: number) => Promise<readonly string[]>
  readonly countOverdue: (today: Day) => Promise<number>
  readonly watchesOf: (document: string) => Promise<readonly WatchOfDocument[]>
}
