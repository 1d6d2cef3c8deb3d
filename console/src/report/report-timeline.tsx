import type { ReportOutline } from '@lastro/reading/report-outline.ts'
import { useState } from 'react'
import { Loading } from '../parts/loading.tsx'
import { useSay } from '../shell/language.tsx'
import { useLoaded } from '../shell/page/use-loaded.ts'
import { reportWords } from '../words/analyst/report.ts'

const loadCharts = async () => (await import('./report-charts.tsx')).ReportCharts

type ReportTimelineProps = { readonly outline: ReportOutline; readonly atMs: number }

/** Totals and timeline as pictures, with the list of everything behind them. */
export function ReportTimeline({ outline, atMs }: ReportTimelineProps) {
  const say = useSay(reportWords)
  const { totals, timeline } = outline
  const [isOpen, setIsOpen] = useState(false)
  const Charts = useLoaded(loadCharts)
  return (
    <section className="panel report-charts" aria-labelledby="timeline-heading">
      <h2 id="timeline-heading">{say('howMuch')}</h2>
      {Charts === undefined ? <Loading /> : <Charts totals={totals} timeline={timeline} atMs={atMs} />}
      {timeline.note !== undefined && <p className="muted small">{timeline.note}</p>}
      <details className="no-print" onToggle={(event) => setIsOpen(event.currentTarget.open)}>
        <summary>{say('timelineList', { count: timeline.occurrences.length })}</summary>
        {isOpen && <OccurrenceList occurrences={timeline.occurrences} />}
      </details>
    </section>
  )
}

const OccurrenceList = ({ occurrences }: Pick<ReportOutline['timeline'], 'occurrences'>) => (
  <ol className="timeline">
    {occurrences.map((one, at) => (
      <li key={at}>
        <time dateTime={one.day}>{one.date}</time>
        <p>
          <strong>{one.kind}</strong>
          {one.amount !== '' && <span className="number"> · {one.amount}</span>}
        </p>
        <p className="muted">
          <bdi>{one.text}</bdi>
        </p>
      </li>
    ))}
  </ol>
)
