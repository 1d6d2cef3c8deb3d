import type { Environment } from '@lastro/contract/clients/credentials.ts'
import type { OperatorUsage } from '@lastro/contract/operator/operator-usage.ts'
import { products, services } from '@lastro/contract/reports/products.ts'
import { dateText, grouped, moneyText, valueText } from '@lastro/reading/value-text.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Answered } from '../../parts/answered.tsx'
import { DayChart } from '../../parts/charts/day-chart.tsx'
import { Facts } from '../../parts/facts.tsx'
import { reaisOf } from '../../parts/forms/amount.ts'
import { DataTable } from '../../parts/lists/data-table.tsx'
import { useLanguage, useSay } from '../../shell/language.tsx'
import { runningWords } from '../../words/operator/running.ts'
import { useOperator } from '../operations.ts'
import { SourceCosts } from './source-costs.tsx'
import { type Measure, type UsageSeries, usageSeries } from './usage-series.ts'

type MonthUsageProps = {
  readonly environment: Environment
  readonly month: string
  readonly clientId?: string
}

/** A month by day and product: its sums, a chart, and the same in a table. */
export function MonthUsage({ environment, month, clientId }: MonthUsageProps) {
  const operator = useOperator()
  const usage = useQuery({
    queryKey: ['usage', environment, month, clientId],
    queryFn: () => operator.usage({ environment, month, clientId }),
  })
  return <Answered query={usage}>{(data) => <Shown usage={data} />}</Answered>
}

const measures: readonly Measure[] = ['queries', 'amount']

function Shown({ usage }: { readonly usage: OperatorUsage }) {
  const say = useSay(runningWords)
  const { language } = useLanguage()
  const [measure, setMeasure] = useState<Measure>('queries')
  const costs = usage.costs.length > 0 && <SourceCosts costs={usage.costs} />
  if (usage.lines.length === 0)
    return (
      <>
        <p className="empty">{say('noUsage')}</p>
        {costs}
      </>
    )
  const series = usageSeries(usage, measure)
  const nameOf = (code: string) =>
    [...products, ...services].find((one) => one.code === code)?.name[language] ?? code
  const textOf = (value: number) => (measure === 'amount' ? reaisOf(value) : grouped(String(value)))
  const { billed, unbilled, amount } = usage.total
  return (
    <section className="panel">
      <Facts
        facts={[
          { label: say('billed'), value: grouped(String(billed)) },
          { label: say('unbilled'), value: grouped(String(unbilled)) },
          { label: say('amount'), value: moneyText(amount) },
        ]}
      />
      <fieldset className="acts choose">
        <legend className="unseen">{say('measure')}</legend>
        {measures.map((one) => (
          <button key={one} type="button" aria-pressed={one === measure} onClick={() => setMeasure(one)}>
            {say(one)}
          </button>
        ))}
      </fieldset>
      <DayChart
        series={series}
        nameOf={nameOf}
        textOf={textOf}
        label={say('chartLabel', {
          what: say(measure),
          month: valueText(usage.month, 'month', language),
          total: textOf(series.total),
        })}
      />
      <UsageTable series={series} nameOf={nameOf} textOf={textOf} />
      {costs}
    </section>
  )
}

type UsageTableProps = {
  readonly series: UsageSeries
  readonly nameOf: (code: string) => string
  readonly textOf: (value: number) => string
}

function UsageTable({ series, nameOf, textOf }: UsageTableProps) {
  const say = useSay(runningWords)
  return (
    <details>
      <summary>{say('inTable')}</summary>
      <DataTable
        caption={say('usageTitle')}
        rows={series.days.filter(({ total }) => total > 0)}
        rowKey={(row) => row.day}
        columns={[
          { label: say('day'), isFixed: true, cell: (row) => dateText(row.day) },
          ...series.parts.map((product, of) => ({
            label: nameOf(product),
            isFigure: true,
            cell: (row: UsageSeries['days'][number]) => textOf(row.values[of] ?? 0),
          })),
          { label: say('total'), isFigure: true, cell: (row) => textOf(row.total) },
        ]}
      />
    </details>
  )
}
