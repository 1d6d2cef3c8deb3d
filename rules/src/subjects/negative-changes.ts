import type { AlertNegative, OccurrenceData } from '@lastro/contract/alerts/alerts.ts'
import { listedCountMax } from '@lastro/contract/reports/occurrences.ts'
import { type SectionId, sectionIds, sections } from '@lastro/contract/reports/sections.ts'
import type { Subject } from '@lastro/contract/reports/subject.ts'
import { addDays, type Day } from '../calendar/day.ts'
import { type Cents, centsOf, moneyText } from '../money/cents.ts'
import { type HeldDebt, isHeld } from '../reports/merging/held-here.ts'
import { isReadableOn, type NegativeEntry, negativeItems, sameUntil } from './negative-items.ts'

/** A subject as its readers saw it on a day. */
export type SubjectOn = { readonly subject: Subject | undefined; readonly day: Day }

export type NegativeChange = {
  readonly event: 'negative.added' | 'negative.removed'
  readonly data: OccurrenceData
}

/**
 * What could be read before and no longer can, then what can be read now and could not: by a load, or by the days
 * between two loads. One that changed went and came. What nobody may read makes no difference; nor does a debt that
 * has a listing here, of which readers hear by that alone.
 */
export function negativeChanges(
  before: SubjectOn,
  after: SubjectOn,
  held: readonly HeldDebt[],
): readonly NegativeChange[] {
  const was = readableIn(before, held)
  const is = readableIn(after, held)
  const changes = [
    { event: 'negative.removed', told: without(was, is) },
    { event: 'negative.added', told: without(is, was) },
  ] as const
  return changes
    .filter(({ told }) => told.length > 0)
    .map(({ event, told }) => ({ event, data: { on: after.day, negative: toldOf(told) } }))
}

/** The same of the days alone, one after another: what could last be read on `from`, until `today`. */
export function changesByDate(
  subject: Subject,
  { from, today }: { readonly from: Day; readonly today: Day },
  held: readonly HeldDebt[],
): readonly (NegativeChange & { readonly on: Day })[] {
  const days = negativeItems(subject).map((one) => one.days)
  const changes: (NegativeChange & { readonly on: Day })[] = []
  for (let day = from; day < today; ) {
    const on = addDays(day, 1)
    const found = negativeChanges({ subject, day }, { subject, day: on }, held)
    changes.push(...found.map((one) => ({ ...one, on })))
    day = sameUntil(days, on)
  }
  return changes
}

export type NegativeShown = {
  readonly shown: AlertNegative
  /** Undefined for a cheque loaded without its amount. */
  readonly amountCents: Cents | undefined
  readonly key: string
}

/** What can be read of a subject on a day, newest first, less the debts that have a listing here. */
export function readableIn({ subject, day }: SubjectOn, held: readonly HeldDebt[]): readonly NegativeShown[] {
  if (subject === undefined) return []
  const isCompany = subject.documento.length === cnpjLength
  return negativeItems(subject)
    .filter(({ section, item, days }) => isReadableOn(days, day) && !(isDebt(section) && isHeld(item, held)))
    .map((one) => toldItem(one, isCompany))
    .toSorted((a, b) => (a.shown.occurrenceDate < b.shown.occurrenceDate ? 1 : -1))
}

const cnpjLength = 14

export const isDebt = (section: NegativeEntry['section']): boolean =>
  section !== 'check' && section !== 'notary'

/** What a report shows of it: not who gave the notice, nor of a cheque its amount, which its summary counts. */
function toldItem({ section, item }: NegativeEntry, isCompany: boolean): NegativeShown {
  const held: Readonly<Record<string, string | undefined>> = item
  const { amount } = held
  const members = shownMembers(section, isCompany).filter((name) => held[name] !== undefined)
  const shown = Object.fromEntries([['section', section], ...members.map((name) => [name, held[name]])])
  const amountCents = amount === undefined ? undefined : centsOf(amount)
  return { shown, amountCents, key: JSON.stringify([shown, amount]) }
}

function shownMembers(section: NegativeEntry['section'], isCompany: boolean): readonly string[] {
  const company = { listingP: 'companyListingP', listingR: 'companyListingR' } as const
  const isListed = section === 'listingP' || section === 'listingR'
  const names = isCompany && isListed ? [...members[section], ...members[company[section]]] : members[section]
  // A nature's code says no more than its name.
  return [...new Set(['legalNatureId', ...names])]
}

/** The members of a list's items, by the section that shows it. */
const members = Object.fromEntries(
  sectionIds.map((id) => {
    const { properties } = sections[id].schema as unknown as Shape
    const [list] = Object.values(properties ?? {})
    return [id, Object.keys(list?.items?.properties ?? {})]
  }),
) as unknown as Readonly<Record<SectionId, readonly string[]>>

type Shape = { readonly properties?: Readonly<Record<string, Shape>>; readonly items?: Shape }

/** Two that are alike are two: each takes one of the others away. */
function without(all: readonly NegativeShown[], others: readonly NegativeShown[]): readonly NegativeShown[] {
  const left = new Map<string, number>()
  for (const { key } of others) left.set(key, (left.get(key) ?? 0) + 1)
  return all.filter(({ key }) => {
    const count = left.get(key) ?? 0
    left.set(key, count - 1)
    return count <= 0
  })
}

/** As a report lists them: the newest, and a summary that counts all. */
export function toldOf(told: readonly NegativeShown[]): NonNullable<OccurrenceData['negative']> {
  const items = told.slice(0, listedCountMax).map(({ shown }) => shown)
  const amounts = told.flatMap(({ amountCents }) => (amountCents === undefined ? [] : [amountCents]))
  return {
    items,
    summary: {
      count: String(told.length),
      ...(items.length < told.length && { listed: String(items.length) }),
      ...(amounts.length === told.length && {
        balance: moneyText(amounts.reduce((sum, cents) => sum + cents, 0n)),
      }),
    },
  }
}
