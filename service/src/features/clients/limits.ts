import { dayAt } from '@lastro/rules/calendar/day.ts'
import { endOfMonthMs, monthAt } from '@lastro/rules/calendar/month.ts'
import { newWindow, type RateWindow, takeFromWindow } from '@lastro/rules/limits/rate-window.ts'
import type { Awaitable } from '../../awaitable.ts'
import type { Clock } from '../../clock.ts'
import type { Caller } from '../../http/caller.ts'
import type { Refusal } from '../../http/reply.ts'

/** A rate that several processes share. */
export type RateStore = {
  /** Takes up to `wanted` of a client's limit a second; returns how many were free. */
  readonly take: (
    clientId: string,
    asked: { limit: number; wanted: number; nowMs: number },
  ) => Promise<number>
}

export type LimitDeps = {
  readonly clock: Clock
  /** Undefined where one process serves everyone: then the count is kept here. */
  readonly sharedRates: RateStore | undefined
  /** The queries answered to a client in a month. */
  readonly usedInMonth: (caller: Caller, month: string) => Promise<number>
}

type Admit = (caller: Caller, nowMs: number) => Awaitable<Refusal | undefined>

export type Limits = QueryLimits & {
  /** Counts against the contract's rate alone, for what uses up no quota. */
  readonly admitRate: Admit
  /** Against its quota alone, for what was counted against its rate before. */
  readonly admitQuota: Admit
}

type QueryLimits = {
  /** Counts a query of now; a refusal when the contract's rate or quota is used up. */
  readonly admit: Admit
  /** Tells how a query that was let in ended: only answers use up a quota. */
  readonly release: (caller: Caller, isAnswered: boolean) => void
}

export function clientLimits({ clock, sharedRates, usedInMonth }: LimitDeps): Limits {
  const quotas = monthlyQuotas(usedInMonth, clock)
  const { release } = quotas
  if (sharedRates !== undefined) {
    const admitShared = leasedRates(sharedRates, clock)
    // Whoever waited for a rate is counted when it comes: the month may be another, and the count too old.
    const admit = async (caller: Caller) => (await admitShared(caller)) ?? quotas.admit(caller, clock.nowMs())
    return { admit, admitRate: admitShared, admitQuota: quotas.admit, release }
  }
  const admitOwn = ownRates()
  const admit: Admit = (caller, nowMs) => admitOwn(caller, nowMs) ?? quotas.admit(caller, nowMs)
  return { admit, admitRate: admitOwn, admitQuota: quotas.admit, release }
}

function ownRates(): (caller: Caller, nowMs: number) => Refusal | undefined {
  const windows = new Map<string, RateWindow>()
  return ({ clientId, contract: { requestsPerSecond: limit } }, nowMs) => {
    if (limit === undefined) return undefined
    const window = windows.get(clientId) ?? newWindow()
    if (window.step === 0) windows.set(clientId, window)
    const isFree = takeFromWindow(window, { limit, wanted: 1, nowMs }) === 1
    return isFree ? undefined : rateLimited(limit)
  }
}

/** A twentieth of the limit is taken at a time at most: few trips to the store, little left unused elsewhere. */
const leaseShare = 20

/** A process begins with so many, and goes on with twice what it has used: what it takes and does not use, nobody has. */
const leaseFirst = 16

/** What was taken and not used in this time is given up; what came back empty is not asked again before it. */
const leaseMs = 50

type Lease = {
  granted: number
  left: number
  isEmpty: boolean
  untilMs: number
  taking: Promise<void> | undefined
}

