import type { Text } from '@lastro/contract/text.ts'
import type { OutlineTable } from '@lastro/reading/outline.ts'
import type { ReportOutline } from '@lastro/reading/report-outline.ts'
import type { Occurrence } from '@lastro/reading/timeline.ts'
import { centsText, grouped, moneyText } from '@lastro/reading/value-text.ts'

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
  const months = Map.groupBy(occurrences, ({ day }) => day.slice(0, 7))
  const isByYear = months.size > monthsMax
  const groups = isByYear ? Map.groupBy(occurrences, ({ day }) => day.slice(0, 4)) : months
  return {
    caption: undefined,
    columns: [
      { label: (isByYear ? texts.year : texts.month)[language], align: 'left' },
      { label: texts.count[language], align: 'right' },
      { label: texts.kinds[language], align: 'left' },
      { label: texts.amount[language], align: 'right' },
    ],
    rows: [...groups].map(([when, all]) => rowOf(when, all)),
    note: texts.each[language],
  }
}

const rowOf = (when: string, all: readonly Occurrence[]): readonly string[] => [
  when.split('-').toReversed().join('/'),
  grouped(String(all.length)),
  [...new Set(all.map(({ kind }) => kind))].join(', '),
  amountText(all.reduce((sum, { cents }) => sum + cents, 0n)),
]

/** Nothing where no item names an amount: that is unknown, and not zero. */
const amountText = (cents: bigint): string => (cents === 0n ? '' : moneyText(centsText(cents)))

const texts = {
  month: { pt: 'Mês', en: 'Month' },
  year: { pt: 'Ano', en: 'Year' },
  count: { pt: 'Ocorrências', en: 'Occurrences' },
  kinds: { pt: 'Tipos', en: 'Kinds' },
  amount: { pt: 'Valor', en: 'Amount' },
  each: { pt: 'Cada ocorrência está na sua seção.', en: 'Each occurrence stands in its section.' },
} as const satisfies Record<string, Text>
