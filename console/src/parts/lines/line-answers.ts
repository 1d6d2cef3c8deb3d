import type { WatchLine } from '@lastro/contract/alerts/alert-registrations.ts'
import type { BatchLine } from '@lastro/contract/listings/batches.ts'
import { csvRow } from '@lastro/rules/text/csv-text.ts'

/** What became of one line of a file. */
export type LineAnswer = BatchLine | WatchLine

/** A line that was not taken, and everything that is wrong with it. */
export type RefusedLine = { readonly line: number; readonly faults: readonly LineFault[] }

export type LineFault = { readonly field: string; readonly code: string; readonly message: string }

/** Undefined for a line that was taken. `fieldOfRule` tells which field the rule that refused a debt is about. */
export function refusedLine(
  answer: LineAnswer,
  fieldOfRule: (code: string) => string | undefined,
): RefusedLine | undefined {
  const { line } = answer
  if (answer.status === 'refused') {
    const { code, reason } = answer.refusal
    return { line, faults: [{ field: fieldOfRule(code) ?? '', code, message: reason }] }
  }
  return 'errors' in answer ? { line, faults: answer.errors } : undefined
}

/** A file with a heading and one line filled in. */
export const modelCsv = (columns: readonly string[], example: Readonly<Record<string, string>>): string =>
  csvRow(columns) + csvRow(columns.map((column) => example[column] ?? ''))
