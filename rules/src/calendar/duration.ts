import { addDays, addMonths, dayAt } from './day.ts'

/** A length of time as ISO 8601 writes it: calendar years, months and days, then hours, minutes and seconds. */
export type Duration = { readonly months: number; readonly days: number; readonly ms: number }

/** Reads a duration such as P11D, P5Y or PT36H; undefined when it is none, or longer than any calendar. */
export function parseDuration(text: string): Duration | undefined {
  const found =
    /^P(?:(\d{1,4})Y)?(?:(\d{1,5})M)?(?:(\d{1,5})W)?(?:(\d{1,6})D)?(T(?:(\d{1,7})H)?(?:(\d{1,8})M)?(?:(\d{1,9})S)?)?$/.exec(
      text,
    )
  if (found === null || text.endsWith('T') || text === 'P') return undefined
  const [years = 0, months = 0, weeks = 0, days = 0, , hours = 0, minutes = 0, seconds = 0] = found
    .slice(1)
    .map((one) => Number(one ?? 0))
  const duration = {
    months: years * 12 + months,
    days: weeks * 7 + days,
    ms: (hours * 3600 + minutes * 60 + seconds) * 1000,
  }
  return duration.months > monthCountMax ? undefined : duration
}

/** A thousand years: from any day of ours it ends well before 9999, the last year that a day can be written in. */
const monthCountMax = 12_000

/** The instant a duration later: months and days move the date in São Paulo, the time of day stays. */
export function addDuration(instantMs: number, { months, days, ms }: Duration): number {
  const day = dayAt(instantMs)
  const moved = addDays(addMonths(day, months), days)
  return Date.parse(`${moved}T00:00:00Z`) - Date.parse(`${day}T00:00:00Z`) + instantMs + ms
}
