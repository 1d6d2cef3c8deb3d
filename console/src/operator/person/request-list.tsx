import type { PersonRequest } from '@lastro/contract/person/person-requests.ts'
import { requestKinds, requestOutcomes, requestStates } from '@lastro/contract/person/request-codes.ts'
import { dateText } from '@lastro/reading/value-text.ts'
import { useQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'wouter'
import { SelectField } from '../../parts/forms/field.tsx'
import { DataTable } from '../../parts/lists/data-table.tsx'
import { Listed } from '../../parts/lists/listed.tsx'
import { usePages } from '../../parts/lists/pages-of.ts'
import { Mark } from '../../parts/marks/mark.tsx'
import { Notice } from '../../parts/notice.tsx'
import { useLanguage, useSay } from '../../shell/language.tsx'
import { personWords } from '../../words/operator/person.ts'
import { useOperator } from '../operations.ts'
import { lookAgainMs, requestsName } from '../operator-names.ts'

/** What people on file asked for, by deadline. Which are shown is in the address, to be linked. */
export function RequestList() {
  const say = useSay(personWords)
  const operator = useOperator()
  const [search, setSearch] = useSearchParams()
  const state = requestStates.find((one) => one === search.get('state')) ?? 'open'
  const pages = usePages([...requestsName, state], (cursor) => operator.personRequests({ state, cursor }))
  return (
    <section>
      <h2>{say('requests')}</h2>
      <OverdueNotice />
      <div className="filters">
        <SelectField
          label={say('show')}
          value={state}
          onChange={(event) => setSearch({ state: event.target.value }, { replace: true })}
        >
          {requestStates.map((one) => (
            <option key={one} value={one}>
              {say(one)}
            </option>
          ))}
        </SelectField>
      </div>
      <Listed pages={pages} empty={say('noRequests')}>
        {(items) => <RequestTable requests={items} caption={say('requests')} />}
      </Listed>
    </section>
  )
}

/** Says how many wait past their deadline, wherever it stands. */
export function OverdueNotice() {
  const say = useSay(personWords)
  const operator = useOperator()
  const { data: count = 0 } = useQuery({
    queryKey: [...requestsName, 'overdue'],
    queryFn: operator.overdueRequests,
    refetchInterval: lookAgainMs,
  })
  return count === 0 ? null : <Notice tone="warn">{say('overdueCount', { count })}</Notice>
}

type RequestTableProps = { readonly requests: readonly PersonRequest[]; readonly caption: string }

export function RequestTable({ requests, caption }: RequestTableProps) {
  const say = useSay(personWords)
  const { language } = useLanguage()
  if (requests.length === 0) return <p className="empty">{say('noRequests')}</p>
  return (
    <DataTable
      caption={caption}
      rows={requests}
      rowKey={(row) => row.id}
      columns={[
        {
          label: say('kind'),
          cell: (row) => (
            <Link href={`/operador/titular/pedidos/${encodeURIComponent(row.id)}`}>
              {requestKinds[row.kind][language]}
            </Link>
          ),
        },
        { label: say('document'), isFixed: true, cell: (row) => row.document },
        { label: say('due'), isFixed: true, cell: (row) => dateText(row.dueOn) },
        {
          label: say('answerBy'),
          isFixed: true,
          cell: (row) => row.answerBy !== undefined && dateText(row.answerBy),
        },
        { label: say('standing'), cell: (row) => <Standing request={row} /> },
      ]}
    />
  )
}

export function Standing({ request: { outcome, overdue } }: { readonly request: PersonRequest }) {
  const say = useSay(personWords)
  const { language } = useLanguage()
  if (outcome !== undefined) return <>{requestOutcomes[outcome][language]}</>
  return <Mark tone={overdue ? 'bad' : 'quiet'}>{say(overdue ? 'late' : 'waits')}</Mark>
}
