import { productionRegister } from '@lastro/rules/listings/register.ts'
import { type Kysely, type SqlBool, sql } from 'kysely'
import type { ListingStore } from '../../features/listings/listing-store.ts'
import type { Tables } from '../engine/tables.ts'
import type { DebtTurns } from './debt-turns.ts'
import { inSlices } from './in-slices.ts'
import { isStillKnown, knownRows } from './known-debts.ts'
import { letterLots } from './letter-lots.ts'
import { isDisputedHere, isDisputedOnWorkers, listingGroups } from './listing-groups.ts'
import { entryOf, listingOf, noticeOf, noticeRow } from './listing-rows.ts'
import { PlaceTaken, VersionMoved, writeSaving } from './write-listings.ts'

/** Everything but the read of a report, which each engine does in its own way. */
export function listingStore(
  db: Kysely<Tables>,
  reads: Kysely<Tables>,
  forReport: ListingStore['forReport'],
  turns: DebtTurns,
  isDistributed = false,
): ListingStore {
  const isDisputed = isDistributed ? isDisputedOnWorkers : isDisputedHere
  const sharedMailboxes = isDistributed ? sharedOnWorkers : sharedHere
  return {
    forReport,

    countCreditors: async (register) => {
      const { count } = await reads
        .selectFrom('listing')
        .select(({ fn }) => fn.count<number | string>('creditor_document').distinct().as('count'))
        .where('register', '=', register)
        .where('state', 'not in', ['received', 'refused'])
        .executeTakeFirstOrThrow()
      return Number(count)
    },

    known: async (register, debts) => {
      const rows = await knownRows(reads, register, debts)
      return { register, debts, listings: rows.map(listingOf) }
    },

    insert: async (saving, known) => {
      try {
        await db.transaction().execute(async (tx) => {
          await writeSaving(tx, saving)
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
        await db.transaction().execute((tx) => writeSaving(tx, saving))
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

    sharedMailboxes: (register, parties) => sharedMailboxes(reads, register, parties),

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
          query.where(disputed ? isDisputed(filter) : sql<SqlBool>`not (${isDisputed(filter)})`),
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

    watchedDocuments: async ({ after, limit }) => {
      const rows = await reads
        .selectFrom('alert_document')
        .innerJoin('listing', (join) =>
          join
            .onRef('listing.document', '=', 'alert_document.document')
            .onRef('listing.register', '=', 'alert_document.register'),
        )
        .select('alert_document.document')
        .distinct()
        .where('alert_document.register', '=', productionRegister)
        .where('alert_document.document', '>', after)
        .where('listing.is_active', '=', 1)
        .orderBy('alert_document.document')
        .limit(limit)
        .execute()
      return rows.map((row) => row.document)
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

    ...letterLots(db, reads),
  }
}

type SharedMailboxes = (
  reads: Kysely<Tables>,
  ...asked: Parameters<ListingStore['sharedMailboxes']>
) => ReturnType<ListingStore['sharedMailboxes']>

const sharedHere: SharedMailboxes = async (reads, register, parties) => {
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
}

/** One who shares a mailbox lies on any worker: each says the first and the last that it has. */
const sharedOnWorkers: SharedMailboxes = async (reads, register, parties) => {
  const shared = new Set<string>()
  for (const some of inSlices(parties)) {
    const rows = await reads
      .selectFrom('listing')
      .select(({ fn }) => ['mailbox', fn.min('document').as('first'), fn.max('document').as('last')])
      .where('register', '=', register)
      .where(
        'mailbox',
        'in',
        some.map(({ mailbox }) => mailbox),
      )
      .where('state', '<>', 'refused')
      .groupBy('mailbox')
      .execute()
    const held = new Map(rows.map((row) => [row.mailbox, [row.first, row.last]]))
    for (const { mailbox, document } of some)
      if (held.get(mailbox)?.some((one) => one !== document)) shared.add(`${mailbox} ${document}`)
  }
  return shared
}

const sameMailbox = (register: string) =>
  sql`one.register = ${register} and one.mailbox = asked.mailbox and one.mailbox is not null
    and one.state <> 'refused'`
