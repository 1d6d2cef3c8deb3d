import type { Role } from '@lastro/contract/roles.ts'
import type { Language } from '@lastro/contract/text.ts'
import { type Kysely, type Selectable, type SqlBool, sql, type Transaction } from 'kysely'
import {
  chargedTries,
  ownKeyPrefix,
  type PauseKey,
  pausedUntil,
} from '../../features/users/sign-in/sign-in-pauses.ts'
import { emailKey, type User, type UserWithSecrets } from '../../features/users/user.ts'
import type { Charged, NewUser, SessionRecord, UserStore } from '../../features/users/user-store.ts'
import type { Engine, Tables } from '../engine/tables.ts'

/** `reads` may be another connection: a session is looked up without waiting for what is being written. */
export function userStore(db: Kysely<Tables>, reads: Kysely<Tables>, engine: Engine): UserStore {
  return { ...accounts(db, reads), ...sessions(db, reads, engine), ...pauses(db) }
}

type Accounts = Pick<
  UserStore,
  | 'addUser'
  | 'addFirstUser'
  | 'isWithoutUsers'
  | 'findUser'
  | 'findUserById'
  | 'listUsers'
  | 'namesOf'
  | 'setPassword'
  | 'changePassword'
  | 'disableUser'
  | 'enableUser'
  | 'beginTotp'
  | 'confirmTotp'
  | 'removeTotp'
  | 'useTotpStep'
>

function accounts(db: Kysely<Tables>, reads: Kysely<Tables>): Accounts {
  /** Changes one user, and says whether there was such a one. */
  const change = async (tx: Kysely<Tables>, id: string, set: Partial<Tables['user_account']>) => {
    const changed = await tx.updateTable('user_account').set(set).where('id', '=', id).executeTakeFirst()
    return changed.numUpdatedRows > 0n
  }
  return {
    addUser: (user) => insertUser(db, user),

    addFirstUser: (user) =>
      db.transaction().execute(async (tx) => {
        const claimed = await tx
          .insertInto('milestone')
          .values({ name: firstUser, reached_at_ms: user.createdAtMs })
          .onConflict((conflict) => conflict.doNothing())
          .executeTakeFirst()
        const known = await tx.selectFrom('user_account').select('id').limit(1).executeTakeFirst()
        if (claimed.numInsertedOrUpdatedRows === 0n || known !== undefined) return false
        return insertUser(tx, user)
      }),

    isWithoutUsers: async () => {
      const reached = await db
        .selectFrom('milestone')
        .select('name')
        .where('name', '=', firstUser)
        .executeTakeFirst()
      return reached === undefined
    },

    findUser: async (key) => {
      const row = await reads
        .selectFrom('user_account')
        .selectAll()
        .where('email_key', '=', key)
        .executeTakeFirst()
      return row && withSecrets(row)
    },

    findUserById: async (id) => {
      const row = await reads.selectFrom('user_account').selectAll().where('id', '=', id).executeTakeFirst()
      return row && withSecrets(row)
    },

    listUsers: async (clientId) => {
      const rows = await reads
        .selectFrom('user_account')
        .selectAll()
        .$if(clientId !== undefined, (query) => query.where('client_id', '=', clientId ?? ''))
        .orderBy('created_at_ms')
        .orderBy('id')
        .execute()
      return rows.map(userOf)
    },

    namesOf: async (ids) => {
      if (ids.length === 0) return new Map()
      const rows = await reads
        .selectFrom('user_account')
        .select(['id', 'name'])
        .where('id', 'in', [...ids])
        .execute()
      return new Map(rows.map(({ id, name }) => [id, name]))
    },

    setPassword: (userId, passwordHash) =>
      db.transaction().execute(async (tx) => {
        const set = { password_hash: passwordHash }
        if (!(await change(tx, userId, set))) return false
        await revokeDevices(tx, userId)
        await endSessionsOf(tx, userId)
        return true
      }),

    changePassword: (userId, { from, to, session }) =>
      db.transaction().execute(async (tx) => {
        const changed = await tx
          .updateTable('user_account')
          .set({ password_hash: to })
          .where('id', '=', userId)
          .where('password_hash', '=', from)
          .where('disabled_at_ms', 'is', null)
          .executeTakeFirst()
        if (changed.numUpdatedRows === 0n) return false
        await endSessionsOf(tx, userId)
        await revokeDevices(tx, userId)
        await insertSession(tx, session)
        return true
      }),

    disableUser: (userId, nowMs) =>
      db.transaction().execute(async (tx) => {
        const disabled = await tx
          .updateTable('user_account')
          .set({ disabled_at_ms: nowMs })
          .where('id', '=', userId)
          .where('disabled_at_ms', 'is', null)
          .executeTakeFirst()
        await endSessionsOf(tx, userId)
        await revokeDevices(tx, userId)
        return disabled.numUpdatedRows > 0n
      }),

    enableUser: (userId) => change(db, userId, { disabled_at_ms: null }),

    beginTotp: async (userId, { sealed, untilMs }) => {
      await change(db, userId, { totp_pending: sealed, totp_pending_until_ms: untilMs })
    },

    confirmTotp: async (userId, sealed, step) => {
      const confirmed = await db
        .updateTable('user_account')
        .set({
          totp_sealed: sealed,
          totp_pending: null,
          totp_pending_until_ms: null,
          totp_used_step: step,
        })
        .where('id', '=', userId)
        .where('totp_pending', '=', sealed)
        .where('totp_sealed', 'is', null)
        .executeTakeFirst()
      return confirmed.numUpdatedRows > 0n
    },

    removeTotp: (userId) =>
      change(db, userId, { totp_sealed: null, totp_pending: null, totp_pending_until_ms: null }),

    useTotpStep: async (userId, step) => {
      const used = await db
        .updateTable('user_account')
        .set({ totp_used_step: step })
        .where('id', '=', userId)
        .where('totp_used_step', '<', step)
        .executeTakeFirst()
      return used.numUpdatedRows > 0n
    },
  }
}

