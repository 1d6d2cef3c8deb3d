import type { QueuedListing } from '@lastro/contract/operator/operator-listings.ts'
import { dateText, moneyText, printable } from '@lastro/reading/value-text.ts'
import { Link, useSearchParams } from 'wouter'
import { listingStateNames } from '../../creditor/state-mark.tsx'
import { SelectField } from '../../parts/forms/field.tsx'
import { instantOf } from '../../parts/instant.ts'
import { DataTable } from '../../parts/lists/data-table.tsx'
import { Listed } from '../../parts/lists/listed.tsx'
import { usePages } from '../../parts/lists/pages-of.ts'
import { Mark } from '../../parts/marks/mark.tsx'
import { Notice } from '../../parts/notice.tsx'
import { useSay } from '../../shell/language.tsx'
import { Page } from '../../shell/page/page.tsx'
import { creditorWords } from '../../words/creditor/creditor.ts'
import { reviewWords } from '../../words/operator/review.ts'
import { environmentNow } from '../clients/chosen-environment.ts'
import { ClientField } from '../clients/client-field.tsx'
import { EnvironmentSwitch } from '../clients/environment-switch.tsx'
import { useOperator } from '../operations.ts'
import { reviewName } from '../operator-names.ts'

/** The listings that wait for the operator. Environment, client and state are in the address, to be linked. */
export function ReviewPage() {
  const say = useSay(reviewWords)
  const sayState = useSay(creditorWords)
  const [search, setSearch] = useSearchParams()
  const environment = environmentNow(search.get('environment'))
  const clientId = search.get('client') ?? undefined
  const state = listingStateNames.find((one) => one === search.get('state'))
  const choose = (changes: Readonly<Record<string, string | undefined>>) =>
    setSearch(
      (before) => {
        const next = new URLSearchParams(before)
        for (const [name, value] of Object.entries(changes)) {
          if (value === undefined) next.delete(name)
          else next.set(name, value)
        }
        return next
      },
      // Each letter of a name is no page to go back to.
      { replace: true },
    )
  const lacksClient = environment === 'sandbox' && clientId === undefined
  return (
    <Page title={say('title')} lede={say('lede')}>
      <EnvironmentSwitch
        value={environment}
        onChoose={(chosen) => choose({ environment: chosen, client: undefined })}
      />
      <div className="filters">
        <ClientField
          key={environment}
          environment={environment}
          clientId={clientId}
          onChoose={(client) => choose({ client })}
        />
        <SelectField
          label={say('state')}
          value={state ?? ''}
          onChange={(event) => choose({ state: event.target.value || undefined })}
        >
          <option value="">{say('toReview')}</option>
          {listingStateNames.map((one) => (
            <option key={one} value={one}>
              {sayState(one)}
            </option>
          ))}
        </SelectField>
      </div>
      {lacksClient ? (
        <Notice>{say('nameClient')}</Notice>
      ) : (
        <Queue environment={environment} clientId={clientId} state={state} />
      )}
    </Page>
  )
}

type QueueProps = {
  readonly environment: QueuedListing['environment']
  readonly clientId: string | undefined
  readonly state: string | undefined
}

function Queue(asked: QueueProps) {
  const say = useSay(reviewWords)
  const operator = useOperator()
  const pages = usePages([...reviewName, asked], (cursor) => operator.listings({ ...asked, cursor }))
  return (
    <Listed pages={pages} empty={say('empty')}>
      {(items) => (
        <DataTable
          caption={say('title')}
          rows={items}
          rowKey={(row) => row.id}
          columns={[
            { label: say('debtor'), cell: (row) => <Debtor listing={row} /> },
            { label: say('client'), cell: (row) => printable(row.clientName ?? row.clientId) },
            { label: say('amount'), isFigure: true, cell: (row) => moneyText(row.amount) },
            { label: say('dueDate'), isFixed: true, cell: (row) => dateText(row.dueDate) },
            { label: say('receivedAt'), isFixed: true, cell: (row) => instantOf(row.receivedAt) },
            { label: say('why'), cell: (row) => <Why listing={row} /> },
          ]}
        />
      )}
    </Listed>
  )
}

/** The document is masked here; whoever needs it whole opens the listing. */
function Debtor({ listing }: { readonly listing: QueuedListing }) {
  const say = useSay(reviewWords)
  return (
    <>
      <Link href={`/operador/analise/${encodeURIComponent(listing.id)}`}>{printable(listing.name)}</Link>{' '}
      {listing.principalId !== undefined && <Mark tone="quiet">{say('guarantor')}</Mark>}
      <br />
      <span className="muted number">{listing.document}</span>
    </>
  )
}

function Why({ listing: { review, dispute } }: { readonly listing: QueuedListing }) {
  const say = useSay(reviewWords)
  return (
    <>
      {review?.reason}
      {dispute !== undefined && <p>{say('disputeUntil', { day: dateText(dispute.dueOn) })}</p>}
    </>
  )
}
