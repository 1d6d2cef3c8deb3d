import type { ListingSection, ListingState } from '@lastro/contract/listings/listing-codes.ts'
import type { Day } from '@lastro/rules/calendar/day.ts'
import { shownUntil } from '@lastro/rules/listings/dispute.ts'
import { mailboxOf } from '@lastro/rules/listings/insertion/known-party.ts'
import {
  type Actor,
  type Draft,
  type HistoryEntry,
  type Listing,
  type NoticeRecord,
  productionRegister,
  type Told,
} from '@lastro/rules/listings/listing.ts'
import { shownListing } from '@lastro/rules/listings/shown-listing.ts'
import { isActive } from '@lastro/rules/listings/states.ts'
import { nextDue } from '@lastro/rules/listings/time.ts'
import { type Insertable, type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import type { ListingStore, SandboxClockStore, Saving } from '../../features/listings/listing-store.ts'
import type { Tables } from '../engine/tables.ts'
import { addOutboxRows } from '../jobs/outbox.ts'
import { writeRequest } from '../person/person-requests.ts'
import { endCopiesOf } from '../sources/copy-terms.ts'
import type { DebtTurns } from './debt-turns.ts'
import { inSlices } from './in-slices.ts'
import { contractColumns, isStillKnown, knownRows } from './known-debts.ts'
import { earliestAnswerBy, listingGroups } from './listing-groups.ts'

/** Everything but the read of a report, which each engine does in its own way. */
export function listingStore(
  db: Kysely<Tables>,
  reads: Kysely<Tables>,
  forReport: ListingStore['forReport'],
  turns: DebtTurns,
): ListingStore {
  return {
    forReport,

    known: async (register, identities) => {
      const rows = await knownRows(reads, register, identities)
      return { register, identities, listings: rows.map(listingOf) }
    },

    insert: async (saving, known) => {
      try {
        await db.transaction().execute(async (tx) => {
          await write(tx, saving)
          if (!(await isStillKnown(tx, turns, known, saving.drafts))) throw new VersionMoved()
        })
        return true
      } catch (error) {
        if (error instanceof PlaceTaken || error instanceof VersionMoved) return false
        throw error
      }
    },

    save: async (saving) => {
      try {
        await db.transaction().execute((tx) => write(tx, saving))
        return true
      } catch (error) {
        if (error instanceof VersionMoved) return false
        throw error
      }
    },

    findDebt: async ({ register, clientId, id }) => {
      const rows = await reads
        .selectFrom('listing')
        .selectAll()
        .where((where) => where.or([where('id', '=', id), where('principal_id', '=', id)]))
        .where('register', '=', register)
        .$if(clientId !== undefined, (query) => query.where('client_id', '=', clientId ?? ''))
        .orderBy('created_at_ms')
        .orderBy('id')
        .execute()
      const all = rows.map(listingOf)
      const principal = all.find((one) => one.id === id && one.principalId === undefined)
      return principal && { principal, guarantors: all.filter((one) => one.principalId === id) }
    },

    sharedMailboxes: async (register, parties) => {
      const shared = new Set<string>()
      for (const some of inSlices(parties)) {
        const asked = some.map(({ mailbox, document }) => sql`(${mailbox}, ${document})`)
        // Two lookups in the index `listing_mailbox`, however many debts one mailbox has.
        const { rows } = await sql<{ mailbox: string; document: string }>`
          with asked (mailbox, document) as (values ${sql.join(asked)})
          select mailbox, document from asked where
            exists (select 1 from listing one where ${sameMailbox(register)} and one.document < asked.document)
            or exists (select 1 from listing one where ${sameMailbox(register)} and one.document > asked.document)
        `.execute(reads)
        for (const { mailbox, document } of rows) shared.add(`${mailbox} ${document}`)
      }
      return shared
    },

    findListing: async (id) => {
      const row = await reads.selectFrom('listing').selectAll().where('id', '=', id).executeTakeFirst()
      return row && listingOf(row)
    },

    findListings: async ({ register, clientId, ids }) => {
      if (ids.length === 0) return []
      const rows = await reads
        .selectFrom('listing')
        .selectAll()
        .where('register', '=', register)
        .where('client_id', '=', clientId)
        .where('id', 'in', ids)
        .execute()
      return rows.map(listingOf)
    },

    list: async (filter) => {
      const { register, clientId, state, disputed, document, contractId, withGuarantors, toReview } = filter
      const { refused, fromMs, untilMs, limit, after } = filter
      const rows = await reads
        .selectFrom('listing')
        .selectAll()
        .where('register', '=', register)
        .$if(withGuarantors === undefined, (query) => query.where('principal_id', 'is', null))
        .$if(clientId !== undefined, (query) => query.where('client_id', '=', clientId ?? ''))
        // Said as it is, so that the queue of those to review is read from its own index.
        .$if(state !== undefined, (query) => query.where('state', '=', sql.lit(state ?? '')))
        .$if(toReview === true, (query) => query.where('review', 'is not', null))
        .$if(disputed !== undefined, (query) =>
          query.where(earliestAnswerBy, disputed ? 'is not' : 'is', null),
        )
        .$if(refused !== undefined, (query) => query.where('state', refused ? '=' : '<>', 'refused'))
        .$if(document !== undefined, (query) => query.where('document', '=', document ?? ''))
        .$if(contractId !== undefined, (query) => query.where('contract_id', '=', contractId ?? ''))
        .$if(fromMs !== undefined, (query) => query.where('created_at_ms', '>=', fromMs ?? 0))
        .$if(untilMs !== undefined, (query) => query.where('created_at_ms', '<', untilMs ?? 0))
        .$if(after !== undefined, (query) =>
          query.where((where) =>
            where.or([
              where('created_at_ms', '<', after?.createdAtMs ?? 0),
              where.and([
                where('created_at_ms', '=', after?.createdAtMs ?? 0),
                where('id', '<', after?.id ?? ''),
              ]),
            ]),
          ),
        )
        .orderBy('created_at_ms', 'desc')
        .orderBy('id', 'desc')
        .limit(limit)
        .execute()
      return rows.map(listingOf)
    },

    groups: listingGroups(reads),

    history: async (listingId) => {
      const rows = await reads
        .selectFrom('listing_history')
        .selectAll()
        .where('listing_id', '=', listingId)
        .orderBy('version')
        .execute()
      return rows.map(entryOf)
    },

    notices: async (listingId) => {
      const rows = await reads
        .selectFrom('notice')
        .selectAll()
        .where('listing_id', '=', listingId)
        .orderBy('version')
        .execute()
      return rows.map(noticeOf)
    },

    findNotice: async (id) => {
      const row = await reads.selectFrom('notice').selectAll().where('id', '=', id).executeTakeFirst()
      return row && noticeOf(row)
    },

    dueDebts: async ({ register, clientId, today, limit }) => {
      const rows = await reads
        .selectFrom('listing')
        .select(['id', 'principal_id'])
        .where('register', '=', register)
        .where('next_due_on', '<=', today)
        .$if(clientId !== undefined, (query) => query.where('client_id', '=', clientId ?? ''))
        .orderBy('next_due_on')
        .limit(limit)
        .execute()
      return [...new Set(rows.map((row) => row.principal_id ?? row.id))]
    },

    sandboxRegisters: async () => {
      const rows = await reads
        .selectFrom('listing')
        .select('register')
        .distinct()
        .where('next_due_on', 'is not', null)
        // Two ranges of the index, one on each side of production's, which is by far the longest.
        .where((where) =>
          where.or([where('register', '<', productionRegister), where('register', '>', productionRegister)]),
        )
        .execute()
      return rows.map((row) => row.register)
    },

    keepNotice: async (record) => {
      const { id, ...rest } = noticeRow(record)
      const { numUpdatedRows } = await db
        .updateTable('notice')
        .set(rest)
        .where('id', '=', id)
        .where('status', '=', 'queued')
        .executeTakeFirst()
      return numUpdatedRows === 1n
    },

    lettersWithoutLot: async (limit) => {
      const rows = await reads
        .selectFrom('notice')
        .selectAll()
        .where('channel', '=', 'letter')
        .where('status', '=', 'sent')
        .where('lot', 'is', null)
        .orderBy('id')
        .limit(limit)
        .execute()
      return rows.map(noticeOf)
    },

    putInLot: async (noticeIds, lot) => {
      if (noticeIds.length === 0) return
      await db
        .updateTable('notice')
        .set({ lot })
        .where('id', 'in', [...noticeIds])
        .where('lot', 'is', null)
        .execute()
    },

    noticesInLot: async (lot) => {
      const rows = await reads.selectFrom('notice').selectAll().where('lot', '=', lot).orderBy('id').execute()
      return rows.map(noticeOf)
    },
  }
}

export function sandboxClockStore(db: Kysely<Tables>, reads: Kysely<Tables>): SandboxClockStore {
  return {
    offsetMs: async (clientId) => {
      const row = await reads
        .selectFrom('sandbox_clock')
        .select('offset_ms')
        .where('client_id', '=', clientId)
        .executeTakeFirst()
      return row?.offset_ms ?? 0
    },
    advance: (clientId, { fromMs, toMs }) =>
      db.transaction().execute(async (tx) => {
        await tx
          .insertInto('sandbox_clock')
          .values({ client_id: clientId, offset_ms: 0 })
          .onConflict((conflict) => conflict.doNothing())
          .execute()
        const { numUpdatedRows } = await tx
          .updateTable('sandbox_clock')
          .set({ offset_ms: toMs })
          .where('client_id', '=', clientId)
          .where('offset_ms', '=', fromMs)
          .executeTakeFirst()
        return numUpdatedRows === 1n
      }),
  }
}

const sameMailbox = (register: string) =>
  sql`one.register = ${register} and one.mailbox = asked.mailbox and one.mailbox is not null
    and one.state <> 'refused'`

class VersionMoved extends Error {}
class PlaceTaken extends Error {}

/** Listings in the order of their ids, so that two writers of one debt wait for each other and never in a circle. */
async function write(tx: Transaction<Tables>, { drafts, outbox }: Saving): Promise<void> {
  for (const draft of drafts.toSorted((a, b) => (a.listing.id < b.listing.id ? -1 : 1))) {
    if (draft.keptVersion === draft.listing.version) {
      await holdListing(tx, draft.listing)
      continue
    }
    await writeListing(tx, draft)
    await endCopies(tx, draft)
    await writeHistory(tx, draft)
    await writeNotices(tx, draft)
    await writeRequest(tx, draft)
  }
  await addOutboxRows(tx, outbox)
}

/**
 * Whatever changes a debt here, a release, a correction or a suspension, ends the copies of what other bureaus said of
 * its debtor: they may tell the debt as it was.
 */
async function endCopies(tx: Transaction<Tables>, { keptVersion, listing, entries }: Draft): Promise<void> {
  if (keptVersion === undefined || listing.register !== productionRegister) return
  const atMs = Math.max(...entries.map((one) => one.atMs))
  await endCopiesOf(tx, listing.document, atMs)
}

async function writeListing(tx: Transaction<Tables>, { keptVersion, listing }: Draft): Promise<void> {
  const row = listingRow(listing)
  if (keptVersion === undefined) {
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto('listing')
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
    if (numInsertedOrUpdatedRows !== 1n) throw new PlaceTaken()
    return
  }
  // A contract never changes: its spellings stay as they were written.
  const { id, contract_key: _, contract_joined: __, contract_parts: ___, ...rest } = row
  const { numUpdatedRows } = await tx
    .updateTable('listing')
    .set(rest)
    .where('id', '=', id)
    .where('version', '=', keptVersion)
    .executeTakeFirst()
  if (numUpdatedRows !== 1n) throw new VersionMoved()
}

/** One that did not change itself: it must stand as it was read, for what its readers were told to be right. */
async function holdListing(tx: Transaction<Tables>, { id, version, told }: Listing): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('listing')
    .set({ told: toldText(told) })
    .where('id', '=', id)
    .where('version', '=', version)
    .executeTakeFirst()
  if (numUpdatedRows !== 1n) throw new VersionMoved()
}

