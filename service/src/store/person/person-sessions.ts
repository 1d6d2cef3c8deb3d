import type { Language } from '@lastro/contract/text.ts'
import type { DocumentNumber } from '@lastro/rules/documents/document-number.ts'
import type { Kysely } from 'kysely'
import type { PersonSessionStore } from '../../features/person/sign-in/person-session.ts'
import type { Tables } from '../engine/tables.ts'

export function personSessionStore(db: Kysely<Tables>, reads: Kysely<Tables>): PersonSessionStore {
  return {
    beginSignIn: async ({ hash, language, endsAtMs }) => {
      await db.insertInto('person_sign_in').values({ hash, language, ends_at_ms: endsAtMs }).execute()
    },

    takeSignIn: async (hash, nowMs) => {
      const row = await db
        .deleteFrom('person_sign_in')
        .where('hash', '=', hash)
        .returning(['language', 'ends_at_ms'])
        .executeTakeFirst()
      return row === undefined || row.ends_at_ms <= nowMs ? undefined : { language: row.language as Language }
    },

    add: async (session) => {
      await db
        .insertInto('person_session')
        .values({
          hash: session.hash,
          document: session.document,
          request_id: session.requestId,
          identity: session.identity,
          language: session.language,
          last_used_at_ms: session.lastUsedAtMs,
          ends_at_ms: session.endsAtMs,
        })
        .execute()
    },

    find: async (hash) => {
      const row = await reads
        .selectFrom('person_session')
        .selectAll()
        .where('hash', '=', hash)
        .executeTakeFirst()
      return (
        row && {
          hash: row.hash,
          document: row.document as DocumentNumber,
          requestId: row.request_id,
          identity: row.identity,
          language: row.language as Language,
          lastUsedAtMs: row.last_used_at_ms,
          endsAtMs: row.ends_at_ms,
        }
      )
    },

    touch: async (hash, { language, lastUsedAtMs }) => {
      await db
        .updateTable('person_session')
        .set({ language, last_used_at_ms: lastUsedAtMs })
        .where('hash', '=', hash)
        .execute()
    },

    end: async (hash) => {
      await db.deleteFrom('person_session').where('hash', '=', hash).execute()
    },

    forget: async (nowMs) => {
      await db.deleteFrom('person_sign_in').where('ends_at_ms', '<', nowMs).execute()
      await db.deleteFrom('person_session').where('ends_at_ms', '<', nowMs).execute()
    },
  }
}
