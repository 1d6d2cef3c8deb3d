import { commandLineUserId } from '@lastro/contract/operator/command-acts.ts'
import type { OperatorAct } from '@lastro/contract/operator/operator-acts.ts'
import { printable } from '@lastro/reading/value-text.ts'
import { Link, useSearchParams } from 'wouter'
import { instantOf } from '../../parts/instant.ts'
import { DataTable } from '../../parts/lists/data-table.tsx'
import { Listed } from '../../parts/lists/listed.tsx'
import { usePages } from '../../parts/lists/pages-of.ts'
import { Mark } from '../../parts/mark.tsx'
import { OutcomeMark } from '../../parts/outcome-mark.tsx'
import { useSay } from '../../shell/language.tsx'
import { Page } from '../../shell/page.tsx'
import { actWords } from '../../words/acts.ts'
import { runningWords } from '../../words/running.ts'
import { useOperator } from '../operations.ts'

/** What the operators did. */
export function ActsPage() {
  const say = useSay(runningWords)
  const operator = useOperator()
  const [search] = useSearchParams()
  const userId = search.get('person') ?? undefined
  const pages = usePages(['acts', userId], (cursor) => operator.acts({ userId, cursor }))
  return (
    <Page
      title={say('actsTitle')}
      lede={say('actsLede')}
      {...(userId !== undefined && {
        acts: (
          <Link href="/operador/atos" className="button">
            {say('ofEveryone')}
          </Link>
        ),
      })}
    >
      <Listed pages={pages} empty={say('noActs')}>
        {(items) => <ActTable items={items} />}
      </Listed>
    </Page>
  )
}

function ActTable({ items }: { readonly items: readonly OperatorAct[] }) {
  const say = useSay(runningWords)
  const sayAct = useSay(actWords)
  const textOf = (operation: string) =>
    operation in actWords ? sayAct(operation as keyof typeof actWords) : say('laterAct')
  const nameOf = ({ userId, userName }: OperatorAct) =>
    userId === commandLineUserId ? say('byCommand', { who: printable(userName) }) : printable(userName)
  return (
    <DataTable
      caption={say('actsTitle')}
      rows={items}
      rowKey={(row) => row.id}
      columns={[
        { label: say('what'), cell: (row) => textOf(row.operation) },
        { label: say('at'), isFixed: true, cell: (row) => instantOf(row.at) },
        {
          label: say('who'),
          cell: (row) => (
            <Link
              href={`/operador/atos?person=${encodeURIComponent(row.userId)}`}
              title={say('onlyThisPerson')}
            >
              {nameOf(row)}
            </Link>
          ),
        },
        { label: say('onWhom'), cell: (row) => <span className="code">{row.target}</span> },
        {
          label: say('outcome'),
          isFixed: true,
          cell: ({ outcome }) =>
            outcome === undefined ? (
              <Mark tone="warn">{say('stopped')}</Mark>
            ) : (
              <OutcomeMark outcome={outcome} />
            ),
        },
        { label: say('request'), cell: (row) => <span className="code">{row.requestId}</span> },
      ]}
    />
  )
}
