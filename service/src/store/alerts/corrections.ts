import type { UntoldReason } from '@lastro/contract/operator/untold-reasons.ts'
import type { Letter } from '@lastro/rules/listings/notices/notice.ts'
import { productionRegister } from '@lastro/rules/listings/register.ts'
import { type Kysely, type Selectable, type SqlBool, sql } from 'kysely'
import type { CorrectionLetter, CorrectionStore } from '../../features/alerts/corrections/correction-store.ts'
import type { Engine, Tables } from '../engine/tables.ts'
import { correctionOf, correctionRow } from './correction-row.ts'
import { hasTurn, writeOccurrences } from './fan-out.ts'

export function correctionStore(db: Kysely<Tables>, reads: Kysely<Tables>, engine: Engine): CorrectionStore {
  return {
    tellClient: (told, correction, machineMs) =>
      db.transaction().execute(async (tx) => {
        if (engine === 'postgres') await hasTurn(tx, true)
        await writeOccurrences(tx, [told], machineMs)
        if (correction === undefined) return
        await tx
          .insertInto('correction')
          .values(correctionRow(correction))
          .onConflict((conflict) => conflict.doNothing())
          .execute()
      }),

    ofClient: async ({ register, clientId, listingIds }) => {
      if (listingIds.length === 0) return []
      const rows = await reads
        .selectFrom('correction')
        .innerJoin('occurrence', 'occurrence.id', 'correction.occurrence_id')
        .select(['listing_id', 'wrong_versions', 'occurrence_id', 'payload'])
        .select(toldAtMs.as('told_at_ms'))
        .where('correction.client_id', '=', clientId)
        .where('correction.register', '=', register)
        .where('recipient', '=', 'reader')
        .where('listing_id', 'in', [...listingIds])
        .orderBy('version')
        .execute()
      return rows.map((row) => ({
        listingId: row.listing_id,
        wrongVersions: JSON.parse(row.wrong_versions),
        toldAtMs: row.told_at_ms ?? undefined,
        occurrenceId: row.occurrence_id ?? '',
        data: JSON.parse(row.payload),
      }))
    },

    keepForDebtor: async (correction, letter) => {
      const row = {
        ...correctionRow(correction),
        letter: letter === undefined ? null : JSON.stringify(letter),
      }
      const { way, told_at_ms, told_by } = row
      await db
        .insertInto('correction')
        .values(row)
        .onConflict((conflict) =>
          conflict
            .column('id')
            .doUpdateSet({ way, letter: row.letter, told_at_ms, told_by })
            .where('correction.told_at_ms', 'is', null)
            // A mail may come back before it is written down that it was taken: then a letter is on its way.
            .where((where) =>
              told_at_ms === null ? where.lit(true) : where('correction.way', '=', way ?? null),
            ),
        )
        .execute()
    },

    mailReturned: async (id) => {
      const row = await db
        .selectFrom('correction')
        .selectAll()
        .where('id', '=', id)
        .where('recipient', '=', 'debtor')
        .executeTakeFirst()
      if (row === undefined) return 'unknown'
      const hasAddress = letterOf(row).some(({ letter }) => letter.recipient.address !== undefined)
      const { numUpdatedRows } = await db
        .updateTable('correction')
        .set({ way: hasAddress ? 'letter' : null, told_at_ms: null, told_by: null })
        .where('id', '=', id)
        .where('way', '=', 'email')
        .where((where) => where.or([where('told_by', 'is', null), where('told_by', '=', 'email')]))
        .executeTakeFirst()
      return numUpdatedRows > 0n ? 'recorded' : 'stale'
    },

    lettersWithoutLot: async (limit) => {
      const rows = await reads
        .selectFrom('correction')
        .selectAll()
        .where('told_at_ms', 'is', null)
        .where('way', '=', 'letter')
        .where('lot', 'is', null)
        .orderBy('created_at_ms')
        .orderBy('id')
        .limit(limit)
        .execute()
      return rows.flatMap(letterOf)
    },

    putInLot: async (ids, lot) => {
      if (ids.length === 0) return
      await db
        .updateTable('correction')
        .set({ lot })
        .where('id', 'in', [...ids])
        .where('lot', 'is', null)
        // Somebody may have told it since it was looked for.
        .where('told_at_ms', 'is', null)
        .where('way', '=', 'letter')
        .execute()
    },

    lettersInLot: async (lot) => {
      const rows = await db
        .selectFrom('correction')
        .selectAll()
        .where('lot', '=', lot)
        .orderBy('created_at_ms')
        .orderBy('id')
        .execute()
      return rows.flatMap(letterOf)
    },

    untold: async ({ environment, today, after, limit }) => {
      const rows = await reads
        .selectFrom('correction')
        .leftJoin('client', 'client.id', 'correction.client_id')
        .selectAll('correction')
        .select('client.revoked_at_ms')
        .select([deliveries('1 = 1').as('deliveries'), deliveries("state = 'pending'").as('pending')])
        .where('told_at_ms', 'is', null)
        .where('correction.register', environment === 'production' ? '=' : '<>', productionRegister)
        .where(sql<SqlBool>`${deliveries("state = 'delivered'")} = 0`)
        .where(
          sql<SqlBool>`(due_on < ${today}
            or (recipient = 'reader' and ${deliveries("state = 'pending'")} = 0)
            or (recipient = 'debtor' and way is null))`,
        )
        .$if(after !== undefined, (query) =>
          query.where(
            sql<SqlBool>`(correction.created_at_ms, correction.id) > (${after?.createdAtMs ?? 0}, ${after?.id ?? ''})`,
          ),
        )
        .orderBy('correction.created_at_ms')
        .orderBy('correction.id')
        .limit(limit)
        .execute()
      return rows.map((row) => ({ ...correctionOf(row), reason: reasonOf(row) }))
    },

    told: async (id, { atMs, by, note }) => {
      const { numUpdatedRows } = await db
        .updateTable('correction')
        .set({ told_at_ms: atMs, told_by: by, note })
        .where('id', '=', id)
        .where('told_at_ms', 'is', null)
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },

    noteDelivered: async () => {
      const { numAffectedRows } = await sql`
        update correction set told_by = 'alert', told_at_ms = ${firstTaken}
        where told_at_ms is null and ${deliveries("state = 'delivered'")} > 0`.execute(db)
      return Number(numAffectedRows ?? 0)
    },
  }
}

