import { type Decision, decidedByFailedSections } from '@lastro/contract/policies/decision.ts'
import type { Outcome } from '@lastro/contract/policies/policy.ts'
import { type Coverage, coverages } from '@lastro/contract/reports/coverage.ts'
import type { CompiledPolicy } from './compile-policy.ts'
import { decide } from './decide.ts'
import type { DecisionInputs } from './decision-inputs.ts'
import { membersOf } from './values/leaves.ts'
import { answerOf, readingFor, sectionBlocks, sectionOfReport } from './values/report-reading.ts'

/** The coverage of each requested section when a policy decided. */
export type SectionCoverages = Readonly<Record<string, Coverage>>

export type DecidedBefore = {
  readonly outcome: Outcome
  /** Undefined in outcomes saved before coverage existed, when everything counted as complete. */
  readonly coverage: SectionCoverages | undefined
}

export type DecidedAgain = {
  readonly decision: Decision
  /** Whether the outcome changed for a reason other than coverage. */
  readonly isNews: boolean
  /** Whether the outcome changed only because less is covered: then the earlier one is not replaced. */
  readonly earlierStands: boolean
  /** The coverage on which the saved outcome is based from now on. */
  readonly coverage: SectionCoverages
}

/**
 * Decides on a document that was decided on before. A change of coverage is not news about the document. If less is
 * covered now, an earlier outcome that is still possible remains. If more is covered now, only changes in the
 * previously covered sections are news.
 */
export function decideAgain(
  compiled: CompiledPolicy,
  inputs: DecisionInputs,
  before: DecidedBefore | undefined,
): DecidedAgain {
  const decision = decide(compiled, inputs)
  const coverage = coveragesIn(compiled, inputs)
  if (before === undefined) return { decision, coverage, isNews: false, earlierStands: false }
  const sections = Object.keys(coverage)
  const earlier = (name: string): Coverage =>
    before.coverage === undefined ? 'complete' : (before.coverage[name] ?? coverage[name] ?? 'none')
  const lost = new Set(sections.filter((name) => isLess(coverage[name], earlier(name))))
  const gained = sections.filter((name) => isLess(earlier(name), coverage[name]))
  // It is unknown which items a section showed when it was partly covered: it may have shown any of them.
  const open = new Set([...lost, ...gained.filter((name) => earlier(name) === 'partial')])
  const isNews = !outcomesWithout(compiled, withoutSections(inputs, gained), open).has(before.outcome)
  const isPossible = !isNews && outcomesWithout(compiled, inputs, lost).has(before.outcome)
  return {
    decision,
    isNews,
    earlierStands: isPossible && decision.outcome !== before.outcome,
    coverage: isPossible
      ? Object.fromEntries(
          sections.map((name) => [name, lost.has(name) ? earlier(name) : (coverage[name] ?? 'none')]),
        )
      : coverage,
  }
}

const isLess = (one: Coverage | undefined, other: Coverage | undefined): boolean =>
  coverages.indexOf(one ?? 'none') > coverages.indexOf(other ?? 'none')

function coveragesIn({ sections }: CompiledPolicy, inputs: DecisionInputs): SectionCoverages {
  const reading = readingFor(inputs)
  return Object.fromEntries(
    sections.flatMap((name): readonly (readonly [string, Coverage])[] => {
      const answer = answerOf(reading, name)
      if (answer === 'absent') return []
      if (answer === 'notCovered') return [[name, 'none']]
      return [
        [name, membersOf(sectionOfReport(inputs, name)).coverage === undefined ? 'complete' : 'partial'],
      ]
    }),
  )
}

/** The same inputs, as if no source covered these sections. */
function withoutSections(inputs: DecisionInputs, names: readonly string[]): DecisionInputs {
  let { report } = inputs
  for (const name of names) {
    const block = sectionBlocks[name]
    const { [name]: _, ...others } = block === undefined ? report : membersOf(report[block])
    report = block === undefined ? others : { ...report, [block]: others }
  }
  return { ...inputs, report, notCoveredSections: [...(inputs.notCoveredSections ?? []), ...names] }
}

/** Every outcome that is possible if these sections are unknown. */
function outcomesWithout(
  compiled: CompiledPolicy,
  inputs: DecisionInputs,
  lost: ReadonlySet<string>,
): ReadonlySet<Outcome> {
  const { outcome, decidedBy, rules } = decide(compiled, inputs)
  if (lost.size === 0 || decidedBy === decidedByFailedSections) return new Set([outcome])
  const possible = new Set<Outcome>()
  for (const [place, { holds, gives, values }] of rules.entries()) {
    const rule = compiled.rules[place]
    const isOpen = values.some(({ from }) => from.some(({ section }) => lost.has(section)))
    if (rule !== undefined && isOpen && (holds === 'unknown' || rule.asksWhatIsKnown)) {
      possible.add(rule.outcome)
      if (rule.whenUnknown !== undefined) possible.add(rule.whenUnknown)
    } else if (gives !== undefined) return possible.add(gives)
  }
  return possible.add(compiled.otherwise.outcome)
}
