import type { WebhookOffReason } from '@lastro/contract/alerts/webhooks.ts'
import type { Insertable, Kysely, Selectable } from 'kysely'
import type { OwnedKey } from '../../features/alerts/alert-store.ts'
import type { Webhook, WebhookState } from '../../features/alerts/webhooks/webhook.ts'
import type { WebhookStore } from '../../features/alerts/webhooks/webhook-store.ts'
import { clientTurn } from '../clients/client-turn.ts'
import { patiently } from '../engine/after-deadlock.ts'
import type { Tables } from '../engine/tables.ts'
import { addOutboxRows } from '../jobs/outbox.ts'
import { eventsOf, eventsText } from './alert-documents.ts'
import { dropDeliveries } from './deliveries.ts'

export function webhookStore(db: Kysely<Tables>, reads: Kysely<Tables>): WebhookStore {
  return {
    insert: (webhook, countMax) =>
      db.transaction().execute(async (tx) => {
        await clientTurn(tx, webhook.clientId)
        const kept = await ofClient(tx, webhook).execute()
        const same = kept.find((row) => row.request_key !== null && row.request_key === webhook.requestKey)
        if (same !== undefined) return { kind: 'existing', webhook: webhookOf(same) }
        if (kept.length >= countMax) return { kind: 'too_many' }
        await tx.insertInto('webhook').values(webhookRow(webhook)).execute()
        return { kind: 'inserted' }
      }),

    find: async (key) => {
      const row = await ofClient(reads, key).where('id', '=', key.id).executeTakeFirst()
      return row && webhookOf(row)
    },

    findAny: async (ids) => {
      if (ids.length === 0) return []
      const rows = await reads
        .selectFrom('webhook')
        .selectAll()
        .where('id', 'in', [...ids])
        .execute()
      return rows.map(webhookOf)
    },

    list: async (owner) => {
      const rows = await ofClient(reads, owner)
        .orderBy('created_at_ms', 'desc')
        .orderBy('id', 'desc')
        .execute()
      return rows.map(webhookOf)
    },

    update: (next, keptVersion, { outbox = [], ...moment }) =>
      patiently(db, async (tx) => {
        // Since when it fails is the senders' to write, beside whoever changes it; one that begins anew says so.
        const { failing_since_ms, ...row } = webhookRow(next)
        const { numUpdatedRows } = await tx
          .updateTable('webhook')
          .set(failing_since_ms === null ? { ...row, failing_since_ms } : row)
          .where('id', '=', next.id)
          .where('version', '=', keptVersion)
          .executeTakeFirst()
        if (numUpdatedRows === 0n) return false
        if (next.state === 'off') await dropDeliveries(tx, next.id, moment)
        await addOutboxRows(tx, outbox)
        return true
      }),

    remove: (key, moment) =>
      patiently(db, async (tx) => {
        const { numDeletedRows } = await tx
          .deleteFrom('webhook')
          .where('id', '=', key.id)
          .where('register', '=', key.register)
          .where('client_id', '=', key.clientId)
          .executeTakeFirst()
        if (numDeletedRows === 0n) return false
        await dropDeliveries(tx, key.id, moment)
        return true
      }),

    setFailing: async ({ id, url }, sinceMs) => {
      await db
        .updateTable('webhook')
        .set({ failing_since_ms: sinceMs ?? null })
        .where('id', '=', id)
        .where('url', '=', url)
        .where('failing_since_ms', sinceMs === undefined ? 'is not' : 'is', null)
        .execute()
    },
  }
}

const ofClient = (db: Kysely<Tables>, { register, clientId }: Omit<OwnedKey, 'id'>) =>
  db.selectFrom('webhook').selectAll().where('client_id', '=', clientId).where('register', '=', register)

const webhookRow = (one: Webhook): Insertable<Tables['webhook']> => ({
  id: one.id,
  register: one.register,
  client_id: one.clientId,
  url: one.url,
  events: eventsText(one.events),
  label: one.label ?? null,
  secrets: JSON.stringify(one.secrets),
  state: one.state,
  disabled_reason: one.offReason ?? null,
  disabled_at_ms: one.offAtMs ?? null,
  failing_since_ms: one.failingSinceMs ?? null,
  version: one.version,
  created_at_ms: one.createdAtMs,
  request_key: one.requestKey ?? null,
})

const webhookOf = (row: Selectable<Tables['webhook']>): Webhook => ({
  id: row.id,
  register: row.register,
  clientId: row.client_id,
  url: row.url,
  events: eventsOf(row.events),
  label: row.label ?? undefined,
  secrets: JSON.parse(row.secrets),
  state: row.state as WebhookState,
  offReason: (row.disabled_reason as WebhookOffReason | null) ?? undefined,
  offAtMs: row.disabled_at_ms ?? undefined,
  failingSinceMs: row.failing_since_ms ?? undefined,
  version: row.version,
  createdAtMs: row.created_at_ms,
  requestKey: row.request_key ?? undefined,
})
