import type { Language, Text } from '@lastro/contract/text.ts'
import type { OutlineTable } from '@lastro/reading/outline.ts'
import type { ReportOutline } from '@lastro/reading/report-outline.ts'
import { type Counted, countedBy } from '@lastro/reading/tally.ts'
import type { Occurrence } from '@lastro/reading/timeline.ts'
import { centsText, grouped, moneyText } from '@lastro/reading/value-text.ts'
import { words } from '@lastro/reading/words.ts'

/** So many occurrences can be read one by one once more; of more, a document says how many there were and when. */
const listedMax = 20

/** More months than these are grouped by year. */
const monthsMax = 36

/** When it happened: each occurrence where they are few, and what each month or year comes to where they are many. */
export function timelineTable({
  timeline,
  language,
}: ReportOutline): OutlineTable & { readonly note?: string } {
  const { occurrences, columns } = timeline
  if (occurrences.length <= listedMax) {
    return {
      caption: undefined,
      columns,
      rows: occurrences.map((one) => [one.date, one.kind, one.text, one.amount]),
    }
  }
  const isByYear = new Set(occurrences.map(({ day }) => day.slice(0, 7))).size > monthsMax
  const periodOf = (day: string) => day.slice(0, isByYear ? 4 : 7)
  const kinds = Map.groupBy(occurrences, ({ day }) => periodOf(day))
  const counted = countedBy(timeline.tallies, periodOf)
  return {
    caption: undefined,
    columns: [
      { label: (isByYear ? texts.year : texts.month)[language], align: 'left' },
      { label: texts.count[language], align: 'right' },
      { label: texts.kinds[language], align: 'left' },
      { label: texts.amount[language], align: 'right' },
    ],
    rows: [...kinds.keys(), undefined].flatMap((period) => {
      const sum = counted.get(period)
      const named = period === undefined ? [] : (kinds.get(period) ?? [])
      return sum === undefined ? [] : [rowOf(whenText(period, language), sum, { named, language })]
    }),
    note: texts.each[language],
  }
}

const whenText = (period: string | undefined, language: Language): string =>
  period?.split('-').toReversed().join('/') ?? words.dateUnknown[language]

function rowOf(
  when: string,
  { count, cents, isAtLeast }: Counted,
  { named, language }: { readonly named: readonly Occurrence[]; readonly language: Language },
): readonly string[] {
  const bound = isAtLeast ? `${words.atLeast[language]} ` : ''
  return [
    when,
    // An amount from a summary may have no date.
    count === 0 ? '' : `${bound}${grouped(String(count))}`,
    [...new Set(named.map(({ kind }) => kind))].join(', '),
    // If no item has an amount, the sum is unknown, not zero.
    cents === 0n ? '' : `${bound}${moneyText(centsText(cents))}`,
  ]
}

const texts = {
  month: { pt: 'Mês', en: 'Month' },
  year: { pt: 'Ano', en: 'Year' },
  count: { pt: 'Ocorrências', en: 'Occurrences' },
  kinds: { pt: 'Tipos', en: 'Kinds' },
  amount: { pt: 'Valor', en: 'Amount' },
  each: { pt: 'Cada ocorrência está na sua seção.', en: 'Each occurrence is listed in its section.' },
} as const satisfies Record<string, Text>
