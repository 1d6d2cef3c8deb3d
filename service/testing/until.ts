import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises'

/** No verdict on speed: what has not come about by then, on however slow a machine, never will. */
const patienceMs = 240_000

/** Most things come about at once; for the others a look now and then will do. */
const pauseMsMax = 50

type Met<Found> = Exclude<Found, false | undefined | null>

/** Waits until it is so, and returns what made it so; throws when it never becomes so. */
export async function until<Found>(
  look: () => Found | Promise<Found>,
  what: string = look.toString(),
): Promise<Met<Found>> {
  const giveUpAtMs = performance.now() + patienceMs
  for (let looks = 0; ; looks++) {
    // A look that began in time counts, however long it took.
    const isLast = performance.now() > giveUpAtMs
    const found = await look()
    if (found !== false && found !== undefined && found !== null) return found as Met<Found>
    if (isLast) throw new Error(`Never became so: ${what}`)
    await wait(Math.min(2 + looks / 20, pauseMsMax))
    // However late it is, whatever has arrived is read before the next look.
    await nextTurn()
  }
}

/** What a promise comes to; throws when it never settles. */
export async function settled<Result>(promise: Promise<Result>, what: string): Promise<Result> {
  const giving = new AbortController()
  const never = wait(patienceMs, undefined, { signal: giving.signal }).then(() => {
    throw new Error(`Never became so: ${what}`)
  })
  never.catch(() => undefined)
  try {
    return await Promise.race([promise, never])
  } finally {
    giving.abort()
  }
}

/** Lets everything happen that is about to happen in this process, on its sockets too. */
export async function manyTurns(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) {
    await wait(1)
    await nextTurn()
  }
}

/** What a promise comes to that waits for nothing outside this process; throws when it never settles. */
export async function soon<Result>(promise: Promise<Result>): Promise<Result> {
  let isSettled = false
  const watched = promise.finally(() => {
    isSettled = true
  })
  watched.catch(() => undefined)
  for (let turn = 0; !isSettled && turn < turnCountMax; turn++) await nextTurn()
  if (!isSettled) throw new Error('Never settled')
  return watched
}

/** Far more turns of the event loop than a thousand lines and their commits take, however slow the machine. */
const turnCountMax = 20_000
