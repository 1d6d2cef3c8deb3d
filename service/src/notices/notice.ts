import type { Day } from '../calendar/day.ts'
import type { DocumentNumber } from '../documents/document-number.ts'
import type { Cents } from '../money/cents.ts'

/** What one person is told in writing, by us, before a debt of theirs may be published. */
export type Notice = NoticeFacts & NoticeText

/** Everything that the text has to name. `composeNotice` makes the text of it. */
export type NoticeFacts = {
  readonly id: string
  readonly recipient: Recipient
  /** A guarantor is told whose debt it is. */
  readonly role:
    | { readonly kind: 'principal' }
    | { readonly kind: 'guarantor'; readonly principalName: string }
  readonly creditor: { readonly name: string; readonly document: DocumentNumber }
  readonly debt: NoticedDebt
  /** The day on which it was composed. */
  readonly writtenOn: Day
  readonly waitingDays: number
  /** The last day to pay or contest, were the notice delivered on the day it was written; never later than the true one. */
  readonly deadline: Day
  /** Where and how the debtor contests, in the operator's words. */
  readonly howToContest: string
}

export type NoticedDebt = {
  readonly contractId: string
  /** The label of its nature: CRED CARTAO. */
  readonly legalNature: string
  readonly amountCents: Cents
  readonly dueDate: Day
}

/** The exact words that were sent, and the SHA-256 (hex) of `text` in UTF-8. */
export type NoticeText = { readonly subject: string; readonly text: string; readonly sha256: string }

export type Recipient = {
  readonly name: string
  /** Shown masked. */
  readonly document: DocumentNumber
  readonly address: PostalAddress | undefined
  readonly email: string | undefined
}

export type PostalAddress = {
  readonly addressLine: string
  readonly number?: string
  readonly complement?: string
  readonly district: string
  readonly city: string
  readonly state: string
  readonly zipCode: string
}

/** In the order in which they are tried. */
export const channelNames = ['email', 'letter'] as const
export type ChannelName = (typeof channelNames)[number]

/** A way to a recipient. It never throws for what happens on the way: the outcome says it. */
export type Channel = {
  readonly name: ChannelName
  /** Whether there is an address to send to; a channel that does not reach is passed over, not failed. */
  readonly reaches: (recipient: Recipient) => boolean
  readonly send: (notice: Notice) => Promise<SendOutcome>
}

export type SendOutcome =
  /** Proved: the waiting period begins today. `proof` is the receiving side's own answer. */
  | { readonly kind: 'delivered'; readonly proof: string }
  /** On its way; the proof (a delivery report, a posting) comes later. */
  | { readonly kind: 'sent' }
  /** This channel will not bring it: on to the next one. */
  | { readonly kind: 'failed'; readonly reason: SendFailure; readonly detail: string }
  /** Nothing was decided: the same channel, later. */
  | { readonly kind: 'later'; readonly reason: SendDelay; readonly detail: string }

/** `address_unusable`: not even worth sending. `refused`: the receiving side said no for good. */
export type SendFailure = 'address_unusable' | 'refused'

/**
 * `not_configured`: the operator has not said how. `sender_refused`: the server will not have us, which the operator
 * must mend. `postponed`: the other side asked to wait. `unreachable`: no answer.
 */
export type SendDelay = 'not_configured' | 'sender_refused' | 'postponed' | 'unreachable'
