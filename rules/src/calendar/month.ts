import { addMonths, type Day, dayAt, startOfDayMs } from './day.ts'

/** A month of São Paulo, `YYYY-MM`. */
export type Month = string

export const isMonth = (text: string): text is Month => /^\d{4}-(0[1-9]|1[0-2])$/.test(text)

/** The month that a day is in. */
export const monthOf = (day: Day): Month => day.slice(0, 7)

export const monthAt = (instantMs: number): Month => monthOf(dayAt(instantMs))

/** The day on which a month is over. */
export const firstDayAfter = (month: Month): Day => addMonths(firstDayOf(month), 1)

export const monthAfter = (month: Month): Month => monthOf(firstDayAfter(month))

export const startOfMonthMs = (month: Month): number => startOfDayMs(firstDayOf(month))

/** The first instant that is no longer in a month. That of the last one which four digits can write has a day of five. */
export function endOfMonthMs(month: Month): number {
  const next = new Date(startOfMonthMs(month))
  return next.setUTCMonth(next.getUTCMonth() + 1)
}

const firstDayOf = (month: Month): Day => `${month}-01` as Day

/** From the first instant of a month until before that of the next. */
export type MonthSpan = { readonly fromMs: number; readonly untilMs: number }

/** The span of a month such as 2026-03; undefined for what is none. */
export const monthSpan = (text: string): MonthSpan | undefined =>
  isMonth(text) ? { fromMs: startOfMonthMs(text), untilMs: endOfMonthMs(text) } : undefined
