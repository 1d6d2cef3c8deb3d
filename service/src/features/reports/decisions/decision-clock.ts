import type { Clock } from '../../../clock.ts'
import type { DecisionOwner } from './decision-store.ts'

export type DecisionClocks = {
  readonly clock: Clock
  /** What time it is in the sandbox of a client. */
  readonly sandboxNowMs: (clientId: string) => number | Promise<number>
}

/** The time by which a client decides, reviews and lists: a sandbox has a clock of its own. */
export const decisionNowMs = async (clocks: DecisionClocks, owner: DecisionOwner): Promise<number> =>
  clocks.clock.nowMs() + (await aheadMs(clocks, owner))

/** How far that clock is ahead of the machine's, by which the trail is written. */
export const aheadMs = async (
  { clock, sandboxNowMs }: DecisionClocks,
  { environment, clientId }: DecisionOwner,
): Promise<number> => (environment === 'sandbox' ? (await sandboxNowMs(clientId)) - clock.nowMs() : 0)
