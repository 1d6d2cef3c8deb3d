import type { ConsultationItem } from '@lastro/contract/clients/consultations.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { instantOf } from '../parts/instant.ts'
import { useLanguage, useSay } from '../shell/language.tsx'
import { useSession } from '../shell/session/session.ts'
import { keptWords } from '../words/analyst/kept.ts'
import { ComparedSections } from './compared-sections.tsx'
import { earlierKept } from './earlier-kept.ts'
import type { OpenReport } from './open-report.ts'
import { comparisonPath } from './report-path.ts'
import { useComparison } from './use-comparison.ts'

/** As far back as one page of the list goes. */
const lookedBackCount = 200

/** What changed since this client last asked the same; nothing where no earlier report is kept, or none can be read. */
export function ChangesSince({ report }: { readonly report: OpenReport }) {
  const { lastro } = useSession()
  const { language } = useLanguage()
  const { data: earlier } = useQuery({
    queryKey: ['consultations', 'before', report.requestId, language],
    queryFn: async () => {
      const { items } = await lastro.account.consultations.page({ limit: lookedBackCount })
      return earlierKept(items, report) ?? null
    },
    staleTime: Number.POSITIVE_INFINITY,
  })
  return earlier ? <ChangesFrom earlier={earlier} requestId={report.requestId} /> : null
}

type ChangesFromProps = { readonly earlier: ConsultationItem; readonly requestId: string }

function ChangesFrom({ earlier, requestId }: ChangesFromProps) {
  const say = useSay(keptWords)
  const { data: comparison } = useComparison(requestId, earlier.requestId)
  if (comparison === undefined) return null
  return (
    <section className="panel" aria-labelledby="changes-heading">
      <h2 id="changes-heading">{say('changesSince', { at: instantOf(earlier.at) })}</h2>
      <ComparedSections comparison={comparison} />
      <p className="small no-print">
        <Link href={comparisonPath(earlier.requestId, requestId)}>{say('seeBeside')}</Link>
      </p>
    </section>
  )
}
