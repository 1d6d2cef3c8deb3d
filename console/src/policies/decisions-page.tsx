import type { DecisionCounts, DecisionItem } from '@lastro/contract/decisions/decisions.ts'
import { decidedByFailedSections, decidedByOtherwise } from '@lastro/contract/policies/decision.ts'
import { outcomeWords } from '@lastro/reading/policies/explanation-words.ts'
import { dateText } from '@lastro/reading/value-text.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { Answered } from '../parts/answered.tsx'
import { instantOf } from '../parts/instant.ts'
import { DataTable } from '../parts/lists/data-table.tsx'
import { List } from '../parts/lists/list.tsx'
import { usePages } from '../parts/lists/pages-of.ts'
import { type Say, useLanguage, useSay } from '../shell/language.tsx'
import { Page } from '../shell/page.tsx'
import { useSession } from '../shell/session.ts'
import { decisionWords } from '../words/analyst/decisions.ts'
import { DecidedMark } from './decided-mark.tsx'
import { decisionsName } from './read-names.ts'

/** What was decided, by whom, and how that goes over time. */
export function DecisionsPage() {
  const say = useSay(decisionWords)
  const { language } = useLanguage()
  const { decisions } = useSession().lastro
  const counts = useQuery({
    queryKey: [...decisionsName, 'counts'],
    queryFn: () => decisions.counts(),
  })
  const pages = usePages([...decisionsName, 'list'], (cursor, limit) => decisions.page({ cursor, limit }))
  return (
    <Page title={say('title')} lede={say('lede')}>
      <Answered query={counts}>{(data) => <OverTime counts={data} />}</Answered>
      <List
        caption={say('title')}
        pages={pages}
        empty={say('none')}
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
          { id: 'policy', label: say('policy'), text: (row) => say('policyVersion', row.policy) },
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

/** Which rule decided; where none did, why not. */
export function deciderText(
  { decidedBy }: Pick<DecisionItem, 'decidedBy'>,
  say: Say<typeof decisionWords>,
): string {
  if (decidedBy === decidedByOtherwise) return say('byOtherwise')
  return decidedBy === decidedByFailedSections ? say('byFailures') : decidedBy
}

function OverTime({ counts: { lines } }: { readonly counts: DecisionCounts }) {
  const say = useSay(decisionWords)
  if (lines.length === 0) return null
  const rows = [...Map.groupBy(lines, ({ day }) => day)]
    .map(([day, of]) => {
      const sum = (outcome: string) =>
        of.filter((one) => one.finalOutcome === outcome).reduce((total, { count }) => total + count, 0)
      const overruled = of
        .filter((one) => one.finalOutcome !== one.outcome)
        .reduce((total, { count }) => total + count, 0)
      return { day, approve: sum('approve'), review: sum('review'), decline: sum('decline'), overruled }
    })
    .toSorted((one, other) => (one.day < other.day ? 1 : -1))
  return (
    <DataTable
      caption={say('overTime')}
      showsCaption
      rows={rows}
      rowKey={(row) => row.day}
      columns={[
        { label: say('day'), isFixed: true, cell: (row) => dateText(row.day) },
        { label: say('approve'), isFigure: true, cell: (row) => row.approve },
        { label: say('review'), isFigure: true, cell: (row) => row.review },
        { label: say('decline'), isFigure: true, cell: (row) => row.decline },
        { label: say('overruled'), isFigure: true, cell: (row) => row.overruled },
      ]}
    />
  )
}
