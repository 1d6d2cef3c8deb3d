import { batchColumns } from '@lastro/contract/listings/batch-columns.ts'
import type { csv, ndjson } from '@lastro/contract/listings/batches.ts'
import { ListingRequest } from '@lastro/contract/listings/listings.ts'
import type { Language } from '@lastro/contract/text.ts'
import type { Line } from '../../../csv/read-lines.ts'
import { recordReader } from '../../../csv/read-records.ts'
import { lineError } from '../../../http/body/line-error.ts'
import { validator } from '../../../http/body/validate.ts'
import type { FieldError } from '../../../http/reply.ts'

export type BatchFormat = typeof ndjson | typeof csv

/** A debt with a long name and address is under a kilobyte. */
export const batchLineBytesMax = 16 * 1024

export type ReadLine =
  | { readonly kind: 'debt'; readonly request: ListingRequest }
  | { readonly kind: 'invalid'; readonly errors: readonly FieldError[] }
  /** The heading of a CSV. */
  | { readonly kind: 'heading' }
  /** A heading that cannot be read leaves every line after it without meaning. */
  | { readonly kind: 'unreadable'; readonly errors: readonly FieldError[] }

/** Reads the lines of one batch, in order: the first line of a CSV says what the others mean. */
export function batchLineReader(format: BatchFormat, language: Language): (line: Line) => ReadLine {
  const read = recordReader(format === 'text/csv' ? 'csv' : 'ndjson', batchColumns)
  return (line) => {
    const record = read(line)
    if (record.kind === 'heading') return record
    if (record.kind === 'value') return debtOf(record.value, language)
    const errors = record.faults.map(({ field, fault, values }) => lineError(field, fault, language, values))
    return { kind: record.kind, errors }
  }
}

const debtLine = validator(ListingRequest)

function debtOf(value: unknown, language: Language): ReadLine {
  return debtLine.accepts(value)
    ? { kind: 'debt', request: value }
    : { kind: 'invalid', errors: debtLine.errorsOf(value, language) }
}
