import { type SectionId, sectionIds, sectionName, sections } from '@lastro/contract/reports/sections.ts'
import { nameInSources } from '@lastro/contract/reports/source-names.ts'
import { centsOf, moneyText } from '../money/cents.ts'
import {
  canonicalText,
  dayOf,
  isEqual,
  isList,
  isMembers,
  type Json,
  leafOf,
  type Members,
  matchEqual,
  membersOf,
} from './report-members.ts'
import { countOf, isSummed, sumOf } from './standing-summary.ts'

/** What is different in one section of two reports on the same document, the earlier one first. */
export type SectionComparison = {
  /** By the name callers know it by. */
  readonly section: string
  /**
   * True if either report may lack items: the section failed, was not completely covered, or its list was truncated.
   */
  readonly isPartial: boolean
  /** Undefined if both are completely covered. */
  readonly coverage: ComparedCoverage | undefined
  readonly added: readonly ListedItem[]
  readonly gone: readonly ListedItem[]
  readonly changed: readonly ChangedItem[]
  readonly fields: readonly ChangedField[]
  readonly totals: { readonly before: Totals; readonly after: Totals } | undefined
}

type Coverage = 'complete' | 'partial' | 'none'

/** A side that did not request the section has no coverage. */
export type ComparedCoverage = { readonly before?: Coverage; readonly after?: Coverage }

/** The sections that each report names as not covered; undefined if saved before that was recorded. */
export type NotCovered = {
  readonly before: readonly string[] | undefined
  readonly after: readonly string[] | undefined
}

/** `list` is the member that holds the item. */
export type ListedItem = { readonly list: string; readonly item: Json }
export type ChangedItem = { readonly list: string; readonly before: Json; readonly after: Json }
/** A particular of the section by its path, such as `address.city`; absent on the side that does not have it. */
export type ChangedField = {
  readonly field: string
  readonly before: string | undefined
  readonly after: string | undefined
}
export type Totals = { readonly count?: string; readonly balance?: string }

/**
 * Every section that either report has or names as not covered, in report order. Items that one of them may merely lack
 * are never `gone` or `added`. If one of them did not cover a section, it is not compared.
 */
export function compareReports(
  before: Members,
  after: Members,
  notCovered: NotCovered = { before: [], after: [] },
): readonly SectionComparison[] {
  return comparedIds.flatMap((id) => {
    const section = sectionName(id)
    const [one, other] = [partsOf(id, before, notCovered.before), partsOf(id, after, notCovered.after)]
    if (one === undefined && other === undefined) return []
    const isNotCovered = one?.coverage === 'none' || other?.coverage === 'none'
    return [isNotCovered ? notComparable(section, one, other) : compareSection(section, one, other)]
  })
}

const notComparable = (
  section: string,
  before: Parts | undefined,
  after: Parts | undefined,
): SectionComparison => ({
  section,
  isPartial: true,
  coverage: comparedCoverage(before, after),
  added: [],
  gone: [],
  changed: [],
  fields: [],
  totals: undefined,
})

function comparedCoverage(before: Parts | undefined, after: Parts | undefined): ComparedCoverage | undefined {
  if ([before, after].every((one) => one === undefined || one.coverage === 'complete')) return undefined
  return {
    ...(before !== undefined && { before: before.coverage }),
    ...(after !== undefined && { after: after.coverage }),
  }
}

/** The two company sections have the place and the name of the others, and the registration has its lists inside. */
const comparedIds: readonly SectionId[] = sectionIds.filter(
  (id) => !id.startsWith('company') && !(sections[id].path[0] === 'registration' && id !== 'registration'),
)

/** A section taken apart: its particulars and its lists by their paths. */
type Parts = {
  readonly coverage: Coverage
  /** A source failed, or all sources have only part of the data, so missing items may still exist. */
  readonly isPart: boolean
  readonly fields: ReadonlyMap<string, string>
  readonly lists: ReadonlyMap<string, List>
  readonly totals: Totals | undefined
}
type List = { readonly items: readonly Json[]; readonly isCut: boolean; readonly isPart: boolean }

