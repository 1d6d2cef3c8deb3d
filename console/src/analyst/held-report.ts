import type { ReportAnswer, ReportQuery, ReportResult } from '@lastro/client/operations/reports.ts'
import type { ReportProductCode } from '@lastro/contract/reports/products.ts'
import type { Purpose } from '@lastro/contract/reports/purposes.ts'
import { useQueryClient } from '@tanstack/react-query'

/** A report that was answered, and how it was asked for: the same key asks for it again in another format. */
export type HeldReport = {
  readonly product: ReportProductCode
  readonly query: ReportQuery
  readonly purpose: Purpose | undefined
  readonly answer: ReportAnswer<ReportResult<ReportProductCode, 'json'>>
  readonly atMs: number
  /** By the contract, as it was said before; undefined where it sets none. */
  readonly price: string | undefined
}

/** By the id that it is kept under: what is no longer in memory is opened from there. */
export const reportIdOf = ({ consultation, requestId }: HeldReport['answer']): string =>
  consultation?.id ?? requestId

/** A repeated answer is of when its consultation was answered, which its reader has to see. */
export const answeredAtMs = ({ replayed, consultation }: ToldRepeat, nowMs: number): number => {
  const atMs = replayed ? Date.parse(consultation?.at ?? '') : nowMs
  return Number.isNaN(atMs) ? nowMs : atMs
}

type ToldRepeat = Pick<HeldReport['answer'], 'replayed' | 'consultation'>

/** Well within the day for which the service repeats an answer: past it the same key would ask, and pay, anew. */
const keyLifeMs = 23 * 3_600_000

export const isKeyAlive = ({ atMs }: Pick<HeldReport, 'atMs'>, nowMs: number): boolean =>
  nowMs >= atMs && nowMs - atMs < keyLifeMs

/** For as long as the page is open. */
export function useHoldReport(): (held: HeldReport) => void {
  const queries = useQueryClient()
  return (held) => {
    queries.setQueryDefaults(['report'], { gcTime: Number.POSITIVE_INFINITY })
    queries.setQueryData(['report', reportIdOf(held.answer)], held)
  }
}

export function useHeldReport(id: string): HeldReport | undefined {
  return useQueryClient().getQueryData<HeldReport>(['report', id])
}
