import type { Clock } from '../../clock.ts'
import type { DeliveryStore } from './alert-store.ts'
import type { AllowanceStore } from './allowance.ts'

export type ForgetDeps = {
  readonly deliveries: Pick<DeliveryStore, 'forget'>
  readonly allowances: Pick<AllowanceStore, 'forget'>
  readonly clock: Clock
}

/** How long what became of a delivery can be looked up, from when it ended. Occurrences stay. */
const deliveriesKeptMs = 90 * 24 * 60 * 60_000

/** Few enough that nobody waits long behind one commit. */
const commitCount = 500

/** A round is a minute's: with these, more in a day than two processes send in one. */
const commitCountMax = 20

/** Forgets deliveries that ended long ago, with their attempts, and counts whose time is over; says how many. */
export async function forgetOld({ deliveries, allowances, clock }: ForgetDeps): Promise<number> {
  const nowMs = clock.nowMs()
  let count = await allowances.forget(nowMs)
  for (let commit = 0; commit < commitCountMax; commit++) {
    const forgotten = await deliveries.forget(nowMs - deliveriesKeptMs, commitCount)
    count += forgotten
    if (forgotten < commitCount) break
  }
  return count
}
