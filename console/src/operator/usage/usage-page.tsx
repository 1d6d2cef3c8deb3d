import { systemClock } from '@lastro/client/transport/clock.ts'
import type { Environment } from '@lastro/contract/clients/credentials.ts'
import { printable } from '@lastro/reading/value-text.ts'
import { useFilter } from '../../parts/filters/use-filter.ts'
import { currentMonth, MonthField } from '../../parts/forms/month-field.tsx'
import { List } from '../../parts/lists/list.tsx'
import { usePages } from '../../parts/lists/pages-of.ts'
import { useSay } from '../../shell/language.tsx'
import { Page } from '../../shell/page/page.tsx'
import { runningWords } from '../../words/operator/running.ts'
import { environmentNow } from '../clients/chosen-environment.ts'
import { ClientLink } from '../clients/client-link.tsx'
import { EnvironmentSwitch } from '../clients/environment-switch.tsx'
import { useOperator } from '../operations.ts'
import { MonthUsage } from './month-usage.tsx'

/** What was used in a month, of everyone and client by client. Which month is in the address. */
export function UsagePage() {
  const say = useSay(runningWords)
  const { filter, setFilter } = useFilter(['month', 'environment'])
  const environment = environmentNow(filter.environment)
  const month = monthOf(filter.month) ?? currentMonth(systemClock.nowMs())
  return (
    <Page title={say('usageTitle')} lede={say('usageLede')}>
      <div className="filters">
        <MonthField month={month} onMonth={(chosen) => setFilter({ ...filter, month: chosen })} />
        <EnvironmentSwitch
          value={environment}
          onChoose={(chosen) => setFilter({ ...filter, environment: chosen })}
        />
      </div>
      <MonthUsage environment={environment} month={month} />
      <ByClient environment={environment} month={month} />
    </Page>
  )
}

const monthOf = (text: string | undefined): string | undefined =>
  text !== undefined && /^\d{4}-(0[1-9]|1[0-2])$/.test(text) ? text : undefined

type ByClientProps = { readonly environment: Environment; readonly month: string }

function ByClient({ environment, month }: ByClientProps) {
  const say = useSay(runningWords)
  const operator = useOperator()
  const pages = usePages(['usage by client', environment, month], (cursor, limit) =>
    operator.usageByClient({ environment, month, cursor, limit }),
  )
  return (
    <section>
      <h2>{say('byClient')}</h2>
      <List
        caption={say('byClient')}
        pages={pages}
        empty={say('noneByClient')}
        rowKey={(row) => row.clientId}
        columns={[
          {
            id: 'client',
            label: say('client'),
            text: (row) => printable(row.clientName ?? row.clientId),
            cell: (row) => <ClientLink id={row.clientId} name={row.clientName} part="/consumo" />,
          },
          { id: 'billed', label: say('billed'), count: (row) => row.billed },
          { id: 'unbilled', label: say('unbilled'), count: (row) => row.unbilled },
          { id: 'amount', label: say('amount'), amount: (row) => row.amount },
        ]}
      />
    </section>
  )
}
