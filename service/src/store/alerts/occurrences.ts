import type { Kysely } from 'kysely'
import type { AlertTarget, OccurrenceStore, Watcher } from '../../features/alerts/alert-store.ts'
import { afterOccurrence } from '../engine/after-cursor.ts'
import { batchWrites } from '../engine/batch-writes.ts'
import type { Engine, Tables } from '../engine/tables.ts'
import { targetsOf } from './alert-targets.ts'
import { attemptOf, deliveryOf, deliveryRow } from './deliveries.ts'
import { fanOut, watchersOf } from './fan-out.ts'
import { occurrenceOf } from './occurrence-row.ts'

/** What one statement holds: engines count the values in it. */
const recordedCountMax = 500

export function occurrenceStore(db: Kysely<Tables>, reads: Kysely<Tables>, engine: Engine): OccurrenceStore {
  const recorded = batchWrites(async (batch: readonly { readonly id: string; readonly nowMs: number }[]) => {
    await db
      .updateTable('occurrence')
      .set({ recorded_at_ms: Math.max(...batch.map((one) => one.nowMs)) })
      .where(
        'id',
        'in',
        batch.map((one) => one.id),
      )
      .where('recorded_at_ms', 'is', null)
      .execute()
  }, recordedCountMax)
  return {
    fanOut: (request, decide, follow) =>
      db.transaction().execute((tx) => fanOut(tx, engine, request, decide, follow)),

    find: async ({ register, clientId, id }) => {
      const row = await reads
        .selectFrom('occurrence')
        .selectAll()
        .where('id', '=', id)
        .where('register', '=', register)
        .where('client_id', '=', clientId)
        .executeTakeFirst()
      return row && occurrenceOf(row)
    },

    list: async ({ register, clientId, document, event, after, limit }) => {
      const rows = await reads
        .selectFrom('occurrence')
        .selectAll()
        .where('client_id', '=', clientId)
        .where('register', '=', register)
        .$if(document !== undefined, (query) => query.where('document', '=', document ?? ''))
        .$if(event !== undefined, (query) => query.where('event', '=', event ?? ''))
        .$if(after !== undefined, (query) => query.where(afterOccurrence(after)))
        .orderBy('created_at_ms', 'desc')
        .orderBy('sequence', 'desc')
        .orderBy('id', 'desc')
        .limit(limit)
        .execute()
      return rows.map(occurrenceOf)
    },

    deliveries: async (occurrenceId) => {
      const [deliveries, attempts] = await Promise.all([
        reads
          .selectFrom('delivery')
          .selectAll()
          .where('occurrence_id', '=', occurrenceId)
          .orderBy('target_kind')
          .orderBy('target_id')
          .execute(),
        reads
          .selectFrom('delivery_attempt')
          .selectAll()
          .where('occurrence_id', '=', occurrenceId)
          .orderBy('attempt')
          .execute(),
      ])
      return deliveries.map((row) => ({
        delivery: deliveryOf(row),
        attempts: attempts.filter((one) => one.target_id === row.target_id).map(attemptOf),
      }))
    },

    recorded: (id, nowMs) => recorded({ id, nowMs }),

    resend: async (occurrence, deliveries, nowMs) => {
      if (deliveries.length === 0) return
      const again = { state: 'pending', step: 0, claimed_until_ms: 0 } as const
      await db
        .insertInto('delivery')
        .values(deliveries.map((one) => deliveryRow(occurrence, one, nowMs)))
        .onConflict((conflict) =>
          conflict.columns(['occurrence_id', 'target_id']).doUpdateSet((set) => ({
            ...again,
            settled_at_ms: null,
            ended_at_ms: null,
            // Its target may have gone from one mail a day to one for each alert, or back.
            is_digest: set.ref('excluded.is_digest'),
            due_at_ms: set.ref('excluded.due_at_ms'),
          })),
        )
        .execute()
    },

    alertedOf: async ({ register, document }) => {
      const rows = await reads
        .selectFrom('occurrence')
        .select(['client_id', 'shown'])
        .distinct()
        .where('document', '=', document)
        .where('register', '=', register)
        .where('shown', '<>', '')
        // Whoever is told as a reader that something was wrong is in the trail.
        .where('registration_id', '<>', '')
        .execute()
      return rows.map((row) => ({ clientId: row.client_id, shown: row.shown }))
    },

    watchersOf: async (watched) => {
      const found: Watcher[] = []
      for await (const page of watchersOf(reads, [watched])) found.push(...[...page.values()].flat())
      return found
    },

    targets: async (clientId): Promise<readonly AlertTarget[]> => targetsOf(reads, [clientId]),
  }
}
