import type { ChannelName, Notice, Recipient } from '@lastro/rules/listings/notices/notice.ts'

/** A way to a recipient. It never throws for what happens on the way: the outcome says it. */
export type Channel = {
  readonly name: ChannelName
  /** Whether there is an address to send to; a channel that does not reach is passed over, not failed. */
  readonly reaches: (recipient: Recipient) => boolean
  readonly send: (notice: Notice) => Promise<NoticeOutcome>
}

export type NoticeOutcome =
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
