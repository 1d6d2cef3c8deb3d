import { useLanguage } from '../../shell/language.tsx'
import { outcomeText } from '../../voice/outcome-text.ts'
import { Mark } from './mark.tsx'

/** How a query or an act on record ended. */
export function OutcomeMark({ outcome }: { readonly outcome: string }) {
  const { language } = useLanguage()
  const { text, tone } = outcomeText(outcome, language)
  return <Mark tone={tone}>{text}</Mark>
}
