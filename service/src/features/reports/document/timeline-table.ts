import type { Text } from '@lastro/contract/text.ts'
import type { OutlineTable } from '@lastro/reading/outline.ts'
import type { ReportOutline } from '@lastro/reading/report-outline.ts'
import { type Counted, countedBy } from '@lastro/reading/tally.ts'
import type { Occurrence } from '@lastro/reading/timeline.ts'
import { centsText, grouped, moneyText } from '@lastro/reading/value-text.ts'
import { words } from '@lastro/reading/words.ts'

/** So many occurrences can be read one by one once more; of more, a document says how many there were and when. */
const listedMax = 20

/** More months than these are told by the year. */
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
  const periods = [...kinds.keys()].filter((period) => counted.has(period))
  return {
    caption: undefined,
    columns: [
      { label: (isByYear ? texts.year : texts.month)[language], align: 'left' },
      { label: texts.count[language], align: 'right' },
      { label: texts.kinds[language], align: 'left' },
      { label: texts.amount[language], align: 'right' },
    ],
    rows: [
      ...periods.map((period) =>
        rowOf(period.split('-').toReversed().join('/'), counted.get(period), kinds.get(period)),
      ),
      ...(counted.has(undefined) ? [rowOf(words.dateUnknown[language], counted.get(undefined))] : []),
    ],
    note: texts.each[language],
  }
}

const rowOf = (
  when: string,
  counted: Counted | undefined,
  occurrences: readonly Occurrence[] = [],
): readonly string[] => [
  when,
  grouped(String(counted?.count ?? 0)),
  [...new Set(occurrences.map(({ kind }) => kind))].join(', '),
  moneyText(centsText(counted?.cents ?? 0n)),
]

const texts = {
  month: { pt: 'Mês', en: 'Month' },
  year: { pt: 'Ano', en: 'Year' },
  count: { pt: 'Ocorrências', en: 'Occurrences' },
  kinds: { pt: 'Tipos', en: 'Kinds' },
  amount: { pt: 'Valor', en: 'Amount' },
  each: { pt: 'Cada ocorrência está na sua seção.', en: 'Each occurrence stands in its section.' },
} as const satisfies Record<string, Text>
