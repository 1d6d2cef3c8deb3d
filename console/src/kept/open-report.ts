import type { KeptReport } from '@lastro/client/operations/account.ts'
import { systemClock } from '@lastro/client/transport/clock.ts'
import type { Purpose } from '@lastro/contract/reports/purposes.ts'
import type { Language } from '@lastro/contract/text.ts'
import type { ReportMeta } from '@lastro/reading/outline.ts'
import { type ReportOutline, reportOutline } from '@lastro/reading/report-outline.ts'
import { type HeldReport, reportIdOf } from '../analyst/held-report.ts'

/** A report that is being read, whether it was just asked for or is opened again. */
export type OpenReport = {
  readonly product: string
  readonly result: { readonly document: string; readonly report: unknown }
  readonly atMs: number
  /** That of the query, by which it is kept. */
  readonly requestId: string
  readonly consultation: KeptReport['consultation']
  readonly sourcesText: string
  readonly degradedSections: readonly string[]
  readonly notCovered: readonly string[]
  readonly purpose: Purpose | undefined
  readonly reopened: ReportMeta['reopened']
}

export const openHeld = ({ answer, product, purpose, atMs }: HeldReport): OpenReport => ({
  product,
  result: answer.result,
  atMs,
  requestId: reportIdOf(answer),
  consultation: answer.consultation,
  sourcesText: answer.sourcesText,
  degradedSections: answer.degradedSections,
  notCovered: answer.notCoveredSections,
  purpose,
  reopened: undefined,
})

export const openKept = (kept: KeptReport): OpenReport => ({
  product: kept.product,
  result: kept,
  atMs: Date.parse(kept.at),
  requestId: kept.requestId,
  consultation: kept.consultation,
  sourcesText: kept.sourcesText,
  degradedSections: kept.degradedSections,
  notCovered: kept.notCovered ?? [],
  purpose: undefined,
  reopened: {
    atMs: systemClock.nowMs(),
    withheld: kept.withheld,
    isCoverageUnknown: kept.notCovered === undefined,
  },
})

/** In words. */
export const outlineOf = (
  report: OpenReport,
  { language, environment }: { readonly language: Language; readonly environment: ReportMeta['environment'] },
): ReportOutline =>
  reportOutline({
    product: report.product,
    result: report.result,
    language,
    meta: {
      environment,
      requestId: report.requestId,
      checkCode: report.consultation?.checkCode,
      sources: report.sourcesText,
      degradedSections: report.degradedSections,
      notCovered: report.notCovered,
      atMs: report.atMs,
      reopened: report.reopened,
    },
  })
