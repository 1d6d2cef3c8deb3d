import { useSay } from '../../shell/language.tsx'
import { lineWords } from '../../words/lines.ts'
import { DataTable } from '../lists/data-table.tsx'
import { type CsvFile, columnNames } from './line-file.ts'

/** The first rows as the file has them, so that a person sees that it is the right one and is read rightly. */
export function FilePreview({ csv }: { readonly csv: CsvFile }) {
  const say = useSay(lineWords)
  const names = columnNames(csv.columns, say('column'))
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
          cell: ({ cells }: CsvFile['sample'][number]) => cells[at],
        })),
      ]}
    />
  )
}
