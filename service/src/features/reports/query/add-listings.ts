import type { ListingSection } from '@lastro/contract/listings/listing-codes.ts'
import { listedCountMax } from '@lastro/contract/reports/occurrences.ts'
import { type SectionId, sections } from '@lastro/contract/reports/sections.ts'
import type { Day } from '@lastro/rules/calendar/day.ts'
import { centsOf, moneyText } from '@lastro/rules/money/cents.ts'
import {
  isEqual,
  isList,
  type Json,
  leafOf,
  type Members,
  membersOf,
} from '@lastro/rules/reports/report-members.ts'
import { isTold, type SectionAnswer, type SectionAnswers } from '../source.ts'
import type { ReportPlan } from './plan-report.ts'
import type { SourcesAnswered } from './sections/ask-sources.ts'
import { holdsDebts, listingSectionOf } from './sections/listing-sections.ts'

/** A published listing as a report shows it. */
export type PublishedListing = {
  readonly id: string
  readonly version: number
  readonly section: ListingSection
  readonly occurrenceDate: Day
  readonly legalNatureId: string
  readonly legalNature: string
  readonly contractId: string
  readonly creditorName: string
  readonly amount: string
  readonly legalSquare: string | undefined
  readonly federalUnit: string | undefined
  readonly isPrincipal: boolean
  readonly isSubJudice: boolean
  readonly isDisputed: boolean
}

export type Listed = {
  readonly answers: SectionAnswers
  /** What was shown, for the trail: `id:version,…` of every listing that was listed or counted. */
  readonly shownVersions: string
  /** The sections for which the listings of this service are one of the sources. */
  readonly listed: ReadonlySet<SectionId>
}

/** The name of this service's own listings among the sources of a report. */
export const listingsSource = 'listings'

/**
 * Adds published listings to what the sources answered without them, section by section: newest first, cut to the
 * limit, with a summary that counts both.
 *
 * - Once a creditor has had a debt accepted, the listings cover its part of the section: alone they make a partial
 *   section.
 * - If the other source of a section failed, listings are still shown, and the section says that it is incomplete.
 */
export function addListings(
  plan: ReportPlan,
  { answers, sourceOf }: Pick<SourcesAnswered, 'answers' | 'sourceOf'>,
  listings: readonly PublishedListing[],
  creditors: number,
): Listed {
  if (listings.length === 0 && creditors === 0) return { answers, shownVersions: '', listed: noSections }
  const merged: Partial<Record<SectionId, SectionAnswer>> = { ...answers }
  const shown = new Set<string>()
  const listed = new Set<SectionId>()
  for (const id of plan.sections) {
    if (!holdsDebts(id)) continue
    const own = listings.filter((one) => one.section === listingSectionOf[id])
    const answer = answers[id]
    if (own.length === 0 && answer?.kind === 'failed') continue
    if (own.length === 0 && creditors === 0) continue
    listed.add(id)
    for (const one of own) shown.add(`${one.id}:${one.version}`)
    merged[id] = withOwn(id, answer, own, { wholeLists: plan.wholeLists, creditors, source: sourceOf(id) })
  }
  return { answers: merged, shownVersions: [...shown].join(), listed }
}

const noSections: ReadonlySet<SectionId> = new Set()

type Adding = { readonly wholeLists: boolean; readonly creditors: number; readonly source: string }

function withOwn(
  id: SectionId,
  answer: SectionAnswer | undefined,
  own: readonly PublishedListing[],
  { wholeLists, creditors, source }: Adding,
): SectionAnswer {
  const mergeWith = (text: string | undefined) => {
    const { text: merged, lowerBound } = mergedSection(id, text, own, wholeLists)
    return { kind: 'found' as const, text: merged, missing: lowerBound }
  }
  if (isTold(answer)) {
    if (own.length === 0) return answer
    const { lapsed: _, isDoubtful: __, ...kept } = answer
    const { missing: lowerBound, ...merged } = mergeWith(answer.kind === 'found' ? answer.text : undefined)
    const missing = (answer.kind === 'found' ? answer.missing : undefined) ?? lowerBound
    return { ...kept, ...merged, ...(missing !== undefined && { missing }) }
  }
  if (answer?.kind === 'failed') {
    const missing = answer.missing ?? { source, code: answer.code }
    return { ...mergeWith(undefined), missing, isPartial: true }
  }
  // No other source covers the section, so it covers only the creditors of this service.
  const alone = { isPartial: true, ...(creditors > 0 && { creditors }) } as const
  if (own.length === 0) return { kind: 'nothing', ...alone }
  const { missing, ...merged } = mergeWith(undefined)
  return { ...merged, ...(missing !== undefined && { missing }), ...alone }
}

