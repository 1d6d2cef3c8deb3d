import type { OutlineSection } from '@lastro/reading/outline.ts'
import type { Total } from '@lastro/reading/totals.ts'
import type { ReactNode } from 'react'
import { Facts } from '../parts/facts.tsx'
import { SeverityMark } from '../parts/marks/severity-mark.tsx'
import { Notice } from '../parts/notice.tsx'
import { useSay } from '../shell/language.tsx'
import { reportWords } from '../words/analyst/report.ts'
import { ReportTable } from './report-table.tsx'

type ReportSectionProps = {
  readonly section: OutlineSection
  /** What its items come to; undefined where it has none that count. */
  readonly total: Total | undefined
  readonly askAlso: (document: string) => ReactNode
}

/** A section with something in it, or one that was not answered or not consulted, or only partly. */
export function ReportSection({ section, total, askAlso }: ReportSectionProps) {
  const say = useSay(reportWords)
  const { id, heading, facts, tables, notes, notAvailable, notCovered, partial } = section
  return (
    <section className="panel" aria-labelledby={`section-${id}`}>
      <div className="section-head">
        <h2 id={`section-${id}`}>{heading}</h2>
        {total !== undefined && (
          <p className="number">
            {say(total.isAtLeast ? 'timesAtLeast' : 'times', { count: total.count })}{' '}
            <strong>{total.amount}</strong>
          </p>
        )}
      </div>
      {notCovered !== undefined && <p className="not-covered">{notCovered}</p>}
      {partial !== undefined && (
        <p>
          <SeverityMark severity="partial">{partial}</SeverityMark>
        </p>
      )}
      {notAvailable !== undefined && <Notice tone="warn">{notAvailable}</Notice>}
      {facts.length > 0 && !isInItsRow(section, total) && <Facts facts={facts} />}
      {tables.map((table, at) => (
        <ReportTable key={table.caption ?? at} table={table} heading={heading} askAlso={askAlso} />
      ))}
      {notes.map((note) => (
        <p key={note} className="muted small">
          <bdi>{note}</bdi>
        </p>
      ))}
    </section>
  )
}

/** A summary of one item that is listed says nothing that its row does not. */
const isInItsRow = ({ tables }: OutlineSection, total: Total | undefined): boolean =>
  total?.count === 1 && tables[0]?.rows.length === 1
