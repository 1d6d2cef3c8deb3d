import { moneyPattern } from '@lastro/contract/leaves.ts'
import type { PolicyFault } from '@lastro/contract/policies/policy-faults.ts'
import type { FilterName } from '@lastro/contract/policies/policy-filters.ts'
import { policyLimits } from '@lastro/contract/policies/policy-limits.ts'
import { negativeKinds, type PolicyValueName, policyValues } from '@lastro/contract/policies/policy-values.ts'
import type { Text } from '@lastro/contract/text.ts'
import { faultAt } from './fault-list.ts'
import { line, listOf, membersIn, optional, type PolicyReader } from './readers.ts'

/** What is wrong with `of`, the filters of a value. */
export function filterFaults(name: PolicyValueName, of: unknown, at: string): readonly PolicyFault[] {
  const { filters } = policyValues[name]
  const isConsultation = name === 'consultations.count'
  if (of === undefined) return isConsultation ? [faultAt(`${at}.withinDays`, 'member_missing')] : []
  if (filters.length === 0) return [faultAt(at, 'filter_unfit', { value: name, allowed: '—' })]
  const readers = isConsultation ? consultationReaders : negativeReaders
  const faults = membersIn(of, at, readers).map((fault) =>
    fault.code === 'member_unknown'
      ? faultAt(fault.at, 'filter_unfit', { value: name, allowed: filters.join(', ') })
      : fault,
  )
  return faults.length > 0 ? faults : neverFaults(of as Filtered, at)
}

type Filtered = { readonly withinDays?: number; readonly olderThanDays?: number }

/** Older than thirty days and within the last thirty is nobody. */
const neverFaults = ({ withinDays, olderThanDays }: Filtered, at: string): readonly PolicyFault[] =>
  withinDays !== undefined && olderThanDays !== undefined && withinDays <= olderThanDays
    ? [faultAt(at, 'filter_never')]
    : []

const days =
  (daysMax: number): PolicyReader =>
  (value, at) =>
    Number.isInteger(value) && Number(value) >= 1 && Number(value) <= daysMax
      ? []
      : [faultAt(at, 'filter_wrong', { example: dayTexts(daysMax) })]

const dayTexts = (daysMax: number): Text => ({
  pt: `um número inteiro de dias, de 1 a ${daysMax}`,
  en: `a whole number of days, from 1 to ${daysMax}`,
})

const money: PolicyReader = (value, at) =>
  typeof value === 'string' && new RegExp(moneyPattern).test(value)
    ? []
    : [
        faultAt(at, 'filter_wrong', {
          example: { pt: 'um valor como "1520.33"', en: 'an amount like "1520.33"' },
        }),
      ]

const names: PolicyReader = (value, at) => {
  const { creditorCountMax } = policyLimits
  return Array.isArray(value) && value.length > 0 && value.length <= creditorCountMax
    ? value.flatMap((one: unknown, place) => line(one, `${at}[${place}]`))
    : [faultAt(at, 'not_a_list', { most: String(creditorCountMax) })]
}

const negativeReaders = {
  kinds: optional(listOf(negativeKinds)),
  withinDays: optional(days(policyLimits.dayCountMax)),
  olderThanDays: optional(days(policyLimits.dayCountMax)),
  amountFrom: optional(money),
  creditors: optional(names),
  exceptCreditors: optional(names),
} as const satisfies Record<FilterName, PolicyReader>

const consultationReaders: Readonly<Record<string, PolicyReader>> = {
  withinDays: days(policyLimits.consultationDayCountMax),
}
