import { commandLineUserId } from '@lastro/contract/operator/command-acts.ts'
import type { OperatorAct } from '@lastro/contract/operator/operator-acts.ts'
import { printable } from '@lastro/reading/value-text.ts'
import { Link, useSearchParams } from 'wouter'
import { List } from '../../parts/lists/list.tsx'
import { type Pages, usePages } from '../../parts/lists/pages-of.ts'
import { Mark } from '../../parts/marks/mark.tsx'
import { OutcomeMark } from '../../parts/marks/outcome-mark.tsx'
import { Tip } from '../../parts/tip.tsx'
import { useLanguage, useSay } from '../../shell/language.tsx'
import { Page } from '../../shell/page/page.tsx'
import { outcomeText } from '../../voice/outcome-text.ts'
import { actWords } from '../../words/operator/acts.ts'
import { runningWords } from '../../words/operator/running.ts'
import { useOperator } from '../operations.ts'
import { jobName } from '../queue/topic-name.ts'
import { targetPath } from './target-path.ts'

/** What the operators did. */
export function ActsPage() {
  const say = useSay(runningWords)
  const operator = useOperator()
  const [search] = useSearchParams()
  const userId = search.get('person') ?? undefined
  const pages = usePages(['acts', userId], (cursor, limit) => operator.acts({ userId, cursor, limit }))
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
      <Acts pages={pages} />
    </Page>
  )
}

function Acts({ pages }: { readonly pages: Pages<OperatorAct> }) {
  const say = useSay(runningWords)
  const { language } = useLanguage()
  const sayAct = useSay(actWords)
  const textOf = (operation: string) =>
    operation in actWords ? sayAct(operation as keyof typeof actWords) : say('laterAct')
  const nameOf = ({ userId, userName }: OperatorAct) =>
    userId === commandLineUserId ? say('byCommand', { who: printable(userName) }) : printable(userName)
  return (
    <List
      caption={say('actsTitle')}
      pages={pages}
      empty={say('noActs')}
      rowKey={(row) => row.id}
      columns={[
        { id: 'what', label: say('what'), text: (row) => textOf(row.operation) },
        { id: 'at', label: say('at'), instant: (row) => row.at },
        {
          id: 'who',
          label: say('who'),
          text: nameOf,
          cell: (row) => (
            <Tip text={say('onlyThisPerson')}>
              <Link href={`/operador/atos?person=${encodeURIComponent(row.userId)}`}>{nameOf(row)}</Link>
            </Tip>
          ),
        },
        {
          id: 'target',
          label: say('onWhom'),
          text: (row) => row.target && jobName(row.target, language),
          cell: (row) => row.target && <Target operation={row.operation} id={row.target} />,
        },
        {
          id: 'outcome',
          label: say('outcome'),
          isFixed: true,
          isTallied: true,
          text: ({ outcome }) =>
            outcome === undefined ? say('stopped') : outcomeText(outcome, language).text,
          cell: ({ outcome }) =>
            outcome === undefined ? (
              <Mark tone="warn">{say('stopped')}</Mark>
            ) : (
              <OutcomeMark outcome={outcome} />
            ),
        },
        {
          id: 'request',
          label: say('request'),
          text: (row) => row.requestId,
          cell: (row) => <span className="code">{row.requestId}</span>,
        },
      ]}
    />
  )
}

type TargetProps = { readonly operation: string; readonly id: string }

/** On whom: a way to its page, where the operation tells what it is and it has one. */
function Target({ operation, id }: TargetProps) {
  const { language } = useLanguage()
  const path = targetPath(operation, id)
  return path === undefined ? (
    <span className="code">{jobName(id, language)}</span>
  ) : (
    <Link href={path} className="code">
      {id}
    </Link>
  )
}
