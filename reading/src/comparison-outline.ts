import type { ComparedSection } from '@lastro/contract/clients/kept-reports.ts'
import type { SectionId } from '@lastro/contract/reports/sections.ts'
import type { Language, Text } from '@lastro/contract/text.ts'
import type { OutlineSection, OutlineTable } from './outline.ts'
import { outlineSection } from './outline-section.ts'
import { readingOf, sectionReadings } from './section-readings.ts'
import { moneyText, valueText } from './value-text.ts'
import { occurrencesText, words } from './words.ts'

/** One particular that is no longer what it was. `of` says of what, where the section has many. */
export type OutlineChange = {
  readonly of: string | undefined
  readonly label: string
  readonly before: string | undefined
  readonly after: string | undefined
}

/** What is different in a section of two reports, in the words that reports have for it. */
export type ComparedOutline = {
  readonly id: string
  readonly heading: string
  readonly isPartial: boolean
  /** Why the section cannot be compared; undefined if it can. */
  readonly notComparable: string | undefined
  readonly added: readonly OutlineTable[]
  readonly gone: readonly OutlineTable[]
  readonly changes: readonly OutlineChange[]
  readonly totals: { readonly before: string; readonly after: string } | undefined
}

type Item = Readonly<Record<string, unknown>>
type Listed = ComparedSection['added'][number]

/** The sections that differ and those that cannot be compared, ready to be shown. */
export const comparisonOutline = (
  sections: readonly ComparedSection[],
  language: Language,
): readonly ComparedOutline[] =>
  sections
    .filter((one) => isDifferent(one) || notComparableWord(one) !== undefined)
    .map((one) => comparedOutline(one, language))

const isDifferent = ({ added, gone, changed, fields }: ComparedSection): boolean =>
  [added, gone, changed, fields].some((one) => one.length > 0)

function notComparableWord({ coverage }: ComparedSection): keyof typeof notComparableWords | undefined {
  const [isBefore, isAfter] = [coverage?.before === 'none', coverage?.after === 'none']
  if (isBefore && isAfter) return 'neither'
  return isBefore ? 'before' : isAfter ? 'after' : undefined
}

const notComparableWords = {
  before: {
    pt: 'Não comparável: no relatório anterior este serviço não tinha dados desta seção.',
    en: 'Not comparable: for the earlier report this service had no data on this section.',
  },
  after: {
    pt: 'Não comparável: no relatório mais novo este serviço não tinha dados desta seção.',
    en: 'Not comparable: for the later report this service had no data on this section.',
  },
  neither: {
    pt: 'Não comparável: em nenhum dos dois relatórios este serviço tinha dados desta seção.',
    en: 'Not comparable: for neither report did this service have data on this section.',
  },
} as const satisfies Record<string, Text>

function comparedOutline(compared: ComparedSection, language: Language): ComparedOutline {
  const { section, partial, added, gone, changed, fields, totals } = compared
  const [id] = idsOf(section)
  const reader = { section, language }
  const word = notComparableWord(compared)
  const [before, after] = [totalsText(totals?.before, language), totalsText(totals?.after, language)]
  return {
    id: section,
    heading: id === undefined ? words.otherData[language] : readingOf(id).heading[language],
    isPartial: partial,
    notComparable: word && notComparableWords[word][language],
    added: tablesOf(added, reader),
    gone: tablesOf(gone, reader),
    changes: [
      ...fields.map((one) => fieldChange(one, reader)),
      ...changed.flatMap((one) => itemChanges(one, reader)),
    ],
    totals: before === after ? undefined : { before, after },
  }
}

type Reader = { readonly section: string; readonly language: Language }

/** Several are read at one place: the registration, and the lists inside it. */
const idsOf = (section: string): readonly SectionId[] =>
  (Object.keys(sectionReadings) as SectionId[]).filter((id) => {
    const { path } = readingOf(id)
    return path.at(-1) === section || path[0] === section
  })

/** A section with this one value in it, as a report would show it. */
function shownAlone(path: readonly string[], value: unknown, { section, language }: Reader) {
  return idsOf(section).flatMap((id): readonly OutlineSection[] => {
    const place = readingOf(id).path.slice(0, readingOf(id).path.indexOf(section) + 1)
    const report = nested([...place, ...path], value) as Item
    const shown = outlineSection(id, report, { language, meta: {} })
    return shown === undefined ? [] : [shown]
  })
}

const nested = (path: readonly string[], value: unknown): unknown =>
  path.reduceRight((inside, step) => ({ [step]: inside }), value)

function tablesOf(listed: readonly Listed[], reader: Reader): readonly OutlineTable[] {
  return [...Map.groupBy(listed, (one) => one.list)].flatMap(([list, items]) => {
    const found = tableOf(
      list,
      items.map((one) => one.item),
      reader,
    )
    return found === undefined ? [] : [found]
  })
}

const tableOf = (list: string, items: readonly Item[], reader: Reader): OutlineTable | undefined =>
  shownAlone(list.split('.'), items, reader).flatMap((one) => one.tables)[0]

type Field = ComparedSection['fields'][number]

function fieldChange({ field, before, after }: Field, reader: Reader): OutlineChange {
  const [one, other] = [before, after].map((value) =>
    value === undefined
      ? undefined
      : shownAlone(field.split('.'), value, reader).flatMap((shown) => shown.facts)[0],
  )
  return {
    of: undefined,
    // What reports have no word for is told of, but never by the name that programs know it by.
    label: one?.label ?? other?.label ?? words.otherData[reader.language],
    before: one?.value ?? before,
    after: other?.value ?? after,
  }
}

/** As many as it takes to know which one is meant. */
const namingCellCount = 4

/** The same item on both sides: what stayed names it, what differs is told. */
function itemChanges(
  { list, before, after }: ComparedSection['changed'][number],
  reader: Reader,
): readonly OutlineChange[] {
  const table = tableOf(list, [before, after], reader)
  if (table === undefined) return []
  const [one = [], other = []] = table.rows
  const of = other
    .filter((cell, at) => cell !== '' && cell === one[at])
    .slice(0, namingCellCount)
    .join(' · ')
  return table.columns.flatMap(({ label }, at) =>
    one[at] === other[at] ? [] : [{ of, label, before: one[at] || undefined, after: other[at] || undefined }],
  )
}

type Totals = NonNullable<ComparedSection['totals']>['before']

function totalsText(totals: Totals | undefined, language: Language): string {
  const { count, balance } = totals ?? {}
  return [
    ...(count === undefined
      ? []
      : [occurrencesText(Number(count), valueText(count, 'count', language))[language]]),
    ...(balance === undefined ? [] : [moneyText(balance)]),
  ].join(', ')
}
