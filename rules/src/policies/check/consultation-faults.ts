import { decidedByOtherwise } from '@lastro/contract/policies/decision.ts'
import type { Comparison, Outcome, Policy, Rule } from '@lastro/contract/policies/policy.ts'
import type { PolicyFault } from '@lastro/contract/policies/policy-faults.ts'
import { isConsultation, policyValues } from '@lastro/contract/policies/policy-values.ts'
import { type CompiledPolicy, compilePolicy } from '../compile-policy.ts'
import { givenBy } from '../decide.ts'
import { testOf } from '../policy-constants.ts'
import { type Span, unknown } from '../span.ts'
import { comparisonsOf } from '../truth.ts'
import { type Effort, spent } from './effort.ts'
import { faultAt } from './fault-list.ts'
import { boxesWhere, type MappedPolicy, mappedPolicy } from './mapped-policy.ts'
import { statesWhere, type ValueStates } from './states.ts'

/**
 * That others consulted a person says nothing against them. A rule that looks at nothing else may only give review; and
 * whoever has nothing else against them is not declined for it, in however many rules it is spread.
 */
export function consultationFaults(policy: Policy, effort: Effort): readonly PolicyFault[] {
  if (!policy.documentTypes.includes('CPF')) return []
  const ofPeople: Policy = { ...policy, documentTypes: ['CPF'] }
  const comparisons = ofPeople.rules.flatMap(({ when }) => comparisonsOf(when))
  if (!comparisons.some(({ value }) => isConsultation(value))) return []
  const mapped = mappedPolicy(ofPeople, effort)
  if (mapped === undefined) return unclear
  const alone = ofPeople.rules.flatMap((rule, place) => aloneFaults(rule, place, mapped, effort))
  return alone.length > 0 ? alone : declineFaults(ofPeople, mapped, { effort, count: comparisons.length })
}

function aloneFaults(
  rule: Rule,
  place: number,
  mapped: MappedPolicy,
  effort: Effort,
): readonly PolicyFault[] {
  const weighing = comparisonsOf(rule.when).filter((one) => weighs(one, mapped))
  const restsOnThem = weighing.length > 0 && weighing.every(({ value }) => isConsultation(value))
  if (!restsOnThem || boxesWhere(mapped, rule.when, 'mayBe', effort)?.length === 0) return []
  const given = [rule.outcome, rule.whenUnknown]
  return given.every((one) => one === 'review' || one === 'skip')
    ? []
    : [faultAt(`rules[${place}]`, 'consultations_alone')]
}

/** What holds of everybody, or of nobody, is no ground: for a person that is the type of the document too. */
function weighs(comparison: Comparison, mapped: MappedPolicy): boolean {
  const states = mapped.values[mapped.placeOf(comparison)]?.states
  if (states === undefined) return false
  const { isTrue, mayBe } = statesWhere(testOf(comparison), states)
  return isTrue !== 0n && mayBe !== states.all
}

/** A policy that has more cases than may be tried is refused, for nobody could vouch for it. */
const unclear: readonly PolicyFault[] = [faultAt('rules', 'consultations_unclear')]

/** `count`: the comparisons that each case is held against. */
type Trying = { readonly effort: Effort; readonly count: number }

function declineFaults(
  policy: Policy,
  mapped: MappedPolicy,
  { effort, count }: Trying,
): readonly PolicyFault[] {
  const compiled = compilePolicy(policy, '')
  const cases = mapped.values.map(({ comparison, states }) => ({
    isConsultation: isConsultation(comparison.value),
    spans: triedSpans(comparison, states),
  }))
  const caseCount = cases.reduce((product, { spans }) => product * spans.length, 1)
  if (!spent(effort, caseCount * count)) return unclear
  const others = combinations(cases.map((one) => (one.isConsultation ? [unknown] : one.spans)))
  const consultations = combinations(cases.map((one) => (one.isConsultation ? one.spans : [unknown])))
  const decliners = new Set<string>()
  for (const other of others) {
    const given = consultations.map((one) =>
      decidedOver(
        compiled,
        one.map((span, place) => (cases[place]?.isConsultation ? span : (other[place] ?? unknown))),
      ),
    )
    if (given.every(({ outcome }) => outcome === 'decline')) continue
    for (const { outcome, decidedBy } of given) if (outcome === 'decline') decliners.add(decidedBy)
  }
  return [...decliners].map((rule) => faultAt(placeOfRule(policy, rule), 'consultations_decide', { rule }))
}

/**
 * Of what speaks for or against somebody the best there is, exact or as the least that is known, or nothing known; of
 * anything else all there is.
 */
function triedSpans({ value }: Comparison, { spans }: ValueStates): readonly Span[] {
  const { best, choices } = policyValues[value]
  if (best === undefined) return spans
  const figures = spans.filter(({ least, most }) => least === most).map(({ least }) => least)
  const figure =
    best === 'regular' || best === 'none'
      ? choices.indexOf(best)
      : best === 'lowest'
        ? Math.min(...figures)
        : Math.max(...figures)
  return best === 'lowest'
    ? [...spans.filter(({ least }) => least === figure), unknown]
    : [{ least: figure, most: figure }, unknown]
}

const combinations = (sets: readonly (readonly Span[])[]): readonly (readonly Span[])[] =>
  sets.reduce<readonly (readonly Span[])[]>(
    (all, spans) => all.flatMap((one) => spans.map((span) => [...one, span])),
    [[]],
  )

function decidedOver(
  { rules, otherwise }: CompiledPolicy,
  spans: readonly Span[],
): { readonly outcome: Outcome; readonly decidedBy: string } {
  for (const rule of rules) {
    const outcome = givenBy(rule, rule.holds(spans))
    if (outcome !== undefined) return { outcome, decidedBy: rule.id }
  }
  return { outcome: otherwise.outcome, decidedBy: decidedByOtherwise }
}

const placeOfRule = ({ rules }: Policy, rule: string): string =>
  rule === decidedByOtherwise ? rule : `rules[${rules.findIndex(({ id }) => id === rule)}]`
