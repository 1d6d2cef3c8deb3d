import type { ListingState } from '@lastro/contract/listings/listing-codes.ts'
import { Mark } from '../parts/mark.tsx'
import type { Tone } from '../parts/tone-icon.tsx'
import { useSay } from '../shell/language.tsx'
import { creditorWords } from '../words/creditor.ts'

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

export function StateMark({ state }: { readonly state: ListingState }) {
  const say = useSay(creditorWords)
  return <Mark tone={tones[state]}>{say(state)}</Mark>
}
