import type { SectionId } from '@lastro/contract/reports/sections.ts'
import type { Language } from '@lastro/contract/text.ts'
import { at, itemsOf, membersOf } from './report-json.ts'
import { readingOf } from './section-readings.ts'
import { dateText, grouped, moneyText } from './value-text.ts'
import { occurrencesText, words } from './words.ts'

/** The facts of a report in a line: how many, how much, since when. No opinion, and no score. */
export type Verdict = {
  /** `clear` when everything that was answered is empty; `unknown` when nothing of the kind was answered. */
  readonly kind: 'clear' | 'occurrences' | 'unknown'
  readonly text: string
  /** What could not be looked at; undefined when everything could. */
  readonly notAvailable: string | undefined
}

type Json = Readonly<Record<string, unknown>>

export function verdictOf(ids: readonly SectionId[], report: Json, language: Language): Verdict {
  const negative = ids.filter((id) => readingOf(id).occurrence !== undefined)
  const tallies = negative.map((id) => ({ id, ...tallyOf(id, report) }))
  const answered = tallies.filter((one) => one.isAnswered)
  const missing = tallies.filter((one) => !one.isAnswered).map(({ id }) => readingOf(id).heading[language])
  const notAvailable =
    missing.length === 0 ? undefined : `${words.alsoNotAvailable[language]} ${missing.join(', ')}.`
  const count = answered.reduce((sum, one) => sum + one.count, 0)
  if (answered.length === 0) {
    const text = words[missing.length === 0 ? 'noNegativeData' : 'nothingLookedAt'][language]
    return { kind: 'unknown', text, notAvailable }
  }
  if (count === 0) {
    const headings = answered.map(({ id }) => readingOf(id).heading[language]).join(', ')
    return { kind: 'clear', text: `${words.nothingAnywhere[language]}: ${headings}.`, notAvailable }
  }
  return { kind: 'occurrences', text: occurrencesSentence(count, answered, language), notAvailable }
}

type Tally = {
  readonly isAnswered: boolean
  readonly count: number
  readonly cents: bigint
  /** The day of the oldest; undefined when it cannot be told. */
  readonly since: string | undefined
}

function occurrencesSentence(count: number, tallies: readonly Tally[], language: Language): string {
  const cents = tallies.reduce((sum, one) => sum + one.cents, 0n)
  const counting = tallies.filter((one) => one.count > 0)
  const days = counting.flatMap((one) => one.since ?? []).toSorted()
  const [since] = days.length === counting.length ? days : []
  return `${[
    occurrencesText(count, grouped(String(count)))[language],
    // In a sentence the sign of the currency stays with its amount.
    ...(cents > 0n
      ? [`${moneyText(centsText(cents)).replace(' ', '\u00a0')} ${words.inTotal[language]}`]
      : []),
    ...(since === undefined ? [] : [`${words.since[language]} ${dateText(since)}`]),
  ].join(', ')}.`
}

const centsText = (cents: bigint): string => {
  const digits = String(cents).padStart(3, '0')
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`
}

function tallyOf(id: SectionId, report: Json): Tally {
  const { path, tables, occurrence } = readingOf(id)
  const section = membersOf(at(report, path))
  const summary = membersOf(section.summary)
  const items = itemsOf(at(section, tables[0]?.path ?? []))
  const count = countOf(summary.count) ?? items.length
  const isWhole = items.length >= count
  const days = items.flatMap((item) => dayOf(item[occurrence?.date ?? '']) ?? []).toSorted()
  return {
    isAnswered: section.error === undefined,
    count,
    cents: centsOf(summary.balance),
    since: dayOf(summary.firstOccurrence) ?? (isWhole && days.length === count ? days[0] : undefined),
  }
}

const countOf = (value: unknown): number | undefined =>
  typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : undefined

const centsOf = (value: unknown): bigint =>
  typeof value === 'string' && /^\d+\.\d{2}$/.test(value) ? BigInt(value.replace('.', '')) : 0n

const dayOf = (value: unknown): string | undefined =>
  typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value) ? value : undefined
