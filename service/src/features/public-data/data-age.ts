import { addDays, addMonths, type Day, startOfDayMs } from '@lastro/rules/calendar/day.ts'

/** How old the data of a set is, and whether something newer was published that nobody has imported. */
export type DataAge = { readonly days: number; readonly isLate: boolean }

export function dataAge(dataSet: string, { date, today }: { date: Day; today: Day }): DataAge {
  const days = Math.max(0, Math.round((startOfDayMs(today) - startOfDayMs(date)) / dayMs))
  return { days, isLate: isLate(cadences[dataSet] ?? 'month', days, { date, today }) }
}

const dayMs = 86_400_000

type Cadence = 'day' | 'month' | 'quarter'

/** How often each is published. */
const cadences: Readonly<Record<string, Cadence>> = {
  receita: 'month',
  pgfn: 'quarter',
  ceis: 'day',
  cnep: 'day',
  cepim: 'day',
}

/** What is published daily may rest over a long holiday. */
const dailyDaysMax = 7

/** PGFN publishes a quarter weeks after its end. */
const quarterDaysMax = 60

/**
 * Of a month, the data comes in the course of it: the one before may be the newest that there is, and the one before
 * that is not. Of a quarter it comes after its end, so that of the last one may still be missing.
 */
function isLate(cadence: Cadence, days: number, { date, today }: { date: Day; today: Day }): boolean {
  switch (cadence) {
    case 'day':
      return days > dailyDaysMax
    case 'month':
      return monthOf(today) - monthOf(date) > 1
    case 'quarter':
      return today > addDays(endOfNextQuarter(date), quarterDaysMax)
  }
}

function endOfNextQuarter(day: Day): Day {
  const firstDay = addMonths(`${day.slice(0, 7)}-01` as Day, -(monthOf(day) % 3))
  return addDays(addMonths(firstDay, 6), -1)
}

const monthOf = (day: Day): number => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1
