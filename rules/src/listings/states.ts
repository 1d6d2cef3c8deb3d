import type { ListingChange, ListingState } from '@lastro/contract/listings/listing-codes.ts'

/**
 * Every legal change of a listing, and of a guarantor, on one screen: in this state, this event, that state.
 * What is not here does not happen.
 */
export const transitions = {
  received: {
    suspend: 'suspended',
    dispute: 'received',
    rejectDispute: 'received',
    overdueDispute: 'received',
    accept: 'notice_queued',
    refuse: 'refused',
    update: 'received',
    keep: 'received',
    withdraw: 'withdrawn',
    expire: 'expired',
    addGuarantor: 'received',
  },
  notice_queued: {
    suspend: 'suspended',
    send: 'notice_sent',
    retry: 'notice_queued',
    refuse: 'refused',
    hold: 'received',
    update: 'notice_queued',
    raise: 'notice_queued',
    dispute: 'notice_queued',
    rejectDispute: 'notice_queued',
    overdueDispute: 'notice_queued',
    withdraw: 'withdrawn',
    expire: 'expired',
    addGuarantor: 'notice_queued',
  },
  notice_sent: {
    suspend: 'suspended',
    deliver: 'waiting',
    retry: 'notice_queued',
    refuse: 'refused',
    hold: 'received',
    update: 'notice_sent',
    raise: 'notice_queued',
    dispute: 'notice_sent',
    rejectDispute: 'notice_sent',
    overdueDispute: 'notice_sent',
    withdraw: 'withdrawn',
    expire: 'expired',
    addGuarantor: 'notice_sent',
  },
  waiting: {
    publish: 'published',
    bounce: 'notice_queued',
    recordReturn: 'waiting',
    keep: 'waiting',
    refuse: 'refused',
    hold: 'received',
    update: 'waiting',
    raise: 'notice_queued',
    suspend: 'suspended',
    dispute: 'waiting',
    rejectDispute: 'waiting',
    overdueDispute: 'waiting',
    withdraw: 'withdrawn',
    expire: 'expired',
    addGuarantor: 'waiting',
  },
  published: {
    bounce: 'notice_queued',
    recordReturn: 'published',
    keep: 'published',
    update: 'published',
    raise: 'notice_queued',
    hold: 'received',
    suspend: 'suspended',
    pay: 'published',
    remind: 'published',
    dispute: 'published',
    rejectDispute: 'published',
    overdueDispute: 'published',
    release: 'released',
    expire: 'expired',
    addGuarantor: 'published',
  },
  suspended: {
    resume: 'published',
    resumeWaiting: 'waiting',
    resumeNotice: 'notice_queued',
    resumeReview: 'received',
    bounce: 'suspended',
    recordReturn: 'suspended',
    keep: 'suspended',
    suspend: 'suspended',
    update: 'suspended',
    pay: 'suspended',
    remind: 'suspended',
    dispute: 'suspended',
    rejectDispute: 'suspended',
    overdueDispute: 'suspended',
    release: 'released',
    withdraw: 'withdrawn',
    expire: 'expired',
    addGuarantor: 'suspended',
  },
  refused: { lift: 'refused' },
  released: { lift: 'released' },
  expired: {},
  withdrawn: { lift: 'withdrawn' },
} as const satisfies Record<ListingState, Partial<Record<string, ListingState>>>

type Row = (typeof transitions)[ListingState]
type EventsOf<Of> = Of extends unknown ? keyof Of : never
export type ListingEvent = EventsOf<Row>

/** Where an event leads; undefined when the state does not allow it. */
export const nextState = (state: ListingState, event: ListingEvent): ListingState | undefined => {
  const row: Partial<Record<ListingEvent, ListingState>> = transitions[state]
  return row[event]
}

/** States in which a listing may still change: these, and no others, hold the place of a debt. */
export const isActive = (state: ListingState): boolean => nextState(state, 'update') !== undefined

/** How each event is called in the history, and in the outbox as `listing.…`. */
export const changeOf: Readonly<Record<ListingEvent, ListingChange>> = {
  accept: 'notice_queued',
  refuse: 'refused',
  update: 'changed',
  withdraw: 'withdrawn',
  expire: 'expired',
  addGuarantor: 'guarantor_added',
  send: 'notice_sent',
  retry: 'notice_retried',
  bounce: 'notice_failed',
  recordReturn: 'notice_returned',
  keep: 'reviewed',
  hold: 'held',
  raise: 'changed',
  deliver: 'waiting',
  publish: 'published',
  suspend: 'suspended',
  resume: 'resumed',
  resumeWaiting: 'resumed',
  resumeNotice: 'resumed',
  resumeReview: 'resumed',
  pay: 'paid',
  remind: 'release_reminded',
  dispute: 'disputed',
  overdueDispute: 'dispute_overdue',
  rejectDispute: 'dispute_rejected',
  release: 'released',
  lift: 'lifted',
}
