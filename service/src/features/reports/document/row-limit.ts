import type { Language, Text } from '@lastro/contract/text.ts'
import type { OutlineTable } from '@lastro/reading/outline.ts'

/** A table of more rows is some two hundred pages, which nobody reads: the JSON has them all. */
export const tableRowsMax = 5_000

/** The table as a document shows it, and the sentence that says so when that is not all of it. */
export function shortened(
  table: OutlineTable,
  language: Language,
): OutlineTable & { readonly note: string | undefined } {
  if (table.rows.length <= tableRowsMax) return { ...table, note: undefined }
  return {
    ...table,
    rows: table.rows.slice(0, tableRowsMax),
    note: cutText(tableRowsMax, table.rows.length)[language],
  }
}

const cutText = (shown: number, count: number): Text => ({
  pt: `Este documento mostra ${shown} de ${count} linhas; em JSON vêm todas.`,
  en: `This document shows ${shown} of ${count} rows; the JSON has them all.`,
})
