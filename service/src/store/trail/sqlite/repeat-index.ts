import type { DocumentNumber } from '@lastro/rules/documents/document-number.ts'
import type { PaidBefore } from '@lastro/rules/trail/billing.ts'
import type { Billing, ConsultationDraft } from '@lastro/rules/trail/consultation.ts'
import type { SearchRange } from '../../../features/trail/trail-store.ts'

/**
 * The index of the embedded trail by document: it finds repeats for billing, and records for a search. `tableRepeatIndex`
 * is the plain way; `fast/memoryRepeatIndex` answers the same from memory first. LASTRO_FAST_REPEATS chooses. The links
 * are the truth: whatever an index lacks it reads from them.
 */
export type RepeatIndex = {
  /** Takes in what other processes have written. To be called before asking, and in the transaction that adds. */
  readonly catchUp: () => void
  /** What its client paid before for what a draft asks. */
  readonly paidBefore: (draft: ConsultationDraft) => PaidBefore
  /** Takes in the records of a link, which is being written now. */
  readonly add: (number: number, drafts: readonly ConsultationDraft[], billings: readonly Billing[]) => void
  readonly ofDocument: (document: DocumentNumber, range: SearchRange) => readonly FoundRecord[]
}

/** A record as the index knows it. */
export type FoundRecord = {
  readonly atMs: number
  /** The number of its link, and where it stands in it. */
  readonly number: number
  readonly place: number
  readonly clientId: string
  /** A hash of the Idempotency-Key it came with; empty without one. */
  readonly key: string
  /** Whether anything of the document was shown. */
  readonly answered: boolean
}
