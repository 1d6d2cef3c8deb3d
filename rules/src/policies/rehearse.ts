import type { Decision } from '@lastro/contract/policies/decision.ts'
import type { Outcome } from '@lastro/contract/policies/policy.ts'
import type { CompiledPolicy } from './compile-policy.ts'
import { decide } from './decide.ts'
import type { DecisionInputs } from './decision-inputs.ts'

/** What two versions of a policy say of one report. */
export type RehearsedCase = {
  /** Undefined where nothing is in force, or what is in force is not for this document. */
  readonly before: Ruling | undefined
  /** Undefined where the draft is not for this document. */
  readonly after: Ruling | undefined
  /** Sections that the draft reads and the report does not have: another report was asked for. */
  readonly absentSections: readonly string[]
  /** Sections that the draft reads and that were not completely covered on the day of the report. */
  readonly uncoveredSections: readonly string[]
}

export type Ruling = Pick<Decision, 'outcome' | 'decidedBy' | 'reason'>

export type Rehearsed = { readonly draft: CompiledPolicy; readonly inForce: CompiledPolicy | undefined }

/** Holds a draft and the version in force against the same report, on the same day. */
export function rehearse({ draft, inForce }: Rehearsed, inputs: DecisionInputs): RehearsedCase {
  const after = rulingOf(draft, inputs)
  return {
    before: inForce && rulingOf(inForce, inputs)?.ruling,
    after: after?.ruling,
    absentSections: after?.absentSections ?? [],
    uncoveredSections: after?.uncoveredSections ?? [],
  }
}

function rulingOf(policy: CompiledPolicy, inputs: DecisionInputs) {
  if (!policy.documentTypes.includes(inputs.documentType)) return undefined
  const decision = decide(policy, inputs)
  const { outcome, decidedBy, reason, rules, notCoveredSections = [], partlyCoveredSections = [] } = decision
  const origins = rules.flatMap(({ values }) => values).flatMap(({ from }) => from)
  const absent = origins.filter(
    ({ section, answer }) => answer === 'absent' && policy.sections.includes(section),
  )
  return {
    ruling: { outcome, decidedBy, reason },
    absentSections: [...new Set(absent.map(({ section }) => section))],
    uncoveredSections: [...notCoveredSections, ...partlyCoveredSections],
  }
}

/** A case whose outcome would be another. */
export type Flip = { readonly before: Ruling; readonly after: Ruling }

export const flipOf = ({ before, after }: RehearsedCase): Flip | undefined =>
  before !== undefined && after !== undefined && before.outcome !== after.outcome
    ? { before, after }
    : undefined

/** How many cases had each outcome, by what they have now and would have. */
export type RehearsalCounts = {
  readonly cases: number
  readonly flipped: number
  /** Cases that the draft is not for. */
  readonly notFor: number
  readonly withAbsentSections: number
  readonly withUncoveredSections: number
  readonly before: Readonly<Record<Outcome, number>>
  readonly after: Readonly<Record<Outcome, number>>
}

export function rehearsalCounts(cases: readonly RehearsedCase[]): RehearsalCounts {
  const count = (holds: (one: RehearsedCase) => boolean) => cases.filter(holds).length
  const outcomesOf = (side: 'before' | 'after') => ({
    approve: count((one) => one[side]?.outcome === 'approve'),
    review: count((one) => one[side]?.outcome === 'review'),
    decline: count((one) => one[side]?.outcome === 'decline'),
  })
  return {
    cases: cases.length,
    flipped: count((one) => flipOf(one) !== undefined),
    notFor: count(({ after }) => after === undefined),
    withAbsentSections: count(({ absentSections }) => absentSections.length > 0),
    withUncoveredSections: count(({ uncoveredSections }) => uncoveredSections.length > 0),
    before: outcomesOf('before'),
    after: outcomesOf('after'),
  }
}
