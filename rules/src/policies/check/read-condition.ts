import { moneyPattern } from '@lastro/contract/leaves.ts'
import { isBarredName } from '@lastro/contract/policies/barred-names.ts'
import { numberOperators } from '@lastro/contract/policies/policy.ts'
import { type PolicyFault, unitTexts } from '@lastro/contract/policies/policy-faults.ts'
import { policyLimits } from '@lastro/contract/policies/policy-limits.ts'
import {
  isPolicyValueName,
  type PolicyValueName,
  policyValueNames,
  policyValues,
  type Unit,
} from '@lastro/contract/policies/policy-values.ts'
import { operators } from '../truth.ts'
import { faultAt, nearestOf } from './fault-list.ts'
import { filterFaults } from './read-filter.ts'
import { choiceOf, listOf, type PolicyReader, sayable } from './readers.ts'

/** Everything that is wrong with the form of a condition. */
export const conditionFaults: PolicyReader = (value, at) => {
  const faults = nodeFaults(value, at, 1)
  const { comparisonCountMax } = policyLimits
  return faults.length === 0 && comparisonCount(value) > comparisonCountMax
    ? [faultAt(at, 'condition_too_long', { most: String(comparisonCountMax) })]
    : faults
}

const forms = ['and', 'or', 'not', 'value'] as const

function nodeFaults(value: unknown, at: string, depth: number): readonly PolicyFault[] {
  const { depthMax } = policyLimits
  if (depth > depthMax) return [faultAt(at, 'condition_too_deep', { most: String(depthMax) })]
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return [faultAt(at, 'condition_unfit')]
  const node = value as Readonly<Record<string, unknown>>
  const [form, ...others] = forms.filter((one) => Object.hasOwn(node, one))
  if (form === undefined || others.length > 0) return [faultAt(at, 'condition_unfit')]
  if (form === 'value') return comparisonFaults(node, at)
  const strangers = strangersIn(node, [form], at)
  if (form === 'not') return [...strangers, ...nodeFaults(node.not, `${at}.not`, depth + 1)]
  return [...strangers, ...branchFaults(node[form], `${at}.${form}`, depth)]
}

function branchFaults(value: unknown, at: string, depth: number): readonly PolicyFault[] {
  const { branchCountMax } = policyLimits
  if (!Array.isArray(value) || value.length === 0 || value.length > branchCountMax)
    return [faultAt(at, 'not_a_list', { most: String(branchCountMax) })]
  return value.flatMap((one: unknown, place) => nodeFaults(one, `${at}[${place}]`, depth + 1))
}

const strangersIn = (
  node: Readonly<Record<string, unknown>>,
  known: readonly string[],
  at: string,
): readonly PolicyFault[] =>
  Object.keys(node)
    .filter((name) => !known.includes(name))
    .map((name) => faultAt(`${at}.${sayable(name)}`, 'member_unknown'))

function comparisonFaults(node: Readonly<Record<string, unknown>>, at: string): readonly PolicyFault[] {
  const { value: name } = node
  if (!isPolicyValueName(name)) return [nameFault(name, `${at}.value`)]
  const used = operators.filter((one) => Object.hasOwn(node, one))
  const fitting = operatorsOf(policyValues[name].unit)
  const [operator] = used
  return [
    ...strangersIn(node, ['value', 'of', ...operators], at),
    ...filterFaults(name, node.of, `${at}.of`),
    ...(operator === undefined || used.length > 1 || !fitting.includes(operator)
      ? [faultAt(at, 'comparison_unfit', { allowed: fitting.join(', ') })]
      : constantFaults(name, operator, node[operator], `${at}.${operator}`)),
  ]
}

function nameFault(name: unknown, at: string): PolicyFault {
  const sent = typeof name === 'string' ? name : ''
  if (isBarredName(sent)) return faultAt(at, 'value_barred')
  return faultAt(at, 'value_unknown', { nearest: nearestOf(sent, policyValueNames) })
}

const operatorsOf = (unit: Unit): readonly string[] =>
  unit === 'choice' ? ['is', 'in', 'known'] : [...numberOperators, 'known']

function constantFaults(
  name: PolicyValueName,
  operator: string,
  constant: unknown,
  at: string,
): readonly PolicyFault[] {
  const { unit, choices } = policyValues[name]
  if (operator === 'known')
    return typeof constant === 'boolean' ? [] : choiceOf(['true', 'false'])(undefined, at)
  if (unit === 'choice') return (operator === 'in' ? listOf(choices) : choiceOf(choices))(constant, at)
  if (isConstant(unit, constant)) return []
  const { pt, en, example } = unitTexts[unit]
  return [faultAt(at, 'unit_wrong', { value: name, unit: { pt, en }, example })]
}

const hundredths = { money: new RegExp(moneyPattern), percent: /^\d{1,6}\.\d{2}$/ } as const

function isConstant(unit: Exclude<Unit, 'choice'>, constant: unknown): boolean {
  if (unit === 'money' || unit === 'percent')
    return typeof constant === 'string' && hundredths[unit].test(constant)
  return Number.isInteger(constant) && Number(constant) >= 0 && Number(constant) <= policyLimits.numberMax
}

/** Of a condition whose form is right. */
function comparisonCount(value: unknown): number {
  if (Array.isArray(value)) return value.reduce((sum: number, one) => sum + comparisonCount(one), 0)
  const { and, or, not } = value as { and?: unknown; or?: unknown; not?: unknown }
  const inner = and ?? or ?? not
  return inner === undefined ? 1 : comparisonCount(inner)
}
