import type { Kysely } from 'kysely'
import type { WatchedPolicyStore } from '../../features/alerts/portfolio/watched-policy-store.ts'
import type { Engine, Tables } from '../engine/tables.ts'
import { watchedDocumentOf } from './alert-documents.ts'
import { targetsOf } from './alert-targets.ts'
import { hasTurn, writeOccurrences } from './fan-out.ts'

/** It reads where it writes: what a run is decided on must not be older than what it is compared with. */
export const watchedPolicyStore = (db: Kysely<Tables>, engine: Engine): WatchedPolicyStore => ({
  find: async (registrationId) => {
    const row = await db
      .selectFrom('alert_document')
      .innerJoin('client', 'client.id', 'alert_document.client_id')
      .selectAll('alert_document')
      .select(['client.contract', 'client.revoked_at_ms'])
      .where('alert_document.id', '=', registrationId)
      .executeTakeFirst()
    if (row === undefined) return undefined
    return {
      watcher: {
        registration: watchedDocumentOf(row),
        contract: JSON.parse(row.contract),
        isRevoked: row.revoked_at_ms !== null,
        targets: await targetsOf(db, [row.client_id]),
      },
      decided: row.decided === null ? undefined : JSON.parse(row.decided),
      decidedCount: row.decided_count,
    }
  },

  keep: ({ registrationId, decidedCount }, decided, told, machineMs) =>
    db.transaction().execute(async (tx) => {
      if (told !== undefined && engine === 'postgres') await hasTurn(tx, true)
      const { numUpdatedRows } = await tx
        .updateTable('alert_document')
        .set({ decided: JSON.stringify(decided), decided_count: decidedCount + 1 })
        .where('id', '=', registrationId)
        .where('decided_count', '=', decidedCount)
        .executeTakeFirst()
      if (numUpdatedRows !== 1n) return false
      if (told !== undefined) await writeOccurrences(tx, [told], machineMs)
      return true
    }),
})