function partsOf(
  id: SectionId,
  report: Members,
  notCovered: readonly string[] | undefined,
): Parts | undefined {
  const found = sections[id].path.reduce<Json | undefined>((value, step) => membersOf(value)[step], report)
  const fields = new Map<string, string>()
  const lists = new Map<string, List>()
  const name = sectionName(id)
  const isNamed = notCovered?.some((one) => one === name || one === nameInSources(name)) === true
  if (!isMembers(found))
    return isNamed ? { coverage: 'none', isPart: true, fields, lists, totals: undefined } : undefined
  const isComplete =
    !isNamed &&
    (found.coverage === undefined || found.coverage === 'complete') &&
    (notCovered !== undefined || !hasNegativeData(id))
  const isPart = found.error !== undefined || !isComplete
  const take = (members: Members, path: string) => {
    for (const [name, value] of Object.entries(members)) {
      if (aboutTheSection.has(name)) continue
      const at = path === '' ? name : `${path}.${name}`
      if (isList(value))
        lists.set(at, { items: value, isCut: leafOf(members.summary, 'listed') !== undefined, isPart })
      else if (isMembers(value)) take(value, at)
      else fields.set(at, String(value))
    }
  }
  take(found, '')
  return {
    coverage: isComplete ? 'complete' : 'partial',
    isPart,
    fields,
    lists,
    totals: isPart ? undefined : totalsOf(found.summary),
  }
}

/** Members that describe how a section was answered, not the person or company. */
const aboutTheSection: ReadonlySet<string> = new Set([
  'summary',
  'error',
  'copiedAt',
  'coverage',
  'creditors',
])

/** Until coverage was recorded, an empty section of these could mean that nobody had looked. */
const hasNegativeData = (id: SectionId): boolean =>
  sections[id].path[0] === 'negativeData' || id === 'publicDebt' || id === 'sanctions'

function totalsOf(summary: Json | undefined): Totals | undefined {
  if (!isMembers(summary)) return undefined
  const [count, balance] = [leafOf(summary, 'count'), leafOf(summary, 'balance')]
  return { ...(count !== undefined && { count }), ...(balance !== undefined && { balance }) }
}

function compareSection(
  section: string,
  before: Parts | undefined,
  after: Parts | undefined,
): SectionComparison {
  const names = [...new Set([...(before?.lists.keys() ?? []), ...(after?.lists.keys() ?? [])])]
  const compared = names.map((name) => compareLists(name, before?.lists.get(name), after?.lists.get(name)))
  const isUnknown = before === undefined || after === undefined || before.isPart || after.isPart
  return {
    section,
    isPartial: isUnknown || compared.some((one) => one.isPartial),
    coverage: comparedCoverage(before, after),
    added: compared.flatMap((one) => one.added),
    gone: compared.flatMap((one) => one.gone),
    changed: compared.flatMap((one) => one.changed),
    fields: before === undefined || after === undefined ? [] : compareFields(before, after, isUnknown),
    totals:
      before?.totals === undefined || after?.totals === undefined
        ? undefined
        : { before: before.totals, after: after.totals },
  }
}

/** A particular that only one of them has is new or gone, unless the other may have failed to say it. */
function compareFields(before: Parts, after: Parts, isUnknown: boolean): readonly ChangedField[] {
  const names = [...new Set([...before.fields.keys(), ...after.fields.keys()])]
  return names
    .map((field) => ({ field, before: before.fields.get(field), after: after.fields.get(field) }))
    .filter((one) => one.before !== one.after)
    .filter((one) => !isUnknown || (one.before !== undefined && one.after !== undefined))
}

type ComparedLists = Pick<SectionComparison, 'isPartial' | 'added' | 'gone' | 'changed'>

/** Equal items are paired first, as often as they come; then those that are the same thing in other words. */
function compareLists(list: string, before: List | undefined, after: List | undefined): ComparedLists {
  if (before === undefined || after === undefined)
    return { isPartial: true, added: [], gone: [], changed: [] }
  const { isMatched, left } = matchEqual(before.items, after.items)
  const rest = before.items.filter((_, at) => !isMatched[at])
  const waiting = Map.groupBy(left, identityOf)
  const gone: ListedItem[] = []
  const changed: ChangedItem[] = []
  for (const item of rest) {
    const same = waiting.get(identityOf(item))?.shift()
    if (same !== undefined) changed.push({ list, before: item, after: same })
    else if (isMissedIn(after, item)) gone.push({ list, item })
  }
  const added = [...waiting.values()]
    .flat()
    .filter((item) => isMissedIn(before, item))
    .map((item) => ({ list, item }))
  return { isPartial: before.isCut || after.isCut, added, gone, changed }
}

/** A list that was cut is the newest part of a longer one: only of what is newer than its last item is it known. */
function isMissedIn({ items, isCut, isPart }: List, item: Json): boolean {
  if (isPart) return false
  if (!isCut) return true
  const [day, lastDay] = [dayOf(item), dayOf(items.at(-1) ?? {})]
  return day !== undefined && lastDay !== undefined && day > lastDay
}

