import type { Comparison } from '@lastro/contract/policies/policy.ts'
import { policyValues, type Unit } from '@lastro/contract/policies/policy-values.ts'
import { operators, type Test } from './truth.ts'
import { hundredthsOf } from './values/leaves.ts'

/** A comparison's operator and constant, in the unit that values are read in. */
export function testOf(comparison: Comparison): Test {
  const operator = operators.find((one) => comparison[one] !== undefined) ?? 'known'
  const constant = comparison[operator]
  if (typeof constant === 'boolean') return { operator, constants: [constant ? 1 : 0] }
  const all = constant === undefined || typeof constant === 'object' ? (constant ?? []) : [constant]
  return { operator, constants: all.map((one) => constantOf(comparison.value, one)) }
}

function constantOf(name: Comparison['value'], constant: string | number): number {
  const { unit, choices } = policyValues[name]
  if (unit === 'choice') return choices.indexOf(String(constant))
  return typeof constant === 'number' ? constant : (hundredthsOf(constant) ?? Number.NaN)
}

/** A figure as a person reads it. */
export function figureText(name: Comparison['value'], figure: number): string {
  const { unit, choices } = policyValues[name]
  if (unit === 'choice') return choices[figure] ?? ''
  return isInHundredths(unit) ? hundredthsText(figure) : String(figure)
}

const isInHundredths = (unit: Unit): boolean => unit === 'money' || unit === 'percent'

/** Exact up to what a double counts, and no figure is larger. */
function hundredthsText(figure: number): string {
  const cents = figure % 100
  return `${(figure - cents) / 100}.${cents < 10 ? '0' : ''}${cents}`
}
