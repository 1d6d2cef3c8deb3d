import type { Language } from '@lastro/contract/text.ts'
import { type Insertable, type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import type { AlertEmail, Digest, EmailState, PausedReason } from '../../features/alerts/alert.ts'
import type { EmailStore, EmailToken, EventMoment } from '../../features/alerts/alert-store.ts'
import { clientTurn } from '../clients/client-turn.ts'
import { afterCursor } from '../engine/after-cursor.ts'
import { patiently } from '../engine/after-deadlock.ts'
import type { Tables } from '../engine/tables.ts'
import { addOutboxRows } from '../jobs/outbox.ts'
import { eventsOf, eventsText } from './alert-documents.ts'
import { isUsedUp, takeAllowances } from './allowances.ts'
import { dropDeliveries, isBeingSent, writeBounce } from './deliveries.ts'

export function emailStore(db: Kysely<Tables>, reads: Kysely<Tables>): EmailStore {
  return {
    insert: (email, outbox, { countMax, allowances, nowMs }) =>
      db.transaction().execute(async (tx) => {
        await clientTurn(tx, email.clientId)
        const existing = await ofAddress(tx, email)
        if (existing !== undefined) return { kind: 'existing', email: existing }
        const { count } = await tx
          .selectFrom('alert_email')
          .select(sql<number>`count(*)`.as('count'))
          .where('client_id', '=', email.clientId)
          .executeTakeFirstOrThrow()
        if (Number(count) >= countMax) return { kind: 'too_many' }
        const usedUp = await takeAllowances(tx, allowances, nowMs)
        if (usedUp !== undefined) return { kind: 'too_often', usedUp }
        await tx.insertInto('alert_email').values(emailRow(email)).execute()
        await addOutboxRows(tx, outbox)
        return { kind: 'inserted' }
      }),

    find: async ({ register, clientId, id }) => {
      const row = await reads
        .selectFrom('alert_email')
        .selectAll()
        .where('id', '=', id)
        .where('register', '=', register)
        .where('client_id', '=', clientId)
        .executeTakeFirst()
      return row && emailOf(row)
    },

    findAny: async (id) => {
      const row = await reads.selectFrom('alert_email').selectAll().where('id', '=', id).executeTakeFirst()
      return row && emailOf(row)
    },

    list: async ({ register, clientId, after, limit }) => {
      const rows = await reads
        .selectFrom('alert_email')
        .selectAll()
        .where('client_id', '=', clientId)
        .where('register', '=', register)
        .$if(after !== undefined, (query) => query.where(afterCursor(after)))
        .orderBy('created_at_ms', 'desc')
        .orderBy('id', 'desc')
        .limit(limit)
        .execute()
      return rows.map(emailOf)
    },

    update: (next, keptVersion, moment) => patiently(db, (tx) => updateEmail(tx, next, keptVersion, moment)),

    // Of two reports of one mail the second finds another version, looks again, and then knows it.
    bounce: (next, keptVersion, mail) =>
      patiently(db, async (tx) => {
        if (await isUsedUp(tx, mail.once, mail.moment.machineMs)) return 'known'
        if (await isBeingSent(tx, next.id, mail)) return 'busy'
        if (!(await updateEmail(tx, next, keptVersion, mail.moment))) return 'changed'
        await takeAllowances(tx, [mail.once], mail.moment.machineMs)
        await writeBounce(tx, next.id, mail)
        return 'recorded'
      }),

    remove: ({ register, clientId, id }, moment) =>
      patiently(db, async (tx) => {
        const { numDeletedRows } = await tx
          .deleteFrom('alert_email')
          .where('id', '=', id)
          .where('register', '=', register)
          .where('client_id', '=', clientId)
          .executeTakeFirst()
        if (numDeletedRows !== 1n) return false
        await tx.deleteFrom('alert_email_token').where('email_id', '=', id).execute()
        await dropDeliveries(tx, id, moment)
        return true
      }),

    addToken: async ({ hash, emailId, purpose, expiresAtMs }) => {
      await db
        .insertInto('alert_email_token')
        .values({ hash, email_id: emailId, purpose, expires_at_ms: expiresAtMs })
        .execute()
    },

    findToken: async (hash) => {
      const row = await reads
        .selectFrom('alert_email_token')
        .selectAll()
        .where('hash', '=', hash)
        .executeTakeFirst()
      return (
        row && {
          hash,
          emailId: row.email_id,
          purpose: row.purpose as EmailToken['purpose'],
          expiresAtMs: row.expires_at_ms,
        }
      )
    },

    forgetTokens: async (expiredBeforeMs) => {
      const { numDeletedRows } = await db
        .deleteFrom('alert_email_token')
        .where('expires_at_ms', '<', expiredBeforeMs)
        .executeTakeFirst()
      return Number(numDeletedRows)
    },
  }
}

async function updateEmail(
  tx: Kysely<Tables>,
  next: AlertEmail,
  keptVersion: number,
  moment: EventMoment,
): Promise<boolean> {
  const { id, ...rest } = emailRow(next)
  const { numUpdatedRows } = await tx
    .updateTable('alert_email')
    .set(rest)
    .where('id', '=', id)
    .where('version', '=', keptVersion)
    .executeTakeFirst()
  if (numUpdatedRows !== 1n) return false
  if (next.state !== 'active') await dropDeliveries(tx, id, moment)
  return true
}

async function ofAddress(
  tx: Transaction<Tables>,
  { clientId, address }: AlertEmail,
): Promise<AlertEmail | undefined> {
  const row = await tx
    .selectFrom('alert_email')
    .selectAll()
    .where('client_id', '=', clientId)
    .where('address', '=', address)
    .executeTakeFirst()
  return row && emailOf(row)
}

const emailRow = (one: AlertEmail): Insertable<Tables['alert_email']> => ({
  id: one.id,
  register: one.register,
  client_id: one.clientId,
  address: one.address,
  events: eventsText(one.events),
  documents: one.documents === undefined ? null : JSON.stringify(one.documents),
  digest: one.digest,
  language: one.language,
  state: one.state,
  paused_reason: one.pausedReason ?? null,
  paused_detail: one.pausedDetail ?? null,
  bounces: one.bounces,
  bounce_reported_at_ms: one.bounceReportedAtMs ?? null,
  confirmed_at_ms: one.confirmedAtMs ?? null,
  version: one.version,
  created_at_ms: one.createdAtMs,
  request_key: one.requestKey ?? null,
})

const emailOf = (row: Selectable<Tables['alert_email']>): AlertEmail => ({
  id: row.id,
  register: row.register,
  clientId: row.client_id,
  address: row.address,
  events: eventsOf(row.events),
  documents: row.documents === null ? undefined : JSON.parse(row.documents),
  digest: row.digest as Digest,
  language: row.language as Language,
  state: row.state as EmailState,
  pausedReason: (row.paused_reason as PausedReason | null) ?? undefined,
  pausedDetail: row.paused_detail ?? undefined,
  bounces: row.bounces,
  bounceReportedAtMs: row.bounce_reported_at_ms ?? undefined,
  confirmedAtMs: row.confirmed_at_ms ?? undefined,
  version: row.version,
  createdAtMs: row.created_at_ms,
  requestKey: row.request_key ?? undefined,
})
