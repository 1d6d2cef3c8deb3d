import type { ReactNode } from 'react'
import { ScrolledTable } from './scrolled-table.tsx'

export type Column<Row> = {
  readonly label: string
  readonly cell: (row: Row) => ReactNode
  /** Figures stand on the right, under one another. */
  readonly isFigure?: boolean
  /** Seen wherever the table is scrolled to, and first on a card. */
  readonly isAmount?: boolean
  /** Never broken over lines: dates, documents, states. */
  readonly isFixed?: boolean
  /** In place of the bare label: what sorts by this column. */
  readonly heading?: ReactNode
  readonly sorted?: 'ascending' | 'descending' | undefined
}

type DataTableProps<Row> = {
  /** Said to whoever hears the table instead of seeing it; shown where `showsCaption` says so. */
  readonly caption: string
  readonly showsCaption?: boolean
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[]
  readonly rowKey: (row: Row) => string
}

/** A table whose first column names its row. On a phone each row is a card. */
export function DataTable<Row>({ caption, showsCaption, columns, rows, rowKey }: DataTableProps<Row>) {
  return (
    <ScrolledTable className="cards" label={caption}>
      <table>
        <caption className={showsCaption ? undefined : 'unseen'}>{caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.label} scope="col" className={classOf(column)} aria-sort={column.sorted}>
                {column.heading ?? column.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={rowKey(row)}>
              {columns.map((column, at) => (
                <Cell key={column.label} column={column} row={row} isName={at === 0} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrolledTable>
  )
}

type CellProps<Row> = { readonly column: Column<Row>; readonly row: Row; readonly isName: boolean }

function Cell<Row>({ column, row, isName }: CellProps<Row>) {
  const content = column.cell(row)
  const isEmpty = content === undefined || content === null || content === '' || content === false
  const className = [classOf(column), isEmpty && 'empty-cell'].filter(Boolean).join(' ') || undefined
  if (isName)
    return (
      <th scope="row" className={className}>
        {content}
      </th>
    )
  return (
    <td className={className} data-label={column.label}>
      <div>{content}</div>
    </td>
  )
}

const classOf = ({
  isFigure,
  isFixed,
  isAmount,
}: Pick<Column<never>, 'isFigure' | 'isFixed' | 'isAmount'>): string | undefined =>
  isFigure ? (isAmount ? 'right number amount' : 'right number') : isFixed ? 'fixed number' : undefined
