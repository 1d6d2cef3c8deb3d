import { type Day, parseDay, startOfDayMs } from './day.ts'

/** A month of São Paulo, from its first instant until before that of the next. */
export type MonthSpan = { readonly fromMs: number; readonly untilMs: number }

/** The span of a month such as 2026-03; undefined for what is none. */
export function monthSpan(month: string): MonthSpan | undefined {
  const first = /^\d{4}-\d{2}$/.test(month) ? parseDay(`${month}-01`) : undefined
  if (first === undefined) return undefined
  const next = new Date(startOfDayMs(first))
  next.setUTCMonth(next.getUTCMonth() + 1)
  return { fromMs: startOfDayMs(first), untilMs: next.getTime() }
}

/** The month that a day is in. */
export const monthOf = (day: Day): string => day.slice(0, 7)
