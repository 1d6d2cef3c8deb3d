import assert from 'node:assert/strict'
import { addDays, type Day } from './day.ts'

/** `national`: no holiday of the whole country. `bank`: nor a day on which banks are closed besides. */
export type Calendar = 'national' | 'bank'

export function isBusinessDay(day: Day, calendar: Calendar): boolean {
  return !isWeekend(day) && !nonWorkingDays(yearOf(day))[calendar].has(day)
}

/** The first day is excluded: one business day from a Friday is the Monday after it. */
export function addBusinessDays(day: Day, count: number, calendar: Calendar): Day {
  assert.ok(Number.isInteger(count) && count >= 0, 'a deadline counts whole days, forward')
  let reached = day
  for (let left = count; left > 0; left -= 1) reached = nextBusinessDay(addDays(reached, 1), calendar)
  return reached
}

/**
 * The last day of a debtor's waiting period. Every day counts but the first, the day of the notice; a period that
 * would end on a day without business ends on the next one. Of the two calendars it takes the debtor's: the longer.
 */
export function waitingPeriodEnd(start: Day, days: number): Day {
  assert.ok(Number.isInteger(days) && days >= 0, 'a waiting period counts whole days, forward')
  return nextBusinessDay(addDays(start, days), 'bank')
}

/** The day itself when it is one. */
function nextBusinessDay(day: Day, calendar: Calendar): Day {
  let reached = day
  while (!isBusinessDay(reached, calendar)) reached = addDays(reached, 1)
  return reached
}

const isWeekend = (day: Day): boolean => [0, 6].includes(new Date(`${day}T00:00:00Z`).getUTCDay())

const yearOf = (day: Day): number => Number(day.slice(0, 4))

type NonWorkingDays = Readonly<Record<Calendar, ReadonlySet<Day>>>

function nonWorkingDays(year: number): NonWorkingDays {
  const known = daysByYear.get(year)
  if (known !== undefined) return known
  const easter = easterOf(year)
  const fixed = fixedHolidays.filter(({ since }) => year >= since).map(({ day }) => `${textOf(year)}-${day}`)
  const national = [...(fixed as Day[]), addDays(easter, goodFriday)]
  const closures = [carnivalMonday, carnivalTuesday, corpusChristi].map((days) => addDays(easter, days))
  const made = { national: new Set(national), bank: new Set([...national, ...closures]) }
  daysByYear.set(year, made)
  return made
}

// At most the ten thousand years a Day can write.
const daysByYear = new Map<number, NonWorkingDays>()

const fixedHolidays = [
  { day: '01-01', since: 0 },
  { day: '04-21', since: 0 },
  { day: '05-01', since: 0 },
  { day: '09-07', since: 0 },
  { day: '10-12', since: 0 },
  { day: '11-02', since: 0 },
  { day: '11-15', since: 0 },
  // Zumbi and Black Consciousness, a holiday of the whole country by Lei 14.759 of 2023.
  { day: '11-20', since: 2024 },
  { day: '12-25', since: 0 },
] as const

// Days from Easter Sunday.
const goodFriday = -2
const carnivalMonday = -48
const carnivalTuesday = -47
const corpusChristi = 60

/** The Gregorian computus, by Meeus, Jones and Butcher; the letters are theirs. */
function easterOf(year: number): Day {
  const a = year % 19
  const b = Math.floor(year / 100)
  const c = year % 100
  const g = Math.floor((8 * b + 13) / 25)
  const h = (19 * a + b - Math.floor(b / 4) - g + 15) % 30
  const l = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - h - (c % 4)) % 7
  const m = Math.floor((a + 11 * h + 19 * l) / 433)
  const month = Math.floor((h + l - 7 * m + 90) / 25)
  const day = (h + l - 7 * m + 33 * month + 19) % 32
  return `${textOf(year)}-0${month}-${String(day).padStart(2, '0')}` as Day
}

const textOf = (year: number): string => String(year).padStart(4, '0')
