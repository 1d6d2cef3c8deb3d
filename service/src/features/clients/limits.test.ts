import assert from 'node:assert/strict'
import { type ClientContract, wholeContract } from '@lastro/contract/clients/client-contract.ts'
import { beforeEach, describe, test } from 'vitest'
import type { Caller } from '../../http/caller.ts'
import { clientLimits, type LimitDeps, type RateStore } from './limits.ts'

const noonMs = Date.parse('2026-11-16T12:00:00-03:00')

let nowMs: number
let looks: number

/** A clock that nobody may look at without an end: what waits for nothing fails, and does not hang. */
const clock = {
  nowMs: () => {
    looks += 1
    assert.ok(looks < 1_000, 'it waits for what does not come')
    return nowMs
  },
}

beforeEach(() => {
  nowMs = noonMs
  looks = 0
})

const callerOf = (contract: Partial<ClientContract>, clientId = 'cli_a'): Caller => ({
  clientId,
  environment: 'sandbox',
  contract: { ...wholeContract, ...contract },
  scopes: new Set(),
  address: '127.0.0.1',
})

/** Limits of a process, with what it was told by the store and what it asked there. */
function limitsOf(of: { take?: RateStore['take']; usedInMonth?: LimitDeps['usedInMonth'] } = {}) {
  const taken: (Parameters<RateStore['take']>[1] & { clientId: string })[] = []
  const months: string[] = []
  const { take } = of
  const { admit, release } = clientLimits({
    clock,
    sharedRates: take && {
      take: (clientId, asked) => {
        taken.push({ clientId, ...asked })
        return take(clientId, asked)
      },
    },
    usedInMonth: async (caller, month) => {
      months.push(month)
      return (await of.usedInMonth?.(caller, month)) ?? 0
    },
  })
  const codeOf = async (caller: Caller) => (await admit(caller, nowMs))?.code
  return {
    taken,
    months,
    release,
    refusal: async (caller: Caller) => admit(caller, nowMs),
    /** What becomes of so many that ask one after another. */
    ask: async (caller: Caller, count: number) => {
      const codes: (string | undefined)[] = []
      for (let at = 0; at < count; at++) codes.push(await codeOf(caller))
      return codes
    },
    askAtOnce: (caller: Caller, count: number) =>
      Promise.all(Array.from({ length: count }, () => codeOf(caller))),
  }
}

const admitted = (count: number) => Array.from({ length: count }, () => undefined)
const limited = (count: number) => Array.from({ length: count }, () => 'rate_limited')
const exceeded = (count: number) => Array.from({ length: count }, () => 'quota_exceeded')

/** A store that lends whatever is wanted. */
const generous: RateStore['take'] = async (_, { wanted }) => wanted

test('a contract without limits lets everything in, and the store is not asked about it', async () => {
  for (const limits of [limitsOf(), limitsOf({ take: generous })]) {
    assert.deepEqual(await limits.ask(callerOf({}), 50), admitted(50))
    assert.deepEqual([limits.taken, limits.months], [[], []])
  }
})

describe('a rate in one process', () => {
  test('so many are let in within a second, of each client its own, and again when it has passed', async () => {
    const { ask } = limitsOf()
    const [ana, bia] = [callerOf({ requestsPerSecond: 3 }), callerOf({ requestsPerSecond: 1 }, 'cli_b')]
    assert.deepEqual(await ask(ana, 5), [...admitted(3), ...limited(2)])
    assert.deepEqual(await ask(bia, 2), [...admitted(1), ...limited(1)])
    nowMs += 1_050
    assert.deepEqual(await ask(ana, 4), [...admitted(3), ...limited(1)])
  })

  test('whoever is refused learns the limit, and when to come back', async () => {
    const { ask, refusal } = limitsOf()
    const caller = callerOf({ requestsPerSecond: 2 })
    await ask(caller, 2)
    assert.deepEqual(await refusal(caller), {
      code: 'rate_limited',
      values: { limit: '2/s' },
      headers: {
        'Retry-After': '1',
        'RateLimit-Policy': '"second";q=2;w=1',
        RateLimit: '"second";r=0;t=1',
      },
    })
  })

  test('it comes before the quota, which it does not use up', async () => {
    const { ask } = limitsOf()
    const caller = callerOf({ requestsPerSecond: 1, monthlyQuota: 2 })
    assert.deepEqual(await ask(caller, 3), [...admitted(1), ...limited(2)])
    nowMs += 1_050
    assert.deepEqual(await ask(caller, 1), admitted(1))
    nowMs += 1_050
    assert.deepEqual(await ask(caller, 1), exceeded(1))
  })
})

