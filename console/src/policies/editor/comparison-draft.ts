import type { Comparison, NegativeFilter } from '@lastro/contract/policies/policy.ts'
import type { PolicyValueName } from '@lastro/contract/policies/policy-values.ts'
import { comparableValue } from '@lastro/reading/policies/comparable-values.ts'
import { amountOf, typedAmount } from '../../parts/forms/amount.ts'

/** How a value is compared, as the editor offers it. */
export type ComparedBy = 'is' | 'in' | 'above' | 'below' | 'atLeast' | 'atMost' | 'isKnown' | 'isUnknown'

/** A comparison as it is being typed: every field is what stands in its box. */
export type ComparisonDraft = {
  /** Tells it apart while others come and go. */
  readonly key: string
  readonly value: PolicyValueName
  readonly by: ComparedBy
  readonly constant: string
  readonly choices: readonly string[]
  readonly filter: FilterDraft
}

export type FilterDraft = {
  readonly kinds: readonly string[]
  readonly withinDays: string
  readonly olderThanDays: string
  readonly amountFrom: string
  /** One in each line. */
  readonly creditors: string
  readonly exceptCreditors: string
}

export const noFilter: FilterDraft = {
  kinds: [],
  withinDays: '',
  olderThanDays: '',
  amountFrom: '',
  creditors: '',
  exceptCreditors: '',
}

const numberWays = ['above', 'atLeast', 'below', 'atMost', 'is', 'isKnown', 'isUnknown'] as const
const choiceWays = ['in', 'isKnown', 'isUnknown'] as const

export const waysOf = (value: PolicyValueName): readonly ComparedBy[] =>
  comparableValue(value).unit === 'choice' ? choiceWays : numberWays

export const newComparison = (key: string, value: PolicyValueName): ComparisonDraft => ({
  key,
  value,
  by: waysOf(value)[0] ?? 'above',
  constant: '',
  choices: [],
  // A consultation is counted over some days, always.
  filter: comparableValue(value).filters.length === 1 ? { ...noFilter, withinDays: '30' } : noFilter,
})

/** What was saved, as it is typed. */
export function comparisonDraft(key: string, comparison: Comparison): ComparisonDraft {
  const { value, of = {}, known } = comparison
  const { unit } = comparableValue(value)
  const by: ComparedBy =
    known === undefined
      ? unit === 'choice'
        ? 'in'
        : (numberWays.find(
            (way) => way !== 'isKnown' && way !== 'isUnknown' && comparison[way] !== undefined,
          ) ?? 'above')
      : known
        ? 'isKnown'
        : 'isUnknown'
  const constant = by === 'isKnown' || by === 'isUnknown' || by === 'in' ? undefined : comparison[by]
  const choices = comparison.in ?? (typeof comparison.is === 'string' ? [comparison.is] : [])
  return {
    key,
    value,
    by,
    constant: constant === undefined ? '' : typedConstant(String(constant), unit),
    choices: unit === 'choice' ? choices : [],
    filter: {
      kinds: of.kinds ?? [],
      withinDays: String(of.withinDays ?? ''),
      olderThanDays: String(of.olderThanDays ?? ''),
      amountFrom: of.amountFrom === undefined ? '' : typedAmount(of.amountFrom),
      creditors: of.creditors?.join('\n') ?? '',
      exceptCreditors: of.exceptCreditors?.join('\n') ?? '',
    },
  }
}

const isInHundredths = (unit: string): boolean => unit === 'money' || unit === 'percent'

const typedConstant = (constant: string, unit: string): string =>
  isInHundredths(unit) ? typedAmount(constant) : constant

/** What is typed, as it is saved. What is no figure goes out as it is, and the service says what is wrong with it. */
export function comparisonOf({ value, by, constant, choices, filter }: ComparisonDraft): Comparison {
  const { unit, filters } = comparableValue(value)
  const of = filterOf(filter, filters)
  const named = { value, ...(of !== undefined && { of }) }
  if (by === 'isKnown' || by === 'isUnknown') return { ...named, known: by === 'isKnown' }
  if (by === 'in')
    return choices.length === 1 ? { ...named, is: choices[0] ?? '' } : { ...named, in: choices }
  return { ...named, [by]: isInHundredths(unit) ? amountOf(constant) : wholeOf(constant) }
}

const wholeOf = (typed: string): string | number =>
  /^\d{1,10}$/.test(typed.trim()) ? Number(typed.trim()) : typed.trim()

function filterOf(filter: FilterDraft, offered: readonly string[]): NegativeFilter | undefined {
  const all = {
    ...(filter.kinds.length > 0 && { kinds: filter.kinds }),
    ...(filter.withinDays.trim() !== '' && { withinDays: wholeOf(filter.withinDays) }),
    ...(filter.olderThanDays.trim() !== '' && { olderThanDays: wholeOf(filter.olderThanDays) }),
    ...(filter.amountFrom.trim() !== '' && { amountFrom: amountOf(filter.amountFrom) }),
    ...(linesOf(filter.creditors).length > 0 && { creditors: linesOf(filter.creditors) }),
    ...(linesOf(filter.exceptCreditors).length > 0 && { exceptCreditors: linesOf(filter.exceptCreditors) }),
  }
  const kept = Object.fromEntries(Object.entries(all).filter(([name]) => offered.includes(name)))
  return Object.keys(kept).length === 0 ? undefined : (kept as NegativeFilter)
}

const linesOf = (text: string): readonly string[] =>
  text.split('\n').flatMap((line) => (line.trim() === '' ? [] : [line.trim()]))
