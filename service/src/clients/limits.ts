import type { Clock } from '../calendar/clock.ts'
import { addDays, dayAt } from '../calendar/day.ts'
import type { Caller } from '../http/caller.ts'
import type { Refusal } from '../http/reply.ts'

/** How many queries each client has made in a month, across restarts and processes. */
export type UsageStore = {
  /** Adds to a client's count and returns the total there now is. */
  readonly addUsage: (clientId: string, month: string, count: number) => Promise<number>
}

export type Limits = {
  /** Counts one query; a refusal when the contract's rate or quota is used up. */
  readonly admit: (caller: Caller) => Promise<Refusal | undefined>
  /** Writes down what has been counted since the last time. */
  readonly flush: () => Promise<void>
}

/** A second's worth of queries that refills as time passes. */
type Bucket = { left: number; filledAtMs: number }

type MonthUsage = { readonly clientId: string; readonly month: string; written: number; unwritten: number }

export function clientLimits({ usage, clock }: { usage: UsageStore; clock: Clock }): Limits {
  const buckets = new Map<string, Bucket>()
  const months = new Map<string, Promise<MonthUsage>>()

  const usageOf = (clientId: string, month: string): Promise<MonthUsage> => {
    const key = `${clientId} ${month}`
    const held = months.get(key)
    if (held !== undefined) return held
    const read = usage
      .addUsage(clientId, month, 0)
      .then((written) => ({ clientId, month, written, unwritten: 0 }))
    months.set(key, read)
    read.catch(() => months.delete(key))
    return read
  }

  const write = async (held: MonthUsage): Promise<void> => {
    const count = held.unwritten
    held.written = await usage.addUsage(held.clientId, held.month, count)
    held.unwritten -= count
  }

  return {
    admit: async ({ clientId, contract: { requestsPerSecond, monthlyQuota } }) => {
      const nowMs = clock.nowMs()
      if (requestsPerSecond !== undefined) {
        const bucket = refill(buckets.get(clientId), requestsPerSecond, nowMs)
        buckets.set(clientId, bucket)
        if (bucket.left < 1) return rateLimited(requestsPerSecond)
        bucket.left -= 1
      }
      if (monthlyQuota === undefined) return undefined
      const held = await usageOf(clientId, monthAt(nowMs))
      if (held.written + held.unwritten >= monthlyQuota) return quotaExceeded(monthlyQuota, nowMs)
      held.unwritten += 1
      return undefined
    },
    flush: async () => {
      const thisMonth = monthAt(clock.nowMs())
      for (const [key, reading] of months) {
        const held = await reading
        await write(held)
        if (held.month !== thisMonth) months.delete(key)
      }
    },
  }
}

const monthAt = (nowMs: number): string => dayAt(nowMs).slice(0, 7)

function refill(bucket: Bucket | undefined, perSecond: number, nowMs: number): Bucket {
  if (bucket === undefined) return { left: perSecond, filledAtMs: nowMs }
  const gained = ((nowMs - bucket.filledAtMs) / 1000) * perSecond
  return { left: Math.min(perSecond, bucket.left + Math.max(0, gained)), filledAtMs: nowMs }
}

const rateLimited = (perSecond: number): Refusal => ({
  code: 'rate_limited',
  values: { limit: String(perSecond) },
  headers: {
    'Retry-After': '1',
    'RateLimit-Policy': `"second";q=${perSecond};w=1`,
    RateLimit: '"second";r=0;t=1',
  },
})

function quotaExceeded(quota: number, nowMs: number): Refusal {
  const seconds = String(secondsLeftInMonth(nowMs))
  return {
    code: 'quota_exceeded',
    values: { limit: String(quota) },
    headers: {
      'Retry-After': seconds,
      'RateLimit-Policy': `"month";q=${quota}`,
      RateLimit: `"month";r=0;t=${seconds}`,
    },
  }
}

/** Until midnight in São Paulo of the next month's first day, to the day. */
function secondsLeftInMonth(nowMs: number): number {
  const month = monthAt(nowMs)
  let days = 1
  while (addDays(dayAt(nowMs), days).slice(0, 7) === month) days++
  return days * 86_400
}
