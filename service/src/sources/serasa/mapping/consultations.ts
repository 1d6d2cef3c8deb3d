import { listedCountMax } from '@lastro/contract/reports/occurrences.ts'
import { count, isSent, month, text } from '../../mapping/read-leaf.ts'
import { at, type Json, listOf, objectOf } from '../../mapping/table.ts'

/** The segment of whoever consulted, where the provider names none; the name of a company is never shown. */
const segmentDefault = 'OUTROS'

/**
 * Consultations by month and segment. A person's come one by one; a company's also as months that are over, which are
 * then taken whole. Undefined where the provider tells nothing of them.
 */
export function readConsultations(facts: unknown, isWhole: boolean): Json | undefined {
  const months = monthsIn(facts)
  const counts = new Map(months.map(({ month, count }) => [`${month} ${segmentDefault}`, count]))
  const told = new Set(months.map((one) => one.month))
  for (const one of consultationsIn(facts)) {
    if (told.has(one.month)) continue
    const key = `${one.month} ${one.segment}`
    counts.set(key, (counts.get(key) ?? 0) + one.count)
  }
  if (counts.size === 0) return undefined
  const all = [...counts]
    .map(([key, of]) => ({ month: key.slice(0, 7), segment: key.slice(8), count: String(of) }))
    .toSorted((a, b) => (a.month === b.month ? (a.segment < b.segment ? -1 : 1) : a.month < b.month ? 1 : -1))
  const listed = isWhole ? all : all.slice(0, listedCountMax)
  const total = [...counts.values()].reduce((sum, of) => sum + of, 0)
  return {
    inquiryResponse: listed,
    summary: {
      count: String(total),
      ...(listed.length < all.length && { listed: String(listed.length) }),
    },
  }
}

const listAt = (facts: unknown, path: string): readonly Json[] =>
  listOf(at(facts, path))
    .map(objectOf)
    .filter((one) => one !== undefined)

/** Whether a count was sent that is not a number. */
export const hasUnreadableCount = (facts: unknown): boolean =>
  [
    ...monthRows(facts).map((one) => one.occurrences),
    ...consultationRows(facts).map((one) => one.daysQuantity),
  ].some((value) => isSent(value) && countOf(value) === undefined)

/** Each counts at least once: a row says that there was one. */
const consultationsIn = (facts: unknown) =>
  consultationRows(facts).flatMap((one) => {
    const on = month(one.occurrenceDate)
    const segment = text(one.segmentDescription) ?? segmentDefault
    return on === undefined ? [] : [{ month: on, segment, count: countOf(one.daysQuantity) || 1 }]
  })

const consultationRows = (facts: unknown): readonly Json[] => [
  ...listAt(facts, 'inquiry.inquiryResponse'),
  ...listAt(facts, 'inquiryCompanyResponse.results'),
]

const monthsIn = (facts: unknown) =>
  monthRows(facts).flatMap((one) => {
    const [on, of] = [month(one.inquiryDate), countOf(one.occurrences)]
    return on === undefined || of === undefined || of === 0 ? [] : [{ month: on, count: of }]
  })

const monthRows = (facts: unknown): readonly Json[] => [
  ...listAt(facts, 'inquirySummary.inquiryQuantity.creditInquiriesQuantity'),
  ...listAt(facts, 'inquiryCompanyResponse.quantity.historical'),
]

/** More in a month than anybody consults is no count. */
function countOf(value: unknown): number | undefined {
  const read = count(value)
  return read === undefined || Number(read) > 1_000_000 ? undefined : Number(read)
}
