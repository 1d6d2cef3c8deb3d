import type { Fact, OutlineSection } from '@lastro/reading/outline.ts'
import type { Mark, ReportOutline } from '@lastro/reading/report-outline.ts'
import { readingOf } from '@lastro/reading/section-readings.ts'
import type { ReactNode } from 'react'
import { Facts } from '../parts/facts.tsx'
import { EmptySections } from './empty-sections.tsx'
import { ReportSection } from './report-section.tsx'
import { ReportTimeline } from './report-timeline.tsx'
import { VerdictPanel } from './verdict-panel.tsx'

type ReportBodyProps = {
  readonly outline: ReportOutline
  /** When it was asked for: ages are told as of then. */
  readonly atMs: number
  /** What was decided on it, drawn right below the verdict. */
  readonly decision?: ReactNode
  /** What changed since this client last asked, drawn after that. */
  readonly changes?: ReactNode
  readonly askAlso: (document: string) => ReactNode
  /** What it cost, at the foot. */
  readonly bill: readonly Fact[]
}

/** A report in the order in which a decision is made: the verdict, how much and when, what and by whom, the rest. */
export function ReportBody({ outline, atMs, decision, changes, askAlso, bill }: ReportBodyProps) {
  const { verdict, marks, sections, timeline, totals, footer } = outline
  const filled = sections.filter((one) => !one.isNothing)
  const empty = sections.filter((one) => one.isNothing)
  return (
    <article className="report">
      {marks.filter(isNotInVerdict).map(({ kind, text }) => (
        <p key={kind} className={kind === 'reopened' ? 'report-mark quiet' : 'report-mark'}>
          {text}
        </p>
      ))}
      {verdict !== undefined && <VerdictPanel verdict={verdict} />}
      {decision}
      {changes}
      {timeline.occurrences.length > 0 && <ReportTimeline outline={outline} atMs={atMs} />}
      {[...filled.filter(isNegative), ...filled.filter((one) => !isNegative(one))].map((section) => (
        <ReportSection
          key={section.id}
          section={section}
          total={totals.bySection.find(({ id }) => id === section.id)}
          askAlso={askAlso}
        />
      ))}
      {empty.length > 0 && <EmptySections sections={empty} />}
      <footer>
        <Facts facts={[...footer, ...bill]} />
      </footer>
    </article>
  )
}

/** What did not answer is named by the verdict already. */
const isNotInVerdict = ({ kind }: Mark): boolean => kind !== 'degraded'

const isNegative = ({ id }: OutlineSection): boolean => readingOf(id).occurrence !== undefined
