import type { TargetKind } from '../alerts/alert.ts'

/** What waits of one topic. Counts end at a limit. */
export type TopicCount = {
  readonly topic: string
  readonly waiting: number
  readonly due: number
  readonly failing: number
  /** Since when the oldest waits of what is due or has failed; undefined when all of it is for later. */
  readonly oldestAtMs: number | undefined
}

export type WaitingJob = {
  readonly id: string
  readonly topic: string
  readonly register: string
  readonly clientId: string
  readonly createdAtMs: number
  readonly dueAtMs: number
  readonly claimedUntilMs: number
  readonly attempts: number
  readonly fault: { readonly atMs: number; readonly text: string } | undefined
}

export type DeliveryCount = {
  readonly kind: TargetKind
  readonly waiting: number
  readonly failing: number
  readonly oldestAtMs: number | undefined
}

export type WaitingDelivery = {
  readonly occurrenceId: string
  readonly targetId: string
  readonly kind: TargetKind
  readonly register: string
  readonly clientId: string
  readonly event: string
  readonly createdAtMs: number
  readonly dueAtMs: number
  readonly attempts: number
  readonly lastStatus: number | undefined
  readonly fault: { readonly atMs: number; readonly text: string } | undefined
}

type Page = {
  readonly after: { readonly createdAtMs: number; readonly id: string } | undefined
  readonly limit: number
}

/** What waits to be done and to be sent, as the operator sees it: across all topics, clients and registers. */
export type QueueStore = {
  readonly topics: (nowMs: number, countMax: number) => Promise<readonly TopicCount[]>
  readonly jobs: (topic: string, page: Page) => Promise<readonly WaitingJob[]>
  readonly findJob: (id: string) => Promise<WaitingJob | undefined>
  /** False when it is done, or somebody is at it. */
  readonly retryJob: (id: string, nowMs: number) => Promise<boolean>
  readonly giveUpJob: (id: string, nowMs: number) => Promise<boolean>
  readonly deliveries: (countMax: number) => Promise<readonly DeliveryCount[]>
  /** Those that have failed and wait for another try, in the order of those tries. */
  readonly deliveriesInTrouble: (
    kind: TargetKind | undefined,
    page: Page,
  ) => Promise<readonly WaitingDelivery[]>
  readonly retryDelivery: (occurrenceId: string, targetId: string, nowMs: number) => Promise<boolean>
  readonly giveUpDelivery: (occurrenceId: string, targetId: string, nowMs: number) => Promise<boolean>
}
