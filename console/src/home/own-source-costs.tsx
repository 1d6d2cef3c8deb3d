import type { Usage } from '@lastro/contract/clients/usage.ts'
import { grouped, moneyText } from '@lastro/reading/value-text.ts'
import { DataTable } from '../parts/lists/data-table.tsx'
import { useSay } from '../shell/language.tsx'
import { homeWords } from '../words/shell/home.ts'

/** What the client's own credentials cost at each source this month: it pays that there, and not here. */
export function OwnSourceCosts({ costs }: Pick<Usage, 'costs'>) {
  const say = useSay(homeWords)
  if (costs.length === 0) return null
  return (
    <>
      <p className="muted small">{say('ownSourcesHelp')}</p>
      <DataTable
        caption={say('ownSources')}
        rows={costs}
        rowKey={({ source }) => source}
        columns={[
          { label: say('ownSource'), isFixed: true, cell: ({ source }) => source },
          { label: say('ownCalls'), isFigure: true, cell: ({ calls }) => grouped(String(calls)) },
          { label: say('ownCost'), isFigure: true, cell: ({ cost }) => moneyText(cost) },
        ]}
      />
    </>
  )
}
