import type { NegativeFilter } from '@lastro/contract/policies/policy.ts'
import { type NegativeKind, negativeKinds } from '@lastro/contract/policies/policy-values.ts'
import { between, exactly, from, type Span, unknown } from '../span.ts'
import { hundredthsOf } from './leaves.ts'
import { type NegativeSection, plainCreditor, type ReadItem } from './negative-section.ts'
import { negativeIn, type ReportReading } from './report-reading.ts'

type Reader = (reading: ReportReading) => Span

export const negativeCount = (filter: NegativeFilter = {}): Reader => added(filter, countIn)
export const negativeSum = (filter: NegativeFilter = {}): Reader => added(filter, sumIn)

/** Adds the sections up. One that did not answer may hold anything; when none did, nothing is known. */
function added(filter: NegativeFilter, figureIn: (section: NegativeSection, pass: Pass) => Span): Reader {
  const kinds: readonly NegativeKind[] = filter.kinds ?? negativeKinds
  const passing = passOf(filter)
  return (reading) => {
    const pass = passing?.(reading.todayNumber)
    let [least, most, isAnswered] = [0, 0, false]
    for (const kind of kinds) {
      const section = negativeIn(reading, kind)
      const figure = section === undefined ? unknown : figureIn(section, pass)
      const span = section?.isPart === true ? from(figure.least) : figure
      isAnswered ||= section !== undefined
      if (section !== undefined) least += span.least
      most += span.most
    }
    return isAnswered ? between({ least, most }) : unknown
  }
}

/** Whether an item passes the filters; undefined when it does not tell. No filter at all lets the summary speak. */
type Pass = ((item: ReadItem) => boolean | undefined) | undefined

function countIn({ items, count }: NegativeSection, pass: Pass): Span {
  if (pass === undefined) return exactly(count)
  let [least, most] = [0, count - items.length]
  for (const item of items) {
    const passes = pass(item)
    if (passes === true) least += 1
    if (passes !== false) most += 1
  }
  return { least, most }
}

/** A cheque without an amount is nought in the balance of its section: that is "at least". */
function sumIn({ kind, items, count, balance }: NegativeSection, pass: Pass): Span {
  if (pass === undefined && balance !== undefined)
    return kind === 'check' && count > 0 ? from(balance) : exactly(balance)
  let [least, isWhole] = [0, items.length === count]
  for (const item of items) {
    const passes = pass === undefined ? true : pass(item)
    if (passes === false) continue
    if (passes === undefined || item.cents === undefined) isWhole = false
    else least += item.cents
  }
  return isWhole ? exactly(least) : from(least)
}

/** The filters but the kinds, ready for a day; undefined when there are none. */
function passOf(filter: NegativeFilter): ((today: number) => Pass) | undefined {
  const { withinDays, olderThanDays, amountFrom, creditors, exceptCreditors } = filter
  const leastCents = hundredthsOf(amountFrom)
  const only = creditors && new Set(creditors.map(plainCreditor))
  const except = exceptCreditors && new Set(exceptCreditors.map(plainCreditor))
  const tests: ((item: ReadItem, today: number) => boolean | undefined)[] = []
  if (withinDays !== undefined)
    tests.push(({ day }, today) => (day === undefined ? undefined : today - day <= withinDays))
  if (olderThanDays !== undefined)
    tests.push(({ day }, today) => (day === undefined ? undefined : today - day > olderThanDays))
  if (leastCents !== undefined)
    tests.push(({ cents }) => (cents === undefined ? undefined : cents >= leastCents))
  if (only !== undefined)
    tests.push(({ creditor }) => (creditor === undefined ? undefined : only.has(plainCreditor(creditor))))
  if (except !== undefined)
    tests.push(({ creditor }) => (creditor === undefined ? undefined : !except.has(plainCreditor(creditor))))
  if (tests.length === 0) return undefined
  return (today) => (item) => {
    let passes: boolean | undefined = true
    for (const test of tests) {
      const one = test(item, today)
      if (one === false) return false
      if (one === undefined) passes = undefined
    }
    return passes
  }
}
