import type { SectionId } from '@lastro/contract/reports/sections.ts'
import {
  type SourceFault,
  sectionFaults,
  sectionIncomplete,
  sourceFaults,
} from '@lastro/contract/reports/source-faults.ts'
import { nameInSources } from '@lastro/contract/reports/source-names.ts'
import type { Language } from '@lastro/contract/text.ts'
import type { Fact, OutlineSection, OutlineTable, ReportMeta } from './outline.ts'
import { at, itemsOf, membersOf, textAt } from './report-json.ts'
import { type LabelledParts, readingOf, type TableReading } from './section-readings.ts'
import { isInPart, type Tally } from './tally.ts'
import { centsText, instantText, printable, type ValueKind, valueText } from './value-text.ts'
import { listedText, words } from './words.ts'

type Json = Readonly<Record<string, unknown>>

type Reader = {
  readonly language: Language
  readonly meta: Pick<ReportMeta, 'contactDataWithheld' | 'degradedSections' | 'reopened'>
  /** Where each section comes from, by the name that `X-Report-Sources` gives it. */
  readonly sources?: ReadonlyMap<string, string>
  /** What the sections of negative data come to. */
  readonly tallies?: readonly Tally[]
}

/** A section in words; undefined when the report does not have it. */
export function outlineSection(
  id: SectionId,
  report: Json,
  { language, meta, sources, tallies }: Reader,
): OutlineSection | undefined {
  const reading = readingOf(id)
  const value = at(report, reading.path)
  if (value === undefined) return undefined
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
  const isNothing = tables.length === 0 && (summary.count === '0' || Array.isArray(value))
  return {
    id,
    heading: reading.heading[language],
    facts: isNothing ? [] : factsOf(reading.facts, withTally(section, tallyOf(id, tallies)), language),
    tables,
    notes: [
      ...(isNothing && notAvailable === undefined && !isDoubtful
        ? [words[isCutShort(meta) ? 'nothingReadable' : 'nothing'][language]]
        : []),
      ...listedNote(summary, language),
      ...remarksOf(reading.remarks, section),
      ...(isPart ? [sectionFaults[sectionIncomplete][language]] : []),
      ...(copied === undefined ? [] : [copied]),
      ...(isDoubtful && !isPart && copied === undefined ? [words.doubtful[language]] : []),
      ...(source === undefined ? [] : [source]),
      ...(reading.isGated && meta.contactDataWithheld ? [words.contactDataWithheld[language]] : []),
    ],
    notAvailable,
    isNothing: isNothing && notAvailable === undefined && !isDoubtful,
  }
}

const tallyOf = (id: SectionId, tallies: readonly Tally[] = []): Tally | undefined =>
  tallies.find((one) => one.id === id)

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

const factsOf = (
  shown: ReturnType<typeof readingOf>['facts'],
  section: Json,
  language: Language,
): readonly Fact[] =>
  shown
    .map((one) => ({
      label: one.label[language],
      value: shownText(one, membersOf(at(section, one.path)), language),
    }))
    .filter(({ value }) => value !== '')

function listedNote({ listed, count }: Json, language: Language): readonly string[] {
  if (typeof listed !== 'string' || typeof count !== 'string' || listed === count) return []
  const text = (value: string) => valueText(value, 'count', language)
  return [listedText(text(listed), text(count))[language]]
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
  return `${words.notAvailable[language]} ${known.charAt(0).toLowerCase()}${known.slice(1)}`
}

const isSourceFault = (code: unknown): code is SourceFault =>
  typeof code === 'string' && Object.hasOwn(sourceFaults, code)
