import type { SectionId } from '@lastro/contract/reports/sections.ts'
import {
  type SourceFault,
  sectionFaults,
  sectionIncomplete,
  sourceFaults,
} from '@lastro/contract/reports/source-faults.ts'
import { nameInSources } from '@lastro/contract/reports/source-names.ts'
import type { Language } from '@lastro/contract/text.ts'
import { badgeText, coverageOf, emptyText, extentOf } from './coverage.ts'
import type { Fact, OutlineSection, OutlineTable, ReportMeta } from './outline.ts'
import { at, itemsOf, membersOf, textAt } from './report-json.ts'
import { type LabelledParts, readingOf, type TableReading } from './section-readings.ts'
import { countedIn, isInPart, isWhole, type Tally } from './tally.ts'
import { centsText, instantText, printable, type ValueKind, valueText } from './value-text.ts'
import { coverageWords, listedText, words } from './words.ts'

type Json = Readonly<Record<string, unknown>>

type Reader = {
  readonly language: Language
  readonly meta: Pick<
    ReportMeta,
    'contactDataWithheld' | 'degradedSections' | 'notCovered' | 'reopened' | 'sources'
  >
  /** Where each section comes from, by the name that `X-Report-Sources` gives it. */
  readonly sources?: ReadonlyMap<string, string>
  /** The tallies of the negative sections. */
  readonly tallies?: readonly Tally[]
}

/** A section ready to be shown; undefined if the report neither has it nor names it as not covered. */
export function outlineSection(id: SectionId, report: Json, reader: Reader): OutlineSection | undefined {
  const coverage = coverageOf(id, report, reader.meta)
  if (coverage === undefined) return undefined
  return coverage === 'none'
    ? uncoveredSection(id, reader)
    : coveredSection(id, report, { ...reader, coverage })
}

/** Says only that the section was not consulted, without figures or lists. */
function uncoveredSection(id: SectionId, { language }: Reader): OutlineSection {
  const heading = readingOf(id).heading[language]
  return {
    id,
    heading,
    coverage: 'none',
    notCovered: coverageWords.notCovered[language].replace('{section}', lowerFirst(heading)),
    partial: undefined,
    facts: [],
    tables: [],
    notes: [],
    notAvailable: undefined,
    isNothing: false,
  }
}

const lowerFirst = (text: string): string => `${text.charAt(0).toLowerCase()}${text.slice(1)}`

function coveredSection(
  id: SectionId,
  report: Json,
  { language, meta, sources, tallies, coverage }: Reader & { readonly coverage: 'complete' | 'partial' },
): OutlineSection {
  const reading = readingOf(id)
  const value = at(report, reading.path)
  const section = membersOf(value)
  const summary = membersOf(section.summary)
  const tables = reading.tables
    .map((one) => outlineTable(one, value, language))
    .filter((one) => one.rows.length > 0)
  const isPart = isInPart(section)
  const notAvailable = isPart ? undefined : errorText(section.error, language)
  const name = reading.path.at(-1) ?? id
  const isDoubtful = isPart || (notAvailable === undefined && meta.degradedSections?.includes(name) === true)
  const copied = copiedText(section.copiedAt, language)
  const source = sources?.get(nameInSources(name))
  const isPartial = coverage === 'partial'
  const tally = tallies?.find((one) => one.id === id)
  const bounds: FigureBounds = {
    isCountAtLeast: tally === undefined ? isPartial || isPart : !isWhole(tally),
    isSumAtLeast: tally === undefined ? isPartial || isPart : countedIn(tally).isAtLeast,
  }
  const isEmpty = tables.length === 0 && (summary.count === '0' || Array.isArray(value))
  const isNothing = isEmpty && notAvailable === undefined && !isDoubtful
  const extent = isPartial ? extentOf(id, report, meta, language) : undefined
  const nothing = extent === undefined ? words.nothing[language] : emptyText(extent, language)
  return {
    id,
    heading: reading.heading[language],
    coverage,
    notCovered: undefined,
    partial: extent && badgeText(extent, language),
    facts: isEmpty ? [] : factsOf(reading.facts, withTally(section, tally), { language, ...bounds }),
    tables,
    notes: [
      ...(isNothing ? [isCutShort(meta) ? words.nothingReadable[language] : nothing] : []),
      ...listedNote(summary, { language, ...bounds }),
      ...remarksOf(reading.remarks, section),
      ...(isPart ? [sectionFaults[sectionIncomplete][language]] : []),
      ...(copied === undefined ? [] : [copied]),
      ...(isDoubtful && !isPart && copied === undefined ? [words.doubtful[language]] : []),
      ...(source === undefined ? [] : [source]),
      ...(reading.isGated && meta.contactDataWithheld ? [words.contactDataWithheld[language]] : []),
    ],
    notAvailable,
    isNothing: isNothing && !isPartial,
  }
}

/** The section's facts show the figures that the rest of the report adds up. */
function withTally(section: Json, tally: Tally | undefined): Json {
  const summary = membersOf(section.summary)
  if (tally === undefined || summary.balance === undefined) return section
  const figures = { count: String(tally.count), balance: centsText(tally.cents) }
  return { ...section, summary: { ...summary, ...figures } }
}

