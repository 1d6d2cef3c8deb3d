import { decisionScope } from '@lastro/contract/reports/products.ts'
import { printable } from '@lastro/reading/value-text.ts'
import { useQuery } from '@tanstack/react-query'
import { SelectField } from '../../parts/forms/field.tsx'
import { policiesName } from '../../policies/read-names.ts'
import { useLanguage, useSay } from '../../shell/language.tsx'
import { useSession } from '../../shell/session/session.ts'
import { alertWords } from '../../words/creditor/alerts.ts'

type PolicyFieldProps = {
  /** The name of a policy; empty for none. */
  readonly policy: string
  readonly wrong: string | undefined
  readonly onChoose: (policy: string) => void
}

/** The policy that goes with a document; nothing where its user may not read policies, or there are none. */
export function PolicyField({ policy, wrong, onChoose }: PolicyFieldProps) {
  const say = useSay(alertWords)
  const { language } = useLanguage()
  const { lastro, user } = useSession()
  const mayDecide = user.scopes?.includes(decisionScope) === true && user.roles.includes('analyst')
  const { data = [] } = useQuery({
    queryKey: policiesName,
    queryFn: () => lastro.policies.list(),
    enabled: mayDecide,
  })
  const offered = data.filter(({ name, retiredAt }) => retiredAt === undefined || name === policy)
  const isKnown = policy === '' || offered.some(({ name }) => name === policy)
  if (isKnown && offered.length === 0) return null
  return (
    <SelectField
      label={say('policy')}
      help={say('policyHelp')}
      value={policy}
      wrong={wrong}
      onChange={(event) => onChoose(event.target.value)}
    >
      <option value="">{say('noPolicy')}</option>
      {!isKnown && <option value={policy}>{printable(policy)}</option>}
      {offered.map(({ name, title }) => (
        <option key={name} value={name}>
          {printable(title[language])}
        </option>
      ))}
    </SelectField>
  )
}
