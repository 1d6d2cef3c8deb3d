import { setTimeout as wait } from 'node:timers/promises'

/** Longer than those that began together lie apart, shorter than a commit takes. */
const lingerMs = 4

/** Writes that are under way at once share commits: while some are being written, those that come form the next. */
export function batchWrites<One>(
  write: (batch: readonly One[]) => Promise<void>,
  countMax: number,
): (one: One) => Promise<void> {
  let waiting: Waiting<One>[] = []
  let isWriting = false

  const drain = async (): Promise<void> => {
    isWriting = true
    while (waiting.length > 0) {
      await wait(lingerMs)
      const batch = waiting.slice(0, countMax)
      waiting = waiting.slice(countMax)
      try {
        await write(batch.map(({ one }) => one))
        for (const { resolve } of batch) resolve()
      } catch (error) {
        for (const { reject } of batch) reject(error)
      }
    }
    isWriting = false
  }
  return (one) =>
    new Promise((resolve, reject) => {
      waiting.push({ one, resolve, reject })
      if (!isWriting) void drain()
    })
}

type Waiting<One> = {
  readonly one: One
  readonly resolve: () => void
  readonly reject: (error: unknown) => void
}
