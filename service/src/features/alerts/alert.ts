import type { AlertEvent } from '@lastro/contract/alerts/alert-events.ts'
import type { DeliveryState, OccurrenceData } from '@lastro/contract/alerts/alerts.ts'
import type { Language } from '@lastro/contract/text.ts'
import type { Day } from '@lastro/rules/calendar/day.ts'
import type { Register } from '@lastro/rules/listings/register.ts'

/** Undefined stands for all, those of tomorrow too. */
export type EventChoice = readonly AlertEvent[] | undefined

/** A client watches a document: one registration for each client and document. */
export type WatchedDocument = {
  readonly id: string
  readonly register: Register
  readonly clientId: string
  readonly document: string
  readonly events: EventChoice
  readonly label: string | undefined
  /** The last day on which it is watched. */
  readonly until: Day | undefined
  /** The client's policy that runs again when something changes, by its name. */
  readonly policy: string | undefined
  readonly version: number
  readonly createdAtMs: number
  /** Names the request that made it, so that a repeat after a crash finds it. */
  readonly requestKey: string | undefined
}

/** `unconfirmed` gets nothing but the question whether it wants to. */
export type EmailState = 'unconfirmed' | 'active' | 'paused' | 'unsubscribed'

export type AlertEmail = {
  readonly id: string
  readonly register: Register
  readonly clientId: string
  readonly address: string
  readonly events: EventChoice
  /** Undefined stands for all. */
  readonly documents: readonly string[] | undefined
  readonly digest: Digest
  readonly language: Language
  readonly state: EmailState
  /** Why it is paused: the client asked, or its server refused too often; and the server's words. */
  readonly pausedReason: PausedReason | undefined
  readonly pausedDetail: string | undefined
  /** Mails that were refused for good since the last that was taken. */
  readonly bounces: number
  /** When the last mail that had been taken came back, by the machine's clock. */
  readonly bounceReportedAtMs: number | undefined
  readonly confirmedAtMs: number | undefined
  readonly version: number
  readonly createdAtMs: number
  readonly requestKey: string | undefined
}

/** A mail for each alert, or one a day with all of them. */
export type Digest = 'each' | 'daily'
export type PausedReason = 'client' | 'bounced'

/** One event for one client. The id is made of change and client, so that no change is told twice. */
export type Occurrence = {
  readonly id: string
  readonly register: Register
  readonly clientId: string
  readonly document: string
  readonly event: AlertEvent
  readonly registrationId: string
  readonly label: string | undefined
  readonly data: OccurrenceData
  /** `id:version` of the listing it shows, for the trail; empty when it shows none. */
  readonly shown: string
  /** Grows with each of the client's occurrences of this document. */
  readonly sequence: number
  /** By the clock of its register. */
  readonly createdAtMs: number
  readonly recordedAtMs: number | undefined
}

export type TargetKind = 'webhook' | 'email'

/** An occurrence on its way to one target. */
export type Delivery = {
  readonly occurrenceId: string
  readonly targetKind: TargetKind
  readonly targetId: string
  readonly register: Register
  readonly document: string
  readonly sequence: number
  /** Waits to go out together with others. */
  readonly isDigest: boolean
  readonly state: DeliveryState
  /** All attempts there were. */
  readonly attempts: number
  /** How many of them since it was last put on its way; a resend begins again at 0. */
  readonly step: number
  /** By the machine's clock, also in a sandbox: a sandbox that moves ahead brings it nearer. */
  readonly dueAtMs: number
  /** Who holds it, by when they have to be done with it; 0 for nobody. */
  readonly claimedUntilMs: number
  readonly lastStatus: number | undefined
  readonly settledAtMs: number | undefined
}

/** Which sending an attempt belongs to: the same through all its tries, and another after a resend. */
export const sendingNumber = ({ attempts, step }: Pick<Delivery, 'attempts' | 'step'>): number =>
  attempts - step

/** What came of one attempt. */
export type Attempt = {
  /** By the clock of its register. */
  readonly atMs: number
  readonly status: number | undefined
  readonly error: string | undefined
  readonly excerpt: string | undefined
}
