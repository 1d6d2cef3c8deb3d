import type { ListingSummary } from '@lastro/contract/listings/listings.ts'
import { dateText, grouped, moneyText } from '@lastro/reading/value-text.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { DataTable } from '../parts/lists/data-table.tsx'
import { type Say, useSay } from '../shell/language.tsx'
import { useSession } from '../shell/session/session.ts'
import { creditorWords } from '../words/creditor/creditor.ts'
import { homeWords } from '../words/shell/home.ts'
import { FigureLinks } from './figure-links.tsx'
import { HomePart } from './home-part.tsx'

/** What waits for the creditor and until when, and what its listings come to. */
export const CreditorHome = () => (
  <>
    <Waits />
    <ByState />
  </>
)

function useSummary() {
  const { lastro } = useSession()
  return useQuery({ queryKey: ['listings', 'summary'], queryFn: () => lastro.listings.summary() })
}

function Waits() {
  const say = useSay(homeWords)
  return (
    <HomePart title={say('waits')} query={useSummary()}>
      {({ disputed, toRelease, review }) => (
        <FigureLinks
          figures={[
            { label: say('disputed'), href: '/dividas?disputed=true', ...waiting(disputed, say) },
            { label: say('toRelease'), href: '/dividas?state=published', ...waiting(toRelease, say) },
            { label: say('inReview'), href: '/dividas?state=received', ...waiting(review, say) },
          ]}
        />
      )}
    </HomePart>
  )
}

const waiting = (
  { count, amount, nextDueOn }: ListingSummary['disputed'],
  say: Say<typeof homeWords>,
): Pick<Parameters<typeof FigureLinks>[0]['figures'][number], 'value' | 'note' | 'isLoud'> => ({
  value: grouped(String(count)),
  isLoud: nextDueOn !== undefined,
  ...(count > 0 && {
    note: [
      moneyText(amount),
      ...(nextDueOn === undefined ? [] : [say('until', { day: dateText(nextDueOn) })]),
    ].join(' · '),
  }),
})

function ByState() {
  const say = useSay(homeWords)
  const sayState = useSay(creditorWords)
  return (
    <HomePart title={say('byState')} to={{ href: '/dividas/nova', text: say('insert') }} query={useSummary()}>
      {({ states }) =>
        states.length === 0 ? (
          <p className="empty">{say('noListings')}</p>
        ) : (
          <DataTable
            caption={say('byState')}
            rows={states}
            rowKey={(row) => row.state}
            columns={[
              {
                label: say('state'),
                cell: ({ state }) => <Link href={`/dividas?state=${state}`}>{sayState(state)}</Link>,
              },
              { label: say('count'), isFigure: true, cell: (row) => grouped(String(row.count)) },
              { label: say('amount'), isFigure: true, cell: (row) => moneyText(row.amount) },
            ]}
          />
        )
      }
    </HomePart>
  )
}
