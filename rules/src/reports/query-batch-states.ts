/** Where a batch of queries stands in the store. That it waits, or that its sending broke off, is told beside it. */
export type StoredBatchState = 'receiving' | 'running' | 'paused' | 'cancelled' | 'done'

/** What a client does with its batch. */
export type BatchAct = 'pause' | 'resume' | 'cancel' | 'askAgain'

/** Every change that a client may make, and what it makes of the batch. */
export const batchActs: Readonly<Record<BatchAct, Partial<Record<StoredBatchState, StoredBatchState>>>> = {
  pause: { running: 'paused' },
  resume: { paused: 'running' },
  cancel: { receiving: 'cancelled', running: 'cancelled', paused: 'cancelled' },
  // Of a batch that is over, the lines of unknown outcome are asked after all; a cancelled one stays as it is.
  askAgain: { running: 'running', paused: 'paused', done: 'running' },
}
