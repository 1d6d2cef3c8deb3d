import type { Clock } from '../clock.ts'
import type { OutboxStore } from './outbox.ts'
import { claimMs, type Handler, pauseAfter } from './runner.ts'

/** Few at a time, each handled before the next are taken. */
const claimCount = 50

/** Does what is due of these topics in one register, in their order, before it answers: a sandbox has moved its clock. */
export async function runRegister(
  {
    outbox,
    handlers,
    clock,
  }: {
    readonly outbox: Pick<OutboxStore, 'claim' | 'done' | 'retry'>
    readonly handlers: Readonly<Record<string, Handler>>
    readonly clock: Clock
  },
  register: string,
  topics: readonly string[],
): Promise<void> {
  for (const topic of topics) {
    for (;;) {
      const nowMs = clock.nowMs()
      const claim = { topics: [topic], register, nowMs, claimedUntilMs: nowMs + claimMs, limit: claimCount }
      const rows = await outbox.claim(claim)
      for (const row of rows) {
        const handled = await handlers[topic]?.(row)
        if (handled === 'done') await outbox.done(row.id, clock.nowMs())
        else await outbox.retry(row.id, clock.nowMs() + pauseAfter(row.attempts))
      }
      if (rows.length < claimCount) break
    }
  }
}
