import type { ListingSection, ListingState } from '@lastro/contract/listings/listing-codes.ts'
import type { Day } from '@lastro/rules/calendar/day.ts'
import type { SoughtDebt } from '@lastro/rules/listings/insertion/debt-identity.ts'
import type { Draft, HistoryEntry, Listing, NoticeRecord } from '@lastro/rules/listings/listing.ts'
import type { Register } from '@lastro/rules/listings/register.ts'
import type { HeldDebt } from '@lastro/rules/reports/merging/held-here.ts'
import type { NewOutboxRow } from '../../jobs/outbox.ts'

/** A debt as it is kept. */
export type KeptDebt = { readonly principal: Listing; readonly guarantors: readonly Listing[] }

/** Whose debt is meant: `clientId` is undefined for the operator, who sees them all. */
export type DebtKey = {
  readonly register: Register
  readonly clientId: string | undefined
  readonly id: string
}

export type ListingFilter = {
  readonly register: Register
  readonly clientId: string | undefined
  readonly state?: ListingState
  readonly document?: string
  readonly contractId?: string
  /** Whether a dispute of it, or of one of its guarantors, waits for an answer. */
  readonly disputed?: boolean
  /** Whether it was refused: tried, and never listed. */
  readonly refused?: boolean
  /** Those that the operator has to look at, in whatever state. */
  readonly toReview?: true
  /** Guarantors too; otherwise principals alone. */
  readonly withGuarantors?: true
  readonly fromMs?: number
  readonly untilMs?: number
  readonly limit: number
  readonly after?: { readonly createdAtMs: number; readonly id: string }
}

/** So many listings alike. */
export type ListingGroup = {
  readonly state: ListingState
  readonly isInReview: boolean
  readonly count: number
  readonly amountCents: bigint
  /** Of those whose dispute waits for an answer: by when the first needs one. */
  readonly answerBy: Day | undefined
  /** Of those that were paid and still stand: when the first was. */
  readonly paidOn: Day | undefined
}

/** The listings of a document as a report needs them. */
export type DocumentListings = {
  /** Those that its readers may see. */
  readonly shown: readonly ReadableListing[]
  /** The debts that are ours to tell, seen or not, ended ones too. */
  readonly held: readonly HeldDebt[]
}

/** What a report shows of a listing. */
export type ReadableListing = {
  readonly id: string
  readonly version: number
  readonly section: ListingSection
  readonly occurrenceDate: Day
  readonly legalNatureId: string
  readonly legalNature: string
  readonly contractId: string
  readonly creditorName: string
  readonly amount: string
  readonly legalSquare: string | undefined
  readonly federalUnit: string | undefined
  readonly isPrincipal: boolean
  readonly isSubJudice: boolean
  /** Disputed by the debtor, and not answered yet. */
  readonly isDisputed: boolean
}

/** What was there when new listings were decided on. */
export type KnownDebts = {
  readonly register: Register
  readonly debts: readonly SoughtDebt[]
  readonly listings: readonly Listing[]
}

/** Everything of a change, written together or not at all. */
export type Saving = { readonly drafts: readonly Draft[]; readonly outbox: readonly NewOutboxRow[] }

export type ListingStore = {
  /**
   * Every listing of these debts, ended ones included, of those with a similar contract number, and of those of the same
   * parties with the same terms.
   */
  readonly known: (register: Register, debts: readonly SoughtDebt[]) => Promise<KnownDebts>
  /** False when something came to what was known, or an active listing has the place: nothing was written. */
  readonly insert: (saving: Saving, known: KnownDebts) => Promise<boolean>
  /** False when somebody else's change came first: nothing was written. */
  readonly save: (saving: Saving) => Promise<boolean>
  readonly findDebt: (key: DebtKey) => Promise<KeptDebt | undefined>
  /**
   * Of these, those whose mailbox was given in the register for somebody with another document, by a listing that was
   * not refused: `mailbox document` of each.
   */
  readonly sharedMailboxes: (
    register: Register,
    parties: readonly { readonly mailbox: string; readonly document: string }[],
  ) => Promise<ReadonlySet<string>>
  /** One listing by its id, principal or guarantor, whosever it is: for jobs, never for a caller. */
  readonly findListing: (id: string) => Promise<Listing | undefined>
  /** Those of a client that have these ids. */
  readonly findListings: (of: {
    readonly register: Register
    readonly clientId: string
    readonly ids: readonly string[]
  }) => Promise<readonly Listing[]>
  readonly list: (filter: ListingFilter) => Promise<readonly Listing[]>
  /** A client's principals by what they have in common: few rows, however many listings. */
  readonly groups: (of: {
    readonly register: Register
    readonly clientId: string
  }) => Promise<readonly ListingGroup[]>
  readonly history: (listingId: string) => Promise<readonly HistoryEntry[]>
  readonly notices: (listingId: string) => Promise<readonly NoticeRecord[]>
  readonly findNotice: (id: string) => Promise<NoticeRecord | undefined>
  /** Keeps the words of a notice before they leave; false when it is not to leave any more. */
  readonly keepNotice: (record: NoticeRecord) => Promise<boolean>
  /** What a report on a document has to know on a day: one indexed read. The embedded engine has it at hand. */
  readonly forReport: (
    register: Register,
    document: string,
    today: Day,
  ) => DocumentListings | Promise<DocumentListings>
  /** How many creditors of a register have ever had a debt accepted. */
  readonly countCreditors: (register: Register) => Promise<number>
  /** Debts (by their principal's id) to which something has fallen due. */
  readonly dueDebts: (due: {
    readonly register: Register
    readonly clientId: string | undefined
    readonly today: Day
    readonly limit: number
  }) => Promise<readonly string[]>
  /** Documents in production that somebody watches and that have a listing which may still change, in their order. */
  readonly watchedDocuments: (page: {
    readonly after: string
    readonly limit: number
  }) => Promise<readonly string[]>
  /** Sandbox registers in which something will ever fall due. */
  readonly sandboxRegisters: () => Promise<readonly Register[]>
  /** Letters that were handed over to be posted and are in no lot yet. */
  readonly lettersWithoutLot: (limit: number) => Promise<readonly NoticeRecord[]>
  readonly putInLot: (noticeIds: readonly string[], lot: string) => Promise<void>
  readonly noticesInLot: (lot: string) => Promise<readonly NoticeRecord[]>
  /**
   * The letters of a lot that are still to be sent. One of a debt that was paid, suspended or ended since is taken from
   * the lot; what was posted stays on record with it.
   */
  readonly lotAgain: (
    lot: string,
  ) => Promise<{ readonly letters: readonly NoticeRecord[]; readonly leftOut: number }>
}

/** How far each sandbox client has moved its clock. */
export type SandboxClockStore = {
  readonly offsetMs: (clientId: string) => Promise<number>
  /** Moves it on; false when it stands at another offset by now. */
  readonly advance: (clientId: string, offsets: { fromMs: number; toMs: number }) => Promise<boolean>
}
