import type { ReportOutline } from '@lastro/reading/report-outline.ts'
import { useSay } from '../shell/language.tsx'
import { reportWords } from '../words/analyst/report.ts'
import { TimelinePicture } from './timeline-picture.tsx'
import { TotalBars } from './total-bars.tsx'

export type ReportChartsProps = {
  readonly totals: ReportOutline['totals']
  readonly timeline: ReportOutline['timeline']
  readonly atMs: number
}

/** How much, how old and when. A file of its own: nobody waits for a library of charts to read a verdict. */
export function ReportCharts({ totals, timeline, atMs }: ReportChartsProps) {
  const say = useSay(reportWords)
  return (
    <>
      <div className="beside">
        <TotalBars heading={say('bySection')} of={say('section')} totals={totals.bySection} />
        <TotalBars heading={say('byAge')} of={say('age')} totals={totals.byAge} />
      </div>
      <TimelinePicture occurrences={timeline.occurrences} atMs={atMs} />
    </>
  )
}
