import type { NegativeKind } from '@lastro/contract/policies/policy-values.ts'
import { dayNumber } from '../../calendar/day-number.ts'
import { countOf, hundredthsOf, membersOf } from './leaves.ts'

/** A negative item as filters look at it. What it does not tell is undefined. */
export type ReadItem = {
  readonly day: number | undefined
  readonly cents: number | undefined
  readonly creditor: string | undefined
}

/** A section of negative data that was answered. */
export type NegativeSection = {
  readonly kind: NegativeKind
  readonly items: readonly ReadItem[]
  /** How many there are in all; the list may be shorter. */
  readonly count: number
  readonly balance: number | undefined
  /** A source did not answer, or the sources have only part of the data, so all figures are lower bounds. */
  readonly isPart: boolean
}

export function negativeSection(
  section: Readonly<Record<string, unknown>>,
  kind: NegativeKind,
): Omit<NegativeSection, 'isPart'> {
  const summary = membersOf(section.summary)
  const list = section[`${kind}Response`]
  const items = Array.isArray(list) ? list.map(readItem) : []
  return {
    kind,
    items,
    count: Math.max(countOf(summary.count) ?? 0, items.length),
    balance: hundredthsOf(summary.balance),
  }
}

function readItem(value: unknown): ReadItem {
  const { occurrenceDate, amount, creditorName } = membersOf(value)
  return {
    day: dayNumber(occurrenceDate),
    cents: hundredthsOf(amount),
    creditor: typeof creditorName === 'string' ? creditorName : undefined,
  }
}

/** Names as people compare them: without accents, in capitals, blanks collapsed. */
export const plainCreditor = (name: string): string =>
  name.normalize('NFKD').replace(/\p{M}/gu, '').toUpperCase().replace(/\s+/g, ' ').trim()