async function writeHistory(tx: Transaction<Tables>, draft: Draft): Promise<void> {
  await tx.insertInto('listing_history').values(historyRows(draft)).execute()
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

async function writeNotices(tx: Transaction<Tables>, { listing, notices }: Draft): Promise<void> {
  for (const one of notices) {
    const row = noticeRow(one)
    const { id: _, ...rest } = row
    await tx
      .insertInto('notice')
      .values({ ...row, lot: null })
      .onConflict((conflict) => conflict.column('id').doUpdateSet(rest))
      .execute()
  }
  const isAwaited = listing.state === 'notice_queued' || listing.state === 'notice_sent'
  await tx
    .updateTable('notice')
    .set({ status: 'dropped' })
    .where('listing_id', '=', listing.id)
    // Neither sent nor, as a letter, put into a lot: it will not leave any more.
    .where((where) =>
      where.or([
        where('status', '=', 'queued'),
        where.and([where('status', '=', 'sent'), where('channel', '=', 'letter'), where('lot', 'is', null)]),
      ]),
    )
    .$if(isAwaited && listing.notice !== undefined, (query) =>
      query.where('id', '<>', listing.notice?.id ?? ''),
    )
    .execute()
}

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

const toldText = (told: Told | undefined): string => JSON.stringify(told ?? null)

/** Of one that was kept before this was: its readers were told of its publication, and what was public of it since. */
function toldBefore(listing: Omit<Listing, 'told'>): Told | undefined {
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

function listingOf(row: Selectable<Tables['listing']>): Listing {
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

const entryOf = (row: Selectable<Tables['listing_history']>): HistoryEntry => ({
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

const noticeOf = (row: Selectable<Tables['notice']>): NoticeRecord => ({
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
