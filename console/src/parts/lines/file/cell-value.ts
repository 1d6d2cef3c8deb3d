import { amountOf } from '../../forms/amount.ts'
import type { Spelling } from './line-field.ts'

/** A cell as the service takes it. What cannot be told for sure is left as it is, for the service to refuse. */
export function cellValue(cell: string, spelling: Spelling | undefined): string {
  const text = cell
    // What hides a formula from spreadsheets in the files that we write.
    .replace(/^'(?=[\s\p{Cf}]*[=+\-@\t\r])/u, '')
    .replace(/\s+/g, ' ')
    .trim()
  switch (spelling) {
    case undefined:
      return text
    case 'amount':
      return amountOf(text)
    case 'day':
      return dayOf(text)
    case 'digits':
      return /^[\d.\-/ ]+$/.test(text) ? text.replace(/\D/g, '') : text
    case 'phone':
      return /^\+?[\d().\- ]+$/.test(text) ? text.replace(/[^\d+]/g, '') : text
    case 'capitals':
      return text.toUpperCase()
  }
}

/** `31/12/2026`, with `-` or `.` too, and with the midnight that databases add. A year of two digits could be two years. */
function dayOf(text: string): string {
  const bare = text.replace(/[T ]00:00(:00(\.0+)?)?Z?$/, '')
  if (/^\d{4}-\d{2}-\d{2}$/.test(bare)) return bare
  const [, day = '', month = '', year = ''] = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})$/.exec(bare) ?? []
  // Months first is how others write it: a day may not become another day by being read.
  if (year === '' || Number(month) > 12 || Number(day) > 31) return text
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
}
