import type { Listing, ListingSummary } from '@lastro/contract/listings/listings.ts'
import { documentText, grouped, moneyText, printable } from '@lastro/reading/value-text.ts'
import { isActive } from '@lastro/rules/listings/states.ts'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Link } from 'wouter'
import { useFilter } from '../parts/filters/use-filter.ts'
import { checkDocument } from '../parts/forms/document-check.ts'
import { DocumentField } from '../parts/forms/document-field.tsx'
import { TextField } from '../parts/forms/field.tsx'
import { List } from '../parts/lists/list.tsx'
import { type Pages, usePages } from '../parts/lists/pages-of.ts'
import { useSay } from '../shell/language.tsx'
import { Page } from '../shell/page/page.tsx'
import { useSession } from '../shell/session/session.ts'
import { creditorWords } from '../words/creditor/creditor.ts'
import { amountIn, countIn, type Tab } from './counted-listings.ts'
import { nextStepText } from './listing/next-step.ts'
import { listingStateNames, StateMark } from './state-mark.tsx'

const filterNames = ['state', 'disputed', 'documento', 'contractId', 'from', 'until'] as const

/** What they are narrowed by is in the address, to be linked and kept; a document is in memory alone. */
export function ListingsPage() {
  const say = useSay(creditorWords)
  const { lastro } = useSession()
  const { filter, setFilter, addressOf } = useFilter(filterNames)
  const state = listingStateNames.find((one) => one === filter.state)
  const disputed = filter.disputed === 'true' || undefined
  const { contractId, from, until } = filter
  const check = checkDocument(filter.documento ?? '')
  const documento = check.kind === 'document' ? check.document : undefined
  // All but those refused, unless they are what is looked at.
  const refused = state === undefined ? false : undefined
  const asked = { state, disputed, refused, documento, contractId, from, until }
  const pages = usePages(['listings', asked], (cursor, limit) =>
    lastro.listings.page({ ...asked, cursor, limit }),
  )
  return (
    <Page
      title={say('listTitle')}
      lede={say('listLede')}
      acts={
        <Link href="/dividas/nova" className="button main">
          {say('insert')}
        </Link>
      }
    >
      <StateTabs chosen={disputed ? 'disputed' : state} addressOf={addressOf} />
      <Filters filter={filter} onFilter={setFilter} />
      <Listings pages={pages} />
    </Page>
  )
}

type Filter = { readonly [Name in (typeof filterNames)[number]]?: string | undefined }

const tabs: readonly Tab[] = [undefined, 'disputed', ...listingStateNames]

const filterOf = (tab: Tab): Filter =>
  tab === 'disputed' ? { state: undefined, disputed: 'true' } : { state: tab, disputed: undefined }

type StateTabsProps = { readonly chosen: Tab; readonly addressOf: (filter: Filter) => string }

/** How many there are of each state, whatever else the list is narrowed by, and what those of the chosen one add up to. */
function StateTabs({ chosen, addressOf }: StateTabsProps) {
  const say = useSay(creditorWords)
  const { lastro } = useSession()
  const { data } = useQuery({ queryKey: ['listings', 'summary'], queryFn: () => lastro.listings.summary() })
  return (
    <nav aria-label={say('byState')}>
      <ul className="tabs">
        {tabs.map((tab) => (
          <li key={tab ?? 'all'}>
            <Link href={addressOf(filterOf(tab))} aria-current={tab === chosen ? 'true' : undefined}>
              {say(tab ?? 'all')}
              {data !== undefined && <TabCount count={countIn(data, tab)} />}
            </Link>
          </li>
        ))}
      </ul>
      {data !== undefined && <Total summary={data} chosen={chosen} />}
    </nav>
  )
}

const TabCount = ({ count }: { readonly count: number | undefined }) =>
  count === undefined ? null : <span className="muted"> {grouped(String(count))}</span>

type TotalProps = { readonly summary: ListingSummary; readonly chosen: Tab }

function Total({ summary, chosen }: TotalProps) {
  const say = useSay(creditorWords)
  const amount = amountIn(summary, chosen)
  return (
    <p className="muted">
      {amount !== undefined &&
        (countIn(summary, chosen) ?? 0) > 0 &&
        say('totalOf', { what: say(chosen ?? 'active'), amount: moneyText(amount) })}{' '}
      {(amount === undefined || chosen === undefined) && say('activeOnly')}
    </p>
  )
}

type Typed = Readonly<Record<'documento' | 'contractId' | 'from' | 'until', string>>

const typedOf = ({ documento = '', contractId = '', from = '', until = '' }: Filter): Typed => ({
  documento,
  contractId,
  from,
  until,
})

type FiltersProps = { readonly filter: Filter; readonly onFilter: (filter: Filter) => void }

function Filters({ filter, onFilter }: FiltersProps) {
  const say = useSay(creditorWords)
  const [typed, setTyped] = useState(() => typedOf(filter))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const isWhole = typed.documento === '' || checkDocument(typed.documento).kind === 'document'
    if (isWhole) onFilter({ ...filter, ...typed })
  }
  const clear = () => {
    setTyped(typedOf({}))
    onFilter({ ...filter, ...typedOf({}) })
  }
  const field = (
    name: 'contractId' | 'from' | 'until',
    word: 'contractId' | 'filterFrom' | 'filterUntil',
  ) => (
    <TextField
      label={say(word)}
      type={name === 'contractId' ? 'text' : 'date'}
      value={typed[name]}
      onChange={(event) => setTyped({ ...typed, [name]: event.target.value })}
    />
  )
  return (
    <form className="filters" onSubmit={submit}>
      <DocumentField
        label={say('documento')}
        value={typed.documento}
        onText={(documento) => setTyped({ ...typed, documento })}
        data-page-field
      />
      {field('contractId', 'contractId')}
      {field('from', 'filterFrom')}
      {field('until', 'filterUntil')}
      <div className="acts">
        <button type="submit">{say('filter')}</button>
        <button type="button" className="plain" onClick={clear}>
          {say('clear')}
        </button>
      </div>
    </form>
  )
}

function Listings({ pages }: { readonly pages: Pages<Listing> }) {
  const say = useSay(creditorWords)
  return (
    <List
      caption={say('listTitle')}
      pages={pages}
      empty={say('noListings')}
      rowKey={(row) => row.id}
      columns={[
        {
          id: 'name',
          label: say('debtor'),
          text: (row) => printable(row.name),
          cell: (row) => <Link href={`/dividas/${row.id}`}>{printable(row.name)}</Link>,
        },
        {
          id: 'document',
          label: say('documento'),
          isFixed: true,
          text: (row) => documentText(row.documento),
        },
        {
          id: 'contract',
          label: say('contractId'),
          text: (row) => row.contractId && printable(row.contractId),
        },
        {
          id: 'amount',
          label: say('amount'),
          amount: (row) => row.amount,
          isSummed: (row) => isActive(row.state),
        },
        { id: 'due', label: say('dueDate'), day: (row) => row.dueDate },
        {
          id: 'state',
          label: say('state'),
          isFixed: true,
          isTallied: true,
          text: (row) => say(row.state),
          cell: (row) => <StateMark listing={row} />,
        },
        { id: 'next', label: say('next'), text: (row) => nextStepText(row.nextStep), order: nextOn },
      ]}
    />
  )
}

/** The nearest deadline first. */
const nextOn = ({ nextStep }: Listing): string | undefined => nextStep.on