describe('a rate that processes share', () => {
  const hundred = callerOf({ requestsPerSecond: 100 })

  test('a twentieth of it is taken at a time, and the next when that is used up', async () => {
    const { ask, taken } = limitsOf({ take: generous })
    assert.deepEqual(await ask(hundred, 5), admitted(5))
    assert.deepEqual(taken, [{ clientId: 'cli_a', limit: 100, wanted: 5, nowMs: noonMs }])
    await ask(hundred, 1)
    assert.equal(taken.length, 2)
  })

  test('of a large rate a process takes twice what it uses, and leaves the rest to others', async () => {
    const { ask, taken } = limitsOf({ take: generous })
    const large = callerOf({ requestsPerSecond: 1_000_000 })
    for (const used of [1, 30, 200, 1]) {
      nowMs += 50
      await ask(large, used)
    }
    nowMs += 50
    await ask(large, 1)
    const lasts = taken.map(({ wanted }) => wanted)
    assert.equal(lasts[0], 16)
    assert.ok(lasts.every((wanted) => wanted <= 400))
    assert.ok(lasts.includes(32), 'one that was used up is followed by twice as many')
    assert.equal(lasts.at(-1), 16, 'what is used no more is not taken')
  })

  test('of a rate below twenty one is taken, and never none', async () => {
    const { ask, taken } = limitsOf({ take: generous })
    assert.deepEqual(await ask(callerOf({ requestsPerSecond: 3 }), 1), admitted(1))
    assert.equal(taken[0]?.wanted, 1)
  })

  test('each client takes from its own', async () => {
    const { ask, taken } = limitsOf({ take: generous })
    await ask(hundred, 1)
    await ask(callerOf({ requestsPerSecond: 100 }, 'cli_b'), 1)
    assert.deepEqual(
      taken.map(({ clientId }) => clientId),
      ['cli_a', 'cli_b'],
    )
  })

  test('what was taken serves for fifty milliseconds, and is then given up', async () => {
    const { ask, taken } = limitsOf({ take: generous })
    await ask(hundred, 1)
    nowMs += 49
    await ask(hundred, 1)
    assert.equal(taken.length, 1)
    nowMs += 1
    await ask(hundred, 1)
    assert.equal(taken.length, 2)
  })

  test('where nothing is free all are refused, and the store is left alone for fifty milliseconds', async () => {
    let free = 0
    const { ask, refusal, taken } = limitsOf({ take: async () => free })
    assert.deepEqual(await ask(hundred, 3), limited(3))
    assert.deepEqual((await refusal(hundred))?.values, { limit: '100/s' })
    nowMs += 49
    free = 2
    assert.deepEqual(await ask(hundred, 1), limited(1))
    assert.equal(taken.length, 1)
    nowMs += 1
    assert.deepEqual(await ask(hundred, 2), admitted(2))
    assert.equal(taken.length, 2)
  })

  test('those that ask at once wait for one loan, and take turns at the next', async () => {
    let lending = 0
    const take: RateStore['take'] = async (_, { wanted }) => {
      lending += 1
      assert.equal(lending, 1, 'two loans are under way at once')
      await Promise.resolve()
      lending -= 1
      return wanted
    }
    const { askAtOnce, taken } = limitsOf({ take })
    assert.deepEqual(await askAtOnce(callerOf({ requestsPerSecond: 40 }), 5), admitted(5))
    assert.equal(taken.length, 3)
  })

  test('a store that takes its time does not use the loan up on the way', async () => {
    const take: RateStore['take'] = async (_, { wanted }) => {
      nowMs += 80
      return wanted
    }
    const { ask, taken } = limitsOf({ take })
    assert.deepEqual(await ask(hundred, 2), admitted(2))
    assert.equal(taken.length, 1)
  })

  test('a store that fails is asked again by whoever comes next', async () => {
    let isDown = true
    const take: RateStore['take'] = async (_, { wanted }) => {
      if (isDown) throw new Error('the store is down')
      return wanted
    }
    const { ask, askAtOnce } = limitsOf({ take })
    await assert.rejects(askAtOnce(hundred, 2), /the store is down/)
    isDown = false
    assert.deepEqual(await ask(hundred, 1), admitted(1))
  })

  test('it comes before the quota; answers use that up here too', async () => {
    let free = 0
    const { ask, release, months } = limitsOf({ take: async () => free })
    const caller = callerOf({ requestsPerSecond: 100, monthlyQuota: 1 })
    assert.deepEqual(await ask(caller, 1), limited(1))
    assert.deepEqual(months, [])
    nowMs += 50
    free = 5
    assert.deepEqual(await ask(caller, 2), [...admitted(1), ...exceeded(1)])
    release(caller, false)
    assert.deepEqual(await ask(caller, 1), admitted(1))
  })

  test('a query that waited for its rate into another month counts in that one', async () => {
    nowMs = Date.parse('2026-11-30T23:59:59.900-03:00')
    const { ask } = limitsOf({
      take: async (_, { wanted }) => {
        nowMs += 200
        return wanted
      },
      usedInMonth: async (_, month) => (month === '2026-11' ? 2 : 0),
    })
    assert.deepEqual(await ask(callerOf({ requestsPerSecond: 10, monthlyQuota: 2 }), 1), admitted(1))
  })

  test('a query that waited for its rate is not let in by a count that grew old meanwhile', async () => {
    let waitMs = 0
    let used = 0
    const { ask, release } = limitsOf({
      take: async (_, { wanted }) => {
        nowMs += waitMs
        return wanted
      },
      usedInMonth: async () => used,
    })
    const caller = callerOf({ requestsPerSecond: 10, monthlyQuota: 2 })
    assert.deepEqual(await ask(caller, 1), admitted(1))
    release(caller, true)
    // Another process answers the other query of the quota.
    used = 2
    nowMs += 900
    waitMs = 900
    assert.deepEqual(await ask(caller, 1), exceeded(1))
  })
})

