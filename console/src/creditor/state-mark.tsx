import type { ListingState } from '@lastro/contract/listings/listing-codes.ts'
import type { Listing } from '@lastro/contract/listings/listings.ts'
import { isActive } from '@lastro/rules/listings/states.ts'
import { Mark } from '../parts/marks/mark.tsx'
import type { Tone } from '../parts/marks/tone-icon.tsx'
import { useSay } from '../shell/language.tsx'
import { creditorWords } from '../words/creditor/creditor.ts'

const tones: Readonly<Record<ListingState, Tone | 'quiet'>> = {
  received: 'warn',
  refused: 'bad',
  notice_queued: 'info',
  notice_sent: 'info',
  waiting: 'info',
  published: 'good',
  suspended: 'warn',
  released: 'quiet',
  expired: 'quiet',
  withdrawn: 'quiet',
}

export const listingStateNames = Object.keys(tones) as readonly ListingState[]

/** Whether a dispute awaits the creditor's answer, which an ended debt no longer needs. */
export const isDisputed = ({ state, dispute }: Pick<Listing, 'state' | 'dispute'>): boolean =>
  isActive(state) && dispute !== undefined && dispute.outcome === undefined

type StateMarkProps = { readonly listing: Pick<Listing, 'state' | 'dispute'> }

export function StateMark({ listing }: StateMarkProps) {
  const say = useSay(creditorWords)
  return (
    <>
      <Mark tone={tones[listing.state]}>{say(listing.state)}</Mark>
      {isDisputed(listing) && <Mark tone="warn">{say('disputedMark')}</Mark>}
    </>
  )
}
