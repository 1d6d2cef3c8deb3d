import type { KnownDebts, Saving } from '../listing-store.ts'

/** A batch as it is kept. Lines are answered in order, so what is done is everything up to `lastLine`. */
export type KeptBatch = {
  readonly id: string
  readonly clientId: string
  readonly format: string
  readonly lastLine: number
  /** The chain of hashes of every line up to `lastLine`: whether a body begins with the same lines. */
  readonly digest: string
  readonly lines: number
  readonly created: number
  readonly refused: number
  readonly invalid: number
  readonly createdAtMs: number
  readonly claimedUntilMs: number
  readonly isDone: boolean
}

export type NewBatch = {
  readonly id: string
  readonly register: string
  readonly clientId: string
  /** Undefined for a batch that nobody will go on with. */
  readonly key: string | undefined
  readonly format: string
  /** Names this sending of it: one sending at a time, and one that lost the batch writes nothing more. */
  readonly claim: string
  readonly claimedUntilMs: number
  readonly keyExpiresAtMs: number
}

export type OpenedBatch =
  | { readonly kind: 'opened'; readonly batch: KeptBatch }
  /** Another sending of the same key is under way. */
  | { readonly kind: 'in_flight' }
  /** The key is that of a batch in another format. */
  | { readonly kind: 'reused' }

/** A line that was read and decided, with the text of its answer. */
export type SettledLine =
  | { readonly line: number; readonly kind: 'invalid'; readonly answer: string }
  | ({ readonly line: number; readonly kind: 'listing' } & DebtLineOutcome)

/** Lines, and what was known of their debts when they were decided on. */
export type SettledLines = { readonly lines: readonly SettledLine[]; readonly known: KnownDebts }

export type DebtLineOutcome = {
  readonly status: 'created' | 'refused'
  readonly saving: Saving
  readonly answer: string
}

export type Keeping = {
  readonly batchId: string
  readonly claim: string
  readonly claimedUntilMs: number
  readonly settled: SettledLines
  readonly lastLine: number
  readonly digest: string
}

export type BatchStore = {
  /** Begins the batch of a key, or takes it up again where it was left. */
  readonly open: (batch: NewBatch, nowMs: number) => Promise<OpenedBatch>
  /**
   * Lines, their listings and how far the batch has come, in one commit. Nothing was written when the claim was `lost`,
   * or when something came to what was known, so that the lines are to be decided on `again`.
   */
  readonly keep: (keeping: Keeping) => Promise<'kept' | 'lost' | 'again'>
  readonly finish: (batchId: string, claim: string, nowMs: number) => Promise<void>
  /** Lets another sending go on at once. */
  readonly release: (batchId: string, claim: string) => Promise<void>
  readonly find: (key: {
    readonly register: string
    readonly clientId: string
    readonly id: string
  }) => Promise<KeptBatch | undefined>
  /** The batches of a client, newest first. */
  readonly list: (page: {
    readonly register: string
    readonly clientId: string
    readonly limit: number
    /** Where the page before ended. */
    readonly after?: { readonly createdAtMs: number; readonly id: string }
  }) => Promise<readonly KeptBatch[]>
  readonly answers: (batchId: string, after: number, limit: number) => Promise<readonly BatchAnswerLine[]>
  /** Those of lines that were not taken, alone. */
  readonly refusedAnswers: BatchStore['answers']
  /**
   * Forgets the answers of batches whose key is over, but those of lines that were not taken until those are over too;
   * the batch itself and its listings stay.
   */
  readonly forget: (before: { readonly expiredMs: number; readonly refusedMs: number }) => Promise<void>
  /** Gives back every claim: whoever held them is gone. For a store that one service holds. */
  readonly abandon: () => Promise<void>
}

export type BatchAnswerLine = { readonly line: number; readonly answer: string }
