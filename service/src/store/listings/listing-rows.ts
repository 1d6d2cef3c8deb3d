import type { ListingSection, ListingState } from '@lastro/contract/listings/listing-codes.ts'
import type { Day } from '@lastro/rules/calendar/day.ts'
import { shownUntil } from '@lastro/rules/listings/dispute.ts'
import { mailboxOf } from '@lastro/rules/listings/insertion/known-party.ts'
import type {
  Actor,
  Draft,
  HistoryEntry,
  LastTold,
  Listing,
  NoticeRecord,
} from '@lastro/rules/listings/listing.ts'
import { shownListing } from '@lastro/rules/listings/shown-listing.ts'
import { isActive } from '@lastro/rules/listings/states.ts'
import { nextDue } from '@lastro/rules/listings/time.ts'
import type { Insertable, Selectable } from 'kysely'
import type { Tables } from '../engine/tables.ts'
import { contractColumns } from './known-debts.ts'

export function listingRow(listing: Listing): Insertable<Tables['listing']> {
  const { dispute, creditor, contractId, publishOn, paidOn, expiresOn } = listing
  const isOpen = dispute !== undefined && dispute.outcome === undefined
  return {
    id: listing.id,
    register: listing.register,
    client_id: listing.clientId,
    principal_id: listing.principalId ?? null,
    document: listing.document,
    creditor_document: creditor?.document ?? null,
    contract_id: contractId ?? null,
    ...contractColumns(contractId),
    section: listing.section,
    state: listing.state,
    is_active: isActive(listing.state) ? 1 : 0,
    version: listing.version,
    created_at_ms: listing.createdAtMs,
    amount_cents: Number(listing.amountCents),
    due_date: listing.dueDate,
    publish_on: publishOn ?? null,
    expires_on: expiresOn,
    paid_on: paidOn ?? null,
    answer_by: isOpen ? shownUntil(dispute) : null,
    next_due_on: nextDue(listing)?.on ?? null,
    review: isActive(listing.state) ? (listing.review ?? null) : null,
    mailbox: mailboxOf(listing.contact) ?? null,
    facts: JSON.stringify(factsOf(listing)),
    told: toldText(listing.told),
  }
}

export const toldText = (told: LastTold | undefined): string => JSON.stringify(told ?? null)

/** Of one that was kept before this was: its readers were told of its publication, and what was public of it since. */
function toldBefore(listing: Omit<Listing, 'told'>): LastTold | undefined {
  const { publishedOn, state, paidOn, dispute } = listing
  if (publishedOn === undefined) return undefined
  const isOverdue = dispute !== undefined && dispute.outcome === undefined && dispute.isOverdue
  const isShown = state === 'published' && paidOn === undefined && !isOverdue
  const isOver = !isActive(state)
  if (!isShown) return { shown: undefined, untilMs: Number.MAX_SAFE_INTEGER, isOver }
  return { shown: shownListing({ ...listing, told: undefined }), untilMs: undefined, isOver }
}

/** What no query looks for. */
type Facts = Pick<
  Listing,
  | 'name'
  | 'birthDate'
  | 'address'
  | 'contact'
  | 'creditor'
  | 'legalNatureId'
  | 'legalSquare'
  | 'formerDebts'
  | 'subJudice'
  | 'courtCase'
  | 'notice'
  | 'deliveredOn'
  | 'waitingEndsOn'
  | 'publishedOn'
  | 'isReminded'
  | 'refusal'
  | 'review'
  | 'moreReviews'
  | 'reviewed'
  | 'release'
  | 'suspension'
  | 'dispute'
  | 'earlier'
  | 'lifted'
  | 'requestKey'
>

const factsOf = (listing: Listing): Facts => ({
  name: listing.name,
  birthDate: listing.birthDate,
  address: listing.address,
  contact: listing.contact,
  creditor: listing.creditor,
  legalNatureId: listing.legalNatureId,
  legalSquare: listing.legalSquare,
  formerDebts: listing.formerDebts,
  subJudice: listing.subJudice,
  courtCase: listing.courtCase,
  notice: listing.notice,
  deliveredOn: listing.deliveredOn,
  waitingEndsOn: listing.waitingEndsOn,
  publishedOn: listing.publishedOn,
  isReminded: listing.isReminded,
  refusal: listing.refusal,
  review: listing.review,
  moreReviews: listing.moreReviews,
  reviewed: listing.reviewed,
  release: listing.release,
  suspension: listing.suspension,
  dispute: listing.dispute,
  earlier: listing.earlier,
  lifted: listing.lifted,
  requestKey: listing.requestKey,
})

