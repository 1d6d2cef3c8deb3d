import type { DatabaseSync } from 'node:sqlite'

/**
 * The reads of one turn of the event loop share a transaction: taking and giving one up costs as much as a read.
 * It ends with the turn, and before that as soon as this process has written, so that whoever reads after a
 * change sees it. What another process writes is seen from the next turn on.
 */
export type SharedReading = {
  readonly share: () => void
  readonly end: () => void
}

export function sharedReading(reader: DatabaseSync): SharedReading {
  const begin = reader.prepare('begin')
  const commit = reader.prepare('commit')
  let isShared = false
  const end = () => {
    if (!isShared) return
    isShared = false
    // A read that the disk failed has ended it already.
    if (reader.isOpen && reader.isTransaction) commit.run()
  }
  return {
    share: () => {
      if (isShared) return
      begin.run()
      isShared = true
      setImmediate(end)
    },
    end,
  }
}
