import type { Comparison, Condition } from '@lastro/contract/policies/policy.ts'
import type { Language, Text } from '@lastro/contract/text.ts'
import { figureWords, listWords, valueWords } from './value-words.ts'

/** What a condition asks, as part of a sentence: `a soma das anotações negativas passa de R$ 500,00`. */
export function conditionWords(condition: Condition, language: Language): string {
  if ('and' in condition) return joinedWords(condition.and, and[language], language)
  if ('or' in condition) return joinedWords(condition.or, or[language], language)
  if ('not' in condition) return `${not[language]} (${conditionWords(condition.not, language)})`
  return comparisonWords(condition, language)
}

const and: Text = { pt: ' e ', en: ' and ' }
const or: Text = { pt: ' ou ', en: ' or ' }
const not: Text = { pt: 'não é verdade que', en: 'it is not so that' }

/** What is joined inside stands in brackets: and before or is nothing that everybody knows. */
const joinedWords = (all: readonly Condition[], between: string, language: Language): string =>
  all
    .map((one) => {
      const words = conditionWords(one, language)
      return all.length > 1 && ('and' in one || 'or' in one) ? `(${words})` : words
    })
    .join(between)

function comparisonWords(comparison: Comparison, language: Language): string {
  const { value, of } = comparison
  const what = valueWords(value, of, language)
  if (comparison.known !== undefined)
    return (comparison.known ? known : notKnown)[language].replace('{what}', () => what)
  if (comparison.in !== undefined) {
    const choices = comparison.in.map((one) => figureWords(value, one, language))
    return `${what} ${operators.is[language]} ${listWords(choices, language)}`
  }
  for (const [operator, words] of Object.entries(operators)) {
    const constant = comparison[operator as keyof typeof operators]
    if (constant !== undefined) return `${what} ${words[language]} ${figureWords(value, constant, language)}`
  }
  return what
}

const known: Text = { pt: 'se sabe ao certo {what}', en: '{what} is known for certain' }
const notKnown: Text = { pt: 'não se sabe ao certo {what}', en: '{what} is not known for certain' }

/** How a value is compared with a constant, in words. */
const operators = {
  is: { pt: 'é', en: 'is' },
  above: { pt: 'passa de', en: 'is above' },
  atLeast: { pt: 'é no mínimo', en: 'is at least' },
  below: { pt: 'fica abaixo de', en: 'is below' },
  atMost: { pt: 'é no máximo', en: 'is at most' },
} as const satisfies Record<string, Text>