/** When the first of its targets took it. */
const firstTaken = sql<number | null>`(select min(delivery.settled_at_ms) from delivery
  where delivery.occurrence_id = correction.occurrence_id and delivery.state = 'delivered')`

/** Also before it is noted. */
const toldAtMs = sql<number | null>`coalesce(correction.told_at_ms, ${firstTaken})`

/** How many of its deliveries are so. */
const deliveries = (condition: string) =>
  sql<number>`(select cast(count(*) as integer) from delivery
    where delivery.occurrence_id = correction.occurrence_id and ${sql.raw(condition)})`

type UntoldRow = Selectable<Tables['correction']> & {
  readonly revoked_at_ms: number | null
  readonly deliveries: number
  readonly pending: number
}

function reasonOf(row: UntoldRow): UntoldReason {
  if (row.recipient === 'debtor') return row.way === null ? 'no_channel' : 'overdue'
  if (row.revoked_at_ms !== null) return 'client_revoked'
  if (row.pending > 0) return 'overdue'
  return row.deliveries === 0 ? 'no_channel' : 'undelivered'
}

const letterOf = (row: Selectable<Tables['correction']>): CorrectionLetter[] =>
  row.letter === null
    ? []
    : [{ id: row.id, toldAtMs: row.told_at_ms ?? undefined, letter: JSON.parse(row.letter) as Letter }]
