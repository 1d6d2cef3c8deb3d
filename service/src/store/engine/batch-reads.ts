/** A statement that asks for so many is as cheap for each as statements get; more would only delay the first. */
const batchCountMax = 200

/** So many statements keep the database busy while the next batch fills. */
const underWayMax = 4

type Waiting<Asked, Found> = {
  readonly asked: Asked
  readonly resolve: (found: Found) => void
  readonly reject: (error: unknown) => void
}

/**
 * Batches reads: those asked for in one turn of the event loop, and those that arrive while enough are under way,
 * share a statement. `readMany` answers in the order in which it was asked.
 */
export function batchReads<Asked, Found>(
  readMany: (asked: readonly Asked[]) => Promise<readonly Found[]>,
): (asked: Asked) => Promise<Found> {
  let waiting: Waiting<Asked, Found>[] = []
  let underWay = 0
  let isScheduled = false

  const schedule = (): void => {
    if (isScheduled || waiting.length === 0 || underWay >= underWayMax) return
    isScheduled = true
    setImmediate(() => {
      isScheduled = false
      void read()
    })
  }
  const read = async (): Promise<void> => {
    const batch = waiting.slice(0, batchCountMax)
    waiting = waiting.slice(batchCountMax)
    underWay += 1
    schedule()
    try {
      const found = await readMany(batch.map(({ asked }) => asked))
      for (const [at, { resolve }] of batch.entries()) resolve(found[at] as Found)
    } catch (error) {
      for (const { reject } of batch) reject(error)
    }
    underWay -= 1
    schedule()
  }
  return (asked) =>
    new Promise((resolve, reject) => {
      waiting.push({ asked, resolve, reject })
      schedule()
    })
}
