import { outcomeWords } from '@lastro/reading/policies/explanation-words.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { Answered } from '../parts/answered.tsx'
import { instantOf } from '../parts/instant.ts'
import { List } from '../parts/lists/list.tsx'
import { usePages } from '../parts/lists/pages-of.ts'
import { useLanguage, useSay } from '../shell/language.tsx'
import { Page } from '../shell/page/page.tsx'
import { useSession } from '../shell/session/session.ts'
import { decisionWords } from '../words/analyst/decisions.ts'
import { DecidedMark } from './decided-mark.tsx'
import { deciderText } from './decider-text.ts'
import { OutcomesOverTime } from './outcomes-over-time.tsx'
import { usePolicyText } from './policy-text.ts'
import { decisionsName } from './read-names.ts'

/** What was decided, by whom, and how that goes over time. */
export function DecisionsPage() {
  const say = useSay(decisionWords)
  const { language } = useLanguage()
  const policyText = usePolicyText()
  const { decisions } = useSession().lastro
  const counts = useQuery({
    queryKey: [...decisionsName, 'counts'],
    queryFn: () => decisions.counts(),
  })
  const pages = usePages([...decisionsName, 'list'], (cursor, limit) => decisions.page({ cursor, limit }))
  return (
    <Page title={say('title')} lede={say('lede')}>
      <Answered query={counts}>{(data) => <OutcomesOverTime counts={data} />}</Answered>
      <List
        caption={say('title')}
        pages={pages}
        empty={
          <>
            {say('none')} <Link href="/consultas">{say('toReports')}</Link>
          </>
        }
        rowKey={(row) => row.id}
        columns={[
          {
            id: 'at',
            label: say('at'),
            instant: (row) => row.at,
            cell: (row) => <Link href={`/decisoes/${row.id}`}>{instantOf(row.at)}</Link>,
          },
          {
            id: 'outcome',
            label: say('outcome'),
            isTallied: true,
            text: (row) => outcomeWords[row.finalOutcome][language],
            cell: (row) => <DecidedMark outcome={row.finalOutcome} />,
          },
          { id: 'policy', label: say('policy'), text: (row) => policyText(row.policy) },
          {
            id: 'decidedBy',
            label: say('decidedBy'),
            text: (row) => (row.reviewedAt === undefined ? deciderText(row, say) : say('byPerson')),
          },
          {
            id: 'said',
            label: say('said'),
            text: (row) =>
              row.reviewedAt === undefined
                ? ''
                : say('saidBy', {
                    outcome: outcomeWords[row.outcome][language],
                    rule: deciderText(row, say),
                  }),
          },
          { id: 'reviewedAt', label: say('reviewedAt'), instant: (row) => row.reviewedAt },
        ]}
      />
    </Page>
  )
}
