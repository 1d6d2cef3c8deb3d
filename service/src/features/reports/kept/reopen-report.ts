import type { Refusal } from '../../../http/reply.ts'
import { isRefusal } from '../../../http/route.ts'
import type { Seal } from '../../sealing/sealed-secrets.ts'
import { type JudgeDeps, type Judged, judgeReport, type ReportReader } from './judge-report.ts'
import type { KeptReport, KeptReportStore, SealedReport } from './kept-report.ts'
import { openReport } from './seal-report.ts'

export type ReopenDeps = JudgeDeps & {
  readonly keptReports: Pick<KeptReportStore, 'find'>
  readonly seal: Seal
}

/** A kept report as it was answered, and what may still be read of it. */
export type Reopened = Judged & { readonly kept: SealedReport }

/** Opens a client's own report, and judges it by today, and by what providers have told in a later one. */
export async function reopenReport(
  deps: ReopenDeps,
  reader: ReportReader,
  requestId: string,
  later?: KeptReport,
): Promise<Reopened | Refusal> {
  const { environment, caller } = reader
  const { clientId } = caller
  const kept = await deps.keptReports.find({ environment, clientId, requestId }, deps.clock.nowMs())
  if (kept === undefined) return { code: 'report_unknown' }
  const judged = await judgeReport(deps, reader, openReport(deps.seal, kept), later)
  return isRefusal(judged) ? judged : { ...judged, kept }
}