/** Those of the listings that a report shows, in the same words or, where its list is cut, by its count. */
export function shownIn(plan: ReportPlan, listings: readonly PublishedListing[], report: Members): string {
  if (listings.length === 0) return ''
  const shown = new Set<string>()
  for (const id of plan.sections) {
    const own = listings.filter((one) => one.section === listingSectionOf[id])
    if (own.length === 0) continue
    const { listField, itemFields } = shapeOf(id)
    const section = sections[id].path.reduce<Json | undefined>((at, step) => membersOf(at)[step], report)
    const items = membersOf(section)[listField]
    if (!isList(items)) continue
    const isCut = leafOf(membersOf(section).summary, 'listed') !== undefined
    for (const one of own) {
      const isListed = items.some((item) => isEqual(item, itemOf(one, itemFields)))
      if (isCut || isListed) shown.add(`${one.id}:${one.version}`)
    }
  }
  return [...shown].join()
}

type Item = Readonly<Record<string, string>>
type Summary = {
  readonly count?: string
  readonly balance?: string
  readonly firstOccurrence?: string
  readonly lastOccurrence?: string
}

/** `lowerBound`: why the sum of both is not exact. */
type Merged = { readonly text: string; readonly lowerBound: 'unreadable' | 'unlisted' | undefined }

function mergedSection(
  id: SectionId,
  told: string | undefined,
  own: readonly PublishedListing[],
  wholeLists: boolean,
): Merged {
  const { listField, itemFields } = shapeOf(id)
  const section: Record<string, unknown> = told === undefined ? {} : JSON.parse(told)
  const toldItems = (section[listField] ?? []) as readonly Item[]
  const items = [...toldItems, ...own.map((one) => itemOf(one, itemFields))].toSorted(newestFirst)
  const listed = wholeLists ? items : items.slice(0, listedCountMax)
  const toldSummary = (section.summary ?? {}) as Summary
  const summary = summaryOf(toldSummary, toldItems, own, listed.length)
  return {
    text: JSON.stringify({ ...section, [listField]: listed, summary }),
    lowerBound: lowerBoundOf(toldSummary, toldItems),
  }
}

/** If a source gives no sum, sums the listed items that have an amount. */
function lowerBoundOf({ balance, count }: Summary, items: readonly Item[]): Merged['lowerBound'] {
  if (balance !== undefined) return undefined
  if (items.some(({ amount }) => amount === undefined)) return 'unreadable'
  return Number(count ?? items.length) > items.length ? 'unlisted' : undefined
}

const newestFirst = (a: Item, b: Item): number => {
  const [one = '', other = ''] = [a.occurrenceDate, b.occurrenceDate]
  return one < other ? 1 : one > other ? -1 : 0
}

/** A source may bring a list without a summary; then its list is all there is to count. */
function summaryOf(
  told: Summary,
  toldItems: readonly Item[],
  own: readonly PublishedListing[],
  listedCount: number,
): Summary & { readonly listed?: string } {
  const count = Number(told.count ?? toldItems.length) + own.length
  const toldCents =
    told.balance === undefined
      ? toldItems.reduce((sum, { amount }) => (amount === undefined ? sum : sum + centsOf(amount)), 0n)
      : centsOf(told.balance)
  const dates = [
    told.firstOccurrence,
    told.lastOccurrence,
    ...toldItems.map((one) => one.occurrenceDate),
    ...own.map((one) => one.occurrenceDate),
  ]
    .filter((one) => one !== undefined)
    .toSorted()
  const [firstOccurrence = ''] = dates
  return {
    count: String(count),
    ...(listedCount < count && { listed: String(listedCount) }),
    balance: moneyText(own.reduce((sum, one) => sum + centsOf(one.amount), toldCents)),
    firstOccurrence,
    lastOccurrence: dates.at(-1) ?? '',
  }
}

function itemOf(listing: PublishedListing, itemFields: readonly string[]): Item {
  const all: Readonly<Record<string, string | undefined>> = {
    occurrenceDate: listing.occurrenceDate,
    legalNatureId: listing.legalNatureId,
    legalNature: listing.legalNature,
    contractId: listing.contractId,
    creditorName: listing.creditorName,
    amount: listing.amount,
    legalSquare: listing.legalSquare,
    federalUnit: listing.federalUnit,
    principal: String(listing.isPrincipal),
    flagSubJudice: String(listing.isSubJudice),
    disputed: listing.isDisputed ? 'true' : undefined,
  }
  const shown = itemFields.flatMap((name) => (all[name] === undefined ? [] : [[name, all[name]]]))
  return Object.fromEntries(shown)
}

type Shape = { readonly listField: string; readonly itemFields: readonly string[] }

/** The list of a section and the fields of its items, in the contract's order. */
function shapeOf(id: SectionId): Shape {
  const { properties } = sections[id].schema as unknown as {
    properties: Record<string, { items?: { properties: object } }>
  }
  const [listField = '', list] = Object.entries(properties)[0] ?? []
  return { listField, itemFields: Object.keys(list?.items?.properties ?? {}) }
}
