import type { Day } from '@lastro/rules/calendar/day.ts'
import type { ToldCorrection } from '@lastro/rules/listings/told-correction.ts'
import { type Insertable, type Kysely, type Selectable, type SqlBool, sql } from 'kysely'
import type { Tables } from '../engine/tables.ts'

export const correctionRow = (one: ToldCorrection): Insertable<Tables['correction']> => ({
  id: one.id,
  register: one.register,
  client_id: one.clientId,
  recipient: one.recipient,
  listing_id: one.listingId,
  version: one.version,
  wrong_versions: JSON.stringify(one.wrongVersions),
  due_on: one.dueOn,
  occurrence_id: one.occurrenceId ?? null,
  way: one.way ?? null,
  letter: null,
  lot: null,
  created_at_ms: one.createdAtMs,
  told_at_ms: one.toldAtMs ?? null,
  told_by: one.toldAtMs === undefined ? null : (one.way ?? null),
  note: null,
})

export const correctionOf = (row: Selectable<Tables['correction']>): ToldCorrection => ({
  id: row.id,
  register: row.register,
  clientId: row.client_id,
  recipient: row.recipient as ToldCorrection['recipient'],
  listingId: row.listing_id,
  version: row.version,
  wrongVersions: JSON.parse(row.wrong_versions),
  dueOn: row.due_on as Day,
  occurrenceId: row.occurrence_id ?? undefined,
  way: (row.way ?? undefined) as ToldCorrection['way'],
  createdAtMs: row.created_at_ms,
  toldAtMs: row.told_at_ms ?? undefined,
})

/** What was taken has come back: unless another target has it too, nobody was told. */
export async function untellCorrection(db: Kysely<Tables>, occurrenceId: string): Promise<void> {
  await db
    .updateTable('correction')
    .set({ told_at_ms: null, told_by: null })
    .where('occurrence_id', '=', occurrenceId)
    .where('told_by', '=', 'alert')
    .where(
      sql<SqlBool>`not exists (select 1 from delivery
        where delivery.occurrence_id = ${occurrenceId} and delivery.state = 'delivered')`,
    )
    .execute()
}
