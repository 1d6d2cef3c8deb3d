import type { SectionId } from '@lastro/contract/reports/sections.ts'
import { nameInSources } from '@lastro/contract/reports/source-names.ts'
import type { Language } from '@lastro/contract/text.ts'
import type { ReportMeta } from './outline.ts'
import { at, itemsOf, membersOf } from './report-json.ts'
import { type NamedSource, sourcesBySection } from './report-sources.ts'
import { readingOf } from './section-readings.ts'
import { dateText, grouped } from './value-text.ts'
import { coverageWords, partialBadgeText, partialEmptyText } from './words.ts'

/** How much of a section's data its sources have. */
export type SectionCoverage = 'complete' | 'partial' | 'none'

/** The report headers that describe coverage. */
export type CoverageMeta = Pick<ReportMeta, 'notCovered' | 'reopened' | 'sources'>

type Json = Readonly<Record<string, unknown>>

/** Undefined when the report neither has the section nor names it as not covered: it was not requested. */
export function coverageOf(id: SectionId, report: Json, meta: CoverageMeta): SectionCoverage | undefined {
  const { path, tables, occurrence } = readingOf(id)
  const value = at(report, path)
  const isNamed = isNamedIn(meta.notCovered, id)
  if (value === undefined) return isNamed ? 'none' : undefined
  const section = membersOf(value)
  if (isNamed) {
    // The report contradicts itself: show what it lists, and conclude nothing from an empty list.
    const hasItems = tables.some((one) => itemsOf(at(section, one.path)).length > 0)
    return hasItems ? 'partial' : 'none'
  }
  const { coverage } = coverageMembers(id, report)
  if (coverage !== undefined && coverage !== 'complete') return 'partial'
  const isFromBefore = meta.reopened?.isCoverageUnknown === true && occurrence !== undefined
  return isFromBefore ? 'partial' : 'complete'
}

/** A section that is a list, such as phones, takes the coverage of its enclosing section. */
function coverageMembers(id: SectionId, report: Json): Json {
  const { path } = readingOf(id)
  const value = at(report, path)
  return membersOf(Array.isArray(value) ? at(report, path.slice(0, -1)) : value)
}

const isNamedIn = (names: readonly string[] | undefined, id: SectionId): boolean => {
  const name = readingOf(id).path.at(-1) ?? id
  return names?.some((one) => one === name || one === nameInSources(name)) === true
}

/** What a partial section covers: a number of creditors, or sources that have only part of the data. */
export type Extent =
  | { readonly kind: 'creditors'; readonly count: string }
  | { readonly kind: 'sources'; readonly names: readonly string[] }
  | { readonly kind: 'unknown' }

export function extentOf(id: SectionId, report: Json, meta: CoverageMeta, language: Language): Extent {
  const { coverage, creditors } = coverageMembers(id, report)
  if (typeof creditors === 'string' && /^[1-9]\d*$/.test(creditors))
    return { kind: 'creditors', count: creditors }
  const names = [...new Set(sourcesOf(id, meta, language).map(({ name }) => name))]
  return coverage === undefined || names.length === 0 ? { kind: 'unknown' } : { kind: 'sources', names }
}

/** The sources that answered a section, from `X-Report-Sources`. */
export const sourcesOf = (
  id: SectionId,
  { sources = '' }: CoverageMeta,
  language: Language,
): readonly NamedSource[] =>
  sourcesBySection(sources, language).get(nameInSources(readingOf(id).path.at(-1) ?? id)) ?? []

/** The badge of a partial section. */
export function badgeText(extent: Extent, language: Language): string {
  if (extent.kind === 'unknown') return coverageWords.badgeUnknown[language]
  if (extent.kind === 'sources') return partialBadgeText(extent.names.join(', '))[language]
  const creditors = coverageWords[extent.count === '1' ? 'oneCreditor' : 'creditors'][language]
  return partialBadgeText(creditors.replace('{count}', grouped(extent.count)))[language]
}

/** What an empty list of a partial section means. */
export function emptyText(extent: Extent, language: Language): string {
  if (extent.kind === 'unknown') return coverageWords.emptyUnknown[language]
  return extent.kind === 'creditors'
    ? `${nothingAmong(extent.count, language)}. ${coverageWords.otherCreditors[language]}`
    : partialEmptyText(extent.names.join(', '))[language]
}

/** `Nada consta entre os 12 credores deste serviço`. */
export const nothingAmong = (count: string, language: Language): string =>
  coverageWords[count === '1' ? 'nothingAmongOne' : 'nothingAmong'][language].replace(
    '{count}',
    grouped(count),
  )

/** Source names, each with the oldest date of its data: `birô (dados de 18/11/2026)`. */
export function datedNames(sources: readonly NamedSource[], language: Language): readonly string[] {
  return [...Map.groupBy(sources, ({ name }) => name)].map(([name, all]) => {
    const date = oldestDate(all)
    return date === undefined ? name : `${name} (${coverageWords.dataOf[language]} ${dateText(date)})`
  })
}

/** Undefined if any source has no date, because its data may be older. */
export function oldestDate(sources: readonly NamedSource[]): string | undefined {
  const dates = sources.flatMap(({ date }) => date ?? [])
  return dates.length < sources.length ? undefined : dates.toSorted()[0]
}
