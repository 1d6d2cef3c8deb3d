import type { Product } from '@lastro/contract/reports/products.ts'
import type { SectionId } from '@lastro/contract/reports/sections.ts'
import { sectionIncomplete } from '@lastro/contract/reports/source-faults.ts'
import { type CoverageMeta, coverageOf, type SectionCoverage } from './coverage.ts'
import { at, itemsOf, membersOf } from './report-json.ts'
import { type OccurrenceReading, readableSections, readingOf } from './section-readings.ts'

type Json = Readonly<Record<string, unknown>>

/** How a section of negative data was answered. `silent`: it is in the report, with neither a figure nor a list. */
export type AnswerState = 'answered' | 'failed' | 'silent' | 'absent'

/** One item of a section: when it happened, and what it adds to the section's sum. */
export type TalliedItem = {
  readonly day: string | undefined
  readonly cents: bigint
  /** True if it belongs in the sum but has no amount. */
  readonly isWithoutAmount: boolean
}

/** The count and sum of a requested negative section. All totals of a report derive from these. */
export type Tally = {
  readonly id: SectionId
  readonly coverage: SectionCoverage
  readonly answered: AnswerState
  /** True where one of its sources did not answer: there may be more. */
  readonly isDoubtful: boolean
  readonly count: number
  readonly cents: bigint
  /**
   * How many items are missing from `cents` because their amount is unknown. If there are any, `cents` is a lower
   * bound.
   */
  readonly withoutAmountCount: number
  /** The listed items. */
  readonly items: readonly TalliedItem[]
  /** The day of the oldest; undefined when it is unknown. */
  readonly since: string | undefined
  /** True when each is disputed, in court, or federal debt that is not being collected. */
  readonly isSoft: boolean
}

/** A report and its headers. */
export type TalliedReport = CoverageMeta & {
  /** Undefined if the product code is unknown. */
  readonly product: Product | undefined
  readonly report: Json
  /** `X-Report-Sections-Degraded`, parsed. */
  readonly degradedSections?: readonly string[] | undefined
}

/** A section counts as requested if the product promises it, or if the report has it or names it as not covered. */
export const talliesOf = (of: TalliedReport): readonly Tally[] =>
  readableSections(of.product)
    .filter((id) => readingOf(id).occurrence !== undefined)
    .flatMap((id) => {
      const coverage = coverageOf(id, of.report, of)
      const isPromised = of.product?.sections.includes(id) === true
      if (coverage === undefined && !isPromised) return []
      // A section named as not covered counts nothing, even if the report has content for it.
      return coverage === undefined || coverage === 'none'
        ? tallyOf(id, 'none', { ...of, report: {} })
        : tallyOf(id, coverage, of)
    })

/** The tallies with at least one item, even if a source failed. */
export const filledTallies = (tallies: readonly Tally[]): readonly Tally[] =>
  tallies.filter(({ count }) => count > 0)

/** Completely covered and answered in full, so that it shows everything there is. */
export const isWhole = ({ coverage, answered, isDoubtful }: Tally): boolean =>
  coverage === 'complete' && answered === 'answered' && !isDoubtful

function tallyOf(
  id: SectionId,
  coverage: SectionCoverage,
  { report, degradedSections }: TalliedReport,
): Tally {
  const { path, tables, occurrence } = readingOf(id)
  const value = at(report, path)
  const section = membersOf(value)
  const summary = membersOf(section.summary)
  const list = at(section, tables[0]?.path ?? [])
  const listed = itemsOf(list)
  const items = occurrence === undefined ? [] : talliedItems(listed, occurrence)
  const count = Math.max(countOf(summary.count) ?? 0, items.length)
  const isListed = items.length === count
  const days = items.flatMap(({ day }) => day ?? []).toSorted()
  const answered = answeredOf(value, section, countOf(summary.count) !== undefined || Array.isArray(list))
  const isDegraded = degradedSections?.includes(path.at(-1) ?? id) === true
  return {
    id,
    coverage,
    answered,
    isDoubtful: isInPart(section) || (answered === 'answered' && isDegraded),
    count,
    ...sumIn(items, count, occurrence?.sum === undefined ? 0n : centsOf(summary.balance)),
    items,
    since: dayOf(summary.firstOccurrence) ?? (isListed && days.length === items.length ? days[0] : undefined),
    isSoft: isListed && items.length > 0 && listed.every(isSoft),
  }
}

/** If the balance does not exceed the listed amounts, it includes nothing for the items without an amount. */
function sumIn(
  items: readonly TalliedItem[],
  count: number,
  balance: bigint | undefined,
): Pick<Tally, 'cents' | 'withoutAmountCount'> {
  const listedCents = sumOf(items)
  const unnamedCount = items.filter(({ isWithoutAmount }) => isWithoutAmount).length
  if (balance === undefined)
    return { cents: listedCents, withoutAmountCount: unnamedCount + count - items.length }
  // A summary below the sum of its own list contradicts itself: trust the list.
  return balance > listedCents
    ? { cents: balance, withoutAmountCount: 0 }
    : { cents: listedCents, withoutAmountCount: unnamedCount }
}

