import type { Batch, BatchEnd } from '@lastro/contract/listings/batches.ts'
import type { BatchStore, KeptBatch } from './batch-store.ts'
import type { Receiving } from './receive-batch.ts'

/** What is read of the answers at a time, for callers that read slowly. */
const pageLineCount = 500

/**
 * The answers of a batch, from its first line on, as lines of JSON. They come from the store, so that a slow reader
 * costs no memory and a batch that is sent again is answered whole. The last line is the batch itself: where it is
 * missing, the answer was cut.
 */
export async function* answerBatch(
  batches: Pick<BatchStore, 'answers'>,
  batchId: string,
  receiving: Receiving,
  end: () => Promise<Batch>,
): AsyncGenerator<string> {
  let after = 0
  for (;;) {
    // Asked before the page is read, so that nothing kept meanwhile goes unnoticed.
    const isOver = receiving.isOver()
    const moved = receiving.moved()
    const page = await batches.answers(batchId, after, pageLineCount)
    if (page.length > 0) yield page.map(({ answer }) => `${answer}\n`).join('')
    after = page.at(-1)?.line ?? after
    if (page.length === pageLineCount) continue
    if (isOver) break
    await moved
  }
  await receiving.ended
  yield `${JSON.stringify({ batch: await end() } satisfies BatchEnd)}\n`
}

export function batchView(batch: KeptBatch, nowMs: number, instantText: (atMs: number) => string): Batch {
  return {
    id: batch.id,
    status: batch.isDone ? 'done' : batch.claimedUntilMs > nowMs ? 'receiving' : 'interrupted',
    lines: batch.lines,
    created: batch.created,
    refused: batch.refused,
    invalid: batch.invalid,
    lastLine: batch.lastLine,
    createdAt: instantText(batch.createdAtMs),
  }
}