export function listingOf(row: Selectable<Tables['listing']>): Listing {
  const facts: Facts = JSON.parse(row.facts)
  const listing = {
    id: row.id,
    register: row.register,
    clientId: row.client_id,
    principalId: row.principal_id ?? undefined,
    state: row.state as ListingState,
    version: row.version,
    createdAtMs: row.created_at_ms,
    document: row.document,
    contractId: row.contract_id ?? undefined,
    section: row.section as ListingSection,
    amountCents: BigInt(row.amount_cents),
    dueDate: row.due_date as Day,
    publishOn: (row.publish_on as Day | null) ?? undefined,
    expiresOn: row.expires_on as Day,
    paidOn: (row.paid_on as Day | null) ?? undefined,
    name: facts.name,
    birthDate: facts.birthDate,
    address: facts.address,
    contact: facts.contact,
    creditor: facts.creditor,
    legalNatureId: facts.legalNatureId,
    legalSquare: facts.legalSquare,
    // Rows from before it was kept say nothing of it.
    formerDebts: facts.formerDebts ?? [],
    subJudice: facts.subJudice,
    courtCase: facts.courtCase,
    notice: facts.notice,
    deliveredOn: facts.deliveredOn,
    waitingEndsOn: facts.waitingEndsOn,
    publishedOn: facts.publishedOn,
    isReminded: facts.isReminded,
    refusal: facts.refusal,
    review: facts.review,
    // Rows from before there were several say nothing of them.
    moreReviews: facts.moreReviews ?? [],
    reviewed: facts.reviewed ?? [],
    release: facts.release,
    suspension: facts.suspension,
    dispute: facts.dispute,
    earlier: facts.earlier,
    lifted: facts.lifted,
    requestKey: facts.requestKey,
  }
  return { ...listing, told: row.told === null ? toldBefore(listing) : (JSON.parse(row.told) ?? undefined) }
}

export const historyRows = ({ listing, entries }: Draft): Insertable<Tables['listing_history']>[] =>
  entries.map((one) => ({
    listing_id: listing.id,
    version: one.version,
    at_ms: one.atMs,
    on_day: one.on,
    change: one.change,
    state: one.state,
    actor: one.actor,
    cause: one.cause ?? null,
    shown: one.shown === undefined ? null : JSON.stringify(one.shown),
  }))

export const entryOf = (row: Selectable<Tables['listing_history']>): HistoryEntry => ({
  version: row.version,
  atMs: row.at_ms,
  on: row.on_day as Day,
  change: row.change as HistoryEntry['change'],
  state: row.state as ListingState,
  actor: row.actor as Actor,
  cause: row.cause ?? undefined,
  ...(row.shown !== null && { shown: JSON.parse(row.shown) }),
})

export const noticeRow = (one: NoticeRecord) => ({
  id: one.id,
  listing_id: one.listingId,
  register: one.register,
  version: one.version,
  channel: one.channel,
  status: one.status,
  created_at_ms: one.createdAtMs,
  sent_at_ms: one.sentAtMs ?? null,
  settled_on: one.settledOn ?? null,
  proof: one.proof ?? null,
  notice: one.notice === undefined ? null : noticeJson(one.notice),
  sha256: one.notice?.sha256 ?? null,
})

/** Cents outgrow JSON's numbers, so they are kept as text. */
const noticeJson = (notice: NonNullable<NoticeRecord['notice']>): string =>
  JSON.stringify({ ...notice, debt: { ...notice.debt, amountCents: String(notice.debt.amountCents) } })

function noticeFrom(text: string): NoticeRecord['notice'] {
  const kept = JSON.parse(text)
  return { ...kept, debt: { ...kept.debt, amountCents: BigInt(kept.debt.amountCents) } }
}

export const noticeOf = (row: Selectable<Tables['notice']>): NoticeRecord => ({
  id: row.id,
  listingId: row.listing_id,
  register: row.register,
  version: row.version,
  channel: row.channel as NoticeRecord['channel'],
  status: row.status as NoticeRecord['status'],
  createdAtMs: row.created_at_ms,
  sentAtMs: row.sent_at_ms ?? undefined,
  settledOn: (row.settled_on as Day | null) ?? undefined,
  proof: row.proof ?? undefined,
  notice: row.notice === null ? undefined : noticeFrom(row.notice),
})
