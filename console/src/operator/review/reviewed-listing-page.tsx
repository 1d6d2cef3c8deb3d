import type { OperatorListing } from '@lastro/contract/operator/operator-listings.ts'
import { printable } from '@lastro/reading/value-text.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useParams } from 'wouter'
import { ListingHistory } from '../../creditor/listing/listing-history.tsx'
import { ListingNotices } from '../../creditor/listing/listing-notices.tsx'
import { ListingSummary } from '../../creditor/listing/listing-summary.tsx'
import { Answered } from '../../parts/answered.tsx'
import { Notice } from '../../parts/notice.tsx'
import { useLanguage, useSay } from '../../shell/language.tsx'
import { Page } from '../../shell/page/page.tsx'
import { operatorWords } from '../../words/operator/operator.ts'
import { reviewWords } from '../../words/operator/review.ts'
import { useOperator } from '../operations.ts'
import { ReviewActs } from './review-acts.tsx'

/** A whole listing, with what an operator may do to it. */
export function ReviewedListingPage() {
  const { id = '' } = useParams()
  const say = useSay(reviewWords)
  const operator = useOperator()
  const { language } = useLanguage()
  const [isDone, setIsDone] = useState(false)
  const name = ['reviewed listing', id, language]
  const opened = useQuery({
    queryKey: name,
    queryFn: () => operator.listing(id),
    // Each reading goes on record: it is not read again but by somebody who asks.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  return (
    <Page
      title={say('listingTitle')}
      subject={opened.data && printable(opened.data.listing.name)}
      lede={say('onRecord')}
      acts={
        opened.data && <ReviewActs listing={opened.data.listing} name={name} onDone={() => setIsDone(true)} />
      }
    >
      {isDone && <Notice tone="good">{say('done')}</Notice>}
      <Answered query={opened}>{(data) => <Opened opened={data} />}</Answered>
    </Page>
  )
}

function Opened({ opened }: { readonly opened: OperatorListing }) {
  const say = useSay(reviewWords)
  const sayOperator = useSay(operatorWords)
  const { listing, environment, clientId, clientName } = opened
  const earlier = (listing.review ?? listing.refusal)?.earlierListingId
  return (
    <>
      <p>
        {say('of', {
          client: printable(clientName ?? clientId),
          environment: sayOperator(environment),
        })}
      </p>
      {earlier !== undefined && (
        <p>
          <Link href={`/operador/analise/${encodeURIComponent(earlier)}`}>{say('earlier')}</Link>
        </p>
      )}
      <ListingSummary listing={listing} />
      <div className="beside">
        <ListingHistory history={listing.history} />
        <ListingNotices notices={listing.notices} />
      </div>
    </>
  )
}
