import type { ListingState } from '@lastro/contract/listings/listing-codes.ts'
import { useState } from 'react'
import { Link } from 'wouter'
import { useSay } from '../../shell/language.tsx'
import { creditorWords } from '../../words/creditor/creditor.ts'
import { isDisputed } from '../state-mark.tsx'
import { resendPath } from '../was-refused.tsx'
import { AnswerDispute, Dispute, Release, Resume, Suspend } from './act-dialogs.tsx'
import type { ActProps } from './listing-place.ts'
import { UpdateListing } from './update-listing.tsx'

const dialogs = {
  release: Release,
  update: UpdateListing,
  suspend: Suspend,
  resume: Resume,
  dispute: Dispute,
  answerDispute: AnswerDispute,
} as const

type Act = keyof typeof dialogs

/** What is offered in each state. The service decides: where another was quicker, it says so. */
const offered: Readonly<Record<ListingState, readonly Act[]>> = {
  received: ['release', 'update'],
  notice_queued: ['release', 'update', 'dispute'],
  notice_sent: ['release', 'update', 'dispute'],
  waiting: ['release', 'update', 'suspend', 'dispute'],
  published: ['release', 'update', 'suspend', 'dispute'],
  suspended: ['release', 'update', 'resume', 'dispute'],
  refused: [],
  released: [],
  expired: [],
  withdrawn: [],
}

export function ListingActs({ place, listing, onDone }: Omit<ActProps, 'onClose'>) {
  const say = useSay(creditorWords)
  const [open, setOpen] = useState<Act>()
  const acts = offered[listing.state].map((act) =>
    act === 'dispute' && isDisputed(listing) ? 'answerDispute' : act,
  )
  const Open = open === undefined ? undefined : dialogs[open]
  const close = () => setOpen(undefined)
  return (
    <>
      {listing.state === 'refused' && (
        <Link href={resendPath(place)} className="button main">
          {say('resend')}
        </Link>
      )}
      {acts.map((act) => (
        <button
          key={act}
          type="button"
          className={act === 'release' ? 'main' : undefined}
          onClick={() => setOpen(act)}
        >
          {say(act)}
        </button>
      ))}
      {Open !== undefined && (
        <Open
          place={place}
          listing={listing}
          onClose={close}
          onDone={() => {
            close()
            onDone()
          }}
        />
      )}
    </>
  )
}
