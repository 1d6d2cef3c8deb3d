import type { OccurrenceData } from '@lastro/contract/alerts/alerts.ts'
import type { Creditor } from '@lastro/contract/clients/client-contract.ts'
import type {
  ListingChange,
  ListingSection,
  ListingState,
  RefusalCode,
  ReleaseReason,
  ReviewCause,
} from '@lastro/contract/listings/listing-codes.ts'
import type { ListingAddress, ListingContact } from '@lastro/contract/listings/listings.ts'
import type { Day } from '../calendar/day.ts'
import type { Cents } from '../money/cents.ts'
import type { PersonRequest } from '../person/request.ts'
import type { ChannelName, Notice, NoticeFacts } from './notices/notice.ts'
import type { Register } from './register.ts'

/** One person or company with one debt: the principal debtor, or one of its guarantors. */
export type Listing = {
  readonly id: string
  readonly register: Register
  readonly clientId: string
  /** Of a guarantor: the listing that it backs. */
  readonly principalId: string | undefined
  readonly state: ListingState
  readonly version: number
  readonly createdAtMs: number

  readonly document: string
  readonly name: string
  readonly birthDate: Day | undefined
  readonly address: ListingAddress
  readonly contact: ListingContact

  /** A guarantor's copy of its principal's debt, changed in the same commit. */
  readonly creditor: Creditor | undefined
  readonly contractId: string | undefined
  readonly legalNatureId: string
  readonly section: ListingSection
  readonly legalSquare: string | undefined
  readonly amountCents: Cents
  readonly dueDate: Day
  /** What it was before each change of amount or due date: by these others may still tell it. */
  readonly formerDebts: readonly FormerDebt[]
  readonly subJudice: boolean
  /** The number of the court case, if the creditor gave it. */
  readonly courtCase: string | undefined

  /** The notice under way, or the one that was delivered. */
  readonly notice: CurrentNotice | undefined
  readonly deliveredOn: Day | undefined
  readonly waitingEndsOn: Day | undefined
  readonly publishOn: Day | undefined
  /** When it was first readable; undefined while it never was. */
  readonly publishedOn: Day | undefined
  readonly expiresOn: Day
  readonly paidOn: Day | undefined
  readonly isReminded: boolean
  readonly refusal: RefusalCode | undefined
  /** Why the operator has to look; `moreReviews` are looked at after it, `reviewed` were looked at. */
  readonly review: ReviewCause | undefined
  readonly moreReviews: readonly ReviewCause[]
  readonly reviewed: readonly ReviewCause[]
  readonly release: ReleaseReason | undefined
  readonly suspension: Suspension | undefined
  readonly dispute: Dispute | undefined
  /** The listing of before that a refusal or a review goes back to. */
  readonly earlier: EarlierListing | undefined
  /** The operator lets the same debt come again. */
  readonly lifted: Lifted | undefined
  /** What readers were told of it; undefined while it never could be read. */
  readonly told: LastTold | undefined
  /** Names the request that made it, so that a repeat after a crash finds it. */
  readonly requestKey: string | undefined
}

/** An amount as reports write it, and the due date that went with it. */
export type FormerDebt = { readonly amount: string; readonly dueDate: Day }

/** `isOwn`: the client that sent this one sent that one too, and may be told its id. */
export type EarlierListing = { readonly id: string; readonly isOwn: boolean }

export type Lifted = { readonly on: Day; readonly courtOrder?: string }

/** A listing as a report shows it. */
export type ShownListing = NonNullable<OccurrenceData['listing']>

export type LastTold = {
  /** As it could last be read; undefined of one that was hidden before this was kept. */
  readonly shown: ShownListing | undefined
  /** The last moment at which it could be read; undefined while it can. */
  readonly untilMs: number | undefined
  /** Its end was told, and nothing comes after that; unless a load that had ended it takes that back. */
  readonly isOver: boolean
  /** How often a load has ended it for its readers; absent while none has. */
  readonly lapseCount?: number
}

export type CurrentNotice = {
  readonly id: string
  readonly channel: ChannelName
  /** Channels already used for this notice, this one included. */
  readonly tried: readonly ChannelName[]
}

