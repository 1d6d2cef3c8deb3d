import type { Clock } from '../../../clock.ts'
import type { KeptQueryBatch, QueryBatchStore } from './query-batch-store.ts'
import { type DocumentEntry, type QueryBatchFormat, readDocuments } from './read-documents.ts'

export type ReceiveDeps = {
  readonly queryBatches: Pick<QueryBatchStore, 'add' | 'begin'>
  readonly clock: Clock
}

/** Few enough that others never wait long for their turn to write, enough that a commit is worth its cost. */
const commitLineCount = 500

/** Longer than a silent connection lives: who still has a connection never loses the batch. */
export const sendingClaimMs = 90_000

/**
 * Takes in the lines of a body, the first sending of it or one that goes on. Nothing is asked before the last line is
 * here. `reused`: the body does not begin with the lines that are here already. `lost`: another sending goes on with it.
 */
export async function receiveDocuments(
  deps: ReceiveDeps,
  { batch, claim }: { readonly batch: KeptQueryBatch; readonly claim: string },
  body: AsyncIterable<Buffer>,
): Promise<'received' | 'reused' | 'lost'> {
  const isReceiving = batch.state === 'receiving'
  const { language } = batch.terms
  const format = batch.terms.format as QueryBatchFormat
  let isProved = batch.lastLine === 0
  for await (const entries of readDocuments(body, { format, language })) {
    const fresh = entries.filter(({ read }) => read.line > batch.lastLine)
    isProved ||= entries.some(({ read, digest }) => read.line === batch.lastLine && digest === batch.digest)
    if (fresh.length > 0 && !(isProved && isReceiving)) return 'reused'
    for (let from = 0; from < fresh.length; from += commitLineCount) {
      const isKept = await add(deps, { batch, claim }, fresh.slice(from, from + commitLineCount))
      if (!isKept) return 'lost'
    }
  }
  if (!isProved) return 'reused'
  if (isReceiving) await deps.queryBatches.begin(batch.id, claim, deps.clock.nowMs())
  return 'received'
}

async function add(
  { queryBatches, clock }: ReceiveDeps,
  { batch, claim }: { readonly batch: KeptQueryBatch; readonly claim: string },
  entries: readonly DocumentEntry[],
): Promise<boolean> {
  const last = entries.at(-1)
  if (last === undefined) return true
  return queryBatches.add({
    batchId: batch.id,
    claim,
    claimedUntilMs: clock.nowMs() + sendingClaimMs,
    lines: entries.map(({ read }) => read),
    lastLine: last.read.line,
    digest: last.digest,
  })
}
