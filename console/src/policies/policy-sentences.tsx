import type { Policy } from '@lastro/contract/policies/policy.ts'
import {
  failureSentence,
  otherwiseSentence,
  ruleSentences,
} from '@lastro/reading/policies/policy-sentences.ts'
import { printable } from '@lastro/reading/value-text.ts'
import { useLanguage, useSay } from '../shell/language.tsx'
import { policyWords } from '../words/analyst/policies.ts'

/** A policy as it is read aloud, in the order in which it decides. */
export function PolicySentences({ policy }: { readonly policy: Policy }) {
  const say = useSay(policyWords)
  const { language } = useLanguage()
  const told = (reason: Policy['otherwise']['reason']) => (
    <p className="muted">{say('reasonSaid', { reason: printable(reason[language]) })}</p>
  )
  return (
    <section className="panel">
      <h2>{say('rules')}</h2>
      <p className="muted">{say('rulesHelp')}</p>
      <ol className="sentences">
        {policy.rules.map((rule) => {
          const { holds, unknown } = ruleSentences(rule, language)
          return (
            <li key={rule.id}>
              <p>
                {holds} {unknown}
              </p>
              {told(rule.reason)}
            </li>
          )
        })}
      </ol>
      <p>{otherwiseSentence(policy, language)}</p>
      {told(policy.otherwise.reason)}
      <p>{failureSentence(policy, language)}</p>
    </section>
  )
}
