import type { ListingRequest } from '@lastro/contract/listings/listings.ts'
import type { Language } from '@lastro/contract/text.ts'
import type { Clock } from '../../../clock.ts'
import type { BatchStore, KeptBatch, SettledLine, SettledLines } from './batch-store.ts'
import { type BatchEntry, readBatch } from './read-batch.ts'
import type { BatchFormat } from './read-batch-line.ts'

export type ReceiveDeps = {
  readonly batches: BatchStore
  readonly clock: Clock
  /** What becomes of some debts, all decided at one moment. */
  readonly decide: (debts: readonly DebtLine[]) => Promise<SettledLines>
}

export type DebtLine = { readonly line: number; readonly request: ListingRequest }

/** One sending of a batch, the first or one that goes on with it. */
export type BatchSending = {
  readonly batch: KeptBatch
  readonly claim: string
  readonly format: BatchFormat
  readonly language: Language
}

export type Receiving = {
  /** False when the body does not begin with the lines that are done already: another body under the same key. */
  readonly isSame: Promise<boolean>
  /** All was read and kept. Rejects when the body or the store broke off. */
  readonly ended: Promise<void>
  readonly isOver: () => boolean
  /** Settles once more is kept, or nothing more will be. */
  readonly moved: () => Promise<void>
}

/** Few enough that others never wait long for their turn to write, enough that a commit is worth its cost. */
const commitLineCount = 250

/** Longer than a silent connection lives: who still has a connection never loses the batch. */
export const claimMs = 90_000

/**
 * Takes in the lines of a body no faster than their listings are committed. It waits for nobody to read the
 * answers: many callers send everything before they read anything, and would wait for us as we for them.
 */
export function receiveBatch(
  deps: ReceiveDeps,
  sending: BatchSending,
  body: AsyncIterable<Buffer>,
): Receiving {
  const same = Promise.withResolvers<boolean>()
  let next = Promise.withResolvers<void>()
  let isOver = false
  const ring = () => {
    next.resolve()
    next = Promise.withResolvers<void>()
  }
  const ended = takeLines(deps, sending, body, {
    prove: () => same.resolve(true),
    onKept: ring,
  }).finally(() => {
    same.resolve(false)
    isOver = true
    ring()
  })
  // It is told to whoever awaits it, and nobody may be awaiting it yet.
  ended.catch(() => undefined)
  return {
    isSame: same.promise,
    ended,
    isOver: () => isOver,
    moved: () => (isOver ? Promise.resolve() : next.promise),
  }
}

type Watch = { readonly prove: () => void; readonly onKept: () => void }

async function takeLines(
  deps: ReceiveDeps,
  sending: BatchSending,
  body: AsyncIterable<Buffer>,
  { prove, onKept }: Watch,
): Promise<void> {
  const { batch, claim } = sending
  let isProved = batch.lastLine === 0
  if (isProved && !batch.isDone) prove()
  for await (const entries of readBatch(body, sending)) {
    const fresh = entries.filter(({ line }) => line > batch.lastLine)
    isProved ||= entries.some(({ line, digest }) => line === batch.lastLine && digest === batch.digest)
    if (isProved && !batch.isDone) prove()
    if (fresh.length > 0 && (!isProved || batch.isDone)) return
    for (let from = 0; from < fresh.length; from += commitLineCount) {
      await keep(deps, sending, fresh.slice(from, from + commitLineCount))
      onKept()
    }
  }
  if (!isProved) return
  prove()
  if (!batch.isDone) await deps.batches.finish(batch.id, claim, deps.clock.nowMs())
}

async function keep(
  { batches, clock, decide }: ReceiveDeps,
  { batch, claim }: BatchSending,
  entries: readonly BatchEntry[],
): Promise<void> {
  const last = entries.at(-1)
  if (last === undefined) return
  // Others that keep sending the same debts get their turns too; sooner or later this one has its own.
  for (;;) {
    const kept = await batches.keep({
      batchId: batch.id,
      claim,
      claimedUntilMs: clock.nowMs() + claimMs,
      settled: await settled(decide, entries),
      lastLine: last.line,
      digest: last.digest,
    })
    if (kept === 'kept') return
    if (kept === 'lost') throw new BatchTakenOver()
  }
}

/** Another sending of the same batch goes on with it. */
export class BatchTakenOver extends Error {}

async function settled(decide: ReceiveDeps['decide'], entries: readonly BatchEntry[]): Promise<SettledLines> {
  const debts: DebtLine[] = []
  const invalid: SettledLine[] = []
  for (const { line, content } of entries) {
    if (isErrors(content)) {
      const answer = JSON.stringify({ line, status: 'invalid', errors: content })
      invalid.push({ line, kind: 'invalid', answer })
    } else debts.push({ line, request: content })
  }
  const { lines, known } = await decide(debts)
  return { lines: [...lines, ...invalid].toSorted((a, b) => a.line - b.line), known }
}

const isErrors = (
  content: BatchEntry['content'],
): content is Exclude<BatchEntry['content'], ListingRequest> => Array.isArray(content)
