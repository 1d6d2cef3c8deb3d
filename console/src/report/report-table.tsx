import type { OutlineColumn, OutlineTable } from '@lastro/reading/outline.ts'
import { statusSeverity } from '@lastro/reading/registration-status.ts'
import type { Severity } from '@lastro/reading/severity.ts'
import { valueText } from '@lastro/reading/value-text.ts'
import { type ReactNode, useState } from 'react'
import { ScrolledTable } from '../parts/lists/scrolled-table.tsx'
import { SeverityMark } from '../parts/marks/severity-mark.tsx'
import { useLanguage, useSay } from '../shell/language.tsx'
import { reportWords } from '../words/analyst/report.ts'

type ReportTableProps = {
  readonly table: OutlineTable
  readonly heading: string
  /** A way to the query of whom a row names, drawn below the name. */
  readonly askAlso: (document: string) => ReactNode
}

/** As many rows as one reads before the next section; on paper all of them stand. */
const shownCountMax = 15

/** A table of the report. On a phone each row is a card, and its amount stands first. */
export function ReportTable({ table, heading, askAlso }: ReportTableProps) {
  const say = useSay(reportWords)
  const [isWhole, setIsWhole] = useState(table.rows.length <= shownCountMax)
  const { caption, columns, rows, documents } = table
  const isFixed = columns.map((_, place) => rows.every((cells) => staysOnOneLine(cells[place] ?? '')))
  return (
    <>
      <ScrolledTable className="report-table" label={caption ?? heading}>
        <table className={isWhole ? undefined : 'cut'}>
          <caption className={caption === undefined ? 'unseen' : undefined}>{caption ?? heading}</caption>
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
            {rows.map((cells, at) => (
              <tr key={at} className={at >= shownCountMax ? 'beyond' : undefined}>
                {columns.map((column, place) => (
                  <td
                    key={column.label}
                    data-label={column.label}
                    className={cells[place] === '' ? 'empty-cell' : classOf(column, isFixed[place])}
                  >
                    <Cell column={column} text={cells[place] ?? ''} />
                    {place === 0 && documents?.[at] !== undefined && askAlso(documents[at])}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrolledTable>
      {!isWhole && (
        <button type="button" className="no-print show-all" onClick={() => setIsWhole(true)}>
          {say('allRows', { count: rows.length })}
        </button>
      )}
    </>
  )
}

function Cell({ column, text }: { readonly column: OutlineColumn; readonly text: string }) {
  const { language } = useLanguage()
  const severity = severityOf(column, text, valueText('true', 'restriction', language))
  return severity === undefined ? <bdi>{text}</bdi> : <SeverityMark severity={severity}>{text}</SeverityMark>
}

/** Only what must not be missed is marked: a restriction, and a status that is not in order. */
function severityOf({ meaning }: OutlineColumn, text: string, restricted: string): Severity | undefined {
  if (meaning === 'restriction') return text === restricted ? 'negative' : undefined
  if (meaning !== 'status' || text === '') return undefined
  const severity = statusSeverity(text)
  return severity === 'clear' ? undefined : severity
}

const fixedLengthMax = 20

/** Dates, documents and lone short words; several words may go below each other, so that a wide table still fits. */
const staysOnOneLine = (text: string): boolean =>
  text.length <= fixedLengthMax && !/\p{L},? \p{L}/u.test(text)

const classOf = ({ align, meaning }: OutlineColumn, isFixed?: boolean): string | undefined => {
  if (meaning === 'amount') return 'right number amount'
  return align === 'right' ? 'right number' : isFixed ? 'fixed number' : undefined
}
