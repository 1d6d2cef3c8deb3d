import type { SectionAnswer } from '@lastro/contract/policies/decision.ts'
import type { NegativeKind } from '@lastro/contract/policies/policy-values.ts'
import { sectionIncomplete } from '@lastro/contract/reports/source-faults.ts'
import { nameInSources } from '@lastro/contract/reports/source-names.ts'
import { dayNumber } from '../../calendar/day-number.ts'
import type { DecisionInputs } from '../decision-inputs.ts'
import { from, isUnknown, type Span } from '../span.ts'
import { countOf, membersOf } from './leaves.ts'
import { type NegativeSection, negativeSection } from './negative-section.ts'

/** A report while it is read for one decision: what several values look at is looked at once. */
export type ReportReading = DecisionInputs & {
  readonly todayNumber: number
  readonly answers: Map<string, SectionAnswer>
  readonly negative: Map<NegativeKind, NegativeSection>
}

export const readingFor = (inputs: DecisionInputs): ReportReading => ({
  ...inputs,
  todayNumber: dayNumber(inputs.today) ?? Number.NaN,
  answers: new Map(),
  negative: new Map(),
})

/** Sections that stand inside a block of the report. */
export const sectionBlocks: Readonly<Record<string, string>> = {
  listingP: 'negativeData',
  listingR: 'negativeData',
  collectionRecords: 'negativeData',
  check: 'negativeData',
  notary: 'negativeData',
  inquiry: 'facts',
}

/** A section by its public name, wherever it is in the report. */
export function sectionOfReport({ report }: Pick<DecisionInputs, 'report'>, name: string): unknown {
  const block = sectionBlocks[name]
  return block === undefined ? report[name] : membersOf(report[block])[name]
}

/** How a section came. What failed, fell silent or is doubtful tells nothing, as in the verdict on a report. */
export function answerOf(reading: ReportReading, name: string): SectionAnswer {
  const known = reading.answers.get(name)
  if (known !== undefined) return known
  const made = judgedAnswer(reading, name)
  reading.answers.set(name, made)
  return made
}

function judgedAnswer(inputs: DecisionInputs, name: string): SectionAnswer {
  const value = sectionOfReport(inputs, name)
  if (value === undefined) return isNotCovered(inputs, name) ? 'notCovered' : 'absent'
  const section = membersOf(value)
  if (isInPart(name, section)) return 'degraded'
  if (section.error !== undefined) return 'failed'
  if (inputs.degradedSections.includes(name)) return 'degraded'
  if (isSilent(name, section)) return 'silent'
  return section.coverage === undefined ? 'answered' : 'partial'
}

/** Headers shorten the name of a section that ends with Report. */
const isNotCovered = ({ notCoveredSections: named = [] }: DecisionInputs, name: string): boolean =>
  named.includes(name) || named.includes(nameInSources(name))

/** Some of its sources answered and another did not, so its figures are lower bounds. */
const isInPart = (name: string, section: Readonly<Record<string, unknown>>): boolean =>
  membersOf(section.error).code === sectionIncomplete && !isSilent(name, section)

/** The list of a section that has one. */
export const sectionLists: Readonly<Record<string, string>> = {
  listingP: 'listingPResponse',
  listingR: 'listingRResponse',
  collectionRecords: 'collectionRecordsResponse',
  check: 'checkResponse',
  notary: 'notaryResponse',
  inquiry: 'inquiryResponse',
  publicDebt: 'publicDebtResponse',
  sanctions: 'sanctionsResponse',
}

/** A section with a list has either that or a count. */
function isSilent(name: string, section: Readonly<Record<string, unknown>>): boolean {
  const list = sectionLists[name]
  if (list === undefined || Array.isArray(section[list])) return false
  return countOf(membersOf(section.summary).count) === undefined
}

/** The members of a section that was answered completely or in part; undefined otherwise. */
export function answeredSection(
  reading: ReportReading,
  name: string,
): Readonly<Record<string, unknown>> | undefined {
  const answer = answerOf(reading, name)
  return answer === 'answered' || answer === 'partial' ? membersOf(sectionOfReport(reading, name)) : undefined
}

/** A figure of a section: a lower bound if the section has only part of the data. */
export const figureOf = (reading: ReportReading, name: string, span: Span): Span =>
  answerOf(reading, name) === 'partial' && !isUnknown(span) ? from(span.least) : span

/** A section whose figures can be used: exact if it was answered in full, lower bounds if only in part. */
export function countedSection(
  reading: ReportReading,
  name: string,
): { readonly section: Readonly<Record<string, unknown>>; readonly isPart: boolean } | undefined {
  const section = membersOf(sectionOfReport(reading, name))
  const answer = answerOf(reading, name)
  const isPart = answer === 'partial' || isInPart(name, section)
  return isPart || answer === 'answered' ? { section, isPart } : undefined
}

export function negativeIn(reading: ReportReading, kind: NegativeKind): NegativeSection | undefined {
  const known = reading.negative.get(kind)
  if (known !== undefined) return known
  const counted = countedSection(reading, kind)
  if (counted === undefined) return undefined
  const made = { ...negativeSection(counted.section, kind), isPart: counted.isPart }
  reading.negative.set(kind, made)
  return made
}
