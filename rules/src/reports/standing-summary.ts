import { centsOf, moneyText } from '../money/cents.ts'
import {
  dayOf,
  isEqual,
  isList,
  type Json,
  leafOf,
  type Members,
  matchEqual,
  membersOf,
} from './report-members.ts'

type Summed = { readonly kept: Members; readonly standing: Members; readonly today: Members | undefined }

/**
 * The summary over what stays of a list. As long as it gives away nothing that is left out it is what it was;
 * otherwise it is made anew from the items that stay, and what they do not tell goes: a sum that still holds a debt
 * tells its amount. `isCut` says that it was.
 */
export function standingSummary({ kept, standing, today }: Summed): {
  readonly summary: Members | undefined
  readonly isCut: boolean
} {
  const summary = membersOf(kept.summary)
  const list = Object.keys(kept).find((name) => isList(kept[name]))
  // Of a list that is not there at all nothing is counted: none would be a figure too.
  if (list !== undefined && standing[list] === undefined) return { summary: undefined, isCut: true }
  const before = itemsIn(kept, list)
  const stays = itemsIn(standing, list)
  const lists = { before, now: itemsIn(today, list), today: membersOf(today?.summary) }
  if (stays.length === before.length && isTold(summary, lists)) return { summary, isCut: false }
  return { summary: summaryOf(summary, stays, lists.today), isCut: true }
}

const itemsIn = (of: Members | undefined, list: string | undefined): readonly Json[] => {
  const items = list === undefined ? undefined : of?.[list]
  return isList(items) ? items : []
}

type Lists = { readonly before: readonly Json[]; readonly now: readonly Json[]; readonly today: Members }

/** Whether the summary tells nothing but items that are in the list, or that are there today as well. */
function isTold(summary: Members, { before, now, today }: Lists): boolean {
  if (isEqual(withoutListed(summary), withoutListed(today))) return true
  const balance = leafOf(summary, 'balance')
  if (balance !== undefined && !before.every(hasAmount)) return false
  if (leafOf(summary, 'listed') === undefined) return true
  return isRestThere(summary, before, now)
}

const withoutListed = ({ listed: _, ...summary }: Members): Members => summary

const hasAmount = (item: Json): boolean => leafOf(item, 'amount') !== undefined

/**
 * A list that was cut is the newest part of it. The rest still stands when today's items of that age, without those
 * that were listed, are as many and come to the same.
 */
function isRestThere(summary: Members, before: readonly Json[], now: readonly Json[]): boolean {
  const lastDay = dayOf(before.at(-1) ?? {})
  const balance = leafOf(summary, 'balance')
  if (lastDay === undefined || balance === undefined) return false
  const rest = matchEqual(before, now).left.filter((item) => (dayOf(item) ?? '') <= lastDay)
  return (
    before.length + rest.length === Number(leafOf(summary, 'count')) &&
    sumOf([...before, ...rest]) === centsOf(balance)
  )
}

export const sumOf = (items: readonly Json[]): bigint =>
  items.reduce((sum: bigint, item) => sum + centsOf(leafOf(item, 'amount') ?? '0.00'), 0n)

/** Of public debts some are summed and others are not; of cheques no item tells its amount. */
export const isSummed = (item: Json): boolean =>
  hasAmount(item) && leafOf(item, 'inscriptionNumber') === undefined

/** A month's consultations are one item that counts many; every other item counts once. */
export const countOf = (items: readonly Json[]): number =>
  items.reduce((sum: number, item) => sum + Number(leafOf(item, 'count') ?? 1), 0)

function summaryOf(summary: Members, items: readonly Json[], today: Members): Members {
  const days = items.flatMap((item) => dayOf(item) ?? []).toSorted()
  const anew: Readonly<Record<string, string | undefined>> = {
    count: String(countOf(items)),
    balance: items.every(isSummed) ? moneyText(sumOf(items)) : undefined,
    firstOccurrence: days[0],
    lastOccurrence: days.at(-1),
    listed: undefined,
  }
  return Object.fromEntries(
    Object.entries(summary).flatMap(([name, value]): [string, Json][] => {
      if (name in anew) return anew[name] === undefined ? [] : [[name, anew[name]]]
      return isEqual(value, today[name]) ? [[name, value]] : []
    }),
  )
}
