import { dayAt } from '@lastro/rules/calendar/day.ts'
import type { Clock } from '../../clock.ts'
import type { Chore } from '../../jobs/runner.ts'
import type { RequestStore } from './request-store.ts'

export type OverdueDeps = {
  readonly requests: Pick<RequestStore, 'markOverdue'>
  readonly clock: Clock
  /** Told once of each: the ids of requests, which name nobody. */
  readonly onOverdue: (ids: readonly string[]) => void
}

/** Marks the requests whose deadline has passed without an answer, and tells the operator. */
export const overdueRequests = ({ requests, clock, onOverdue }: OverdueDeps): Chore => ({
  name: 'overdue requests',
  run: async () => {
    let count = 0
    for (;;) {
      const nowMs = clock.nowMs()
      const ids = await requests.markOverdue(dayAt(nowMs), nowMs)
      if (ids.length === 0) return count
      count += ids.length
      onOverdue(ids)
    }
  },
})
