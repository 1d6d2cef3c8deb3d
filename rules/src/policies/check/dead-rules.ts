import type { Policy, Rule } from '@lastro/contract/policies/policy.ts'
import type { PolicyFault } from '@lastro/contract/policies/policy-faults.ts'
import { figureText } from '../policy-constants.ts'
import { type Box, type Boxes, outside, shared, stepsOf } from './boxes.ts'
import { type Effort, spent } from './effort.ts'
import { faultAt, warningAt } from './fault-list.ts'
import { boxesWhere, type MappedPolicy } from './mapped-policy.ts'
import { plainestIn } from './states.ts'

export type OrderFaults = {
  readonly faults: readonly PolicyFault[]
  readonly warnings: readonly PolicyFault[]
}

type Looked = { readonly rule: Rule; readonly decides: Boxes; readonly first: readonly Box[] }

/**
 * Rules that never hold, or never before another has decided; and approvals that come before a refusal which holds as
 * well. Each value is looked at by itself: that one sum is part of another is not known here.
 */
export function orderFaults({ rules }: Policy, mapped: MappedPolicy, effort: Effort): OrderFaults {
  const faults: PolicyFault[] = []
  const warnings: PolicyFault[] = []
  const before: Looked[] = []
  for (const [place, rule] of rules.entries()) {
    const at = `rules[${place}].when`
    const holds = boxesWhere(mapped, rule.when, 'isTrue', effort)
    const decides = rule.whenUnknown === 'skip' ? holds : boxesWhere(mapped, rule.when, 'mayBe', effort)
    const first = firstIn(holds, before, mapped, effort)
    if (holds === undefined || first === undefined) warnings.push(warningAt(at, 'not_looked_through'))
    else if (holds.length === 0) faults.push(faultAt(at, 'never_holds'))
    else if (first.length === 0)
      faults.push(faultAt(at, 'never_first', { rules: decidersOf(holds, before, effort).join(', ') }))
    else warnings.push(...contradictions({ rule, at, holds }, before, mapped, effort))
    before.push({ rule, decides, first: first ?? [] })
  }
  return { faults, warnings }
}

/** Where a rule holds and none before it has decided. One that could not be looked through is taken to decide nothing. */
function firstIn(holds: Boxes, before: readonly Looked[], { statesAt }: MappedPolicy, effort: Effort): Boxes {
  let left = holds
  for (const cut of before.flatMap(({ decides }) => decides ?? [])) {
    if (left === undefined) return undefined
    left = outside(left, cut, statesAt, effort)
  }
  return left
}

const decidersOf = (holds: readonly Box[], before: readonly Looked[], effort: Effort): readonly string[] =>
  before
    .filter(({ decides = [] }) => sharedBox(decides, holds, effort) !== undefined)
    .map(({ rule }) => rule.id)

/** To approve what a later rule declines may be meant, and may be an oversight: the other way round is prudence. */
function contradictions(
  { rule, at, holds }: { readonly rule: Rule; readonly at: string; readonly holds: readonly Box[] },
  before: readonly Looked[],
  mapped: MappedPolicy,
  effort: Effort,
): readonly PolicyFault[] {
  if (rule.outcome !== 'decline') return []
  return before
    .filter((one) => one.rule.outcome === 'approve')
    .flatMap(({ rule: earlier, first }) => {
      const box = sharedBox(first, holds, effort)
      if (box === undefined) return []
      return [warningAt(at, 'outcomes_differ', { rule: earlier.id, example: exampleText(box, mapped) })]
    })
}

function sharedBox(some: readonly Box[], others: readonly Box[], effort: Effort): Box | undefined {
  if (!spent(effort, stepsOf(some, others))) return undefined
  for (const one of some) {
    for (const other of others) {
      const both = shared(one, other)
      if (both !== undefined) return both
    }
  }
  return undefined
}

/** Values of a box, as the comparisons name them. */
function exampleText(box: Box, { values }: MappedPolicy): string {
  const texts = [...box].flatMap(([place, states]) => {
    const value = values[place]
    if (value === undefined || states === value.states.all) return []
    const { least, most } = plainestIn(states, value.states)
    const { value: name, of } = value.comparison
    const said = of === undefined ? name : `${name} ${JSON.stringify(of)}`
    if (least === most) return [`${said} = ${figureText(name, least)}`]
    return [least >= 0 ? `${said} ≥ ${figureText(name, least)}` : `${said} = ?`]
  })
  return texts.join(', ')
}