/** The count and sum of several sections, or of a part of them. */
export type Counted = Pick<Tally, 'count' | 'cents' | 'withoutAmountCount'> & {
  /** True if there may be more: something was not consulted, did not answer, or lacks a date or amount. */
  readonly isAtLeast: boolean
}

/** The count and sum of one section. */
export const countedIn = (tally: Tally): Counted => ({
  count: tally.count,
  cents: tally.cents,
  withoutAmountCount: tally.withoutAmountCount,
  isAtLeast: tally.withoutAmountCount > 0 || !isWhole(tally),
})

/**
 * Splits the count and sum of the sections by a property of the day. Items that are counted but not listed, or have no
 * day, are under `undefined`; so is an amount that only a summary gives, unless all items that it may belong to share
 * the property.
 */
export function countedBy<Key>(
  tallies: readonly Tally[],
  keyOf: (day: string) => Key,
): ReadonlyMap<Key | undefined, Counted> {
  const sums = new Map<Key | undefined, Omit<Counted, 'isAtLeast'>>()
  const add = (key: Key | undefined, { count, cents, withoutAmountCount }: Omit<Counted, 'isAtLeast'>) => {
    const before = sums.get(key) ?? { count: 0, cents: 0n, withoutAmountCount: 0 }
    sums.set(key, {
      count: before.count + count,
      cents: before.cents + cents,
      withoutAmountCount: before.withoutAmountCount + withoutAmountCount,
    })
  }
  for (const { items, count, cents, withoutAmountCount } of filledTallies(tallies)) {
    const keyed = items.map((item) => ({
      ...item,
      key: item.day === undefined ? undefined : keyOf(item.day),
    }))
    const unlistedCount = count - items.length
    const unplacedCents = cents - sumOf(items)
    const owners = new Set([
      ...keyed.filter(({ isWithoutAmount }) => isWithoutAmount).map(({ key }) => key),
      ...(unlistedCount > 0 ? [undefined] : []),
    ])
    const isPlaced = withoutAmountCount === 0 && (unplacedCents === 0n || owners.size === 1)
    for (const { key, cents, isWithoutAmount } of keyed)
      add(key, { count: 1, cents, withoutAmountCount: isWithoutAmount && !isPlaced ? 1 : 0 })
    if (unplacedCents > 0n)
      add(isPlaced ? [...owners][0] : undefined, { count: 0, cents: unplacedCents, withoutAmountCount: 0 })
    if (unlistedCount > 0)
      add(undefined, {
        count: unlistedCount,
        cents: 0n,
        withoutAmountCount: withoutAmountCount === 0 ? 0 : unlistedCount,
      })
  }
  const mayBeMore = !tallies.every(isWhole)
  const isAtLeast = (key: Key | undefined, withoutAmountCount: number) =>
    mayBeMore || withoutAmountCount > 0 || (key !== undefined && sums.has(undefined))
  return new Map(
    [...sums].map(([key, one]) => [key, { ...one, isAtLeast: isAtLeast(key, one.withoutAmountCount) }]),
  )
}

const sumOf = (items: readonly TalliedItem[]): bigint => items.reduce((sum, { cents }) => sum + cents, 0n)

/** Fines are not debts and are never summed; of federal debts, only those in the summary's balance are. */
function talliedItems(listed: readonly Json[], { date, sum }: OccurrenceReading): readonly TalliedItem[] {
  const seen = new Set<unknown>()
  return listed.map((item) => {
    const day = dayOf(item[date])
    const isSummed = sum !== undefined && (sum !== 'collected' || isCollected(item, seen))
    const cents = isSummed ? centsOf(item.amount) : 0n
    return { day, cents: cents ?? 0n, isWithoutAmount: cents === undefined }
  })
}

/** Only what a company owes as the principal, and each inscription once, even if it names several establishments. */
function isCollected(item: Json, seen: Set<unknown>): boolean {
  const { principal, situationType, register, inscriptionNumber } = item
  if (principal === 'false' || uncollected.includes(situationType)) return false
  if (typeof inscriptionNumber !== 'string') return true
  const inscription = JSON.stringify([register, inscriptionNumber])
  if (seen.has(inscription)) return false
  seen.add(inscription)
  return true
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

const countOf = (value: unknown): number | undefined =>
  typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : undefined

/** A two-decimal text in cents; undefined for anything else. */
export const centsOf = (value: unknown): bigint | undefined =>
  typeof value === 'string' && /^\d+\.\d{2}$/.test(value) ? BigInt(value.replace('.', '')) : undefined

const dayOf = (value: unknown): string | undefined =>
  typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value) ? value : undefined
