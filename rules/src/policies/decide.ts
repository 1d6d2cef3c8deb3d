import {
  type Decision,
  decidedByFailedSections,
  decidedByOtherwise,
  type SectionAnswer,
  type SeenRule,
  type SeenValue,
} from '@lastro/contract/policies/decision.ts'
import type { Outcome } from '@lastro/contract/policies/policy.ts'
import { nameInSources } from '@lastro/contract/reports/source-names.ts'
import type { Text } from '@lastro/contract/text.ts'
import {
  type CompiledPolicy,
  type CompiledRule,
  type CompiledValue,
  documentOrigin,
  requestOrigin,
} from './compile-policy.ts'
import type { DecisionInputs } from './decision-inputs.ts'
import { failedReason, unknownReason } from './made-reasons.ts'
import { figureText } from './policy-constants.ts'
import { isExact, isUnknown, type Span } from './span.ts'
import { maybe, no, type Truth, yes } from './truth.ts'
import { answerOf, type ReportReading, readingFor } from './values/report-reading.ts'

/**
 * The outcome of a policy over a report. All rules are reported; the first that gives an outcome decides. What is
 * checked of a policy is checked for the documents that it is for: whoever asks for another is mistaken.
 */
export function decide(compiled: CompiledPolicy, inputs: DecisionInputs): Decision {
  if (!compiled.documentTypes.includes(inputs.documentType))
    throw new Error(`The policy ${compiled.policy.name} is not for a ${inputs.documentType}`)
  const reading = readingFor(inputs)
  const spans = compiled.values.map(({ read }) => read(reading))
  const seen = compiled.values.map((value, place) => seenValue(value, spans[place], reading))
  const answering = (...answers: readonly SectionAnswer[]) =>
    compiled.sections.filter((name) => answers.includes(answerOf(reading, name)))
  const failedSections = answering('failed', 'degraded', 'silent')
  const notCoveredSections = answering('notCovered')
  const partlyCoveredSections = answering('partial')
  const rules = compiled.rules.map((rule) => seenRule(rule, rule.holds(spans), seen))
  const ruled =
    compiled.reviewsFailures && failedSections.length > 0
      ? {
          outcome: 'review' as const,
          decidedBy: decidedByFailedSections,
          reason: failedReason(failedSections),
        }
      : ruledBy(compiled, rules)
  return {
    policy: compiled.policy,
    on: inputs.today,
    ...ruled,
    failedSections,
    ...(notCoveredSections.length > 0 && { notCoveredSections }),
    ...(partlyCoveredSections.length > 0 && { partlyCoveredSections }),
    rules,
  }
}

type Ruled = { readonly outcome: Outcome; readonly decidedBy: string; readonly reason: Text }

function ruledBy({ rules, otherwise }: CompiledPolicy, seen: readonly SeenRule[]): Ruled {
  for (const [place, { gives, holds, values }] of seen.entries()) {
    const rule = rules[place]
    if (gives === undefined || rule === undefined) continue
    return {
      outcome: gives,
      decidedBy: rule.id,
      reason: holds === 'yes' ? rule.reason : unknownReason(values),
    }
  }
  return { outcome: otherwise.outcome, decidedBy: decidedByOtherwise, reason: otherwise.reason }
}

/** What a rule gives when it holds, or may hold; undefined when the next one is asked. */
export function givenBy({ outcome, whenUnknown }: CompiledRule, truth: Truth): Outcome | undefined {
  if (truth === no) return undefined
  return truth === yes ? outcome : whenUnknown
}

const holdsTexts = { [no]: 'no', [maybe]: 'unknown', [yes]: 'yes' } as const

function seenRule(rule: CompiledRule, truth: Truth, seen: readonly SeenValue[]): SeenRule {
  const gives = givenBy(rule, truth)
  const values: SeenValue[] = []
  for (const place of rule.values) {
    const value = seen[place]
    if (value !== undefined) values.push(value)
  }
  const holds = holdsTexts[truth]
  return gives === undefined ? { rule: rule.id, holds, values } : { rule: rule.id, holds, gives, values }
}

function seenValue(
  { value, of, sections }: CompiledValue,
  span: Span | undefined,
  reading: ReportReading,
): SeenValue {
  const from = sections.map((section) => originOf(section, span, reading))
  const named = of === undefined ? { value } : { value, of }
  if (span === undefined || isUnknown(span) || isEmptyPart(span, from))
    return { ...named, seen: 'unknown', from }
  const least = figureText(value, span.least)
  if (isExact(span)) return { ...named, seen: 'exact', is: least, from }
  return span.most === Number.POSITIVE_INFINITY
    ? { ...named, seen: 'bounds', atLeast: least, from }
    : { ...named, seen: 'bounds', atLeast: least, atMost: figureText(value, span.most), from }
}

/** Finding nothing in part of the data is unknown: neither zero nor "at least zero". */
const isEmptyPart = ({ least, most }: Span, from: SeenValue['from']): boolean =>
  least === 0 &&
  most === Number.POSITIVE_INFINITY &&
  from.some(({ answer }) => answer === 'partial') &&
  !from.some(({ answer }) => answer === 'answered')

function originOf(
  section: string,
  span: Span | undefined,
  reading: ReportReading,
): SeenValue['from'][number] {
  if (section === documentOrigin || section === requestOrigin)
    return { section, answer: span === undefined || isUnknown(span) ? 'absent' : 'answered' }
  const answer = answerOf(reading, section)
  const source = reading.sources?.[nameInSources(section)]
  return source === undefined ? { section, answer } : { section, answer, source }
}
