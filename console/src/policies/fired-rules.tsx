import type { KeptDecision } from '@lastro/contract/decisions/decisions.ts'
import type { SeenValue } from '@lastro/contract/policies/decision.ts'
import { seenWords } from '@lastro/reading/policies/explanation-words.ts'
import { Mark } from '../parts/marks/mark.tsx'
import { useLanguage, useSay } from '../shell/language.tsx'
import { decisionWords } from '../words/analyst/decisions.ts'

/** Exactly the rules that held, with what each saw; the others behind a fold. */
export function FiredRules({ decision }: { readonly decision: KeptDecision }) {
  const say = useSay(decisionWords)
  const fired = firedRules(decision)
  const others = decision.rules.filter(({ gives }) => gives === undefined)
  return (
    <section>
      <h2>{say('fired')}</h2>
      {fired.length === 0 ? (
        <p className="empty">{say('noneFired')}</p>
      ) : (
        <SeenRules rules={fired} decidedBy={decision.decidedBy} />
      )}
      {others.length > 0 && (
        <details>
          <summary>{say('others')}</summary>
          <SeenRules rules={others} decidedBy={decision.decidedBy} />
        </details>
      )}
    </section>
  )
}

/** Those that had a say: they held, or it was not known and the policy says what then. */
export const firedRules = ({ rules }: Pick<KeptDecision, 'rules'>): KeptDecision['rules'] =>
  rules.filter(({ gives }) => gives !== undefined)

type SeenRulesProps = Pick<KeptDecision, 'rules' | 'decidedBy'>

/** Rules with what each saw. */
export function SeenRules({ rules, decidedBy }: SeenRulesProps) {
  const say = useSay(decisionWords)
  const { language } = useLanguage()
  return (
    <ul className="sentences">
      {rules.map(({ rule, holds, values }) => (
        <li key={rule}>
          <p>
            <strong>{rule}</strong> <Mark tone={tones[holds]}>{say(words[holds])}</Mark>{' '}
            {rule === decidedBy && <Mark tone="warn">{say('decides')}</Mark>}
          </p>
          <ul>
            {values.map((seen) => (
              <li key={JSON.stringify([seen.value, seen.of])} className="muted">
                {seenWords(seen as SeenValue, language)}
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ul>
  )
}

const words = { yes: 'held', no: 'notHeld', unknown: 'unknownHeld' } as const
const tones = { yes: 'info', no: 'quiet', unknown: 'quiet' } as const
