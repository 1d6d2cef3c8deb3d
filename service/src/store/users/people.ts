import { type Kysely, type SqlBool, sql } from 'kysely'
import type { PeopleStore } from '../../features/operator/people-store.ts'
import { ownerOfKey, userKey } from '../../features/users/sign-in/sign-in-pauses.ts'
import { afterCursor } from '../engine/after-cursor.ts'
import type { Tables } from '../engine/tables.ts'
import { isOwnKeyOf, userOf } from './users.ts'

export function peopleStore(db: Kysely<Tables>, reads: Kysely<Tables>): PeopleStore {
  return {
    page: async ({ clientId, role, after, limit }) => {
      const rows = await reads
        .selectFrom('user_account')
        .selectAll()
        .$if(clientId !== undefined, (query) => query.where('client_id', '=', clientId ?? ''))
        .$if(role === 'operator', (query) => query.where(isOperator))
        .$if(role !== undefined && role !== 'operator', (query) => query.where('roles', 'like', `%${role}%`))
        .$if(after !== undefined, (query) => query.where(afterCursor(after)))
        .orderBy('created_at_ms', 'desc')
        .orderBy('id', 'desc')
        .limit(limit)
        .execute()
      return rows.map(userOf)
    },

    pausedUntilMs: async (users, nowMs) => {
      if (users.length === 0) return new Map()
      const ids = new Map(users.map(({ id, email }) => [userKey(email), id]))
      const rows = await reads
        .selectFrom('sign_in_tries')
        .select(['key', 'paused_until_ms'])
        .where('paused_until_ms', '>', nowMs)
        .where((where) =>
          where.or([where('key', 'in', [...ids.keys()]), ...users.map(({ id }) => isOwnKeyOf(id))]),
        )
        .orderBy('paused_until_ms')
        .execute()
      return new Map(rows.map((row) => [ids.get(row.key) ?? ownerOfKey(row.key), row.paused_until_ms]))
    },

    hasOperator: async (exceptId) => {
      const row = await db
        .selectFrom('user_account')
        .select('id')
        .where(isOperator)
        .where('disabled_at_ms', 'is', null)
        .$if(exceptId !== undefined, (query) => query.where('id', '<>', exceptId ?? ''))
        .limit(1)
        .executeTakeFirst()
      return row !== undefined
    },
  }
}

/** The words of the index on them: an operator is nothing else besides. */
const isOperator = sql<SqlBool>`roles = 'operator'`
