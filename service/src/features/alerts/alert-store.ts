import type { AlertEvent } from '@lastro/contract/alerts/alert-events.ts'
import type { DeliveryState } from '@lastro/contract/alerts/alerts.ts'
import type { ClientContract } from '@lastro/contract/clients/client-contract.ts'
import type { Register } from '@lastro/rules/listings/register.ts'
import type { NewOutboxRow, OutboxRow } from '../../jobs/outbox.ts'
import type {
  AlertEmail,
  Attempt,
  Delivery,
  EventChoice,
  Occurrence,
  TargetKind,
  WatchedDocument,
} from './alert.ts'
import type { Allowance, AllowanceStore, UsedUp } from './allowance.ts'

/** Whose it must be. Another client's is as unknown as one that never was. */
export type OwnedKey = { readonly register: Register; readonly clientId: string; readonly id: string }

export type Page = {
  readonly register: Register
  readonly clientId: string
  readonly limit: number
  readonly after: { readonly createdAtMs: number; readonly sequence: number; readonly id: string } | undefined
}

export type WatchedDocumentStore = {
  /** One for each client and document: an existing one is left as it is, and returned. Their policies are to be run. */
  readonly insert: (
    documents: readonly WatchedDocument[],
    machineMs: number,
  ) => Promise<readonly { readonly kind: 'inserted' | 'existing'; readonly document: WatchedDocument }[]>
  readonly find: (key: OwnedKey) => Promise<WatchedDocument | undefined>
  readonly list: (
    page: Page & { readonly document: string | undefined; readonly event: AlertEvent | undefined },
  ) => Promise<readonly WatchedDocument[]>
  /** False when it has another version by now. A policy that was not there before is to be run first of all. */
  readonly update: (next: WatchedDocument, keptVersion: number, machineMs: number) => Promise<boolean>
  readonly remove: (key: OwnedKey) => Promise<boolean>
}

export type EmailStore = {
  /** With the row that asks its owner; an existing one is left as it is, and returned. */
  readonly insert: (
    email: AlertEmail,
    outbox: readonly NewOutboxRow[],
    limits: {
      readonly countMax: number
      /** Of asking owners; what exists already takes none. */
      readonly allowances: readonly Allowance[]
      readonly nowMs: number
    },
  ) => Promise<
    | { readonly kind: 'inserted' }
    | { readonly kind: 'existing'; readonly email: AlertEmail }
    | { readonly kind: 'too_many' }
    | { readonly kind: 'too_often'; readonly usedUp: UsedUp }
  >
  readonly find: (key: OwnedKey) => Promise<AlertEmail | undefined>
  /** For jobs and for links in e-mails, never for a caller. */
  readonly findAny: (id: string) => Promise<AlertEmail | undefined>
  readonly list: (page: Page) => Promise<readonly AlertEmail[]>
  /** False when it has another version by now. What can no longer be sent to it is dropped in the same commit. */
  readonly update: (next: AlertEmail, keptVersion: number, moment: EventMoment) => Promise<boolean>
  /**
   * As `update`, once for each mail: the deliveries it held have failed, in the same commit. One that is on its way
   * again stays so. `busy` while it is being sent and nobody has written down that it was taken.
   */
  readonly bounce: (
    next: AlertEmail,
    keptVersion: number,
    mail: ReturnedMail,
  ) => Promise<'recorded' | 'known' | 'changed' | 'busy'>
  /** With what waits to be sent to it. */
  readonly remove: (key: OwnedKey, moment: EventMoment) => Promise<boolean>
  readonly addToken: (token: EmailToken) => Promise<void>
  readonly findToken: (hash: string) => Promise<EmailToken | undefined>
  readonly forgetTokens: (expiredBeforeMs: number) => Promise<number>
}

/** A mail that its relay had taken, and that came back. */
export type ReturnedMail = {
  /** Takes its one report, so that it counts once. */
  readonly once: Allowance
  /** The first of what it told, and which sending of it; undefined where it told nothing. */
  readonly told: { readonly occurrenceId: string; readonly sending: number } | undefined
  readonly attempt: Attempt
  readonly moment: EventMoment
}

export type EmailToken = {
  readonly hash: string
  readonly emailId: string
  readonly purpose: 'confirm' | 'unsubscribe'
  readonly expiresAtMs: number
}

/** Where a client's alerts may go, as the fan-out needs to know it. */
export type AlertTarget = {
  readonly kind: TargetKind
  readonly id: string
  readonly clientId: string
  readonly events: EventChoice
  readonly documents: readonly string[] | undefined
  readonly isDigest: boolean
}

/** A registration that an event reaches, with what decides whether its client may be told. */
export type Watcher = {
  readonly registration: WatchedDocument
  readonly contract: ClientContract
  readonly isRevoked: boolean
  readonly targets: readonly AlertTarget[]
  /** The listings of the document that its client was alerted of; looked up for those that began late alone. */
  readonly told?: ReadonlySet<string>
}

export type NewDelivery = Pick<Delivery, 'targetKind' | 'targetId' | 'isDigest' | 'dueAtMs'>

/** What an event becomes for one client; the store adds the sequence. */
export type NewOccurrence = {
  readonly occurrence: Omit<Occurrence, 'sequence' | 'recordedAtMs'>
  readonly deliveries: readonly NewDelivery[]
}

