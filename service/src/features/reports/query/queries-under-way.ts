import type { Environment } from '@lastro/contract/clients/credentials.ts'
import { queryOf } from '@lastro/rules/trail/billing.ts'
import type { ConsultationDraft } from '@lastro/rules/trail/consultation.ts'

export type QueriesUnderWay = {
  /**
   * Waits while the same query of the same client is under way, up to a time. Resolves with the function that ends this
   * one, which may be called more than once.
   */
  readonly begin: (environment: Environment, draft: ConsultationDraft, waitMs: number) => Promise<() => void>
}

/**
 * Lets one of several identical queries call a provider. The others wait until it is on record, and find its copy. This
 * holds within a process; services that share a store may call a provider once each, and bill the query once.
 */
export function queriesUnderWay(): QueriesUnderWay {
  const ends = new Map<string, Promise<void>>()

  return {
    begin: async (environment, draft, waitMs) => {
      const key = `${environment} ${draft.clientId} ${draft.document} ${queryOf(draft)}`
      if (!(await isFree(ends, key, waitMs))) return () => undefined
      const { promise, resolve } = Promise.withResolvers<void>()
      ends.set(key, promise)
      return () => {
        if (ends.get(key) === promise) ends.delete(key)
        resolve()
      }
    },
  }
}

/** False when the time is up first. Several wait for the same query, and the first of them takes its place. */
async function isFree(
  ends: ReadonlyMap<string, Promise<void>>,
  key: string,
  waitMs: number,
): Promise<boolean> {
  if (!ends.has(key)) return true
  const late = Promise.withResolvers<void>()
  let isLate = false
  const timer = setTimeout(() => {
    isLate = true
    late.resolve()
  }, waitMs)
  for (let end = ends.get(key); end !== undefined && !isLate; end = ends.get(key)) {
    await Promise.race([end, late.promise])
  }
  clearTimeout(timer)
  return !isLate
}
