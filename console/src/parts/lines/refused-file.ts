import { byteOrderMark, csvRow } from '@lastro/rules/text/csv-text.ts'
import type { CsvRecord } from './file/csv-records.ts'
import type { FileTable } from './file/file-table.ts'
import { isOurs, oursPrefix } from './file/guess-columns.ts'
import type { RefusedLine } from './line-answers.ts'

type RefusedFileOptions = {
  readonly refused: readonly RefusedLine[]
  /** What is wrong with a line, in words. */
  readonly reasonOf: (line: RefusedLine, row: CsvRecord) => string
  /** What the two columns are called that say where and why. */
  readonly names: { readonly line: string; readonly reason: string }
}

/**
 * The lines that were not taken, as the person wrote them, with their number and what is wrong. Mended, it is sent
 * again as it is: the two columns are known as ours.
 */
export async function refusedFile(
  table: FileTable,
  { refused, reasonOf, names }: RefusedFileOptions,
): Promise<Blob> {
  const { columns, separator } = table
  const byLine = new Map(refused.map((one) => [one.line, one]))
  const row = (cells: readonly string[]) => csvRow(cells, separator)
  // Those of an earlier file of refused lines give way to the new ones.
  const theirs = <Cell>(cells: readonly Cell[]) => cells.filter((_, at) => !isOurs(columns[at] ?? ''))
  const parts = [
    byteOrderMark + row([oursPrefix + names.line, oursPrefix + names.reason, ...theirs(columns)]),
  ]
  for await (const rows of table.rows()) {
    const texts = rows.flatMap((sent) => {
      const one = byLine.get(sent.line)
      return one === undefined ? [] : [row([String(sent.line), reasonOf(one, sent), ...theirs(sent.cells)])]
    })
    parts.push(texts.join(''))
  }
  return new Blob(parts, { type: 'text/csv' })
}
