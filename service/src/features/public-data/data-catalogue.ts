import type { Day } from '@lastro/rules/calendar/day.ts'
import type { Accounting } from './accounting.ts'

/** The snapshots that there are, and which of each set is served; kept in the live store. */
export type DataCatalogue = {
  /** Newest data first in each set. */
  readonly list: (dataSet?: string) => Promise<readonly Snapshot[]>
  readonly find: (id: string) => Promise<Snapshot | undefined>
  /** What every service asks every two seconds. */
  readonly served: () => Promise<readonly ServedSnapshot[]>
  readonly begin: (snapshot: NewCatalogueSnapshot) => Promise<void>
  /** How far an import is; nothing happens to one that is no longer building. */
  readonly progress: (id: string, progress: ImportProgress, nowMs: number) => Promise<void>
  /**
   * Its import is done: it is ready, and served from now on, in one commit with the row of the outbox. False where newer
   * data is served or the operator has to accept it first: then it is only ready, until `use`.
   */
  readonly finish: (id: string, result: ImportResult, nowMs: number) => Promise<boolean>
  /** Serves another that is ready; false where it is not. The same commit tells of it. */
  readonly use: (id: string, nowMs: number) => Promise<boolean>
  /**
   * From now on it cannot be served, and its data may go; false where it is served. One that is left so is as one that
   * was never finished: the next import removes it.
   */
  readonly retire: (id: string) => Promise<boolean>
  /** Forgets one that is not served; false where it is, or is unknown. */
  readonly remove: (id: string) => Promise<boolean>
  /** Forgets all of them, as after a restore without their files: nothing is served, told of or compared. */
  readonly forgetAll: () => Promise<void>
  /** Snapshots that are still to be compared: by a switch not yet told of, or as the ones told last. */
  readonly awaited: () => Promise<readonly string[]>
}

export type ServedSnapshot = {
  /** Also its location: `receita-2026-10`, and `receita-2026-10-2` for the same month imported again. */
  readonly id: string
  readonly dataSet: string
  readonly period: string
  readonly date: Day
}

export type Snapshot = ServedSnapshot & {
  readonly state: 'building' | 'ready'
  readonly isServed: boolean
  readonly startedAtMs: number
  /** The last sign of life of an import that is building. */
  readonly seenAtMs: number
  readonly importedAtMs: number | undefined
  readonly progress: ImportProgress | undefined
  readonly accounting: Accounting | undefined
  readonly sizeBytes: number | undefined
}

export type NewCatalogueSnapshot = ServedSnapshot & { readonly startedAtMs: number }

export type ImportProgress = {
  readonly step: 'reading' | 'writing'
  readonly rows: number
  /** Of the whole, from 0 to 1. */
  readonly share: number
}

/** An import under way says how far it is at least every two seconds; one that has said nothing for so long stopped. */
export const silentImportMs = 30_000

export type ImportResult = {
  readonly accounting: Accounting
  readonly sizeBytes: number
  readonly needsAcceptance?: boolean
}

/** What the outbox says once another snapshot is served. */
export const switchedTopic = 'data.switched'

export type DataSwitched = {
  readonly dataSet: string
  /** Ids of snapshots; null before the first. */
  readonly from: string | null
  readonly to: string
  /** Whether the data is newer than before. It is not when an operator goes back, nor for the same day again. */
  readonly isForward: boolean
}
