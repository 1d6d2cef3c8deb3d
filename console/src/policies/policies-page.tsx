import type { PolicyItem } from '@lastro/contract/policies/kept-policies.ts'
import { products } from '@lastro/contract/reports/products.ts'
import { printable } from '@lastro/reading/value-text.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { Answered } from '../parts/answered.tsx'
import { List } from '../parts/lists/list.tsx'
import { onePage } from '../parts/lists/pages-of.ts'
import { Mark } from '../parts/marks/mark.tsx'
import { useLanguage, useSay } from '../shell/language.tsx'
import { Page } from '../shell/page/page.tsx'
import { useSession } from '../shell/session/session.ts'
import { policyWords } from '../words/analyst/policies.ts'
import { policiesName } from './read-names.ts'

/** The client's policies. */
export function PoliciesPage() {
  const say = useSay(policyWords)
  const { lastro } = useSession()
  const query = useQuery({ queryKey: policiesName, queryFn: () => lastro.policies.list() })
  return (
    <Page
      title={say('title')}
      lede={say('lede')}
      acts={
        <Link href="/politicas/nova" className="button main">
          {say('newPolicy')}
        </Link>
      }
    >
      <Answered query={query}>{(policies) => <Policies policies={policies} />}</Answered>
    </Page>
  )
}

function Policies({ policies }: { readonly policies: readonly PolicyItem[] }) {
  const say = useSay(policyWords)
  const { language } = useLanguage()
  const stateOf = ({ retiredAt }: PolicyItem) => say(retiredAt === undefined ? 'inForce' : 'retired')
  return (
    <List
      caption={say('title')}
      pages={onePage(policies)}
      empty={
        <>
          {say('noPolicies')} <Link href="/politicas/nova">{say('newPolicy')}</Link>
        </>
      }
      rowKey={(row) => row.name}
      columns={[
        {
          id: 'title',
          label: say('called'),
          text: (row) => printable(row.title[language]),
          cell: (row) => <Link href={`/politicas/${row.name}`}>{printable(row.title[language])}</Link>,
        },
        { id: 'for', label: say('forWhom'), text: (row) => row.documentTypes.join(', ') },
        {
          id: 'report',
          label: say('report'),
          text: (row) => products.find((one) => one.code === row.product)?.name[language] ?? row.product,
        },
        { id: 'version', label: say('version'), count: (row) => row.version },
        { id: 'savedAt', label: say('savedAt'), instant: (row) => row.createdAt },
        { id: 'by', label: say('by'), text: (row) => row.user?.name && printable(row.user.name) },
        {
          id: 'state',
          label: say('state'),
          isTallied: true,
          text: stateOf,
          cell: (row) => <Mark tone={row.retiredAt === undefined ? 'good' : 'quiet'}>{stateOf(row)}</Mark>,
        },
      ]}
    />
  )
}
