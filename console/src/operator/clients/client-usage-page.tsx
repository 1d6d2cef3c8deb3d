import { systemClock } from '@lastro/client/transport/clock.ts'
import type { OperatorClient } from '@lastro/contract/operator/operator-clients.ts'
import { useState } from 'react'
import { currentMonth, MonthField } from '../../parts/forms/month-field.tsx'
import { MonthUsage } from '../usage/month-usage.tsx'
import { ClientFrame } from './client-frame.tsx'
import { ClientStatement } from './client-statement.tsx'

/** What a client used in a month. */
export const ClientUsagePage = () => (
  <ClientFrame part="usage">{(client) => <ClientUsage client={client} />}</ClientFrame>
)

function ClientUsage({ client }: { readonly client: OperatorClient }) {
  const [month, setMonth] = useState(() => currentMonth(systemClock.nowMs()))
  return (
    <>
      <div className="filters">
        <MonthField month={month} onMonth={setMonth} />
      </div>
      <ClientStatement client={client} month={month} />
      <MonthUsage environment={client.environment} month={month} clientId={client.id} />
    </>
  )
}
