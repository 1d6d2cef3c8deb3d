import { isProblem } from '@lastro/client/problem.ts'
import type { DecisionItem, KeptDecision, Review } from '@lastro/contract/decisions/decisions.ts'
import { outcomeWords } from '@lastro/reading/policies/explanation-words.ts'
import { printable } from '@lastro/reading/value-text.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'wouter'
import type { OpenReport } from '../kept/open-report.ts'
import { Answered } from '../parts/answered.tsx'
import { Facts } from '../parts/facts.tsx'
import { instantOf } from '../parts/instant.ts'
import { ProblemNotice } from '../parts/problem-notice.tsx'
import { useLanguage, useSay } from '../shell/language.tsx'
import { useSession } from '../shell/session/session.ts'
import { decisionWords } from '../words/analyst/decisions.ts'
import { DecidedMark } from './decided-mark.tsx'
import { deciderText } from './decider-text.ts'
import { firedRules, SeenRules } from './fired-rules.tsx'
import { usePolicyText } from './policy-text.ts'
import { decisionsName } from './read-names.ts'

/** What was decided on the query that gave a report; nothing where it was made for no decision. */
export function ReportDecision({ report: { requestId, consultation } }: { readonly report: OpenReport }) {
  const { decisions } = useSession().lastro
  const code = consultation?.checkCode
  const { data: item, error } = useQuery({
    queryKey: [...decisionsName, 'of query', requestId, code],
    queryFn: async () => {
      try {
        const { items } = await decisions.page({ consulta: requestId })
        // By its code, for a client may send the same request id with several queries.
        return items.find(({ checkCode }) => checkCode === code) ?? null
      } catch (problem) {
        if (isProblem(problem, 'product_not_contracted')) return null
        throw problem
      }
    },
    enabled: code !== undefined,
  })
  if (error !== null) return <ProblemNotice error={error} />
  return item ? <DecidedOn item={item} /> : null
}

/** Who opens a decision is on record beside who opened the report: its rules are opened by a click of their own. */
function DecidedOn({ item }: { readonly item: DecisionItem }) {
  const say = useSay(decisionWords)
  const { language } = useLanguage()
  const policyText = usePolicyText()
  const { id, outcome, finalOutcome, policy } = item
  const { decisions } = useSession().lastro
  const [isOpen, setIsOpen] = useState(false)
  const query = useQuery({
    queryKey: [...decisionsName, id],
    queryFn: () => decisions.get(id),
    staleTime: Number.POSITIVE_INFINITY,
    enabled: isOpen,
  })
  return (
    <section className="panel" aria-labelledby="decided-heading">
      <h2 id="decided-heading">{say('decidedOn')}</h2>
      <Facts
        facts={[
          { label: say('outcome'), value: <DecidedMark outcome={finalOutcome} /> },
          {
            label: say('said'),
            value: say('saidBy', { outcome: outcomeWords[outcome][language], rule: deciderText(item, say) }),
          },
          { label: say('policy'), value: policyText(policy) },
        ]}
      />
      {isOpen && <Answered query={query}>{(decision) => <Rules decision={decision} />}</Answered>}
      <p className="acts small no-print">
        {!isOpen && (
          <button type="button" onClick={() => setIsOpen(true)}>
            {say('showRules')}
          </button>
        )}
        <Link href={`/decisoes/${id}`}>{say('openDecision')}</Link>
      </p>
    </section>
  )
}

/** The rules that fired, the reason of the one that decided, and the word of a person over it. */
function Rules({ decision }: { readonly decision: KeptDecision }) {
  const say = useSay(decisionWords)
  const { language } = useLanguage()
  const last = decision.reviews.at(-1)
  const fired = firedRules(decision)
  return (
    <>
      <Facts
        facts={[
          {
            label: say(last === undefined ? 'reason' : 'saidReason'),
            value: printable(decision.reason[language]),
          },
        ]}
      />
      {last !== undefined && <Overruled review={last} said={decision.outcome} />}
      <h3>{say('fired')}</h3>
      {fired.length === 0 ? (
        <p className="muted">{say('noneFired')}</p>
      ) : (
        <SeenRules rules={fired} decidedBy={decision.decidedBy} />
      )}
    </>
  )
}

/** The last word of a person, and why. */
function Overruled({ review, said }: { readonly review: Review; readonly said: KeptDecision['outcome'] }) {
  const say = useSay(decisionWords)
  const { language } = useLanguage()
  const { outcome, at, reason, user, by = '' } = review
  const name = user?.name ?? by
  return (
    <>
      <p>
        {say(outcome === said ? 'confirming' : 'overruling', {
          at: instantOf(at),
          outcome: outcomeWords[outcome][language],
        })}
      </p>
      <Facts
        facts={[
          { label: say('personReason'), value: printable(reason) },
          ...(name === '' ? [] : [{ label: say('by'), value: printable(name) }]),
        ]}
      />
    </>
  )
}
