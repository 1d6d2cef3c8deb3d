import type { DecisionCounts } from '@lastro/contract/decisions/decisions.ts'
import type { Outcome } from '@lastro/contract/policies/policy.ts'
import { dateText, grouped } from '@lastro/reading/value-text.ts'
import { DayChart } from '../parts/charts/day-chart.tsx'
import { DataTable } from '../parts/lists/data-table.tsx'
import { useSay } from '../shell/language.tsx'
import { decisionWords } from '../words/analyst/decisions.ts'
import { type OutcomeSeries, outcomeSeries } from './outcome-series.ts'

/** How decisions went, day by day: a chart, and the same in a table. */
export function OutcomesOverTime({ counts }: { readonly counts: DecisionCounts }) {
  const say = useSay(decisionWords)
  if (counts.total === 0) return null
  const series = outcomeSeries(counts)
  const sumOf = (at: number) => series.days.reduce((sum, { values }) => sum + (values[at] ?? 0), 0)
  const [approve = 0, review = 0, decline = 0] = series.parts.map((_, at) => sumOf(at))
  return (
    <section className="panel" aria-labelledby="over-time-heading">
      <h2 id="over-time-heading">{say('overTime')}</h2>
      <DayChart
        series={series}
        nameOf={(outcome) => say(outcome as Outcome)}
        classOf={(outcome) => `outcome-${outcome}`}
        textOf={(count) => grouped(String(count))}
        label={say('chartLabel', {
          from: dateText(counts.from),
          until: dateText(counts.until),
          approve,
          review,
          decline,
        })}
      />
      <OutcomeTable series={series} />
    </section>
  )
}

function OutcomeTable({ series: { parts, days } }: { readonly series: OutcomeSeries }) {
  const say = useSay(decisionWords)
  return (
    <details>
      <summary>{say('inTable')}</summary>
      <DataTable
        caption={say('overTime')}
        rows={days.filter(({ total }) => total > 0).toReversed()}
        rowKey={(row) => row.day}
        columns={[
          { label: say('day'), isFixed: true, cell: (row) => dateText(row.day) },
          ...parts.map((outcome, at) => ({
            label: say(outcome),
            isFigure: true,
            cell: (row: OutcomeSeries['days'][number]) => row.values[at] ?? 0,
          })),
          { label: say('overruled'), isFigure: true, cell: (row) => row.overruled },
        ]}
      />
    </details>
  )
}