/** What makes two items the same thing, whatever else they say: the first of these that an item has. */
const identities: readonly (readonly string[])[] = [
  ['contractId', 'creditorName', 'principal'],
  ['inscriptionNumber', 'debtorDocument'],
  ['checkNumber', 'bankId', 'bankAgencyId'],
  ['officeNumber', 'occurrenceDate', 'city', 'federalUnit'],
  ['processNumber', 'register', 'category', 'startDate'],
  ['agreementNumber', 'register', 'sanctioningBody', 'category'],
  ['companyDocument'],
  ['month', 'segment'],
  ['documentId', 'documentType'],
  ['phoneNumber', 'areaCode'],
  ['zipCode', 'addressNumber', 'addressLine'],
]

function identityOf(item: Json): string {
  const members = identities.find(([first = '']) => leafOf(item, first) !== undefined)
  return members === undefined
    ? canonicalText(item)
    : members.map((name) => `${name}=${leafOf(item, name) ?? ''}`).join('\n')
}

/** Of what differs, that which its reader may read on both sides; the rest is as if it had not been compared. */
export function readableChanges(
  compared: readonly SectionComparison[],
  { before, after }: { readonly before: Members; readonly after: Members },
): readonly SectionComparison[] {
  return compared.flatMap((one) => {
    const id = comparedIds.find((of) => sectionName(of) === one.section)
    const [earlier, later] = [before, after].map((report) => id && partsOf(id, report, []))
    // Missing coverage does not count as withheld.
    if (one.coverage?.before === 'none' || one.coverage?.after === 'none') return [one]
    // Of a section that is left out on both sides, "no change" would say too much.
    if (earlier === undefined && later === undefined) return []
    const told = {
      ...one,
      added: one.added.filter(({ list, item }) => isIn(later, list, item)),
      gone: one.gone.filter(({ list, item }) => isIn(earlier, list, item)),
      changed: one.changed.filter(
        (of) => isIn(earlier, of.list, of.before) && isIn(later, of.list, of.after),
      ),
      fields: one.fields.filter(
        (of) => says(earlier, of.field, of.before) && says(later, of.field, of.after),
      ),
    }
    return { ...told, totals: readableTotals(one, told, { before: earlier?.totals, after: later?.totals }) }
  })
}

const isIn = (parts: Parts | undefined, list: string, item: Json): boolean =>
  parts?.lists.get(list)?.items.some((of) => isEqual(of, item)) === true

const says = (parts: Parts | undefined, field: string, value: string | undefined): boolean =>
  value === undefined || parts?.fields.get(field) === value

type Sides = { readonly before: Totals | undefined; readonly after: Totals | undefined }

/**
 * Totals as they were while nothing is left out of them. Otherwise the later ones as they are read now, and before
 * them what the told changes leave: two figures that differ by more would tell of what is not told.
 */
function readableTotals(
  whole: SectionComparison,
  told: SectionComparison,
  { before, after }: Sides,
): SectionComparison['totals'] {
  const { totals } = whole
  if (totals === undefined || after === undefined) return undefined
  if (isSame(totals.before, before) && isSame(totals.after, after)) return totals
  if (whole.isPartial || after.count === undefined) return undefined
  const { came, went } = movedIn(told)
  const count = Number(after.count) - countOf(came) + countOf(went)
  const balance = balanceBefore({ came, went }, after.balance)
  return { before: { count: String(count), ...(balance !== undefined && { balance }) }, after }
}

const isSame = (one: Totals, other: Totals | undefined): boolean =>
  one.count === other?.count && one.balance === other?.balance

type Moved = { readonly came: readonly Json[]; readonly went: readonly Json[] }

/** One that changed went as it was, and came as it is. */
const movedIn = ({ added, gone, changed }: SectionComparison): Moved => ({
  came: [...added.map(({ item }) => item), ...changed.map((one) => one.after)],
  went: [...gone.map(({ item }) => item), ...changed.map((one) => one.before)],
})

/** Undefined where the items that were told do not say what they add to the sum. */
function balanceBefore({ came, went }: Moved, after: string | undefined): string | undefined {
  if (after === undefined || ![...came, ...went].every(isSummed)) return undefined
  const cents = centsOf(after) - sumOf(came) + sumOf(went)
  return cents < 0n ? undefined : moneyText(cents)
}
