import type { OperatorUsage } from '@lastro/contract/operator/operator-usage.ts'
import { addDays, type Day } from '@lastro/rules/calendar/day.ts'

export type UsageToday = {
  readonly today: number
  /** The mean of the days before. */
  readonly usual: number
  /** Today as a share of it; undefined where there is nothing to compare with. */
  readonly percent: number | undefined
}

/** A week, so that no weekday is compared with weekends alone. */
const usualDayCount = 7

/** Today's answered queries beside those of the days before it, whatever month they are in. */
export function usageToday(months: readonly Pick<OperatorUsage, 'lines'>[], today: Day): UsageToday {
  const lines = months.flatMap((one) => one.lines)
  const countOf = (day: string) =>
    lines.filter((one) => one.day === day).reduce((sum, one) => sum + one.billed + one.unbilled, 0)
  const before = daysBefore(today).reduce((sum, day) => sum + countOf(day), 0)
  const usual = before / usualDayCount
  return {
    today: countOf(today),
    usual: Math.round(usual),
    percent: before === 0 ? undefined : Math.round((countOf(today) / usual) * 100),
  }
}

/** The months that today and the days before it are in, newest first. */
export const monthsOf = (today: Day): readonly string[] => [
  ...new Set([today, ...daysBefore(today)].map((day) => day.slice(0, 7))),
]

const daysBefore = (today: Day): readonly Day[] =>
  Array.from({ length: usualDayCount }, (_, at) => addDays(today, -(at + 1)))
