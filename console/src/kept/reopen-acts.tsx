import type { ConsultationItem } from '@lastro/contract/clients/consultations.ts'
import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useLocation } from 'wouter'
import { useSay } from '../shell/language.tsx'
import { keptWords } from '../words/analyst/kept.ts'
import { comparisonPath, reportPath } from './report-path.ts'

/** In memory alone, for as long as the list is open or until a second one is chosen. */
const chosenName = ['chosen to compare']

/** What can be done with a query whose report is kept: open it again, or put it beside another. */
export function ReopenActs({ item: { requestId, report } }: { readonly item: ConsultationItem }) {
  const say = useSay(keptWords)
  const queries = useQueryClient()
  const [, navigate] = useLocation()
  const { data: chosen = null } = useQuery<string | null>({ queryKey: chosenName, queryFn: skipToken })
  if (report === undefined) return null
  const choose = (id: string | null) => queries.setQueryData(chosenName, id)
  const compare = () => {
    if (chosen === null) return choose(requestId)
    choose(null)
    if (chosen !== requestId) navigate(comparisonPath(chosen, requestId))
    return undefined
  }
  return (
    <>
      <Link href={reportPath(requestId)}>{say('reopen')}</Link>
      <button type="button" className="plain" aria-pressed={chosen === requestId} onClick={compare}>
        {say(chosen === null ? 'compare' : chosen === requestId ? 'compareCancel' : 'compareWith')}
      </button>
    </>
  )
}
