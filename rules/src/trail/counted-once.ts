import { keyLifeMs } from './billing.ts'

/** A report on a document that left the service, under a key (its hash) or under none. */
export type ShownReport = { readonly clientId: string; readonly atMs: number; readonly key: string }

/**
 * The consultations among these, in the order of time. A report that goes out again under its key, as a document, to
 * a second try, or made anew after a crash, is the consultation that it was first given by.
 */
export function countedOnce<Record extends ShownReport>(shown: readonly Record[]): readonly Record[] {
  const firstAtMs = new Map<string, number>()
  return shown
    .toSorted((a, b) => a.atMs - b.atMs)
    .filter(({ clientId, atMs, key }) => {
      if (key === '') return true
      const keyed = `${clientId} ${key}`
      const first = firstAtMs.get(keyed)
      if (first !== undefined && atMs - first < keyLifeMs) return false
      firstAtMs.set(keyed, atMs)
      return true
    })
}
