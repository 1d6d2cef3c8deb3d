import { type EntryKind, entryKinds } from '@lastro/contract/clients/entry-kinds.ts'
import type { Statement, StatementEntry } from '@lastro/contract/clients/statement.ts'
import type { OperatorClient } from '@lastro/contract/operator/operator-clients.ts'
import { dateText, moneyText, printable, valueText } from '@lastro/reading/value-text.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Answered } from '../../parts/answered.tsx'
import { Facts } from '../../parts/facts.tsx'
import { DataTable } from '../../parts/lists/data-table.tsx'
import { Mark } from '../../parts/marks/mark.tsx'
import { StatementDownload } from '../../parts/statement-download.tsx'
import { useLanguage, useSay } from '../../shell/language.tsx'
import { statementWords } from '../../words/operator/statement.ts'
import { useOperator } from '../operations.ts'
import { statementsName } from '../operator-names.ts'
import { EntryDialog, ReversalDialog } from './entry-dialogs.tsx'

type ClientStatementProps = { readonly client: OperatorClient; readonly month: string }

/** What a client owes for a month, as a file too, and what the operator adds to it. */
export function ClientStatement({ client, month }: ClientStatementProps) {
  const say = useSay(statementWords)
  const operator = useOperator()
  const [isAdding, setIsAdding] = useState(false)
  const statement = useQuery({
    queryKey: [...statementsName, client.id, month],
    queryFn: () => operator.statement(client.id, month),
  })
  const close = () => setIsAdding(false)
  return (
    <section className="panel" aria-label={say('title')}>
      <h2>{say('title')}</h2>
      <Answered query={statement}>{(data) => <Shown statement={data} />}</Answered>
      <div className="acts">
        <StatementDownload month={month} fetchPdf={() => operator.statementPdf(client.id, month)} />
        {client.environment === 'production' && (
          <button type="button" onClick={() => setIsAdding(true)}>
            {say('add')}
          </button>
        )}
      </div>
      {isAdding && <EntryDialog clientId={client.id} month={month} onClose={close} />}
    </section>
  )
}

function Shown({ statement }: { readonly statement: Statement }) {
  const say = useSay(statementWords)
  const { totals, status, environment, entries } = statement
  return (
    <>
      <Facts
        facts={[
          { label: say('total'), value: signedMoney(totals.total) },
          {
            label: say('state'),
            value: (
              <Mark tone={status === 'open' ? 'warn' : 'good'}>
                {say(status === 'open' ? 'open' : 'closed')}
              </Mark>
            ),
          },
          { label: say('listed'), value: moneyText(totals.listed) },
          { label: say('discount'), value: shownAmount(totals.discount) },
          { label: say('topUp'), value: shownAmount(totals.topUp) },
        ]}
      />
      {environment === 'sandbox' && <p className="muted">{say('costsNothing')}</p>}
      {entries.length > 0 && <Entries clientId={statement.clientId} entries={entries} />}
    </>
  )
}

const shownAmount = (amount: string): string | undefined =>
  amount === '0.00' ? undefined : moneyText(amount)

const signedMoney = (amount: string): string =>
  amount.startsWith('-') ? `\u2212${moneyText(amount.slice(1))}` : moneyText(amount)

type EntriesProps = { readonly clientId: string; readonly entries: readonly StatementEntry[] }

function Entries({ clientId, entries }: EntriesProps) {
  const say = useSay(statementWords)
  const { language } = useLanguage()
  const [reversed, setReversed] = useState<StatementEntry>()
  const isDone = (entry: StatementEntry) =>
    entry.reverses !== undefined || entries.some((one) => one.reverses === entry.id)
  return (
    <>
      <DataTable
        caption={say('entries')}
        rows={entries}
        rowKey={(row) => row.id}
        columns={[
          { label: say('day'), isFixed: true, cell: (row) => dateText(row.day) },
          { label: say('kind'), cell: (row) => entryKinds[row.kind as EntryKind][language] },
          { label: say('about'), cell: (row) => valueText(row.month, 'month', language) },
          { label: say('reason'), cell: (row) => printable(row.reason) },
          {
            label: say('amount'),
            isFigure: true,
            cell: (row) => signedMoney(row.kind === 'credit' ? `-${row.amount}` : row.amount),
          },
          {
            label: say('act'),
            cell: (row) =>
              !isDone(row) && (
                <button type="button" className="plain" onClick={() => setReversed(row)}>
                  {say('reverse')}
                </button>
              ),
          },
        ]}
      />
      {reversed !== undefined && (
        <ReversalDialog clientId={clientId} entry={reversed} onClose={() => setReversed(undefined)} />
      )}
    </>
  )
}
