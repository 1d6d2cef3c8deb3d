import type { Outcome } from '@lastro/contract/policies/policy.ts'
import { outcomeWords } from '@lastro/reading/policies/explanation-words.ts'
import { Mark } from '../parts/marks/mark.tsx'
import { useLanguage } from '../shell/language.tsx'

const tones = { approve: 'good', review: 'warn', decline: 'bad' } as const

/** What was decided, in a word. */
export function DecidedMark({ outcome }: { readonly outcome: Outcome }) {
  const { language } = useLanguage()
  const words = outcomeWords[outcome][language]
  return <Mark tone={tones[outcome]}>{words.charAt(0).toUpperCase() + words.slice(1)}</Mark>
}
