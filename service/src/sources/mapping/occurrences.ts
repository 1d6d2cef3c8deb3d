import { listedCountMax } from '@lastro/contract/reports/occurrences.ts'
import type { Day } from '@lastro/rules/calendar/day.ts'
import { centsOf, moneyText } from '@lastro/rules/money/cents.ts'
import { lastShownDay } from '@lastro/rules/subjects/negative-items.ts'
import { count, date, isSent, sum } from './read-leaf.ts'
import { type Json, objectOf, readTable, type Table } from './table.ts'

/** A list with its summary, as a section has them; `fault` where what came cannot be told. */
export type Occurrences =
  | {
      readonly kind: 'found'
      readonly items: readonly Item[]
      readonly summary: Json
      /** A number could not be read: the figures are lower bounds. */
      readonly isUnreadable: boolean
      readonly lapsed?: readonly Item[]
    }
  | { readonly kind: 'nothing'; readonly lapsed?: readonly Item[] }
  | { readonly kind: 'fault'; readonly code: 'source_answer_invalid' | 'source_unavailable' }

export type Item = Readonly<Record<string, string>>

type Shape = { readonly list: string; readonly item: Table }
export type View = { readonly today: Day; readonly isWhole: boolean }

/**
 * Reads a block of negative data. The provider's list may be shorter than its count, and either may be missing. What
 * is older than five years is left out of the list, of its count and of its sum; so is what tells no day, because
 * nobody can say that it is not. Where the list is wanted whole, what is too old comes beside it: see `Lapsed`.
 */
export function readOccurrences(block: unknown, { list, item }: Shape, view: View): Occurrences {
  if (block === undefined || block === null) return { kind: 'nothing' }
  const members = objectOf(block)
  const sent = members?.[list] ?? undefined
  if (members === undefined || (sent !== undefined && !isListOfObjects(sent))) return invalid
  const summary = toldBy(members.summary)
  if (sent === undefined && summary.count === undefined) {
    if (members.error !== undefined) return { kind: 'fault', code: 'source_unavailable' }
    return summary.isUnreadable || (summary.balance ?? '0.00') !== '0.00' ? invalid : { kind: 'nothing' }
  }
  const read = (sent ?? []).slice(0, itemCountMax).map((one) => readTable(item, one) as Item)
  const shown = read.filter((one) => isShown(one, view.today)).toSorted(newestFirst)
  const unlisted = Math.max(sent?.length ?? 0, Number(summary.count ?? 0)) - read.length
  if (unlisted > 0 && countsTooOld(summary, read, view.today)) return invalid
  const leftOut = read.filter((one) => !isShown(one, view.today))
  const lapsed = view.isWhole ? leftOut.filter(({ occurrenceDate }) => occurrenceDate !== undefined) : []
  const beside = lapsed.length > 0 ? { lapsed } : {}
  if (shown.length + unlisted === 0) {
    // Without a count, an empty list may be part of a longer one.
    return summary.isCountUnreadable ? invalid : { kind: 'nothing', ...beside }
  }
  const items = view.isWhole ? shown : shown.slice(0, listedCountMax)
  const balance = balanceOf({
    told: summary,
    shown,
    leftOut,
    unlisted,
    hasAmounts: item.amount !== undefined,
  })
  return {
    kind: 'found',
    ...beside,
    items,
    summary: summaryOf({ told: summary, shown, leftOut, unlisted, listedCount: items.length }, balance.text),
    isUnreadable: summary.isCountUnreadable || balance.isLowerBound,
  }
}

/** Nobody has as many debts of one kind; what comes beyond is counted, and work on it is not done. */
const itemCountMax = 2_000

const invalid: Occurrences = { kind: 'fault', code: 'source_answer_invalid' }

const isListOfObjects = (value: unknown): value is readonly Json[] =>
  Array.isArray(value) && value.every((one) => objectOf(one) !== undefined)

const isShown = ({ occurrenceDate }: Item, today: Day): boolean =>
  occurrenceDate !== undefined && today <= lastShownDay({ occurrenceDate })

const newestFirst = (a: Item, b: Item): number => {
  const [one = '', other = ''] = [a.occurrenceDate, b.occurrenceDate]
  return one < other ? 1 : one > other ? -1 : 0
}

type Told = {
  readonly count: string | undefined
  readonly isCountUnreadable: boolean
  readonly balance: string | undefined
  /** Whether a figure in it could not be read. */
  readonly isUnreadable: boolean
  readonly first: string | undefined
  readonly last: string | undefined
}

function toldBy(value: unknown): Told {
  const summary = objectOf(value) ?? {}
  const isNoObject = isSent(value) && objectOf(value) === undefined
  const [counted, balance] = [count(summary.count), sum(summary.balance)]
  const isCountUnreadable = isNoObject || (isSent(summary.count) && counted === undefined)
  return {
    count: counted,
    isCountUnreadable,
    balance,
    isUnreadable: isCountUnreadable || (isSent(summary.balance) && balance === undefined),
    first: date(summary.firstOccurrence),
    last: date(summary.lastOccurrence),
  }
}

/** Whether the count holds something too old that the list does not show, so that nobody can take it out. */
const countsTooOld = ({ first }: Told, read: readonly Item[], today: Day): boolean =>
  first !== undefined &&
  lastShownDay({ occurrenceDate: first }) < today &&
  !read.some(({ occurrenceDate }) => occurrenceDate === first)

type Counted = {
  readonly told: Told
  readonly shown: readonly Item[]
  readonly leftOut: readonly Item[]
  readonly unlisted: number
  readonly listedCount: number
}

function summaryOf(
  { told, shown, leftOut, unlisted, listedCount }: Counted,
  balance: string | undefined,
): Json {
  const total = shown.length + unlisted
  const days = [
    // What was told may be the day of something left out.
    ...(unlisted > 0 && leftOut.length === 0 ? [told.first, told.last] : []),
    ...shown.map((one) => one.occurrenceDate),
  ]
    .filter((one) => one !== undefined)
    .toSorted()
  const [first] = days
  return {
    count: String(total),
    ...(listedCount < total && { listed: String(listedCount) }),
    ...(balance !== undefined && { balance }),
    ...(first !== undefined && { firstOccurrence: first, lastOccurrence: days.at(-1) }),
  }
}

type Balance = { readonly text?: string; readonly isLowerBound: boolean }

/**
 * From the items if they are complete and have amounts; otherwise the stated balance, less the omitted items. If
 * neither is available, the listed amounts are a lower bound. Cheques list no amounts.
 */
function balanceOf({
  told,
  shown,
  leftOut,
  unlisted,
  hasAmounts,
}: Omit<Counted, 'listedCount'> & { readonly hasAmounts: boolean }): Balance {
  if (unlisted === 0 && shown.every(hasAmount)) return { text: moneyText(sumOf(shown)), isLowerBound: false }
  if (told.balance !== undefined && leftOut.every(hasAmount)) {
    const cents = centsOf(told.balance) - sumOf(leftOut)
    if (cents >= 0n) return { text: moneyText(cents), isLowerBound: false }
  }
  if (!hasAmounts) return { isLowerBound: told.isUnreadable }
  const known = shown.filter(hasAmount)
  return { ...(known.length > 0 && { text: moneyText(sumOf(known)) }), isLowerBound: true }
}

const hasAmount = ({ amount }: Item): boolean => amount !== undefined

const sumOf = (items: readonly Item[]): bigint =>
  items.reduce((all, { amount = '0.00' }) => all + centsOf(amount), 0n)
