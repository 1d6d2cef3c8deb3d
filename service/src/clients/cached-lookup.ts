import type { Clock } from '../calendar/clock.ts'

type Limits = { readonly ageMaxMs: number; readonly countMax: number; readonly clock: Clock }

type Entry<Value> = { readonly value: Promise<Value | undefined>; readonly readAtMs: number }

/**
 * A lookup that believes its last answer for a stated time. What was not found, or failed, is asked again;
 * callers that ask at the same moment share one read.
 */
export function cachedLookup<Value>(
  find: (key: string) => Promise<Value | undefined>,
  { ageMaxMs, countMax, clock }: Limits,
): (key: string) => Promise<Value | undefined> {
  const entries = new Map<string, Entry<Value>>()

  const forget = (key: string, entry: Entry<Value>) => {
    if (entries.get(key) === entry) entries.delete(key)
  }

  const read = (key: string, nowMs: number): Promise<Value | undefined> => {
    const value = find(key)
    const entry = { value, readAtMs: nowMs }
    entries.delete(key)
    entries.set(key, entry)
    if (entries.size > countMax) entries.delete(entries.keys().next().value as string)
    value.then(
      (found) => {
        if (found === undefined) forget(key, entry)
      },
      () => forget(key, entry),
    )
    return value
  }

  return (key) => {
    const nowMs = clock.nowMs()
    const held = entries.get(key)
    return held !== undefined && nowMs - held.readAtMs < ageMaxMs ? held.value : read(key, nowMs)
  }
}