function leasedRates(rates: RateStore, clock: Clock): (caller: Caller) => Awaitable<Refusal | undefined> {
  const leases = new Map<string, Lease>()

  const renew = async (lease: Lease, clientId: string, limit: number): Promise<void> => {
    const useful = Math.max(leaseFirst, 2 * (lease.granted - lease.left))
    const wanted = Math.min(Math.ceil(limit / leaseShare), useful)
    lease.left = await rates.take(clientId, { limit, wanted, nowMs: clock.nowMs() })
    lease.granted = lease.left
    lease.isEmpty = lease.left === 0
    // From when it is in hand: a store that takes its time must not use it up on the way.
    lease.untilMs = clock.nowMs() + leaseMs
  }
  const useOne = async (lease: Lease, clientId: string, limit: number): Promise<Refusal | undefined> => {
    // Those that wait for one lease may need more than it holds, and take turns at the next.
    for (;;) {
      const leftMs = lease.untilMs - clock.nowMs()
      // A clock that was set back must not make it last.
      const isCurrent = leftMs > 0 && leftMs <= leaseMs
      if (isCurrent && lease.isEmpty) return rateLimited(limit)
      if (isCurrent && lease.left > 0) {
        lease.left -= 1
        return undefined
      }
      lease.taking ??= renew(lease, clientId, limit).finally(() => {
        lease.taking = undefined
      })
      await lease.taking
    }
  }

  return ({ clientId, contract: { requestsPerSecond: limit } }) => {
    if (limit === undefined) return undefined
    const lease = leases.get(clientId) ?? {
      granted: 0,
      left: 0,
      isEmpty: false,
      untilMs: 0,
      taking: undefined,
    }
    leases.set(clientId, lease)
    return useOne(lease, clientId, limit)
  }
}

/** How old a month's count may be. Across processes the quota is overshot by what one second lets through. */
const countAgeMaxMs = 1_000

type MonthCount = {
  readonly month: string
  /** Answered and recorded, when it was last read. */
  used: number
  /** Answered here since then. */
  answered: number
  /** Let in here and not yet released. */
  underWay: number
  readAtMs: number
  reading: Promise<void> | undefined
}

function monthlyQuotas(usedInMonth: LimitDeps['usedInMonth'], clock: Clock): QueryLimits {
  const counts = new Map<string, MonthCount>()

  const read = async (count: MonthCount, caller: Caller): Promise<void> => {
    const before = count.answered
    count.used = await usedInMonth(caller, count.month)
    count.answered -= before
    count.readAtMs = clock.nowMs()
  }
  const useOne = (count: MonthCount, quota: number): Refusal | undefined => {
    if (count.used + count.answered + count.underWay >= quota) return quotaExceeded(quota, clock.nowMs())
    count.underWay += 1
    return undefined
  }
  const useOneRead = async (count: MonthCount, caller: Caller, quota: number) => {
    count.reading ??= read(count, caller).finally(() => {
      count.reading = undefined
    })
    await count.reading
    return useOne(count, quota)
  }
  const admit: Limits['admit'] = (caller, nowMs) => {
    const quota = caller.contract.monthlyQuota
    if (quota === undefined) return undefined
    const day = dayAt(nowMs)
    let count = counts.get(caller.clientId)
    if (count === undefined || !day.startsWith(count.month)) {
      count = { month: day.slice(0, 7), used: 0, answered: 0, underWay: 0, readAtMs: 0, reading: undefined }
      counts.set(caller.clientId, count)
    }
    const isFresh = Math.abs(nowMs - count.readAtMs) < countAgeMaxMs
    return isFresh ? useOne(count, quota) : useOneRead(count, caller, quota)
  }

  return {
    admit,
    release: (caller, isAnswered) => {
      const count = counts.get(caller.clientId)
      if (count === undefined || count.underWay === 0) return
      count.underWay -= 1
      if (isAnswered) count.answered += 1
    },
  }
}

const rateLimited = (limit: number): Refusal => ({
  code: 'rate_limited',
  values: { limit: `${limit}/s` },
  headers: {
    'Retry-After': '1',
    'RateLimit-Policy': `"second";q=${limit};w=1`,
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

/** Until the first midnight in São Paulo of the next month. */
const secondsLeftInMonth = (nowMs: number): number => Math.ceil((endOfMonthMs(monthAt(nowMs)) - nowMs) / 1000)
