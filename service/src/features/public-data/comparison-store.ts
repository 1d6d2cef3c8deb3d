import type { Day } from '@lastro/rules/calendar/day.ts'
import type { DocumentNumber } from '@lastro/rules/documents/document-number.ts'
import type { NewOutboxRow } from '../../jobs/outbox.ts'

/** A snapshot as far as a comparison knows it. */
export type Compared = { readonly id: string; readonly date: Day }

/** How far those who watch companies were told of a data set. */
export type ComparisonProgress = {
  /** The newest snapshot that all of them were told of. */
  readonly told: Compared
  /** The one that they are being told of, and the last document that is done. */
  readonly next: (Compared & { readonly after: string }) | undefined
}

export type ComparisonStore = {
  readonly find: (dataSet: string) => Promise<ComparisonProgress | undefined>
  /**
   * From here on changes are told; nothing is under way any more. Only where it still stands as the caller knows it, who
   * may have been overtaken; false where it does not.
   */
  readonly remember: (dataSet: string, told: Compared, known?: ComparisonProgress) => Promise<boolean>
  /** Takes up a comparison with the one told of; nothing happens where one is under way, or another was told since. */
  readonly begin: (dataSet: string, toldId: string, next: Compared) => Promise<void>
  /** Companies that somebody watches in production, in the order of their numbers, after one of them. */
  readonly watched: (after: string, limit: number) => Promise<readonly DocumentNumber[]>
  /**
   * Writes the events of a page of documents and how far it goes, in one commit; false, and nothing is written, where
   * somebody else has done so since, or where something else was told since.
   */
  readonly keepPage: (page: ComparedPage, events: readonly NewOutboxRow[]) => Promise<boolean>
}

export type ComparedPage = {
  readonly dataSet: string
  /** What was told last when the comparison began: it is what the events are a difference to. */
  readonly toldId: string
  readonly nextId: string
  readonly after: string
  readonly until: string
}
