import { useSay } from '../../shell/language.tsx'
import { lineWords } from '../../words/creditor/lines.ts'
import { DataTable } from '../lists/data-table.tsx'
import { type CsvFile, columnNames } from './file/line-file.ts'

/** The first rows as the file has them, so that a person sees that it is the right one and is read rightly. */
export function FilePreview({ csv }: { readonly csv: CsvFile }) {
  const say = useSay(lineWords)
  const names = columnNames(csv.columns, say('column'), [say('line')])
  return (
    <DataTable
      caption={say('firstRows')}
      showsCaption
      rows={csv.sample}
      rowKey={({ line }) => String(line)}
      columns={[
        { label: say('line'), isFigure: true, cell: ({ line }) => line },
        ...names.map((label, at) => ({
          label,
          isFixed: areShort(csv.sample.map(({ cells }) => cells[at] ?? '')),
          cell: ({ cells }: CsvFile['sample'][number]) => cells[at],
        })),
      ]}
    />
  )
}

/** Documents, dates and codes: broken over lines they cannot be compared. */
export const areShort = (cells: readonly string[]): boolean => cells.every((cell) => /^\S{0,20}$/.test(cell))
