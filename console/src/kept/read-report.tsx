import type { ConsultationItem } from '@lastro/contract/clients/consultations.ts'
import { printable } from '@lastro/reading/value-text.ts'
import type { Verdict } from '@lastro/reading/verdict.ts'
import { BusyButton } from '../parts/forms/busy-button.tsx'
import { SeverityMark } from '../parts/marks/severity-mark.tsx'
import { ProblemNotice } from '../parts/problem-notice.tsx'
import { useSay } from '../shell/language.tsx'
import { earlierWords } from '../words/analyst/earlier.ts'
import type { ReadReport, useReadReports } from './use-read-reports.ts'

type ShowNamesProps = {
  readonly count: number
  readonly opening: ReturnType<typeof useReadReports>['opening']
}

/** What opens all that are kept, with what that means said beside it. */
export function ShowNames({ count, opening }: ShowNamesProps) {
  const say = useSay(earlierWords)
  return (
    <div className="acts choose">
      <BusyButton type="button" isBusy={opening.isPending} onClick={() => opening.mutate()}>
        {opening.isPending ? say('showingNames') : say('showNames', { count })}
      </BusyButton>
      <span className="muted small">{say('showNamesHelp')}</span>
      {opening.isError && <ProblemNotice error={opening.error} />}
    </div>
  )
}

/** Whom it was about and what it came to, where the report has been read; else why that is not said. */
export function Who({
  item,
  report,
}: {
  readonly item: ConsultationItem
  readonly report: ReadReport | undefined
}) {
  const say = useSay(earlierWords)
  if (report !== undefined) {
    return (
      <>
        <bdi>{printable(report.name)}</bdi> <ShortVerdict verdict={report.verdict} />
      </>
    )
  }
  if (!showsReport(item)) return null
  return <span className="muted small">{say(item.report === undefined ? 'notKept' : 'toReopen')}</span>
}

/** The headline of a verdict together with what was not consulted; the headline alone would claim too much. */
export const ShortVerdict = ({ verdict }: { readonly verdict: Verdict | undefined }) =>
  verdict && (
    <>
      <SeverityMark severity={verdict.severity}>{verdict.headline}</SeverityMark>
      {verdict.notConsulted !== undefined && <small className="muted"> {verdict.notConsulted}</small>}
    </>
  )

/** The same as text, to search and sort by. */
export const shortVerdictText = (verdict: Verdict | undefined): string =>
  [verdict?.headline, verdict?.notConsulted].filter((one) => one !== undefined).join('. ')

/** A refused query has no report that could have been kept. */
const showsReport = ({ outcome }: ConsultationItem): boolean =>
  outcome === 'answered' || outcome === 'degraded' || outcome === 'replayed'
