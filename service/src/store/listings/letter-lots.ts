import type { Kysely, Selectable, Transaction } from 'kysely'
import type { ListingStore } from '../../features/listings/listing-store.ts'
import type { Tables } from '../engine/tables.ts'
import { inSlices } from './in-slices.ts'
import { listingOf, noticeOf } from './listing-rows.ts'

type LetterLots = Pick<ListingStore, 'lettersWithoutLot' | 'putInLot' | 'noticesInLot' | 'lotAgain'>

/** Letters on their way to the post, which takes them by the lot. */
export function letterLots(db: Kysely<Tables>, reads: Kysely<Tables>): LetterLots {
  return {
    lettersWithoutLot: async (limit) => {
      const found: NoticeRow[] = []
      for (let after = ''; found.length < limit; ) {
        const rows = await lettersAtHand(reads).where('id', '>', after).orderBy('id').limit(limit).execute()
        const last = rows.at(-1)
        if (last === undefined) break
        found.push(...(await ofUnpaidDebts(reads, rows)))
        after = last.id
      }
      return found.slice(0, limit).map(noticeOf)
    },

    // The debt may have been paid, released or suspended since it was looked for, and the letter dropped.
    putInLot: (noticeIds, lot) =>
      db.transaction().execute(async (tx) => {
        for (const some of inSlices(noticeIds)) {
          const rows = await lettersAtHand(tx).where('id', 'in', some).execute()
          const ids = (await ofUnpaidDebts(tx, rows)).map(({ id }) => id)
          if (ids.length === 0) continue
          await tx
            .updateTable('notice')
            .set({ lot })
            .where('id', 'in', ids)
            .where('lot', 'is', null)
            .where('status', '=', 'sent')
            .execute()
        }
      }),

    noticesInLot: async (lot) => {
      const rows = await reads.selectFrom('notice').selectAll().where('lot', '=', lot).orderBy('id').execute()
      return rows.map(noticeOf)
    },

    lotAgain: (lot) =>
      db.transaction().execute(async (tx) => {
        const rows = await tx.selectFrom('notice').selectAll().where('lot', '=', lot).orderBy('id').execute()
        const unpaid = await ofUnpaidDebts(tx, rows)
        const awaited = await awaitedAmong(tx, rows)
        const letters = unpaid.filter((row) => row.status === 'sent' && awaited.has(row.id))
        const stays = new Set(letters.map(({ id }) => id))
        const gone = rows.filter((row) => row.status === 'sent' && !stays.has(row.id))
        await takeFromLot(
          tx,
          gone.filter(({ id }) => awaited.has(id)),
          'sent',
        )
        await takeFromLot(
          tx,
          gone.filter(({ id }) => !awaited.has(id)),
          'dropped',
        )
        return { letters: letters.map(noticeOf), leftOut: rows.length - letters.length }
      }),
  }
}

type NoticeRow = Selectable<Tables['notice']>

/** Letters that wait to be printed. */
const lettersAtHand = (db: Kysely<Tables>) =>
  db
    .selectFrom('notice')
    .selectAll()
    .where('channel', '=', 'letter')
    .where('status', '=', 'sent')
    .where('lot', 'is', null)

/** Nobody is told of a debt that was paid, a guarantor neither: what waits here waits for its release. */
async function ofUnpaidDebts(
  db: Kysely<Tables>,
  notices: readonly NoticeRow[],
): Promise<readonly NoticeRow[]> {
  const listings = await standing(
    db,
    notices.map((one) => one.listing_id),
  )
  const principals = await standing(
    db,
    [...listings.values()].flatMap((one) => one.principal_id ?? []),
  )
  return notices.filter(({ listing_id }) => {
    const listing = listings.get(listing_id)
    const principal = principals.get(listing?.principal_id ?? '')
    return !listing?.paid_on && !principal?.paid_on
  })
}

async function standing(db: Kysely<Tables>, ids: readonly string[]) {
  const rows = []
  for (const some of inSlices([...new Set(ids)])) {
    const found = db.selectFrom('listing').select(['id', 'principal_id', 'paid_on'])
    rows.push(...(await found.where('id', 'in', some).execute()))
  }
  return new Map(rows.map((row) => [row.id, row]))
}

/** Of these notices, those that their listings wait for. */
async function awaitedAmong(db: Kysely<Tables>, notices: readonly NoticeRow[]): Promise<ReadonlySet<string>> {
  const awaited = new Set<string>()
  for (const some of inSlices([...new Set(notices.map((one) => one.listing_id))])) {
    const rows = await db.selectFrom('listing').selectAll().where('id', 'in', some).execute()
    for (const { state, notice } of rows.map(listingOf)) {
      if (state === 'notice_sent' && notice !== undefined) awaited.add(notice.id)
    }
  }
  return awaited
}

/** `sent`: it waits for its debt's release, in no lot. `dropped`: it will not leave any more. */
async function takeFromLot(
  tx: Transaction<Tables>,
  notices: readonly NoticeRow[],
  status: 'sent' | 'dropped',
): Promise<void> {
  for (const some of inSlices(notices.map(({ id }) => id))) {
    await tx
      .updateTable('notice')
      .set({ lot: null, status })
      .where('id', 'in', some)
      .where('status', '=', 'sent')
      .execute()
  }
}
