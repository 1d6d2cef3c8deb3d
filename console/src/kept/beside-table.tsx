import type { ReportOutline } from '@lastro/reading/report-outline.ts'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { DataTable } from '../parts/lists/data-table.tsx'
import { SeverityMark } from '../parts/marks/severity-mark.tsx'
import { type Say, useLanguage, useSay } from '../shell/language.tsx'
import { useSession } from '../shell/session/session.ts'
import { keptWords } from '../words/analyst/kept.ts'
import { type OpenReport, outlineOf } from './open-report.ts'
import { ShortVerdict } from './read-report.tsx'
import { reportPath } from './report-path.ts'

type BesideTableProps = { readonly reports: readonly [OpenReport, OpenReport] }

type Row = { readonly label: string; readonly cells: readonly [ReactNode, ReactNode] }

/** Who, when, what it comes to, and each section: what one decides by, the same line for both. */
export function BesideTable({ reports }: BesideTableProps) {
  const say = useSay(keptWords)
  const { language } = useLanguage()
  const { user } = useSession()
  const environment = user.environment ?? 'production'
  const [one, other] = reports
  const outlines = [
    outlineOf(one, { language, environment }),
    outlineOf(other, { language, environment }),
  ] as const
  const [left, right] = outlines
  return (
    <>
      <div className="beside-table">
        <DataTable
          caption={say('beside')}
          rows={rowsOf(outlines, say)}
          rowKey={(row) => row.label}
          columns={[
            { label: say('fact'), cell: (row) => row.label },
            { label: `1 · ${left.askedAt}`, cell: (row) => row.cells[0] },
            { label: `2 · ${right.askedAt}`, cell: (row) => row.cells[1] },
          ]}
        />
      </div>
      <div className="acts no-print">
        {reports.map(({ requestId }, at) => (
          <Link key={requestId} href={reportPath(requestId)} className="button">
            {say('openIt')} {at + 1}
          </Link>
        ))}
      </div>
    </>
  )
}

function rowsOf(
  outlines: readonly [ReportOutline, ReportOutline],
  say: Say<typeof keptWords>,
): readonly Row[] {
  const row = (label: string, cell: (outline: ReportOutline) => ReactNode): Row => ({
    label,
    cells: [cell(outlines[0]), cell(outlines[1])],
  })
  const sections = new Map(outlines.flatMap((one) => one.sections).map(({ id, heading }) => [id, heading]))
  return [
    row(say('name'), ({ subject }) => <bdi>{subject.name}</bdi>),
    row(say('document'), ({ subject }) => <span className="number">{subject.document}</span>),
    row(say('product'), ({ title }) => title),
    row(
      say('status'),
      ({ subject: { status } }) =>
        status.text !== undefined && <SeverityMark severity={status.severity}>{status.text}</SeverityMark>,
    ),
    row(say('verdict'), ({ verdict }) => <ShortVerdict verdict={verdict} />),
    ...[...sections].map(([id, heading]) => row(heading, (outline) => sectionCell(id, outline, say))),
  ]
}

/** The result of a section. A section that was not covered or did not answer is never shown as empty. */
function sectionCell(id: string, { sections, totals }: ReportOutline, say: Say<typeof keptWords>): ReactNode {
  const section = sections.find((one) => one.id === id)
  if (section === undefined) return <span className="muted">{say('notThere')}</span>
  if (section.notCovered !== undefined) {
    return <SeverityMark severity="unknown">{say('notConsulted')}</SeverityMark>
  }
  if (section.notAvailable !== undefined) {
    return <SeverityMark severity="unknown">{section.notAvailable}</SeverityMark>
  }
  const total = totals.bySection.find((one) => one.id === id)
  if (total !== undefined) {
    return (
      <span className="number">
        {total.isAtLeast && say('atLeast')} {total.count} × <strong>{total.amount}</strong>
      </span>
    )
  }
  if (section.partial !== undefined) return <SeverityMark severity="partial">{section.partial}</SeverityMark>
  return say(section.isNothing ? 'nothingThere' : 'isThere')
}
