/** Days since 1970-01-01 of a day `YYYY-MM-DD`; undefined for what no calendar has. For counting days between many. */
export function dayNumber(text: unknown): number | undefined {
  if (typeof text !== 'string' || text.length !== 10 || text[4] !== '-' || text[7] !== '-') return undefined
  const [year, month, day] = [digitsAt(text, 0, 4), digitsAt(text, 5, 7), digitsAt(text, 8, 10)]
  // What is no digit makes a number that is none, which is in no bounds.
  const isDay = year >= 0 && month >= 1 && month <= 12 && day >= 1 && day <= lastDayOf(year, month)
  return isDay ? daysFromCivil(year, month, day) : undefined
}

function digitsAt(text: string, from: number, until: number): number {
  let number = 0
  for (let at = from; at < until; at++) {
    const digit = text.charCodeAt(at) - 48
    number = digit >= 0 && digit <= 9 ? number * 10 + digit : Number.NaN
  }
  return number
}

const lengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

export const lastDayOf = (year: number, month: number): number =>
  month === 2 && isLeapYear(year) ? 29 : (lengths[month - 1] ?? 0)

const isLeapYear = (year: number): boolean => year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)

/** Years that begin in March have their leap day last, which leaves no case apart. */
function daysFromCivil(year: number, month: number, day: number): number {
  const shifted = month > 2 ? year : year - 1
  const era = Math.floor(shifted / 400)
  const yearOfEra = shifted - era * 400
  const dayOfYear = Math.floor((153 * (month > 2 ? month - 3 : month + 9) + 2) / 5) + day - 1
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear
  return era * 146_097 + dayOfEra - 719_468
}

/** Whole months from a day to another: one is complete when the same day of the month has come. */
export function monthsBetween({ since, until }: { readonly since: string; readonly until: string }): number {
  const months = (text: string) => Number(text.slice(0, 4)) * 12 + Number(text.slice(5, 7))
  return months(until) - months(since) - (until.slice(8) < since.slice(8) ? 1 : 0)
}