/** Of when a stored copy is that answers a section; undefined where none does. */
const copiedText = (copiedAt: unknown, language: Language): string | undefined =>
  typeof copiedAt === 'string'
    ? words.copied[language].replace('{when}', instantText(Date.parse(copiedAt)))
    : undefined

/** Whether facts were taken out of a report since it was answered; it is not said of which sections. */
export const isCutShort = ({ reopened }: Pick<ReportMeta, 'reopened'>): boolean =>
  reopened?.withheld.some((reason) => reason !== 'contact_data') === true

/** Columns in which no row has a value are left out. */
function outlineTable(
  { path, caption, columns, document }: TableReading,
  section: unknown,
  language: Language,
): OutlineTable {
  const items = itemsOf(path.length === 0 ? section : at(membersOf(section), path))
  const rows = items.map((item) => columns.map((column) => shownText(column, item, language)))
  const isShown = columns.map((_, place) => rows.some((row) => row[place] !== ''))
  const kept = <Cell>(cells: readonly Cell[]): readonly Cell[] => cells.filter((_, place) => isShown[place])
  return {
    caption: caption?.[language],
    columns: kept(columns).map(({ label, parts, meaning }) => ({
      label: label[language],
      align: alignOf(parts),
      ...(meaning && { meaning }),
    })),
    rows: rows.map(kept),
    ...(document !== undefined && { documents: items.map((item) => wholeDocument(item[document])) }),
  }
}

/** Public data masks the CPF of a partner: nobody can be asked for by that. */
const wholeDocument = (value: unknown): string | undefined =>
  typeof value === 'string' && /^(?:\d{11}|[0-9A-Z]{12}\d{2})$/.test(value) ? value : undefined

const rightAligned: ReadonlySet<ValueKind> = new Set(['money', 'count', 'percent'])

const alignOf = ([first]: LabelledParts['parts']): 'left' | 'right' =>
  first !== undefined && rightAligned.has(first.kind) ? 'right' : 'left'

/** What is under a label, its absent parts left out. */
function shownText(
  { parts, between }: Pick<LabelledParts, 'parts' | 'between'>,
  item: Json,
  language: Language,
): string {
  let text = ''
  for (const { member, kind } of parts) {
    const part = textAt(item, member, kind, language)
    if (part !== undefined) text = text === '' ? part : text + between + part
  }
  return text
}

/** Which figures of a section are lower bounds. */
type FigureBounds = { readonly isCountAtLeast: boolean; readonly isSumAtLeast: boolean }

type FigureReader = FigureBounds & { readonly language: Language }

const factsOf = (
  shown: ReturnType<typeof readingOf>['facts'],
  section: Json,
  { language, isCountAtLeast, isSumAtLeast }: FigureReader,
): readonly Fact[] =>
  shown.flatMap((one) => {
    const of = membersOf(at(section, one.path))
    const value = shownText(one, of, language)
    if (value === '') return []
    const isMoney = one.parts[0]?.kind === 'money'
    const isLowerBound = isSummed(one) && (isMoney ? isSumAtLeast : isCountAtLeast)
    // "At least 0" says nothing and would be read as "none".
    if (isLowerBound && one.parts.every(({ member }) => isZero(of[member]))) return []
    const bound = isLowerBound ? `${words.atLeast[language]} ` : ''
    return [{ label: one.label[language], value: `${bound}${value}` }]
  })

/** Counts and sums may be lower bounds; the number of items shown is exact. */
const isSummed = ({ path, parts: [first] }: ReturnType<typeof readingOf>['facts'][number]): boolean =>
  path.includes('summary') &&
  first?.member !== 'listed' &&
  (first?.kind === 'count' || first?.kind === 'money')

const isZero = (value: unknown): boolean =>
  value === undefined || (typeof value === 'string' && /^[0.]+$/.test(value))

function listedNote({ listed, count }: Json, { language, isCountAtLeast }: FigureReader): readonly string[] {
  if (typeof listed !== 'string' || typeof count !== 'string' || listed === count) return []
  const text = (value: string) => valueText(value, 'count', language)
  const bound = isCountAtLeast ? `${words.atLeast[language]} ` : ''
  return [listedText(text(listed), `${bound}${text(count)}`)[language]]
}

function remarksOf(path: readonly string[] | undefined, section: Json): readonly string[] {
  const remarks = path === undefined ? undefined : at(section, path)
  return Array.isArray(remarks) ? remarks.filter((one) => typeof one === 'string').map(printable) : []
}

/** The catalogue's words, in the reader's language; of a fault it does not know, those that came. */
function errorText(error: unknown, language: Language): string | undefined {
  if (error === undefined) return undefined
  const { code } = membersOf(error)
  const known = isSourceFault(code)
    ? sourceFaults[code][language]
    : (textAt(membersOf(error), 'message') ?? '?')
  return `${words.notAvailable[language]} ${lowerFirst(known)}`
}

const isSourceFault = (code: unknown): code is SourceFault =>
  typeof code === 'string' && Object.hasOwn(sourceFaults, code)
