import type { ListingDeps } from '../change-debt.ts'
import { type NoticeReport, reportNotice } from './send-notice.ts'

export type ReportDeps = ListingDeps & {
  readonly corrections: {
    /** An e-mail that told a debtor of a correction has come back: a letter follows, or the operator tells. */
    readonly mailReturned: (id: string) => Promise<'recorded' | 'unknown' | 'stale'>
  }
}

/**
 * What became of something that was sent to a debtor: a notice, on which a period rests, or word of a correction, which
 * needs no proof and must not have come back.
 */
export async function reportDelivery(
  deps: ReportDeps,
  id: string,
  report: NoticeReport,
): Promise<'recorded' | 'unknown' | 'stale' | 'busy'> {
  const reported = await reportNotice(deps, id, report)
  return reported === 'unknown' && report.kind === 'failed' ? deps.corrections.mailReturned(id) : reported
}
