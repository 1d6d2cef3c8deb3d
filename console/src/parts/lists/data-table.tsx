import type { ReactNode } from 'react'

export type Column<Row> = {
  readonly label: string
  readonly cell: (row: Row) => ReactNode
  /** Figures stand on the right, under one another. */
  readonly isFigure?: boolean
  /** Never broken over lines: dates, documents, states. */
  readonly isFixed?: boolean
}

type DataTableProps<Row> = {
  /** Said to whoever hears the table instead of seeing it; shown where `showsCaption` says so. */
  readonly caption: string
  readonly showsCaption?: boolean
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[]
  readonly rowKey: (row: Row) => string
}

/** A table that scrolls within itself, so that the page never scrolls sideways. The first column names its row. */
export function DataTable<Row>({ caption, showsCaption, columns, rows, rowKey }: DataTableProps<Row>) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
    <section className="scroll" aria-label={caption} tabIndex={0}>
      <table>
        <caption className={showsCaption ? undefined : 'unseen'}>{caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.label} scope="col" className={classOf(column)}>
                {column.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={rowKey(row)}>
              {columns.map((column, at) =>
                at === 0 ? (
                  <th key={column.label} scope="row" className={classOf(column)}>
                    {column.cell(row)}
                  </th>
                ) : (
                  <td key={column.label} className={classOf(column)}>
                    {column.cell(row)}
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

const classOf = ({ isFigure, isFixed }: Pick<Column<never>, 'isFigure' | 'isFixed'>): string | undefined =>
  isFigure ? 'right number' : isFixed ? 'fixed number' : undefined
