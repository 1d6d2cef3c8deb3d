import type { SectionCoverage } from '@lastro/contract/reports/coverage.ts'
import { addDays, type Day, parseDay } from '../calendar/day.ts'

/** Operators load bureau data weekly to monthly: a week is enough to order the next file. */
export const coverageNoticeDays = 7

/** Whether this day is within the notice from today: today itself, and the last day of the notice. */
export const isWithinNotice = (until: Day, today: Day): boolean =>
  until >= today && until <= addDays(today, coverageNoticeDays)

/**
 * The last day on which a section has at least its current coverage; undefined if that does not end. A partial source
 * that continues does not replace a complete one that ends.
 */
export function coverageEnd({
  coverage,
  sources,
}: Pick<SectionCoverage, 'coverage' | 'sources'>): Day | undefined {
  const decisive = coverage === 'complete' ? sources.filter((one) => one.coverage === 'complete') : sources
  const days = decisive.map(({ until }) => (until === undefined ? undefined : parseDay(until)))
  return days.reduce(
    (last, day) => (last === undefined || day === undefined ? undefined : day > last ? day : last),
    days[0],
  )
}

export function endsWithinNotice(of: Pick<SectionCoverage, 'coverage' | 'sources'>, today: Day): boolean {
  const end = coverageEnd(of)
  return end !== undefined && isWithinNotice(end, today)
}
