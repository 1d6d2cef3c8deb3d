import type { SeenValue } from '@lastro/contract/policies/decision.ts'
import { policyValues } from '@lastro/contract/policies/policy-values.ts'
import type { Text } from '@lastro/contract/text.ts'

/** The reason of a rule says what it found; where nothing was found out, this is said instead. */
export function unknownReason(values: readonly SeenValue[]): Text {
  const missing = [...new Set(values.filter(({ seen }) => seen !== 'exact').map(({ value }) => value))]
  const titles = missing.map((name) => policyValues[name].title)
  return {
    pt: `Não se sabe ao certo: ${titles.map(({ pt }) => pt).join('; ')}.`,
    en: `Not known for certain: ${titles.map(({ en }) => en).join('; ')}.`,
  }
}

export const failedReason = (sections: readonly string[]): Text => ({
  pt: `Não responderam por inteiro: ${sections.join(', ')}. Uma pessoa olha antes de decidir.`,
  en: `These did not answer in full: ${sections.join(', ')}. A person looks before it is decided.`,
})
