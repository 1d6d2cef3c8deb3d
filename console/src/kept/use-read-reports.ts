import type { KeptReport } from '@lastro/client/operations/account.ts'
import type { ConsultationItem } from '@lastro/contract/clients/consultations.ts'
import type { Verdict } from '@lastro/reading/verdict.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { HeldReport } from '../analyst/held-report.ts'
import { useLanguage } from '../shell/language.tsx'
import { useSession } from '../shell/session/session.ts'
import { openHeld, openKept, outlineOf } from './open-report.ts'
import { keptReportName, keptSoon } from './use-kept-report.ts'

/** The subject of a report, and its verdict if it has one. */
export type ReadReport = { readonly name: string; readonly verdict: Verdict | undefined }

/** As many as are opened at once; those below are opened by asking again. */
const openedCountMax = 50

/**
 * Name and verdict of the reports that were read since the person signed in. To open a report is on record, so a list
 * opens none by itself: `open` does, at somebody's word, one after the other, for the contract's rate holds here too.
 */
export function useReadReports(items: readonly ConsultationItem[] = []) {
  const queries = useQueryClient()
  const { lastro, user } = useSession()
  const { language } = useLanguage()
  const [openedCount, setOpenedCount] = useState(0)
  // Counted, so that each is shown as it is opened.
  const read = useMemo(() => {
    const of = (requestId: string) => {
      const held = queries.getQueryData<HeldReport>(['report', requestId])
      // A repeated answer may be hours old: of that only the kept one says what may still be read.
      if (held !== undefined && !held.answer.replayed) return openHeld(held)
      const kept = queries.getQueryData<KeptReport>(keptReportName(requestId, language))
      return kept && openKept(kept)
    }
    return new Map(
      items.flatMap(({ requestId, report }): [string, ReadReport][] => {
        const found = report && of(requestId)
        if (found === undefined) return []
        const outline = outlineOf(found, { language, environment: user.environment ?? 'production' })
        return [[requestId, { name: outline.subject.name, verdict: outline.verdict }]]
      }),
    )
  }, [items, language, user.environment, queries, openedCount])
  const unread = items.filter(({ report, requestId }) => report !== undefined && !read.has(requestId))
  const wanted = unread.slice(0, openedCountMax)
  const opening = useMutation({
    mutationFn: async () => {
      queries.setQueryDefaults(['kept report'], { gcTime: Number.POSITIVE_INFINITY })
      for (const { requestId } of wanted) {
        await queries.fetchQuery({
          queryKey: keptReportName(requestId, language),
          queryFn: () => lastro.account.report(requestId),
          ...keptSoon,
        })
        setOpenedCount((count) => count + 1)
      }
    },
  })
  return { read, unreadCount: wanted.length, opening }
}
