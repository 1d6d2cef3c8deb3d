import type { ConsultationItem } from '@lastro/contract/clients/consultations.ts'
import { printable } from '@lastro/reading/value-text.ts'
import { Link } from 'wouter'
import { instantOf } from '../parts/instant.ts'
import { Mark } from '../parts/marks/mark.tsx'
import { useLanguage, useSay } from '../shell/language.tsx'
import { changedName } from '../voice/changed-name.ts'
import { earlierWords } from '../words/analyst/earlier.ts'

type Correction = NonNullable<ConsultationItem['corrections']>[number]

/** What this consultation showed was wrong. */
export function Corrected({
  correction: { occurrenceId, toldAt, data },
}: {
  readonly correction: Correction
}) {
  const say = useSay(earlierWords)
  const { language } = useLanguage()
  const creditor = data.listing?.creditorName
  const contract = data.listing?.contractId
  return (
    <p>
      <Mark tone="warn">{say(data.change === 'released' ? 'wrongAndGone' : 'corrected')}</Mark>{' '}
      <small className="muted">
        {[creditor, contract].flatMap((one) => (one === undefined ? [] : [printable(one)])).join(', ')}
        {data.changes?.map(({ field, before, after }) => (
          <span key={field}>
            {' '}
            {changedName(field, language)}
            {after !== undefined && `: ${printable(before ?? '')} → ${printable(after)}`}
          </span>
        ))}
        {toldAt !== undefined && ` ${say('toldAt', { at: instantOf(toldAt) })}`}
      </small>{' '}
      <Link href={`/alertas/ocorrencias/${encodeURIComponent(occurrenceId)}`}>{say('correctionOpened')}</Link>
    </p>
  )
}
