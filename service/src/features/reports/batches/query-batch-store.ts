import type { Environment } from '@lastro/contract/clients/credentials.ts'
import type { QueryBatchWait, QueryLineStatus } from '@lastro/contract/query-batches/query-batch-codes.ts'
import type { Language } from '@lastro/contract/text.ts'
import type { DocumentNumber } from '@lastro/rules/documents/document-number.ts'
import type { BatchAct, StoredBatchState } from '@lastro/rules/reports/query-batch-states.ts'
import type { FieldError } from '../../../http/reply.ts'
import type { LineBilling } from './line-billing.ts'

/** What every line of a batch is asked with. */
export type BatchTerms = {
  readonly product: string
  readonly features: readonly string[]
  readonly purpose: string | undefined
  /** What its sender might do when it was sent: a line never has more, whatever the contract gains. */
  readonly scopes: readonly string[]
  readonly language: Language
  readonly address: string
  readonly format: string
}

export type QueryBatchOwner = { readonly environment: Environment; readonly clientId: string }

/** A batch as it is kept. Counts are of lines; those without an outcome are what is left of `lines`. */
export type KeptQueryBatch = QueryBatchOwner & {
  readonly id: string
  readonly userId: string | undefined
  readonly terms: BatchTerms
  readonly state: StoredBatchState
  readonly waitsFor: QueryBatchWait | undefined
  /** From when on something may be asked of it. */
  readonly dueAtMs: number
  readonly claimedUntilMs: number
  readonly lastLine: number
  /** The chain of hashes of every line up to `lastLine`: whether a body begins with the same lines. */
  readonly digest: string
  readonly lines: number
  readonly answered: number
  readonly billed: number
  readonly refused: number
  readonly invalid: number
  readonly repeated: number
  readonly unknown: number
  readonly cents: number
  readonly createdAtMs: number
  readonly endedAtMs: number | undefined
  readonly keepUntilMs: number | undefined
  /** False once its lines were destroyed. */
  readonly hasLines: boolean
}

export type NewQueryBatch = QueryBatchOwner & {
  readonly id: string
  readonly userId: string | undefined
  readonly key: string | undefined
  readonly keyExpiresAtMs: number
  readonly terms: BatchTerms
  /** Names this sending: one at a time, and one that lost the batch writes nothing more. */
  readonly claim: string
  readonly claimedUntilMs: number
}

export type OpenedQueryBatch =
  | { readonly kind: 'opened'; readonly batch: KeptQueryBatch }
  | { readonly kind: 'in_flight' }
  /** The key is that of a batch with other terms. */
  | { readonly kind: 'reused' }

/** A line that was read. */
export type ReadQueryLine = { readonly line: number } & (
  | { readonly status: 'waiting'; readonly document: DocumentNumber }
  | { readonly status: 'repeated'; readonly document: DocumentNumber; readonly repeats: number }
  | { readonly status: 'invalid'; readonly fault: QueryLineFault }
)

/** Why a line was not answered, in the language of its sender; never with a document. */
export type QueryLineFault = {
  readonly code: string
  readonly detail?: string
  readonly errors?: readonly FieldError[]
}

export type ClaimedLine = {
  readonly line: number
  readonly document: DocumentNumber
  /** When it was asked before; undefined the first time. */
  readonly askedAtMs: number | undefined
}

export type QueryLineOutcome = { readonly line: number; readonly atMs: number } & (
  | {
      readonly status: 'answered'
      readonly isBilled: boolean
      readonly cents: number
      readonly sealedKey: string
      readonly sealed: string
    }
  | { readonly status: 'refused'; readonly fault: QueryLineFault }
)

export type KeptQueryLine = {
  readonly line: number
  readonly document: DocumentNumber | undefined
  readonly status: QueryLineStatus
  readonly repeats: number | undefined
  readonly atMs: number | undefined
  readonly isBilled: boolean | undefined
  readonly fault: QueryLineFault | undefined
  readonly sealing: { readonly sealedKey: string; readonly sealed: string } | undefined
}

export type QueryBatchStore = {
  /** Begins the batch of a key, or takes it up again where its sending was left. */
  readonly open: (batch: NewQueryBatch, nowMs: number) => Promise<OpenedQueryBatch>
  /** Lines and how far the sending has come, in one commit; false when the sending has lost the batch. */
  readonly add: (adding: {
    readonly batchId: string
    readonly claim: string
    readonly claimedUntilMs: number
    readonly lines: readonly ReadQueryLine[]
    readonly lastLine: number
    readonly digest: string
  }) => Promise<boolean>
  /** All lines are here: from now on they are asked. */
  readonly begin: (batchId: string, claim: string, nowMs: number) => Promise<void>
  /** Lets another sending go on at once. */
  readonly release: (batchId: string, claim: string) => Promise<void>
  readonly find: (of: QueryBatchOwner & { readonly id: string }) => Promise<KeptQueryBatch | undefined>
  /** The batches of a client, newest first. */
  readonly list: (
    page: QueryBatchOwner & {
      readonly limit: number
      readonly after?: { readonly createdAtMs: number; readonly id: string }
    },
  ) => Promise<readonly KeptQueryBatch[]>
  readonly lines: (page: {
    readonly batchId: string
    readonly after: number
    readonly limit: number
    readonly status?: QueryLineStatus
    /** Whether their sealed reports are wanted. */
    readonly sealed?: boolean
  }) => Promise<readonly KeptQueryLine[]>

  /** Batches with something to ask now. */
  readonly due: (nowMs: number, limit: number) => Promise<readonly KeptQueryBatch[]>
  /** Takes lines to be asked by one process alone; what it does not settle in time has an unknown outcome. */
  readonly claim: (asked: {
    readonly batchId: string
    readonly claim: string
    readonly limit: number
    readonly nowMs: number
    readonly claimedUntilMs: number
  }) => Promise<readonly ClaimedLine[]>
  /** Lines that were claimed and not asked wait again. */
  readonly giveBack: (batchId: string, claim: string, lines: readonly ClaimedLine[]) => Promise<void>
  /**
   * Saves the outcomes of lines that still belong to this claim, and ends the batch with its last line. A billed line
   * counts as billed once, even if its outcome comes too late.
   */
  readonly settle: (
    batchId: string,
    claim: string,
    outcomes: readonly QueryLineOutcome[],
    nowMs: number,
  ) => Promise<void>
  /**
   * Ends lines whose process did not report in time: their outcome is unknown, and only their records say whether they
   * were billed. Returns their number.
   */
  readonly lapse: (nowMs: number, billingOf: LineBilling) => Promise<number>
  /** Nothing of it could be asked: it goes behind the others that are due, unless it has had another turn since. */
  readonly passOver: (batch: KeptQueryBatch, nowMs: number) => Promise<void>
  /** Leaves the batch alone until then. */
  readonly hold: (batchId: string, waitsFor: QueryBatchWait, dueAtMs: number) => Promise<void>

  /** An act of its client; undefined when it may not be done with the batch where it stands. */
  readonly act: (batchId: string, act: BatchAct, nowMs: number) => Promise<KeptQueryBatch | undefined>
  /** Destroys lines, with the keys of their reports, whose term is over; ends batches that have gone on too long. */
  readonly destroy: (nowMs: number) => Promise<number>
  /** Every claim is over: whoever held them is gone. For a store that one service holds. */
  readonly abandon: (nowMs: number, billingOf: LineBilling) => Promise<void>
}
