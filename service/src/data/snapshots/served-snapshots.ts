import { setTimeout as wait } from 'node:timers/promises'
import type { Day } from '@lastro/rules/calendar/day.ts'
import { type Awaitable, isAtHand } from '../../awaitable.ts'
import type { DataCatalogue, ServedSnapshot } from '../../features/public-data/data-catalogue.ts'
import type { SnapshotReader } from './snapshot-reader.ts'

export type ServedDeps = {
  readonly catalogue: Pick<DataCatalogue, 'served'>
  readonly open: (snapshot: ServedSnapshot) => Promise<SnapshotReader>
  /** Told once for each thing that goes wrong, not every time that it still is. */
  readonly onError: (what: string, error: unknown) => void
}

/** The snapshots that this process answers from. */
export type ServedSnapshots = {
  /** Whether a snapshot of this set is to be answered from, be it readable or not. */
  readonly isServed: (dataSet: string) => boolean
  /** The date of the served data; undefined if none is served. */
  readonly dateOf: (dataSet: string) => Day | undefined
  /** Does something with the snapshot, which stays open until that has ended; undefined where it cannot be read. */
  readonly reading: <Result>(
    dataSet: string,
    work: (reader: SnapshotReader) => Awaitable<Result>,
  ) => Awaitable<Result> | undefined
  /** Looks at the catalogue once, and opens what is new in it. */
  readonly look: () => Promise<void>
  /** Looks again and again. */
  readonly start: () => void
  /** Looks no more, and closes what is open once nobody reads it. */
  readonly stop: () => Promise<void>
}

/** A switch is seen by every process within this time, and what it takes to open a file. */
const lookEveryMs = 1_500

type Held = {
  readonly id: string
  readonly date: Day
  readonly reader: SnapshotReader | undefined
  users: number
  isLeft: boolean
}

/**
 * Follows the catalogue: opens what it names, then lets what was there before go as soon as nobody reads it. What
 * cannot be opened costs its own sections and is tried again; what cannot be looked up leaves everything as it is.
 */
export function servedSnapshots({ catalogue, open, onError }: ServedDeps): ServedSnapshots {
  const held = new Map<string, Held>()
  const reported = new Set<string>()
  const stopping = new AbortController()
  let looking: Promise<void> = Promise.resolve()

  const reportOnce = (what: string, error: unknown): void => {
    if (reported.has(what)) return
    reported.add(what)
    onError(what, error)
  }
  const letGo = async (one: Held | undefined): Promise<void> => {
    if (one === undefined) return
    one.isLeft = true
    if (one.users === 0) await one.reader?.close()
  }
  const release = (one: Held): void => {
    one.users -= 1
    if (!one.isLeft || one.users > 0) return
    void Promise.resolve(one.reader?.close()).catch((error: unknown) => onError(one.id, error))
  }
  const take = async (snapshot: ServedSnapshot): Promise<void> => {
    const before = held.get(snapshot.dataSet)
    if (before?.id === snapshot.id && before.reader !== undefined) return
    const reader = await open(snapshot).catch((error: unknown) => reportOnce(snapshot.id, error))
    if (reader !== undefined) reported.delete(snapshot.id)
    held.set(snapshot.dataSet, {
      id: snapshot.id,
      date: snapshot.date,
      reader: reader ?? undefined,
      users: 0,
      isLeft: false,
    })
    await letGo(before)
  }
  const look = async (): Promise<void> => {
    const served = await catalogue.served()
    reported.delete('catalogue')
    for (const one of served) await take(one)
    const named = new Set(served.map((one) => one.dataSet))
    for (const [dataSet, one] of held) {
      if (named.has(dataSet)) continue
      held.delete(dataSet)
      await letGo(one)
    }
  }
  const lookSafely = (): Promise<void> => look().catch((error: unknown) => reportOnce('catalogue', error))

  return {
    isServed: (dataSet) => held.has(dataSet),
    dateOf: (dataSet) => held.get(dataSet)?.date,
    reading: (dataSet, work) => {
      const one = held.get(dataSet)
      if (one?.reader === undefined) return undefined
      one.users += 1
      return ended(one.reader, work, () => release(one))
    },
    look: lookSafely,
    start: () => {
      looking = followed(lookSafely, stopping.signal)
    },
    stop: async () => {
      stopping.abort()
      await looking
      const all = [...held.values()]
      held.clear()
      await Promise.all(all.map(letGo))
    },
  }
}

async function followed(look: () => Promise<void>, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await wait(lookEveryMs, undefined, { signal, ref: false }).catch(() => undefined)
    if (!signal.aborted) await look()
  }
}

/** Work that has its result at hand costs no promise. */
function ended<Result>(
  reader: SnapshotReader,
  work: (reader: SnapshotReader) => Awaitable<Result>,
  release: () => void,
): Awaitable<Result> {
  let isLater = false
  try {
    const result = work(reader)
    isLater = !isAtHand(result)
    return isAtHand(result) ? result : result.finally(release)
  } finally {
    if (!isLater) release()
  }
}
