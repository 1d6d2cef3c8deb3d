import type { PolicyWarning } from '@lastro/contract/policies/kept-policies.ts'
import { sectionWords } from '@lastro/reading/policies/value-words.ts'
import { Notice } from '../parts/notice.tsx'
import { useLanguage, useSay } from '../shell/language.tsx'
import { policyWords } from '../words/analyst/policies.ts'

/** Warnings for the author of a policy. Sections that the service does not cover are named. */
export function PolicyWarnings({ warnings }: { readonly warnings: readonly PolicyWarning[] }) {
  const say = useSay(policyWords)
  const { language } = useLanguage()
  if (warnings.length === 0) return null
  const text = ({ code, message, section, documentType }: PolicyWarning): string => {
    if (section === undefined || documentType === undefined) return message[language]
    const name = code === 'section_not_covered' ? 'notCovered' : 'partlyCovered'
    return say(name, { section: sectionWords(section, language), type: documentType })
  }
  return (
    <Notice tone="warn">
      <p>
        <strong>{say('warnings')}</strong>
      </p>
      <ul>
        {warnings.map((one) => (
          <li key={`${one.at} ${one.message.en}`}>{text(one)}</li>
        ))}
      </ul>
    </Notice>
  )
}

/** Warnings about coverage, which apply to any draft that reads the same sections. */
export const coverageWarnings = (warnings: readonly PolicyWarning[]): readonly PolicyWarning[] =>
  warnings.filter(({ section }) => section !== undefined)
