import type { OperatorUsage } from '@lastro/contract/operator/operator-usage.ts'
import { grouped, moneyText } from '@lastro/reading/value-text.ts'
import { DataTable } from '../../parts/lists/data-table.tsx'
import { useSay } from '../../shell/language.tsx'
import { runningWords } from '../../words/operator/running.ts'

/** What declared sources cost in a month, by who paid them, and what of it nobody was billed for. */
export function SourceCosts({ costs }: Pick<OperatorUsage, 'costs'>) {
  const say = useSay(runningWords)
  return (
    <section>
      <h2>{say('sourceCosts')}</h2>
      <p className="muted small">{say('sourceCostsHelp')}</p>
      <DataTable
        caption={say('sourceCosts')}
        rows={costs}
        rowKey={({ source, paidBy }) => `${source} ${paidBy}`}
        columns={[
          { label: say('costSource'), isFixed: true, cell: ({ source }) => source },
          {
            label: say('costPaidBy'),
            cell: ({ paidBy }) => say(paidBy === 'client' ? 'costOfClients' : 'costOfOperator'),
          },
          { label: say('costCalls'), isFigure: true, cell: ({ calls }) => grouped(String(calls)) },
          { label: say('cost'), isFigure: true, cell: ({ cost }) => moneyText(cost) },
          { label: say('costUnbilled'), isFigure: true, cell: ({ unbilledCost }) => moneyText(unbilledCost) },
        ]}
      />
    </section>
  )
}
