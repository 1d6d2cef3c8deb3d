import type { SectionId } from '@lastro/contract/reports/sections.ts'
import { sectionIncomplete } from '@lastro/contract/reports/source-faults.ts'
import { at, itemsOf, membersOf } from './report-json.ts'
import { readingOf } from './section-readings.ts'

type Json = Readonly<Record<string, unknown>>

/**
 * How a section of negative data was answered. `absent`: it is not in the report, so nobody was asked. `silent`: it is
 * there, with neither a figure nor a list.
 */
export type AnswerState = 'answered' | 'failed' | 'silent' | 'absent'

/** What a section of negative data counts and adds up. */
export type Tally = {
  readonly id: SectionId
  readonly answered: AnswerState
  /** True where one of its sources did not answer: there may be more. */
  readonly isPart: boolean
  readonly count: number
  readonly cents: bigint
  /** How many of those that are added up one by one name no amount; none where a summary told the sum. */
  readonly withoutAmountCount: number
  /** Whether there may be more to the sum: a part of it is unknown. */
  readonly isSumAtLeast: boolean
  /** The day of the oldest; undefined when it cannot be told. */
  readonly since: string | undefined
  /** True when each is disputed, in court, or federal debt that is not being collected. */
  readonly isSoft: boolean
}

export function tallyOf(id: SectionId, report: Json): Tally {
  const { path, tables, occurrence, facts } = readingOf(id)
  const value = at(report, path)
  const section = membersOf(value)
  const summary = membersOf(section.summary)
  const list = at(section, tables[0]?.path ?? [])
  const items = itemsOf(list)
  const count = countOf(summary.count) ?? items.length
  const isWhole = items.length >= count
  const balance = centsOf(summary.balance)
  const withoutAmountCount =
    section.summary === undefined
      ? items.filter((item) => centsOf(item[occurrence?.amount ?? '']) === undefined).length
      : 0
  const addsUp = facts.some(({ parts }) => parts.some(({ member }) => member === 'balance'))
  const isUntold = section.summary !== undefined && addsUp && count > 0 && balance === undefined
  const days = items.flatMap((item) => dayOf(item[occurrence?.date ?? '']) ?? []).toSorted()
  return {
    id,
    answered: answeredOf(value, section, countOf(summary.count) !== undefined || Array.isArray(list)),
    isPart: isInPart(section),
    count: Math.max(count, items.length),
    // A summary without a balance adds nothing up: what its items name are fines.
    cents: balance ?? (section.summary === undefined ? sumOf(items, occurrence?.amount ?? '') : 0n),
    withoutAmountCount,
    isSumAtLeast: isInPart(section) || withoutAmountCount > 0 || isUntold,
    since: dayOf(summary.firstOccurrence) ?? (isWhole && days.length === items.length ? days[0] : undefined),
    isSoft: isWhole && items.length > 0 && items.every(isSoft),
  }
}

/** Whether a section says of itself that there may be more than it shows. */
export const isInPart = ({ error }: Json): boolean => membersOf(error).code === sectionIncomplete

function answeredOf(value: unknown, section: Json, isTold: boolean): AnswerState {
  if (value === undefined) return 'absent'
  if (section.error !== undefined && !(isTold && isInPart(section))) return 'failed'
  return isTold ? 'answered' : 'silent'
}

const uncollected: readonly unknown[] = ['negotiated', 'guaranteed', 'suspended']

const isSoft = (item: Json): boolean =>
  item.disputed === 'true' || item.flagSubJudice === 'true' || uncollected.includes(item.situationType)

const sumOf = (items: readonly Json[], amount: string): bigint =>
  items.reduce((sum, item) => sum + (centsOf(item[amount]) ?? 0n), 0n)

const countOf = (value: unknown): number | undefined =>
  typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : undefined

/** A two-decimal text in cents; undefined for anything else. */
export const centsOf = (value: unknown): bigint | undefined =>
  typeof value === 'string' && /^\d+\.\d{2}$/.test(value) ? BigInt(value.replace('.', '')) : undefined

const dayOf = (value: unknown): string | undefined =>
  typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value) ? value : undefined
