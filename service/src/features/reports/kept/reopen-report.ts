import type { Refusal } from '../../../http/reply.ts'
import { isRefusal } from '../../../http/route.ts'
import type { Seal } from '../../sealing/sealed-secrets.ts'
import { type JudgeDeps, type Judged, judgeReport, type Reader } from './judge-report.ts'
import type { KeptReportStore, SealedReport } from './kept-report.ts'
import { openReport } from './seal-report.ts'

export type ReopenDeps = JudgeDeps & {
  readonly keptReports: Pick<KeptReportStore, 'find'>
  readonly seal: Seal
}

/** A kept report as it was answered, and what may still be read of it. */
export type Reopened = Judged & { readonly kept: SealedReport }

/** Opens a client's own report, and judges it by today. */
export async function reopenReport(
  deps: ReopenDeps,
  { caller, environment, language }: Reader,
  requestId: string,
): Promise<Reopened | Refusal> {
  const { clientId } = caller
  const kept = await deps.keptReports.find({ environment, clientId, requestId }, deps.clock.nowMs())
  if (kept === undefined) return { code: 'report_unknown' }
  const judged = await judgeReport(deps, { caller, environment, language }, openReport(deps.seal, kept))
  return isRefusal(judged) ? judged : { ...judged, kept }
}
