import type { Register } from '@lastro/rules/listings/register.ts'
import type { Clock } from '../../clock.ts'
import type { OccurrenceStore } from './alert-store.ts'
import { matchEvent } from './match-event.ts'
import { policyRunAfter } from './portfolio/policy-run.ts'

export type FanOutDeps = { readonly occurrences: Pick<OccurrenceStore, 'fanOut'>; readonly clock: Clock }

/** Few enough that others never wait long for their turn to write. */
const eventCountMax = 200

/** Turns some of the events that wait into occurrences; says how many it took. */
export const fanOutEvents = ({ occurrences, clock }: FanOutDeps): Promise<number> =>
  occurrences.fanOut(
    { register: undefined, isAwaited: false, limit: eventCountMax, nowMs: clock.nowMs() },
    matchEvent,
    policyRunAfter,
  )

/** All of one register's, before this answers. */
export async function fanOutRegister({ occurrences, clock }: FanOutDeps, register: Register): Promise<void> {
  for (;;) {
    const request = { register, isAwaited: true, limit: eventCountMax, nowMs: clock.nowMs() }
    if ((await occurrences.fanOut(request, matchEvent, policyRunAfter)) < eventCountMax) return
  }
}
