import { systemClock } from '@lastro/client/clock.ts'
import type { Environment } from '@lastro/contract/clients/credentials.ts'
import { grouped, moneyText } from '@lastro/reading/value-text.ts'
import { useState } from 'react'
import { currentMonth, MonthField } from '../../parts/forms/month-field.tsx'
import { DataTable } from '../../parts/lists/data-table.tsx'
import { Listed } from '../../parts/lists/listed.tsx'
import { usePages } from '../../parts/lists/pages-of.ts'
import { useSay } from '../../shell/language.tsx'
import { Page } from '../../shell/page.tsx'
import { runningWords } from '../../words/running.ts'
import { ClientLink } from '../clients/client-link.tsx'
import { EnvironmentField } from '../clients/environment-field.tsx'
import { useOperator } from '../operations.ts'
import { MonthUsage } from './month-usage.tsx'

/** What was used in a month, of everyone and client by client. */
export function UsagePage() {
  const say = useSay(runningWords)
  const [environment, setEnvironment] = useState<Environment>('production')
  const [month, setMonth] = useState(() => currentMonth(systemClock.nowMs()))
  return (
    <Page title={say('usageTitle')} lede={say('usageLede')}>
      <div className="filters">
        <MonthField month={month} onMonth={setMonth} />
        <EnvironmentField value={environment} onChoose={(chosen) => setEnvironment(chosen ?? environment)} />
      </div>
      <MonthUsage environment={environment} month={month} />
      <ByClient environment={environment} month={month} />
    </Page>
  )
}

type ByClientProps = { readonly environment: Environment; readonly month: string }

function ByClient({ environment, month }: ByClientProps) {
  const say = useSay(runningWords)
  const operator = useOperator()
  const pages = usePages(['usage by client', environment, month], (cursor) =>
    operator.usageByClient({ environment, month, cursor }),
  )
  return (
    <section>
      <h2>{say('byClient')}</h2>
      <Listed pages={pages} empty={say('noneByClient')}>
        {(items) => (
          <DataTable
            caption={say('byClient')}
            rows={items}
            rowKey={(row) => row.clientId}
            columns={[
              {
                label: say('client'),
                cell: (row) => <ClientLink id={row.clientId} name={row.clientName} part="/consumo" />,
              },
              { label: say('billed'), isFigure: true, cell: (row) => grouped(String(row.billed)) },
              { label: say('unbilled'), isFigure: true, cell: (row) => grouped(String(row.unbilled)) },
              { label: say('amount'), isFigure: true, cell: (row) => moneyText(row.amount) },
            ]}
          />
        )}
      </Listed>
    </section>
  )
}
