import type { Day } from '../../calendar/day.ts'
import type { DocumentNumber } from '../../documents/document-number.ts'
import type { Cents } from '../../money/cents.ts'

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

/** What a letter is printed from, whatever it tells. */
export type Letter = NoticeText & Pick<NoticeFacts, 'id' | 'recipient'>

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
