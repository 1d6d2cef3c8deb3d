import { printable } from '@lastro/reading/value-text.ts'
import { useQuery } from '@tanstack/react-query'
import { useLanguage, useSay } from '../shell/language.tsx'
import { useSession } from '../shell/session/session.ts'
import { decisionWords } from '../words/analyst/decisions.ts'
import { policiesName } from './read-names.ts'

type PolicyVersion = { readonly name: string; readonly version: number }

/** What people call the version of a policy. Whoever may read decisions and no policies reads the name in its address. */
export function usePolicyText(): (of: PolicyVersion) => string {
  const say = useSay(decisionWords)
  const { language } = useLanguage()
  const { lastro } = useSession()
  const { data = [] } = useQuery({ queryKey: policiesName, queryFn: () => lastro.policies.list() })
  return ({ name, version }) => {
    const called = data.find((one) => one.name === name)?.title[language]
    return say('policyVersion', { name: called === undefined ? name : printable(called), version })
  }
}
