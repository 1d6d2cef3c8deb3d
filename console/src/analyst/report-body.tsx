import type { OutlineSection, OutlineTable } from '@lastro/reading/outline.ts'
import type { ReportOutline } from '@lastro/reading/report-outline.ts'
import { Facts } from '../parts/facts.tsx'
import { DataTable } from '../parts/lists/data-table.tsx'
import { Notice } from '../parts/notice.tsx'

/** A report as it is laid out for reading, drawn with the parts of the console. */
export function ReportBody({ outline }: { readonly outline: ReportOutline }) {
  const { subject, verdict, marks, sections, timeline, footer } = outline
  return (
    <article className="report">
      {marks.map((mark) => (
        <Notice key={mark.kind} tone="warn">
          {mark.text}
        </Notice>
      ))}
      <section className="panel">
        <h2 className="subject">{subject.name}</h2>
        <p className="number">{subject.document}</p>
        <Facts facts={subject.facts} />
        <p className={`verdict ${verdict.kind}`}>{verdict.text}</p>
        {verdict.notAvailable !== undefined && <p className="muted">{verdict.notAvailable}</p>}
      </section>
      {sections.map((section) => (
        <Section key={section.id} section={section} />
      ))}
      {timeline.occurrences.length > 0 && <Timeline timeline={timeline} />}
      <footer>
        <Facts facts={footer} />
      </footer>
    </article>
  )
}

function Section({ section }: { readonly section: OutlineSection }) {
  const { heading, facts, tables, notes, notAvailable } = section
  return (
    <section className="panel">
      <h2>{heading}</h2>
      {notAvailable !== undefined && <Notice tone="warn">{notAvailable}</Notice>}
      {facts.length > 0 && <Facts facts={facts} />}
      {tables.map((table, at) => (
        <Table key={table.caption ?? at} table={table} heading={heading} />
      ))}
      {notes.map((note) => (
        <p key={note} className="muted">
          {note}
        </p>
      ))}
    </section>
  )
}

/** Dates, codes and short words stay on one line. */
const fixedLengthMax = 20

type TableRow = { readonly cells: readonly string[]; readonly at: number }

const Table = ({ table, heading }: { readonly table: OutlineTable; readonly heading: string }) => (
  <DataTable<TableRow>
    caption={table.caption ?? heading}
    showsCaption={table.caption !== undefined}
    rows={table.rows.map((cells, at) => ({ cells, at }))}
    rowKey={(row) => String(row.at)}
    columns={table.columns.map(({ label, align }, at) => ({
      label,
      isFigure: align === 'right',
      isFixed: table.rows.every((cells) => (cells[at] ?? '').length <= fixedLengthMax),
      cell: ({ cells }) => cells[at],
    }))}
  />
)

function Timeline({ timeline }: { readonly timeline: ReportOutline['timeline'] }) {
  const { heading, occurrences, note } = timeline
  return (
    <section className="panel">
      <h2>{heading}</h2>
      <ol className="timeline">
        {occurrences.map((one, at) => (
          <li key={at}>
            <time dateTime={one.day}>{one.date}</time>
            <p>
              <strong>{one.kind}</strong>
              {one.amount !== '' && <span className="number"> · {one.amount}</span>}
            </p>
            <p className="muted">{one.text}</p>
          </li>
        ))}
      </ol>
      {note !== undefined && <p className="muted">{note}</p>}
    </section>
  )
}
