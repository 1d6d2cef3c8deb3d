import type { ListingStatus } from '@lastro/contract/listings/listings.ts'
import { printable } from '@lastro/reading/value-text.ts'
import { useState } from 'react'
import { Link, useParams } from 'wouter'
import { Loading } from '../../parts/loading.tsx'
import { Notice } from '../../parts/notice.tsx'
import { ProblemNotice } from '../../parts/problem-notice.tsx'
import { useSay } from '../../shell/language.tsx'
import { Page } from '../../shell/page/page.tsx'
import { creditorWords } from '../../words/creditor/creditor.ts'
import { Guarantors } from './guarantors.tsx'
import { ListingActs } from './listing-acts.tsx'
import { ListingHistory } from './listing-history.tsx'
import { ListingNotices } from './listing-notices.tsx'
import { type ListingPlace, useListing } from './listing-place.ts'
import { ListingSummary } from './listing-summary.tsx'

/** A debt, or one of its guarantors: where it stands, why, what comes next, and what can be done. */
export function ListingPage() {
  const { id = '', guarantorId } = useParams()
  const place: ListingPlace = { id, guarantorId }
  const say = useSay(creditorWords)
  const listing = useListing(place)
  const title = say(guarantorId === undefined ? 'listingTitle' : 'guarantorTitle')
  if (listing.data === undefined) {
    return (
      <Page title={title}>
        {listing.isError ? (
          <ProblemNotice error={listing.error} onRetry={() => void listing.refetch()} />
        ) : (
          <Loading />
        )}
      </Page>
    )
  }
  return <Opened place={place} listing={listing.data} title={title} />
}

type OpenedProps = { readonly place: ListingPlace; readonly listing: ListingStatus; readonly title: string }

function Opened({ place, listing, title }: OpenedProps) {
  const say = useSay(creditorWords)
  const [isDone, setIsDone] = useState(false)
  return (
    <Page
      title={title}
      subject={printable(listing.name)}
      acts={<ListingActs place={place} listing={listing} onDone={() => setIsDone(true)} />}
    >
      {isDone && <Notice tone="good">{say('done', { state: say(listing.state) })}</Notice>}
      {listing.principalId !== undefined && (
        <p>
          <Link href={`/dividas/${listing.principalId}`}>{say('principal')}</Link>
        </p>
      )}
      <ListingSummary listing={listing} />
      {place.guarantorId === undefined && <Guarantors id={place.id} listing={listing} />}
      <div className="beside">
        <ListingHistory history={listing.history} />
        <ListingNotices notices={listing.notices} />
      </div>
    </Page>
  )
}
