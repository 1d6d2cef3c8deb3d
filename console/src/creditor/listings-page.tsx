import type { ListingState } from '@lastro/contract/listings/listing-codes.ts'
import type { Listing, ListingSummary } from '@lastro/contract/listings/listings.ts'
import { dateText, documentText, moneyText, printable } from '@lastro/reading/value-text.ts'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Link, useSearchParams } from 'wouter'
import { checkDocument } from '../parts/forms/document-check.ts'
import { DocumentField } from '../parts/forms/document-field.tsx'
import { TextField } from '../parts/forms/field.tsx'
import { DataTable } from '../parts/lists/data-table.tsx'
import { MorePages } from '../parts/lists/more-pages.tsx'
import { usePages } from '../parts/lists/pages-of.ts'
import { Loading } from '../parts/loading.tsx'
import { ProblemNotice } from '../parts/problem-notice.tsx'
import { useSay } from '../shell/language.tsx'
import { Page } from '../shell/page.tsx'
import { useSession } from '../shell/session.ts'
import { creditorWords } from '../words/creditor.ts'
import { nextStepText } from './next-step.ts'
import { listingStateNames, StateMark } from './state-mark.tsx'

/** The state is in the address, to be linked and kept; a document is in memory alone. */
export function ListingsPage() {
  const say = useSay(creditorWords)
  const { lastro } = useSession()
  const [search] = useSearchParams()
  const state = listingStateNames.find((one) => one === search.get('state'))
  const disputed = search.get('disputed') === 'true' || undefined
  const [filter, setFilter] = useState(noFilter)
  const pages = usePages(['listings', state, disputed, filter], (cursor) =>
    lastro.listings.page({ ...asked(filter), state, disputed, cursor }),
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
      <StateTabs chosen={disputed ? 'disputed' : state} />
      <Filters onFilter={setFilter} />
      {pages.isError && <ProblemNotice error={pages.error} onRetry={() => void pages.refetch()} />}
      {pages.isPending && <Loading />}
      {pages.items !== undefined && <ListingTable listings={pages.items} />}
      <MorePages pages={pages} />
    </Page>
  )
}

type Filter = {
  readonly text: string
  readonly contractId: string
  readonly from: string
  readonly until: string
}

const noFilter: Filter = { text: '', contractId: '', from: '', until: '' }

function asked({ text, contractId, from, until }: Filter) {
  const check = checkDocument(text)
  return {
    documento: check.kind === 'document' ? check.document : undefined,
    contractId: contractId || undefined,
    from: from || undefined,
    until: until || undefined,
  }
}

/** A dispute is no state of its own: a listing may be published and disputed at once. */
type Tab = ListingState | 'disputed' | undefined

const tabs: readonly Tab[] = [undefined, 'disputed', ...listingStateNames]

const addressOf = (tab: Tab): string =>
  tab === undefined ? '/dividas' : tab === 'disputed' ? '/dividas?disputed=true' : `/dividas?state=${tab}`

function StateTabs({ chosen }: { readonly chosen: Tab }) {
  const say = useSay(creditorWords)
  const { lastro } = useSession()
  const { data } = useQuery({ queryKey: ['listings', 'summary'], queryFn: () => lastro.listings.summary() })
  return (
    <nav aria-label={say('byState')}>
      <ul className="tabs">
        {tabs.map((tab) => (
          <li key={tab ?? 'all'}>
            <Link href={addressOf(tab)} aria-current={tab === chosen ? 'true' : undefined}>
              {say(tab ?? 'all')}
              {data !== undefined && <span className="muted"> {countIn(data, tab)}</span>}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function countIn({ states, disputed }: ListingSummary, tab: Tab): number {
  if (tab === 'disputed') return disputed.count
  const counted = tab === undefined ? states : states.filter(({ state }) => state === tab)
  return counted.reduce((sum, { count }) => sum + count, 0)
}

function Filters({ onFilter }: { readonly onFilter: (filter: Filter) => void }) {
  const say = useSay(creditorWords)
  const [typed, setTyped] = useState(noFilter)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const isWhole = typed.text === '' || checkDocument(typed.text).kind === 'document'
    if (isWhole) onFilter(typed)
  }
  const clear = () => {
    setTyped(noFilter)
    onFilter(noFilter)
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
        value={typed.text}
        onText={(text) => setTyped({ ...typed, text })}
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

function ListingTable({ listings }: { readonly listings: readonly Listing[] }) {
  const say = useSay(creditorWords)
  if (listings.length === 0) return <p className="muted">{say('noListings')}</p>
  return (
    <DataTable
      caption={say('listTitle')}
      rows={listings}
      rowKey={(row) => row.id}
      columns={[
        {
          label: say('debtor'),
          cell: (row) => (
            <>
              <Link href={`/dividas/${row.id}`}>{printable(row.name)}</Link>
              <br />
              <span className="muted number">{documentText(row.documento)}</span>
            </>
          ),
        },
        { label: say('contractId'), cell: (row) => row.contractId },
        { label: say('amount'), isFigure: true, cell: (row) => moneyText(row.amount) },
        { label: say('dueDate'), isFixed: true, cell: (row) => dateText(row.dueDate) },
        { label: say('state'), isFixed: true, cell: (row) => <StateMark listing={row} /> },
        { label: say('next'), cell: (row) => nextStepText(row.nextStep) },
      ]}
    />
  )
}
