import type { Text } from '../text.ts'
import type { NegativeFilter, Outcome } from './policy.ts'
import type { PolicyValueName } from './policy-values.ts'

/**
 * How a section was answered, or whether a value was sent. `partial`: its sources have only part of the data.
 * `notCovered`: it was requested, and no source covers it. `absent`: it was not requested or sent, or its sources do
 * not know the document. `silent`: it has neither a figure nor a list. `degraded`: it was answered, but may be
 * incomplete or out of date.
 */
export const sectionAnswers = [
  'answered',
  'partial',
  'notCovered',
  'failed',
  'degraded',
  'silent',
  'absent',
] as const
export type SectionAnswer = (typeof sectionAnswers)[number]

/** Where a value came from: a section of the report, the document itself, or the request. */
export type ValueOrigin = {
  readonly section: string
  readonly answer: SectionAnswer
  /** Who answered it, as `X-Report-Sources` tells. */
  readonly source?: string
}

/** A value as a decision saw it: one figure, bounds, or nothing. */
export type SeenValue = {
  readonly value: PolicyValueName
  readonly of?: NegativeFilter
  readonly seen: 'exact' | 'bounds' | 'unknown'
  readonly is?: string
  readonly atLeast?: string
  readonly atMost?: string
  readonly from: readonly ValueOrigin[]
}

export type Holds = 'yes' | 'no' | 'unknown'

export type SeenRule = {
  readonly rule: string
  readonly holds: Holds
  /** What it gives: its outcome, or what it does when unknown; absent when it goes on to the next. */
  readonly gives?: Outcome
  readonly values: readonly SeenValue[]
}

/** An outcome with everything that it rests on. */
export type Decision = {
  readonly policy: { readonly name: string; readonly version: string }
  readonly on: string
  readonly outcome: Outcome
  /** The id of a rule, `otherwise`, or `failed-sections`. */
  readonly decidedBy: string
  readonly reason: Text
  /** Sections that the policy uses and that did not answer in full. */
  readonly failedSections: readonly string[]
  /** Sections that the policy uses and no source covers; absent when there are none. */
  readonly notCoveredSections?: readonly string[]
  /** Sections that the policy uses and the sources cover only in part; absent when there are none. */
  readonly partlyCoveredSections?: readonly string[]
  readonly rules: readonly SeenRule[]
}

export const decidedByOtherwise = 'otherwise'
export const decidedByFailedSections = 'failed-sections'

/** Ids that a rule may not have, for a decision uses them. */
export const reservedRuleIds: readonly string[] = [decidedByOtherwise, decidedByFailedSections]
