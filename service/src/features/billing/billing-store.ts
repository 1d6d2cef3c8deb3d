import type { Environment } from '@lastro/contract/clients/credentials.ts'
import type { BillingTerms, EntryAmount } from '@lastro/rules/billing/statement.ts'
import type { Day } from '@lastro/rules/calendar/day.ts'
import type { MonthSpan } from '@lastro/rules/calendar/month.ts'

/** Money given or asked besides usage. It is never changed; another entry takes it back. */
export type AccountEntry = EntryAmount & {
  readonly id: string
  readonly clientId: string
  /** The month it is about. It counts in the one in which it was recorded. */
  readonly month: string
  readonly reason: string
  readonly atMs: number
  /** Who recorded it. */
  readonly userId: string
  readonly userName: string
  /** The entry that this one takes back. */
  readonly reverses: string | undefined
}

export type NewEntry = AccountEntry & {
  /** Names the request that made it, so that its repeat finds it. */
  readonly requestKey: string | undefined
}

/** Alerts raised for a client, or listings that it inserted, on a day of São Paulo. */
export type ServiceCount = { readonly day: Day; readonly product: string; readonly count: number }

export type Owner = { readonly environment: Environment; readonly clientId: string }

export type BillingStore = {
  /** The terms that held before a time; undefined where none were set by then. */
  readonly termsBefore: (clientId: string, beforeMs: number) => Promise<BillingTerms | undefined>
  /** The entry as it is kept: of a request that came since then, the one it made. `reversed` when another took it back first. */
  readonly addEntry: (entry: NewEntry, keysSinceMs: number) => Promise<AccountEntry | 'reversed'>
  readonly findEntry: (clientId: string, id: string) => Promise<AccountEntry | undefined>
  /** Those recorded in a span, in the order in which they were. */
  readonly entriesIn: (clientId: string, span: MonthSpan) => Promise<readonly AccountEntry[]>
  readonly servicesIn: (owner: Owner, span: MonthSpan) => Promise<readonly ServiceCount[]>
}