describe('a quota', () => {
  test('what was answered before and what is under way count together, of each client its own', async () => {
    const { ask } = limitsOf({ usedInMonth: async ({ clientId }) => (clientId === 'cli_a' ? 1 : 3) })
    assert.deepEqual(await ask(callerOf({ monthlyQuota: 3 }), 4), [...admitted(2), ...exceeded(2)])
    assert.deepEqual(await ask(callerOf({ monthlyQuota: 4 }, 'cli_b'), 2), [...admitted(1), ...exceeded(1)])
  })

  test('a quota of none lets none in', async () => {
    assert.deepEqual(await limitsOf().ask(callerOf({ monthlyQuota: 0 }), 1), exceeded(1))
  })

  test('a query that fails gives its place back, and one that is answered keeps it', async () => {
    const { ask, release } = limitsOf({ usedInMonth: async () => 1 })
    const caller = callerOf({ monthlyQuota: 3 })
    assert.deepEqual(await ask(caller, 3), [...admitted(2), ...exceeded(1)])
    release(caller, false)
    assert.deepEqual(await ask(caller, 2), [...admitted(1), ...exceeded(1)])
    release(caller, true)
    release(caller, true)
    assert.deepEqual(await ask(caller, 1), exceeded(1))
  })

  test('an end that nobody let in gives no place away', async () => {
    const { ask, release } = limitsOf()
    const caller = callerOf({ monthlyQuota: 1 })
    release(caller, true)
    assert.deepEqual(await ask(caller, 1), admitted(1))
    for (let times = 0; times < 3; times++) release(caller, false)
    assert.deepEqual(await ask(caller, 2), [...admitted(1), ...exceeded(1)])
  })

  test('the month is counted in the store once a second, and also when a clock was set back', async () => {
    const { ask, release, months } = limitsOf()
    const caller = callerOf({ monthlyQuota: 100 })
    await ask(caller, 3)
    for (let times = 0; times < 3; times++) release(caller, true)
    nowMs += 999
    await ask(caller, 3)
    assert.equal(months.length, 1)
    nowMs += 1
    await ask(caller, 3)
    assert.equal(months.length, 2)
    nowMs -= 1_000
    await ask(caller, 1)
    assert.equal(months.length, 3)
  })

  test('what is counted anew holds the answers of before, each once, and those of other processes', async () => {
    let used = 0
    const { ask, release } = limitsOf({ usedInMonth: async () => used })
    const caller = callerOf({ monthlyQuota: 5 })
    await ask(caller, 2)
    release(caller, true)
    release(caller, true)
    used = 3
    nowMs += 1_000
    assert.deepEqual(await ask(caller, 3), [...admitted(2), ...exceeded(1)])
  })

  test('what is answered while the month is counted counts on top of it', async () => {
    const counting: ((used: number) => void)[] = []
    const limits = limitsOf({ usedInMonth: () => new Promise((resolve) => counting.push(resolve)) })
    const caller = callerOf({ monthlyQuota: 2 })
    const first = limits.ask(caller, 1)
    counting[0]?.(0)
    assert.deepEqual(await first, admitted(1))
    nowMs += 1_000
    const second = limits.ask(caller, 2)
    limits.release(caller, true)
    counting[1]?.(0)
    assert.deepEqual(await second, [...admitted(1), ...exceeded(1)])
  })

  test('those that come at once wait for one count', async () => {
    const { askAtOnce, months } = limitsOf({ usedInMonth: async () => 2 })
    const outcomes = await askAtOnce(callerOf({ monthlyQuota: 3 }), 3)
    assert.deepEqual(outcomes, [...admitted(1), ...exceeded(2)])
    assert.equal(months.length, 1)
  })

  test('a store that fails is asked again by whoever comes next', async () => {
    let isDown = true
    const { ask } = limitsOf({
      usedInMonth: async () => {
        if (isDown) throw new Error('the store is down')
        return 1
      },
    })
    const caller = callerOf({ monthlyQuota: 2 })
    await assert.rejects(ask(caller, 1), /the store is down/)
    isDown = false
    assert.deepEqual(await ask(caller, 2), [...admitted(1), ...exceeded(1)])
  })

  test('it begins anew with the month in São Paulo', async () => {
    nowMs = Date.parse('2026-11-30T23:59:59.500-03:00')
    const { ask, months } = limitsOf({ usedInMonth: async (_, month) => (month === '2026-11' ? 1 : 0) })
    const caller = callerOf({ monthlyQuota: 2 })
    assert.deepEqual(await ask(caller, 2), [...admitted(1), ...exceeded(1)])
    nowMs += 500
    assert.deepEqual(await ask(caller, 3), [...admitted(2), ...exceeded(1)])
    assert.deepEqual(months, ['2026-11', '2026-12'])
  })

  test('a query of last month that fails gives nothing of this month away', async () => {
    nowMs = Date.parse('2026-11-30T23:59:59.500-03:00')
    const { ask, release } = limitsOf()
    const caller = callerOf({ monthlyQuota: 2 })
    await ask(caller, 2)
    nowMs += 500
    await ask(caller, 1)
    release(caller, true)
    release(caller, false)
    release(caller, false)
    assert.deepEqual(await ask(caller, 2), [...admitted(1), ...exceeded(1)])
  })

  test('whoever is refused learns the quota, and how long the month still takes', async () => {
    for (const [now, seconds] of [
      ['2026-11-01T00:00:00-03:00', 30 * 86_400],
      ['2026-11-16T12:00:00-03:00', 14.5 * 86_400],
      ['2026-12-31T23:59:58.500-03:00', 2],
      ['2028-02-28T23:00:00-03:00', 25 * 3_600],
    ] as const) {
      nowMs = Date.parse(now)
      assert.deepEqual(await limitsOf().refusal(callerOf({ monthlyQuota: 0 })), {
        code: 'quota_exceeded',
        values: { limit: '0' },
        headers: {
          'Retry-After': String(seconds),
          'RateLimit-Policy': '"month";q=0',
          RateLimit: `"month";r=0;t=${seconds}`,
        },
      })
    }
  })
})

test('rate and quota are counted apart where they are asked for apart, by rates of its own and by shared ones', async () => {
  let free = 1
  const shared: RateStore = { take: async () => free-- }
  for (const sharedRates of [undefined, shared]) {
    const { admitRate, admitQuota } = clientLimits({ clock, sharedRates, usedInMonth: async () => 0 })
    const caller = callerOf({ requestsPerSecond: 1, monthlyQuota: 1 })
    assert.equal(await admitRate(caller, nowMs), undefined)
    assert.equal((await admitRate(caller, nowMs))?.code, 'rate_limited')
    assert.equal(await admitQuota(caller, nowMs), undefined)
    assert.equal((await admitQuota(caller, nowMs))?.code, 'quota_exceeded')
  }
})
