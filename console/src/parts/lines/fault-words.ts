import type { Language } from '@lastro/contract/text.ts'
import { faultText } from '../../voice/field-faults.ts'
import { fieldName } from '../../voice/field-names.ts'
import { lineWords } from '../../words/creditor/lines.ts'
import { filled, type Values } from '../../words/words.ts'
import type { CsvRecord } from './file/csv-records.ts'
import type { FileTable } from './file/file-table.ts'
import type { Spelling } from './file/line-field.ts'
import type { LineFault, RefusedLine } from './line-answers.ts'

/** A fault at the place where the person can mend it: their own column, and what stands there. */
export type SpokenFault = {
  readonly column: number | undefined
  /** The column as the file calls it, else the field as we do; undefined where it is the line as a whole. */
  readonly name: string | undefined
  readonly text: string
}

export function spokenFault(
  { field, code, message }: LineFault,
  row: CsvRecord | undefined,
  { columns, cellCount, columnOf, spellingOf }: FileTable,
  language: Language,
): SpokenFault {
  const column = columnOf(field)
  const isWhole = field === '' || field === '(line)'
  const theirs = column === undefined ? undefined : columns[column]
  // A name of the service, as our model has, is no word of the person's.
  const isOwn = theirs !== undefined && theirs !== '' && theirs !== field
  const name = isWhole ? undefined : isOwn ? theirs : fieldName(field, language)
  const spelling = spellingOf(field)
  if (code === 'format' && spelling !== undefined)
    return { column, name, text: said(spellings[spelling], language) }
  if (code !== 'cells_differ' || row === undefined)
    return { column, name, text: faultText(code, message, language) }
  // The service counts what was sent to it; the person counts in the file.
  const counts = { sent: row.cells.length, expected: cellCount }
  return { column, name, text: said('cellsDiffer', language, counts) }
}

const said = (word: keyof typeof lineWords, language: Language, values?: Values): string =>
  filled(lineWords[word][language], values)

/** How each is to be written, where the service only knows that it is written otherwise. */
const spellings = {
  amount: 'amountSpelling',
  day: 'daySpelling',
  digits: 'digitsSpelling',
  phone: 'phoneSpelling',
  capitals: 'capitalsSpelling',
} as const satisfies Record<Spelling, keyof typeof lineWords>

/** All that is wrong with a line, in one text for a cell of a file. */
export const reasonText = (
  { faults }: RefusedLine,
  row: CsvRecord,
  table: FileTable,
  language: Language,
): string =>
  faults
    .map((fault) => spokenFault(fault, row, table, language))
    .map(({ name, text }) => (name === undefined ? text : `${name}: ${text}`))
    .join(' · ')