const firstUser = 'first_user'

type Sessions = Pick<
  UserStore,
  'addSession' | 'findSession' | 'touchSession' | 'endSession' | 'forgetSessions'
>

function sessions(db: Kysely<Tables>, reads: Kysely<Tables>, engine: Engine): Sessions {
  return {
    addSession: (session, passwordHash) =>
      db.transaction().execute(async (tx) => {
        const user = await tx
          .selectFrom('user_account')
          .select('id')
          .where('id', '=', session.userId)
          .where('password_hash', '=', passwordHash)
          .where('disabled_at_ms', 'is', null)
          .$if(engine === 'postgres', (query) => query.forUpdate())
          .executeTakeFirst()
        if (user !== undefined) await insertSession(tx, session)
        return user !== undefined
      }),

    findSession: async (hash) => {
      const row = await reads
        .selectFrom('user_session')
        .innerJoin('user_account', 'user_account.id', 'user_session.user_id')
        .selectAll('user_account')
        .select(['hash', 'user_id', 'last_used_at_ms', 'ends_at_ms'])
        .select('user_session.created_at_ms as began_at_ms')
        .where('hash', '=', hash)
        .executeTakeFirst()
      if (row === undefined) return undefined
      const session: SessionRecord = {
        hash: row.hash,
        userId: row.user_id,
        createdAtMs: row.began_at_ms,
        lastUsedAtMs: row.last_used_at_ms,
        endsAtMs: row.ends_at_ms,
      }
      return { session, user: userOf(row) }
    },

    touchSession: async (hash, nowMs) => {
      await db.updateTable('user_session').set({ last_used_at_ms: nowMs }).where('hash', '=', hash).execute()
    },

    endSession: async (hash) => {
      await db.deleteFrom('user_session').where('hash', '=', hash).execute()
    },

    forgetSessions: async ({ endedBeforeMs, unusedSinceMs, pausesBeforeMs, addressesBeforeMs }) => {
      await db
        .deleteFrom('user_session')
        .where((where) =>
          where.or([where('ends_at_ms', '<', endedBeforeMs), where('last_used_at_ms', '<', unusedSinceMs)]),
        )
        .execute()
      await db.deleteFrom('sign_in_tries').where('last_at_ms', '<', pausesBeforeMs).execute()
      await db.deleteFrom('user_address').where('last_at_ms', '<', addressesBeforeMs).execute()
    },
  }
}

type Pauses = Pick<UserStore, 'chargeSignIn' | 'refundSignIn' | 'clearPauses' | 'clearPausesOf'>