export type Suspension = {
  readonly courtOrder: string
  readonly since: Day
  readonly by: 'creditor' | 'operator'
}

export type Dispute = {
  readonly statement: string
  readonly openedOn: Day
  readonly dueOn: Day
  readonly isOverdue: boolean
  /** `unanswered`: the creditor said nothing in ten days, and the bureau released it. */
  readonly outcome: 'upheld' | 'rejected' | 'unanswered' | undefined
  readonly answer: string | undefined
  /** The request of the person on file that opened it; absent where the creditor recorded it. */
  readonly requestId?: string
  /** Rejected, because what was wrong has been put right meanwhile. */
  readonly isCorrected?: true
}

/** Who changed it: the creditor's client, a person of the operator, the person on file, or time and the post. */
export type Actor = 'bureau' | 'person' | `client:${string}` | `operator:${string}`

/** One change: one line of history, one version. */
export type HistoryEntry = {
  readonly version: number
  readonly atMs: number
  /** The day it took effect; a job that runs late records the day on which it fell due. */
  readonly on: Day
  readonly change: ListingChange
  readonly state: ListingState
  readonly actor: Actor
  readonly cause: string | undefined
  /** What a report shows of this version; absent while nobody could read it, and where it was not kept yet. */
  readonly shown?: ShownListing
}

/** `returned`: a letter that was posted and came back, which still counts. `failed`: it counts for nothing. */
export type NoticeStatus = 'queued' | 'sent' | 'delivered' | 'returned' | 'failed' | 'dropped'

/** A notice as it is kept: the exact words, the way they went and what came of it. */
export type NoticeRecord = {
  readonly id: string
  readonly listingId: string
  readonly register: Register
  /** The version of the listing that queued it: the order in which they were tried. */
  readonly version: number
  readonly channel: ChannelName
  readonly status: NoticeStatus
  readonly createdAtMs: number
  readonly sentAtMs: number | undefined
  readonly settledOn: Day | undefined
  readonly proof: string | undefined
  /** What was sent; undefined until it is composed. */
  readonly notice: Notice | undefined
}

/** A listing on its way from what is kept to what will be kept, with everything that goes along. */
export type Draft = {
  /** The version that was read; undefined for a new one. */
  readonly keptVersion: number | undefined
  readonly listing: Listing
  readonly entries: readonly HistoryEntry[]
  /** The same changes, with the listing before and after each. */
  readonly steps: readonly Step[]
  readonly notices: readonly NoticeRecord[]
  /** The request that opens its dispute. */
  readonly request?: PersonRequest
}

/** One change of a listing, and from when it holds: by a date from the day's first moment, however late it is recorded. */
export type Step = {
  readonly entry: HistoryEntry
  readonly before: Listing
  readonly after: Listing
  readonly fromMs: number
  readonly isByDate: boolean
}

/** A debt is decided on as a whole: the principal and all its guarantors. */
export type Debt = { readonly principal: Draft; readonly guarantors: readonly Draft[] }

export const draftOf = (listing: Listing): Draft => ({
  keptVersion: listing.version,
  listing,
  entries: [],
  steps: [],
  notices: [],
})

export const draftsOf = ({ principal, guarantors }: Debt): readonly Draft[] => [principal, ...guarantors]

export const hasChanged = ({ keptVersion, listing }: Draft): boolean => keptVersion !== listing.version

/** When and by whom something is decided. `today` is São Paulo's day at `nowMs`. */
export type Moment = {
  readonly today: Day
  readonly nowMs: number
  readonly actor: Actor
  /** A date has done it, and it holds from the first moment of its day. */
  readonly isByDate?: true
}

/** What the bureau has at hand for a notice. */
export type Means = {
  readonly newId: () => string
  /** The channels that reach a person, in the order in which they are tried. */
  readonly channelsFor: (listing: Listing) => readonly ChannelName[]
  readonly compose: (facts: NoticeFacts) => Notice
  /** How long a debtor of this state has, from the day after the notice. */
  readonly waitingDaysIn: (state: string) => number
  readonly howToContest: string
}
