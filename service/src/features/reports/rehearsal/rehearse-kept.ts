import { rehearsedReportsMax } from '@lastro/contract/policies/rehearsal-limits.ts'
import type { SentValues } from '@lastro/contract/policies/sent-values.ts'
import { type Day, dayAt } from '@lastro/rules/calendar/day.ts'
import { documentType } from '@lastro/rules/documents/document-number.ts'
import { type DecisionInputs, notCoveredIn, sourcesIn } from '@lastro/rules/policies/decision-inputs.ts'
import { type Rehearsed, rehearse } from '@lastro/rules/policies/rehearse.ts'
import { isRefusal } from '../../../http/route.ts'
import { aheadMs, type DecisionClocks } from '../decisions/decision-clock.ts'
import type { ReportReader } from '../kept/judge-report.ts'
import type { KeptReportStore } from '../kept/kept-report.ts'
import { type ReopenDeps, type Reopened, reopenReport } from '../kept/reopen-report.ts'
import { type RehearsedAll, type RehearsedReport, rehearsalMs } from './rehearsal.ts'

export type RehearseKeptDeps = ReopenDeps &
  DecisionClocks & {
    readonly keptReports: Pick<KeptReportStore, 'find' | 'newestOf'>
  }

/**
 * A draft over the newest reports that the client keeps. Each is read as whoever opens it again would: what may no
 * longer be shown weighs nothing. Nobody asks a source that charges, and no person is consulted.
 */
export async function rehearseKept(
  deps: RehearseKeptDeps,
  reader: ReportReader,
  rehearsed: Rehearsed,
  values: SentValues,
): Promise<RehearsedAll> {
  const untilMs = deps.clock.nowMs() + rehearsalMs
  const of = {
    environment: reader.environment,
    clientId: reader.caller.clientId,
    limit: rehearsedReportsMax + 1,
  }
  const ids = await deps.keptReports.newestOf(of, deps.clock.nowMs())
  const aheadBy = await aheadMs(deps, reader.caller)
  const reports: RehearsedReport[] = []
  let looked = 0
  for (const id of ids.slice(0, rehearsedReportsMax)) {
    if (deps.clock.nowMs() > untilMs) break
    looked += 1
    const reopened = await reopenReport(deps, reader, id)
    // Ended meanwhile, or of a product that the contract no longer opens: it is not read.
    if (isRefusal(reopened)) continue
    const at = { requestId: id, atMs: reopened.kept.atMs }
    reports.push({ ...at, case: rehearse(rehearsed, inputsOf(reopened, values, dayAt(at.atMs + aheadBy))) })
  }
  return { reports, unread: looked - reports.length, isWhole: looked === ids.length }
}

/** On the day of the report: days and months count from there, as they did. */
function inputsOf({ report, document, standing }: Reopened, sent: SentValues, today: Day): DecisionInputs {
  return {
    documentType: documentType(document),
    report: standing.report,
    degradedSections: [...(report.degraded?.split(', ') ?? []), ...standing.unconfirmed],
    ...notCoveredIn(report.notCovered ?? []),
    sources: sourcesIn(report.sources),
    sent,
    today,
  }
}
