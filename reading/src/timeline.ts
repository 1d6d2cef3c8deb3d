import type { SectionId } from '@lastro/contract/reports/sections.ts'
import type { Language } from '@lastro/contract/text.ts'
import { at, itemsOf, membersOf, textAt } from './report-json.ts'
import { type OccurrenceReading, readingOf } from './section-readings.ts'
import { centsOf } from './tally.ts'
import { timelineCutText } from './words.ts'

/** One dated item of negative data. */
export type Occurrence = {
  readonly section: SectionId
  /** As it sorts: `2026-03-10`. */
  readonly day: string
  readonly date: string
  readonly kind: string
  readonly text: string
  /** Empty when the item has none. */
  readonly amount: string
  readonly cents: bigint
}

type Json = Readonly<Record<string, unknown>>

/** Every dated negative item that the report lists, newest first. */
export function occurrencesOf(
  ids: readonly SectionId[],
  report: Json,
  language: Language,
): { readonly occurrences: readonly Occurrence[]; readonly note: string | undefined } {
  const found: Occurrence[] = []
  let isCut = false
  for (const id of ids) {
    const { occurrence, path, tables } = readingOf(id)
    if (occurrence === undefined) continue
    const section = membersOf(at(report, path))
    isCut ||= membersOf(section.summary).listed !== undefined
    const items = itemsOf(at(section, tables[0]?.path ?? []))
    // One by one: as arguments of one call, more than a hundred thousand would not fit.
    for (const item of items) {
      const one = occurrenceOf(id, occurrence, item, language)
      if (one !== undefined) found.push(one)
    }
  }
  return {
    occurrences: found.toSorted((a, b) => (a.day < b.day ? 1 : a.day > b.day ? -1 : 0)),
    note: isCut ? timelineCutText[language] : undefined,
  }
}

function occurrenceOf(
  section: SectionId,
  { kind, date, amount, parts }: OccurrenceReading,
  item: Json,
  language: Language,
): Occurrence | undefined {
  const day = textAt(item, date)
  if (day === undefined) return undefined
  return {
    section,
    day,
    date: textAt(item, date, 'date') ?? '',
    kind: kind[language],
    text: parts.flatMap((part) => textAt(item, part.member, part.kind, language) ?? []).join(' · '),
    amount: textAt(item, amount, 'money') ?? '',
    cents: centsOf(item[amount]) ?? 0n,
  }
}
