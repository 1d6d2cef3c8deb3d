import type { Outcome, Policy, Rule } from '@lastro/contract/policies/policy.ts'
import type { Language, Text } from '@lastro/contract/text.ts'
import { conditionWords } from './condition-words.ts'

/** A rule as it is read aloud: when it holds, and what it does when that is not known. */
export function ruleSentences(
  { when, outcome, whenUnknown }: Pick<Rule, 'when' | 'outcome' | 'whenUnknown'>,
  language: Language,
): { readonly holds: string; readonly unknown: string } {
  const holds = { pt: 'Quando {when}: {does}.', en: 'When {when}: {does}.' }[language]
  return {
    holds: holds
      .replace('{when}', () => conditionWords(when, language))
      .replace('{does}', () => outcomeActs[outcome][language]),
    unknown: unknownSentences[whenUnknown][language],
  }
}

/** What an outcome has its reader do. */
const outcomeActs: Readonly<Record<Outcome, Text>> = {
  approve: { pt: 'aprovar', en: 'approve' },
  review: { pt: 'uma pessoa decide', en: 'a person decides' },
  decline: { pt: 'recusar', en: 'decline' },
}

const unknownSentences: Readonly<Record<Rule['whenUnknown'], Text>> = {
  skip: {
    pt: 'Se não se sabe: passar à próxima regra.',
    en: 'When it is not known: go on to the next rule.',
  },
  approve: { pt: 'Se não se sabe: aprovar.', en: 'When it is not known: approve.' },
  review: { pt: 'Se não se sabe: uma pessoa decide.', en: 'When it is not known: a person decides.' },
  decline: { pt: 'Se não se sabe: recusar.', en: 'When it is not known: decline.' },
}

/** What is decided when no rule decides. */
export const otherwiseSentence = ({ otherwise }: Pick<Policy, 'otherwise'>, language: Language): string =>
  ({ pt: 'Se nenhuma regra decide: {does}.', en: 'When no rule decides: {does}.' })[language].replace(
    '{does}',
    outcomeActs[otherwise.outcome][language],
  )

/** What becomes of a report that is not whole. */
export const failureSentence = (
  { whenSectionFails }: Pick<Policy, 'whenSectionFails'>,
  language: Language,
): string => failureSentences[whenSectionFails ?? 'review'][language]

const failureSentences = {
  review: {
    pt: 'Se uma parte do relatório que a política usa não responde: uma pessoa decide.',
    en: 'When a part of the report that the policy uses does not answer: a person decides.',
  },
  rules: {
    pt: 'Se uma parte do relatório não responde: valem as regras, com o que se sabe.',
    en: 'When a part of the report does not answer: the rules decide, by what is known.',
  },
} as const satisfies Record<string, Text>
