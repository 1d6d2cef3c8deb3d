import { type Feature, type FeatureCode, features } from '@lastro/contract/reports/products.ts'
import type { DocumentType, SectionId } from '@lastro/contract/reports/sections.ts'
import type { SectionAnswers, Source } from './source.ts'

const addsOf = (code: FeatureCode): readonly SectionId[] => (features[code] as Feature).adds

/** Whether there is something behind a feature: it adds no section, or a source covers one of those it adds. */
export function isAvailable(code: FeatureCode, sources: readonly Source[], type: DocumentType): boolean {
  const adds = addsOf(code)
  return adds.length === 0 || adds.some((section) => sources.some(({ covers }) => covers(type).has(section)))
}

/**
 * The features that a report has to be paid for: those with a section that it shows, where each that it shows was
 * answered. One that adds no section changes the others, and is answered with them.
 */
export const answeredFeatures = (
  codes: readonly FeatureCode[],
  shown: readonly SectionId[],
  answers: SectionAnswers,
): readonly FeatureCode[] =>
  codes.filter((code) => {
    const adds = addsOf(code)
    const own = adds.filter((section) => shown.includes(section))
    return adds.length === 0 || (own.length > 0 && own.every((section) => isAnswered(answers[section])))
  })

const isAnswered = (answer: SectionAnswers[SectionId]): boolean =>
  answer !== undefined && answer.kind !== 'failed' && answer.kind !== 'withheld'
