/** A civil day in São Paulo, `YYYY-MM-DD`. As text it sorts, compares and prints as it is. */
export type Day = string & { readonly civil: true }

/** Made when a day is first asked for: it takes longer than anything else that this file does. */
let saoPauloFormat: Intl.DateTimeFormat | undefined

const newSaoPauloFormat = () =>
  new Intl.DateTimeFormat('en-CA', {
    timeZone: 'America/Sao_Paulo',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  })

/** The day it is in São Paulo at an instant, whatever the zone of the process. */
export function dayAt(instantMs: number): Day {
  const minute = Math.floor(instantMs / 60_000)
  if (minute !== lastMinute) {
    lastMinute = minute
    saoPauloFormat ??= newSaoPauloFormat()
    lastDay = saoPauloFormat.format(instantMs) as Day
  }
  return lastDay
}

// A cache of one day, for a query asks for it several times and formatting takes longer than the rest of a rule. Nothing
// hangs on it: a day changes on a whole minute in every zone of today, so that of the minute is that of the instant.
let lastMinute = Number.NaN
let lastDay = '' as Day

/** Reads a day, refusing those that no calendar has (2026-02-30). */
export function parseDay(text: string): Day | undefined {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return undefined
  const date = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text) ? (text as Day) : undefined
}

/** The same day years later; 29 February falls back to 28 February where the year has none. */
export function addYears(day: Day, years: number): Day {
  const year = String(Number(day.slice(0, 4)) + years).padStart(4, '0')
  const sameDay = `${year}${day.slice(4)}` as Day
  return day.endsWith('-02-29') ? (parseDay(sameDay) ?? (`${year}-02-28` as Day)) : sameDay
}

/** The same day months later, or the last day of a month that has no such day. */
export function addMonths(day: Day, months: number): Day {
  const month = Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1 + months
  const begins = `${String(Math.floor(month / 12)).padStart(4, '0')}-${String((month % 12) + 1).padStart(2, '0')}`
  for (let last = Number(day.slice(8)); ; last--) {
    const found = parseDay(`${begins}-${String(last).padStart(2, '0')}`)
    if (found !== undefined) return found
  }
}

export function addDays(day: Day, days: number): Day {
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() + days)
  return date.toISOString().slice(0, 10) as Day
}

export const earliest = (a: Day, b: Day): Day => (a < b ? a : b)

/**
 * São Paulo has been three hours behind UTC all year round since 2019. `dayAt` goes by the zone, which knows the summers
 * before; what is written and reckoned here is of today or to come, and one offset makes it arithmetic, in SQL too.
 * A test holds them together: should summer time come back, it fails with the zone data of the Node that knows of it.
 */
export const saoPauloBehindMs = 3 * 3_600_000

/** An instant as RFC 3339, in São Paulo's time. */
export const instantText = (instantMs: number): string =>
  `${new Date(instantMs - saoPauloBehindMs).toISOString().slice(0, 19)}-03:00`

/** The first instant of a day in São Paulo. */
export const startOfDayMs = (day: Day): number => Date.parse(`${day}T00:00:00Z`) + saoPauloBehindMs
