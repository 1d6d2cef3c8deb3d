import { useQuery } from '@tanstack/react-query'
import { useLanguage } from '../shell/language.tsx'
import { useSession } from '../shell/session/session.ts'
import { keptSoon } from './use-kept-report.ts'

/** What changed between two kept reports on one document. */
export function useComparison(one: string, other: string, { isWanted = true } = {}) {
  const { lastro } = useSession()
  const { language } = useLanguage()
  return useQuery({
    queryKey: ['comparison', one, other, language],
    queryFn: () => lastro.account.comparison(one, other),
    enabled: isWanted,
    ...keptSoon,
  })
}