/** What an event becomes for one who watches; undefined when it is not for them. */
export type DecideOccurrence = (
  event: OutboxRow,
  watcher: Watcher,
  moment: EventMoment,
) => NewOccurrence | undefined

/** What is to be done besides for one who watches; undefined when nothing is. */
export type Follow = (event: OutboxRow, watcher: Watcher, moment: EventMoment) => NewOutboxRow | undefined

/** The time by the machine, and in the register of the event: a sandbox may have moved its own. */
export type EventMoment = { readonly machineMs: number; readonly nowMs: number }

export type OccurrenceStore = {
  /**
   * Turns waiting events into occurrences with their deliveries and marks them done, in one commit: a crash leaves
   * them as they were. One process at a time; another one that comes meanwhile gets 0, or waits where `isAwaited`.
   * Says how many events it took.
   */
  readonly fanOut: (
    request: {
      readonly register: Register | undefined
      readonly isAwaited: boolean
      readonly limit: number
      readonly nowMs: number
    },
    decide: DecideOccurrence,
    follow: Follow,
  ) => Promise<number>
  readonly find: (key: OwnedKey) => Promise<Occurrence | undefined>
  readonly list: (
    page: Page & { readonly document: string | undefined; readonly event: AlertEvent | undefined },
  ) => Promise<readonly Occurrence[]>
  readonly deliveries: (
    occurrenceId: string,
  ) => Promise<readonly { readonly delivery: Delivery; readonly attempts: readonly Attempt[] }[]>
  /** Notes that its first sending is on record in the trail. */
  readonly recorded: (id: string, nowMs: number) => Promise<void>
  /** Puts it on its way again to these targets: anew, or for the first time. */
  readonly resend: (
    occurrence: Occurrence,
    deliveries: readonly NewDelivery[],
    nowMs: number,
  ) => Promise<void>
  /** Who was alerted of a document with a listing, as `id:version`, whether or not it was sent: it can be read. */
  readonly alertedOf: (of: {
    readonly register: Register
    readonly document: string
  }) => Promise<readonly { readonly clientId: string; readonly shown: string }[]>
  /** Who watches a document of a register. */
  readonly watchersOf: (of: {
    readonly register: Register
    readonly document: string
  }) => Promise<readonly Watcher[]>
  /** The targets that a client has now. */
  readonly targets: (clientId: string) => Promise<readonly AlertTarget[]>
}

export type ClaimDeliveries = {
  readonly kind: TargetKind
  /** Only those of one register, where a sandbox has moved its clock. */
  readonly register: Register | undefined
  /** Only those to one target, or to any but these: one that is slow takes no more than its share. */
  readonly onlyTarget?: string
  readonly exceptTargets?: readonly string[]
  readonly nowMs: number
  readonly claimedUntilMs: number
  readonly limit: number
}

/** Those that go out together: of each of `limit` targets the earliest, up to so many. */
export type ClaimDigests = Omit<ClaimDeliveries, 'onlyTarget' | 'exceptTargets'> & {
  readonly perTarget: number
}

export type ClaimedDelivery = { readonly delivery: Delivery; readonly occurrence: Occurrence }

/** How a delivery goes on after an attempt. */
export type Settlement =
  | { readonly state: Exclude<DeliveryState, 'pending'> }
  | { readonly state: 'pending'; readonly dueAtMs: number }

export type DeliveryStore = {
  /**
   * Takes deliveries that are due and that nobody holds. Of one document and target only the earliest is given out,
   * so that they arrive in order.
   */
  readonly claim: (request: ClaimDeliveries) => Promise<readonly ClaimedDelivery[]>
  readonly claimDigests: (request: ClaimDigests) => Promise<readonly ClaimedDelivery[]>
  /**
   * Writes down an attempt and what follows from it. Those behind it wait at least as long. A delivery that was
   * dropped meanwhile stays dropped, and one that was put on its way again stays on it. `machineMs`: when, by the
   * machine's clock.
   */
  readonly settle: (
    delivery: Delivery,
    attempt: Attempt,
    settlement: Settlement,
    machineMs: number,
  ) => Promise<void>
  /** Gives it back without an attempt, to be sent at this time; as far as it is still held by this claim. */
  readonly postpone: (delivery: Delivery, dueAtMs: number) => Promise<void>
  /** Gives back those that are still held by their claim, for anyone to take. */
  readonly giveBack: (deliveries: readonly Delivery[]) => Promise<void>
  /** Nothing more is sent to this target; or no alerts, and corrections still are. */
  readonly drop: (targetId: string, moment: EventMoment, what?: 'alerts') => Promise<void>
  /** A sandbox has moved its clock ahead: what waits in it comes nearer. */
  readonly bringNearer: (register: Register, byMs: number) => Promise<void>
  /** Forgets some of those that ended before this time, with their attempts; says how many. */
  readonly forget: (endedBeforeMs: number, limit: number) => Promise<number>
  /** Gives back what nobody holds any more, for a store that one service holds. */
  readonly abandon: () => Promise<void>
}

/** Everything of alerts that is kept but webhooks, which have a port of their own. */
export type AlertStore = {
  readonly documents: WatchedDocumentStore
  readonly emails: EmailStore
  readonly occurrences: OccurrenceStore
  readonly deliveries: DeliveryStore
  readonly allowances: AllowanceStore
}
