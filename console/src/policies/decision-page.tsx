import type { KeptDecision } from '@lastro/contract/decisions/decisions.ts'
import { outcomeWords } from '@lastro/reading/policies/explanation-words.ts'
import { sectionWords } from '@lastro/reading/policies/value-words.ts'
import { documentText, printable } from '@lastro/reading/value-text.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useParams } from 'wouter'
import { Answered } from '../parts/answered.tsx'
import { Facts } from '../parts/facts.tsx'
import { BusyButton } from '../parts/forms/busy-button.tsx'
import { instantOf } from '../parts/instant.ts'
import { DataTable } from '../parts/lists/data-table.tsx'
import { Notice } from '../parts/notice.tsx'
import { ProblemNotice } from '../parts/problem-notice.tsx'
import { saveFile } from '../parts/save-file.ts'
import { useLanguage, useSay } from '../shell/language.tsx'
import { Page } from '../shell/page/page.tsx'
import { useSession } from '../shell/session/session.ts'
import { decisionWords } from '../words/analyst/decisions.ts'
import { DecidedMark } from './decided-mark.tsx'
import { deciderText } from './decider-text.ts'
import { FiredRules } from './fired-rules.tsx'
import { usePolicyText } from './policy-text.ts'
import { decisionsName } from './read-names.ts'
import { ReviewDialog } from './review-dialog.tsx'

/** A decision: what was decided, by which rules, what people decided over it, and what the person may be told. */
export function DecisionPage() {
  const { id = '' } = useParams()
  const say = useSay(decisionWords)
  const { decisions } = useSession().lastro
  const query = useQuery({ queryKey: [...decisionsName, id], queryFn: () => decisions.get(id) })
  const [isReviewing, setIsReviewing] = useState(false)
  return (
    <Page
      title={say('decision')}
      acts={
        query.data !== undefined && (
          <button type="button" className="main" onClick={() => setIsReviewing(true)}>
            {say('doReview')}
          </button>
        )
      }
    >
      <Answered query={query}>{(decision) => <Decided decision={decision} />}</Answered>
      {isReviewing && query.data !== undefined && (
        <ReviewDialog decision={query.data} onClose={() => setIsReviewing(false)} />
      )}
    </Page>
  )
}

function Decided({ decision }: { readonly decision: KeptDecision }) {
  const say = useSay(decisionWords)
  const { language } = useLanguage()
  const policyText = usePolicyText()
  const { policy, missingSections, notCoveredSections, partlyCoveredSections } = decision
  const isReviewed = decision.reviews.length > 0
  const reportPath = `/consulta/relatorio/${encodeURIComponent(decision.requestId)}`
  return (
    <>
      <Facts
        facts={[
          { label: say('outcome'), value: <DecidedMark outcome={decision.finalOutcome} /> },
          { label: say('decidedBy'), value: isReviewed ? say('byPerson') : deciderText(decision, say) },
          {
            label: say('said'),
            value:
              isReviewed &&
              say('saidBy', {
                outcome: outcomeWords[decision.outcome][language],
                rule: deciderText(decision, say),
              }),
          },
          {
            label: say(isReviewed ? 'saidReason' : 'reason'),
            value: printable(decision.reason[language]),
          },
          {
            label: say('policy'),
            value: <Link href={`/politicas/${policy.name}`}>{policyText(policy)}</Link>,
          },
          { label: say('document'), value: documentText(decision.document) },
          { label: say('at'), value: instantOf(decision.at) },
          { label: say('keptUntil'), value: instantOf(decision.keptUntil) },
        ].filter(({ value }) => value !== false)}
      />
      <p>
        <Link href={reportPath}>{say('openReport')}</Link>
      </p>
      {(
        [
          ['missing', missingSections],
          ['notCovered', notCoveredSections],
          ['partlyCovered', partlyCoveredSections],
        ] as const
      ).map(
        ([name, sections]) =>
          sections.length > 0 && (
            <Notice key={name} tone="warn">
              {say(name, { sections: sections.map((one) => sectionWords(one, language)).join(', ') })}
            </Notice>
          ),
      )}
      <FiredRules decision={decision} />
      <Reviews decision={decision} />
      <Explanation id={decision.id} reviewCount={decision.reviews.length} />
    </>
  )
}

function Reviews({ decision: { reviews } }: { readonly decision: KeptDecision }) {
  const say = useSay(decisionWords)
  return (
    <section>
      <h2>{say('reviews')}</h2>
      {reviews.length === 0 ? (
        <p className="empty">{say('noReviews')}</p>
      ) : (
        <DataTable
          caption={say('reviews')}
          rows={reviews.map((one, at) => ({ ...one, key: String(at) }))}
          rowKey={(row) => row.key}
          columns={[
            { label: say('at'), isFixed: true, cell: (row) => instantOf(row.at) },
            { label: say('outcome'), isFixed: true, cell: (row) => <DecidedMark outcome={row.outcome} /> },
            { label: say('by'), cell: (row) => printable(row.user?.name ?? row.by ?? '') },
            { label: say('why'), cell: (row) => printable(row.reason) },
          ]}
        />
      )}
    </section>
  )
}

/** As the person may be told it, on screen and as a letter. */
function Explanation({ id, reviewCount }: { readonly id: string; readonly reviewCount: number }) {
  const say = useSay(decisionWords)
  const { language } = useLanguage()
  const { decisions } = useSession().lastro
  const query = useQuery({
    queryKey: [...decisionsName, id, 'explanation', language, reviewCount],
    queryFn: () => decisions.explain(id),
  })
  const download = useMutation({
    mutationFn: async () => saveFile(`lastro-${id}.pdf`, await decisions.letter(id)),
  })
  return (
    <section className="panel">
      <h2>{say('explanation')}</h2>
      <Answered query={query}>
        {({ sections }) => (
          <>
            {sections.map(({ heading, paragraphs }) => (
              <div key={heading}>
                <h3>{heading}</h3>
                {paragraphs.map((text) => (
                  <p key={text}>{text}</p>
                ))}
              </div>
            ))}
          </>
        )}
      </Answered>
      {download.isError && <ProblemNotice error={download.error} />}
      <div className="acts">
        <BusyButton type="button" isBusy={download.isPending} onClick={() => download.mutate()}>
          {say('letter')}
        </BusyButton>
      </div>
    </section>
  )
}
