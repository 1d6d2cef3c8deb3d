import { setTimeout as wait } from 'node:timers/promises'

export type LateWriter<Item> = {
  /** Takes something that belongs to an answer. Nothing is written before the answer is on its way. */
  readonly take: (item: Item) => void
  /** Writes what waits; resolves when nothing does. */
  readonly flush: () => Promise<void>
  /** Resolves when none of these items is waiting any more, written or lost; undefined if none is now. */
  readonly settled: (isOf: (item: Item) => boolean) => Promise<void> | undefined
  /** What was not written since the start, by why. */
  readonly lost: () => Readonly<Record<LostReason, number>>
}

/** `full`: more came than could be written. `failed`: the store took none, however often it was asked. */
export type LostReason = 'full' | 'failed'

type LateWriterDeps<Item> = {
  /** Writes a batch in one commit; what it makes of the items, it makes once. */
  readonly write: (batch: readonly Item[]) => () => Promise<void>
  readonly lengthOf: (item: Item) => number
  /** Told of what is not written; never given a document. */
  readonly onLost: (reason: LostReason, count: number, error?: unknown) => void
}

/** Long enough that several share a commit, short enough that whoever looks at once finds it. */
const lingerMs = 50

/** One statement holds so many: what it writes stays within a few megabytes. */
const batchCountMax = 100

/** What may wait in memory, by the length of its texts: some ten thousand reports. */
const waitingLengthMax = 64 * 1024 * 1024

/** A store that is gone for longer than these pauses take has answered no query meanwhile. */
const pausesMs = [100, 500, 1_000, 2_000, 5_000]

/**
 * Writes behind the backs of those who asked. What waits is bounded, and what does not fit or cannot be written is
 * counted and told. It lies in memory until then: a process that dies takes up to a batch along.
 */
export function lateWriter<Item>({ write, lengthOf, onLost }: LateWriterDeps<Item>): LateWriter<Item> {
  const lost: Record<LostReason, number> = { full: 0, failed: 0 }
  let waiting: Item[] = []
  let waitingLength = 0
  let beingWritten: readonly Item[] = []
  let writing: Promise<void> | undefined
  let batchEnd = Promise.withResolvers<void>()

  const lose = (reason: LostReason, count: number, error?: unknown) => {
    lost[reason] += count
    onLost(reason, count, error)
  }
  const drain = async (): Promise<void> => {
    while (waiting.length > 0) {
      await wait(lingerMs)
      const batch = waiting.slice(0, batchCountMax)
      waiting = waiting.slice(batchCountMax)
      beingWritten = batch
      await patiently(() => write(batch)).catch((error: unknown) => lose('failed', batch.length, error))
      beingWritten = []
      waitingLength -= batch.reduce((sum, one) => sum + lengthOf(one), 0)
      batchEnd.resolve()
      batchEnd = Promise.withResolvers()
    }
    writing = undefined
  }
  const isPending = (isOf: (item: Item) => boolean) => beingWritten.some(isOf) || waiting.some(isOf)
  const settle = async (isOf: (item: Item) => boolean): Promise<void> => {
    while (isPending(isOf)) await batchEnd.promise
  }
  return {
    take: (item) => {
      const length = lengthOf(item)
      if (waitingLength + length > waitingLengthMax) return lose('full', 1)
      waiting.push(item)
      waitingLength += length
      writing ??= drain()
    },
    flush: async () => writing,
    settled: (isOf) => (isPending(isOf) ? settle(isOf) : undefined),
    lost: () => ({ ...lost }),
  }
}

async function patiently(make: () => () => Promise<void>): Promise<void> {
  const write = make()
  for (const pauseMs of pausesMs) {
    try {
      return await write()
    } catch {
      await wait(pauseMs)
    }
  }
  await write()
}
