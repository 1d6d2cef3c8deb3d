import type { Rehearsal, RehearsalFlip } from '@lastro/contract/policies/rehearsal.ts'
import { outcomeWords } from '@lastro/reading/policies/explanation-words.ts'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'wouter'
import { BusyButton } from '../../parts/forms/busy-button.tsx'
import { instantOf } from '../../parts/instant.ts'
import { DataTable } from '../../parts/lists/data-table.tsx'
import { Notice } from '../../parts/notice.tsx'
import { ProblemNotice } from '../../parts/problem-notice.tsx'
import { useLanguage, useSay } from '../../shell/language.tsx'
import { useSession } from '../../shell/session/session.ts'
import { policyWords } from '../../words/analyst/policies.ts'
import { coverageWarnings, PolicyWarnings } from '../policy-warnings.tsx'
import { type PolicyDraft, policyOf } from './policy-draft.ts'

type RehearsalPanelProps = {
  readonly rehearsing: ReturnType<typeof useRehearsing>['rehearsing']
  /** The last that came to an end; it stays until the next does. */
  readonly found: Rehearsal | undefined
}

/** What the draft would change: over the reports that are kept, and in the sandbox over its test documents. */
export function RehearsalPanel({ rehearsing, found }: RehearsalPanelProps) {
  const say = useSay(policyWords)
  const { user } = useSession()
  const button = (over: 'kept' | 'documents') => (
    <BusyButton
      type="button"
      isBusy={rehearsing.isPending && rehearsing.variables === over}
      onClick={(event) => {
        if (event.currentTarget.form?.reportValidity() !== false) rehearsing.mutate(over)
      }}
    >
      {say(over === 'kept' ? 'overKept' : 'overDocuments')}
    </BusyButton>
  )
  return (
    <section className="panel">
      <h2>{say('rehearsal')}</h2>
      <p className="muted">{say('rehearsalHelp')}</p>
      <div className="acts">
        {button('kept')}
        {user.environment === 'sandbox' && button('documents')}
      </div>
      {rehearsing.isError && <ProblemNotice error={rehearsing.error} />}
      {rehearsing.isPending && <p role="status">{say('rehearsing')}</p>}
      {found !== undefined && <PolicyWarnings warnings={coverageWarnings(found.warnings)} />}
      {found !== undefined && <Found rehearsal={found} />}
    </section>
  )
}

/** Rehearses a draft. */
export function useRehearsing(draft: PolicyDraft) {
  const { lastro } = useSession()
  const [found, setFound] = useState<Rehearsal>()
  const rehearsing = useMutation({
    mutationFn: async (over: 'kept' | 'documents') => {
      const policy = policyOf(draft)
      if (over === 'kept') return lastro.policies.rehearse({ policy })
      const documents = (await lastro.sandbox.documents()).map(({ documento }) => documento)
      return lastro.policies.rehearse({ policy, documents })
    },
    onSuccess: setFound,
  })
  return { rehearsing, found }
}

function Found({ rehearsal: { counts, flips, whole, inForce } }: { readonly rehearsal: Rehearsal }) {
  const say = useSay(policyWords)
  const many = (one: keyof typeof policyWords, more: keyof typeof policyWords, count: number) =>
    say(count === 1 ? one : more, { count })
  if (counts.cases === 0) return <Notice>{say('rehearsedNone')}</Notice>
  const remarks = [
    !whole && say('notWhole'),
    counts.unread > 0 && many('unreadOne', 'unread', counts.unread),
    counts.withAbsentSections > 0 && say('absent', { count: counts.withAbsentSections }),
    counts.withUncoveredSections > 0 && say('uncovered', { count: counts.withUncoveredSections }),
    counts.notFor > 0 && many('notForOne', 'notFor', counts.notFor),
  ].filter((one) => one !== false)
  const looked = many('rehearsedOne', 'rehearsedMany', counts.cases)
  const flipped =
    counts.flipped === 0 ? say('flippedNone') : many('flippedOne', 'flippedMany', counts.flipped)
  const isCompared = inForce !== undefined
  const tone = counts.flipped > 0 ? 'warn' : 'good'
  return (
    <>
      <Notice tone={isCompared ? tone : 'info'}>
        <p>
          {looked} {isCompared ? flipped : say('noneInForce')}
        </p>
        {remarks.map((one) => (
          <p key={one}>{one}</p>
        ))}
      </Notice>
      <OutcomeCounts counts={counts} isCompared={isCompared} />
      {flips.length > 0 && <Flips flips={flips} />}
    </>
  )
}

function OutcomeCounts({
  counts,
  isCompared,
}: {
  readonly counts: Rehearsal['counts']
  readonly isCompared: boolean
}) {
  const say = useSay(policyWords)
  const before = { key: 'before', label: say('before'), ...counts.before }
  const after = { key: 'after', label: say('after'), ...counts.after }
  return (
    <DataTable
      caption={say('rehearsal')}
      rows={isCompared ? [before, after] : [after]}
      rowKey={(row) => row.key}
      columns={[
        { label: say('version'), cell: (row) => row.label },
        { label: say('approve'), isFigure: true, cell: (row) => row.approve },
        { label: say('review'), isFigure: true, cell: (row) => row.review },
        { label: say('decline'), isFigure: true, cell: (row) => row.decline },
      ]}
    />
  )
}

function Flips({ flips }: { readonly flips: readonly RehearsalFlip[] }) {
  const say = useSay(policyWords)
  const { language } = useLanguage()
  const ruled = ({ outcome, decidedBy, reason }: RehearsalFlip['before']) => (
    <>
      {say('byRule', { outcome: outcomeWords[outcome][language], rule: decidedBy })}
      <small className="muted"> {reason[language]}</small>
    </>
  )
  return (
    <DataTable
      caption={say('flips')}
      showsCaption
      rows={flips.map((flip, at) => ({ ...flip, key: String(at) }))}
      rowKey={(row) => row.key}
      columns={[
        {
          label: say('case'),
          cell: (row) =>
            row.requestId === undefined ? (
              say('document', { line: row.line ?? 0 })
            ) : (
              <Link href={`/consulta/relatorio/${encodeURIComponent(row.requestId)}`}>
                {instantOf(row.at)}
              </Link>
            ),
        },
        { label: say('before'), cell: (row) => ruled(row.before) },
        { label: say('after'), cell: (row) => ruled(row.after) },
      ]}
    />
  )
}
