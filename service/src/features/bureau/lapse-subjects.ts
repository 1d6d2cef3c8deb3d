import { dayAt } from '@lastro/rules/calendar/day.ts'
import type { Clock } from '../../clock.ts'
import type { Chore } from '../../jobs/runner.ts'
import type { SubjectStore } from './subject-store.ts'

export type LapseDeps = {
  readonly subjects: Pick<SubjectStore, 'recordLapses'>
  readonly clock: Clock
}

/** Read in one statement and recorded in one commit. */
const pageCount = 200

/** A load that began before midnight may commit after the day's check; an hourly check catches its data. */
const lookEveryMs = 60 * 60_000

/**
 * Loaded data lapses by date like a listing: on that day its watchers are notified and their policies run again.
 * Progress is in the store, so that another process, or this one after a crash, repeats nothing and misses no day.
 */
export function lapsedSubjects({ subjects, clock }: LapseDeps): Chore {
  let looked: { readonly day: string; readonly atMs: number } | undefined
  const run = async () => {
    const nowMs = clock.nowMs()
    const day = dayAt(nowMs)
    if (looked?.day === day && nowMs - looked.atMs < lookEveryMs) return 0
    let count = 0
    for (let after: string | undefined = ''; after !== undefined; ) {
      const page = await subjects.recordLapses({ nowMs, after, limit: pageCount })
      count += page.count
      after = page.next
    }
    looked = { day, atMs: nowMs }
    return count
  }
  return { name: 'lapsed data', run }
}