function pauses(db: Kysely<Tables>): Pauses {
  /** The row of a key, made if need be and held until the transaction ends. */
  const held = async (tx: Transaction<Tables>, key: string) => {
    const row = await tx
      .insertInto('sign_in_tries')
      .values({ key, tries: 0, last_at_ms: 0, paused_until_ms: 0 })
      .onConflict((conflict) => conflict.column('key').doUpdateSet({ key }))
      .returningAll()
      .executeTakeFirstOrThrow()
    return { tries: row.tries, lastAtMs: row.last_at_ms, pausedUntilMs: row.paused_until_ms }
  }
  return {
    chargeSignIn: (keys, nowMs, limits) =>
      db.transaction().execute(async (tx): Promise<Charged> => {
        const rows = []
        // In one order everywhere, so that no two wait for each other.
        for (const one of inOrder(keys)) rows.push({ one, row: await held(tx, one.key) })
        const pauses = rows.map(({ one: { kind }, row: { pausedUntilMs } }) => ({ kind, pausedUntilMs }))
        const untilMs = pausedUntil(pauses, nowMs)
        if (untilMs !== undefined) return { kind: 'paused', untilMs }
        for (const { one, row } of rows) {
          const { tries, lastAtMs, pausedUntilMs } = chargedTries(row, one, nowMs, limits)
          await tx
            .updateTable('sign_in_tries')
            .set({ tries, last_at_ms: lastAtMs, paused_until_ms: pausedUntilMs })
            .where('key', '=', one.key)
            .execute()
        }
        return { kind: 'admitted' }
      }),

    refundSignIn: (keys) =>
      db.transaction().execute(async (tx) => {
        for (const { key } of inOrder(keys)) {
          await tx
            .updateTable('sign_in_tries')
            .set((update) => ({ tries: update('tries', '-', 1), paused_until_ms: 0 }))
            .where('key', '=', key)
            .where('tries', '>', 0)
            .execute()
        }
      }),

    clearPauses: async (keys) => {
      if (keys.length === 0) return 0
      const cleared = await db
        .deleteFrom('sign_in_tries')
        .where('key', 'in', [...keys])
        .executeTakeFirst()
      return Number(cleared.numDeletedRows)
    },

    clearPausesOf: async (userId, key) => {
      await db
        .deleteFrom('sign_in_tries')
        .where((where) => where.or([where('key', '=', key), isOwnKeyOf(userId)]))
        .execute()
    },
  }
}

/** Not `like`, in which an id's underscore would be a wildcard. */
export const isOwnKeyOf = (userId: string) => {
  const prefix = ownKeyPrefix(userId)
  return sql<SqlBool>`substr(key, 1, ${sql.lit(prefix.length)}) = ${prefix}`
}

const inOrder = (keys: readonly PauseKey[]): readonly PauseKey[] =>
  keys.toSorted((a, b) => (a.key < b.key ? -1 : 1))

async function insertUser(db: Kysely<Tables>, user: NewUser): Promise<boolean> {
  const inserted = await db
    .insertInto('user_account')
    .values({
      id: user.id,
      email_key: emailKey(user.email),
      email: user.email,
      name: user.name,
      roles: user.roles.join(),
      client_id: user.clientId ?? null,
      language: user.language ?? null,
      password_hash: user.passwordHash,
      totp_sealed: null,
      totp_pending: null,
      totp_pending_until_ms: null,
      totp_used_step: 0,
      created_at_ms: user.createdAtMs,
      disabled_at_ms: null,
      device_epoch: 0,
    })
    .onConflict((conflict) => conflict.column('email_key').doNothing())
    .executeTakeFirst()
  return (inserted.numInsertedOrUpdatedRows ?? 0n) > 0n
}

async function insertSession(db: Kysely<Tables>, session: SessionRecord): Promise<void> {
  await db
    .insertInto('user_session')
    .values({
      hash: session.hash,
      user_id: session.userId,
      created_at_ms: session.createdAtMs,
      last_used_at_ms: session.lastUsedAtMs,
      ends_at_ms: session.endsAtMs,
    })
    .execute()
}

async function endSessionsOf(tx: Kysely<Tables>, userId: string): Promise<void> {
  await tx.deleteFrom('user_session').where('user_id', '=', userId).execute()
}

async function revokeDevices(tx: Kysely<Tables>, userId: string): Promise<void> {
  await tx
    .updateTable('user_account')
    .set((update) => ({ device_epoch: update('device_epoch', '+', 1) }))
    .where('id', '=', userId)
    .execute()
}

type Row = Selectable<Tables['user_account']>

export const userOf = (row: Row): User => ({
  id: row.id,
  name: row.name,
  email: row.email,
  roles: row.roles.split(',') as Role[],
  clientId: row.client_id ?? undefined,
  language: (row.language as Language | null) ?? undefined,
  createdAtMs: row.created_at_ms,
  disabledAtMs: row.disabled_at_ms ?? undefined,
  hasTotp: row.totp_sealed !== null,
})

const withSecrets = (row: Row): UserWithSecrets => ({
  ...userOf(row),
  passwordHash: row.password_hash,
  deviceEpoch: row.device_epoch,
  totpSealed: row.totp_sealed ?? undefined,
  totpPending:
    row.totp_pending === null
      ? undefined
      : { sealed: row.totp_pending, untilMs: row.totp_pending_until_ms ?? 0 },
})
