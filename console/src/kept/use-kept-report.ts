import { isProblem } from '@lastro/client/problem.ts'
import type { Language } from '@lastro/contract/text.ts'
import { useQuery } from '@tanstack/react-query'
import { useLanguage } from '../shell/language.tsx'
import { useSession } from '../shell/session/session.ts'

/**
 * A report is kept a moment after it was answered, so whoever reloads at once is early; and each opening is on record,
 * so one that was opened is not opened again by coming back to the page.
 */
export const keptSoon = {
  retry: (failures: number, error: Error) => isProblem(error, 'report_unknown') && failures < soonTryCount,
  retryDelay: 400,
  staleTime: Number.POSITIVE_INFINITY,
} as const

const soonTryCount = 4

/** What an opened report is known by. */
export const keptReportName = (requestId: string, language: Language) => ['kept report', requestId, language]

/** A kept report, opened again: at no cost, and without what may no longer be read. */
export function useKeptReport(requestId: string, { isWanted = true } = {}) {
  const { lastro } = useSession()
  const { language } = useLanguage()
  return useQuery({
    queryKey: keptReportName(requestId, language),
    queryFn: () => lastro.account.report(requestId),
    enabled: isWanted,
    ...keptSoon,
  })
}
