import type { Draft, Listing } from '@lastro/rules/listings/listing.ts'
import { productionRegister } from '@lastro/rules/listings/register.ts'
import type { Transaction } from 'kysely'
import type { Saving } from '../../features/listings/listing-store.ts'
import type { Tables } from '../engine/tables.ts'
import { addOutboxRows } from '../jobs/outbox.ts'
import { writeRequest } from '../person/person-requests.ts'
import { endCopiesOf } from '../sources/copy-terms.ts'
import { historyRows, listingRow, noticeRow, toldText } from './listing-rows.ts'

export class VersionMoved extends Error {}
export class PlaceTaken extends Error {}

/**
 * A change with all that goes with it. Listings in the order of their ids, so that two writers of one debt wait for each
 * other and never in a circle.
 */
export async function writeSaving(tx: Transaction<Tables>, { drafts, outbox }: Saving): Promise<void> {
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
  // Neither whose debt it is changes, nor its contract: the spellings of that stay as they were written.
  const { id, document, contract_key: _, contract_joined: __, contract_parts: ___, ...rest } = row
  const { numUpdatedRows } = await tx
    .updateTable('listing')
    .set(rest)
    .where('document', '=', document)
    .where('id', '=', id)
    .where('version', '=', keptVersion)
    .executeTakeFirst()
  if (numUpdatedRows !== 1n) throw new VersionMoved()
}

/** One that did not change itself: it must stand as it was read, for what its readers were told to be right. */
async function holdListing(tx: Transaction<Tables>, { id, document, version, told }: Listing): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('listing')
    .set({ told: toldText(told) })
    .where('document', '=', document)
    .where('id', '=', id)
    .where('version', '=', version)
    .executeTakeFirst()
  if (numUpdatedRows !== 1n) throw new VersionMoved()
}

async function writeHistory(tx: Transaction<Tables>, draft: Draft): Promise<void> {
  await tx.insertInto('listing_history').values(historyRows(draft)).execute()
}

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
