import type { Comparison, Condition } from '@lastro/contract/policies/policy.ts'
import type { Span } from './span.ts'

/** Kleene's logic: what is not known may be either. As numbers, so that and is the least, or the most. */
export const no = 0
export const maybe = 1
export const yes = 2
export type Truth = typeof no | typeof maybe | typeof yes

export const negated = (truth: Truth): Truth => (2 - truth) as Truth

/** How a comparison is made, told by which member it has. */
export const operators = ['is', 'in', 'above', 'below', 'atLeast', 'atMost', 'known'] as const
export type Operator = (typeof operators)[number]

/** A comparison with its constant in the value's own unit: cents, hundredths, places of a list of choices. */
export type Test = { readonly operator: Operator; readonly constants: readonly number[] }

export function testSpan({ operator, constants }: Test, { least, most }: Span): Truth {
  const [constant = 0] = constants
  switch (operator) {
    case 'above':
      return least > constant ? yes : most <= constant ? no : maybe
    case 'atLeast':
      return least >= constant ? yes : most < constant ? no : maybe
    case 'below':
      return most < constant ? yes : least >= constant ? no : maybe
    case 'atMost':
      return most <= constant ? yes : least > constant ? no : maybe
    case 'is':
      if (least === most) return least === constant ? yes : no
      return constant < least || constant > most ? no : maybe
    case 'in':
      if (least !== most) return maybe
      return constants.includes(least) ? yes : no
    case 'known':
      return (least === most) === (constant === 1) ? yes : no
  }
}

/** The comparisons of a condition, in the order in which they stand. */
export function comparisonsOf(condition: Condition): readonly Comparison[] {
  if ('and' in condition) return condition.and.flatMap(comparisonsOf)
  if ('or' in condition) return condition.or.flatMap(comparisonsOf)
  return 'not' in condition ? comparisonsOf(condition.not) : [condition]
}
