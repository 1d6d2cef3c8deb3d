import type { CallCost } from '@lastro/rules/trail/consultation.ts'
import type { CallCosts, CountedCall } from '../source.ts'

/** A call to a source, and how often it was made. */
export type CountedCalls = CountedCall & { readonly calls: number }

/** What was called for one query, added up by source and payer. */
export type QueryCosts = CallCosts & { readonly all: () => readonly CountedCalls[] }

export function queryCosts(): QueryCosts {
  const calls = new Map<string, CountedCalls>()
  return {
    add: (call, count) => {
      const key = `${call.sourceId} ${call.month} ${call.paidBy} ${call.priceCents}`
      calls.set(key, { ...call, calls: (calls.get(key)?.calls ?? 0) + count })
    },
    all: () => [...calls.values()].filter((one) => one.calls > 0),
  }
}

/** As the record tells it; undefined where nothing was called. */
export function recordedCosts(calls: readonly CountedCalls[]): readonly CallCost[] | undefined {
  const costs = new Map<string, CallCost>()
  for (const { source, paidBy, calls: count, priceCents } of calls) {
    const before = costs.get(`${source} ${paidBy}`) ?? { source, paidBy, calls: 0, cents: 0 }
    costs.set(`${source} ${paidBy}`, {
      ...before,
      calls: before.calls + count,
      cents: before.cents + count * priceCents,
    })
  }
  if (costs.size === 0) return undefined
  // In the order of their names, whichever was called first.
  return [...costs].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, cost]) => cost)
}
