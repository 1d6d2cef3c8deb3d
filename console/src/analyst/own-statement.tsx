import { systemClock } from '@lastro/client/transport/clock.ts'
import { useState } from 'react'
import { currentMonth, MonthField } from '../parts/forms/month-field.tsx'
import { StatementDownload } from '../parts/statement-download.tsx'
import { useSession } from '../shell/session/session.ts'

/** What the client owes for a month, as a file. */
export function OwnStatement() {
  const { lastro } = useSession()
  const [month, setMonth] = useState(() => currentMonth(systemClock.nowMs()))
  return (
    <div className="filters">
      <MonthField month={month} onMonth={setMonth} />
      <StatementDownload month={month} fetchPdf={() => lastro.account.statementPdf(month)} />
    </div>
  )
}
