import { ClientContract } from '@lastro/contract/clients/client-contract.ts'
import { termsOf } from '@lastro/rules/billing/terms.ts'
import { type Kysely, type Selectable, type SqlBool, sql, type Transaction } from 'kysely'
import { Type } from 'typebox'
import { compiledOnUse } from '../../compiled-on-use.ts'
import type {
  Client,
  ClientStore,
  ClientWithSecret,
  ListedKey,
  NewKey,
  TokenPair,
} from '../../features/clients/client-store.ts'
import { searchText } from '../../features/clients/search-text.ts'
import { keyIdLength, keyIdOf } from '../../features/clients/secrets.ts'
import { afterCursor } from '../engine/after-cursor.ts'
import type { Tables } from '../engine/tables.ts'
import { endKeptReports, shortenTerms } from '../reports/kept-terms.ts'
import { endCopiesOfClient, shortenCopyTerms } from '../sources/copy-terms.ts'
import { clientTurn } from './client-turn.ts'

/** `reads` may be another connection: what a query has to know never waits for what is being written. */
export function clientStore(db: Kysely<Tables>, reads: Kysely<Tables>): ClientStore {
  return {
    addClient: (client, key) => db.transaction().execute((tx) => insertClient(tx, client, key)),

    addFirstClient: (client, key) =>
      db.transaction().execute(async (tx) => {
        const claimed = await tx
          .insertInto('milestone')
          .values({ name: 'first_client', reached_at_ms: client.createdAtMs })
          .onConflict((conflict) => conflict.doNothing())
          .executeTakeFirst()
        const known = await tx.selectFrom('client').select('id').limit(1).executeTakeFirst()
        if (claimed.numInsertedOrUpdatedRows === 0n || known !== undefined) return false
        await insertClient(tx, client, key)
        return true
      }),

    findClient: async (id) => {
      const row = await reads.selectFrom('client').selectAll().where('id', '=', id).executeTakeFirst()
      return row && { ...clientOf(row), secretHash: row.secret_hash }
    },

    listClients: async () => {
      const rows = await reads
        .selectFrom('client')
        .selectAll()
        .orderBy('created_at_ms')
        .orderBy('id')
        .execute()
      return rows.map(clientOf)
    },

    pageOfClients: async ({ environment, name, after, limit }) => {
      const rows = await reads
        .selectFrom('client')
        .selectAll()
        .$if(environment !== undefined, (query) =>
          query.where('environment', '=', environment ?? 'production'),
        )
        .$if(name !== undefined, (query) => query.where(nameHolds(name ?? '')))
        .$if(after !== undefined, (query) => query.where(afterCursor(after)))
        .orderBy('created_at_ms', 'desc')
        .orderBy('id', 'desc')
        .limit(limit)
        .execute()
      return rows.map(clientOf)
    },

    clientNames: async (ids) => {
      if (ids.length === 0) return new Map()
      const rows = await reads.selectFrom('client').select(['id', 'name']).where('id', 'in', ids).execute()
      return new Map(rows.map(({ id, name }) => [id, name]))
    },

    clientSegments: async (ids) => {
      if (ids.length === 0) return new Map()
      const rows = await reads.selectFrom('client').selectAll().where('id', 'in', ids).execute()
      const segments = new Map<string, string>()
      for (const { id, contract } of rows.map(clientOf)) {
        if (contract.segment !== undefined) segments.set(id, contract.segment)
      }
      return segments
    },

    revokeClient: (id, nowMs) =>
      db.transaction().execute(async (tx) => {
        const revoked = await tx
          .updateTable('client')
          .set({ revoked_at_ms: nowMs })
          .where('id', '=', id)
          .where('revoked_at_ms', 'is', null)
          .executeTakeFirst()
        await endKeptReports(tx, id, nowMs)
        await endCopiesOfClient(tx, id)
        return revoked.numUpdatedRows > 0n
      }),

    setContract: (id, contract, read) =>
      db.transaction().execute(async (tx) => {
        const set = await tx
          .updateTable('client')
          .set((of) => ({
            contract: JSON.stringify(contract),
            contract_version: of('contract_version', '+', 1),
          }))
          .where('id', '=', id)
          .$if(read !== undefined, (query) => query.where('contract_version', '=', read?.version ?? 0))
          .executeTakeFirst()
        if (set.numUpdatedRows === 0n) return false
        if (read !== undefined) await keepTerms(tx, id, contract, read)
        await shortenTerms(tx, id, contract)
        await shortenCopyTerms(tx, id, contract)
        return true
      }),

    setSecret: async (id, secretHash) => {
      const set = await db
        .updateTable('client')
        .set({ secret_hash: secretHash })
        .where('id', '=', id)
        .where('revoked_at_ms', 'is', null)
        .executeTakeFirst()
      return set.numUpdatedRows > 0n
    },

    findKey: async (hash) => {
      const row = await reads
        .selectFrom('api_key')
        .innerJoin('client', 'client.id', 'api_key.client_id')
        .selectAll('client')
        .select('api_key.expires_at_ms')
        .where('api_key.hash', '=', hash)
        .executeTakeFirst()
      return row && { client: clientOf(row), expiresAtMs: row.expires_at_ms ?? undefined }
    },

    rotateKey: (key, othersExpireAtMs) =>
      db.transaction().execute(async (tx) => {
        await clientTurn(tx, key.clientId)
        await tx
          .updateTable('api_key')
          .set({ expires_at_ms: othersExpireAtMs })
          .where('client_id', '=', key.clientId)
          .where((where) =>
            where.or([where('expires_at_ms', 'is', null), where('expires_at_ms', '>', othersExpireAtMs)]),
          )
          .execute()
        await insertKey(tx, key)
      }),

    listKeys: async (clientId, limit) => {
      const rows = await reads
        .selectFrom('api_key')
        .selectAll()
        .where('client_id', '=', clientId)
        .orderBy('created_at_ms', 'desc')
        .orderBy('hash')
        .limit(limit)
        .execute()
      return rows.map(keyOf)
    },

    endKey: (clientId, keyId, nowMs) =>
      db.transaction().execute(async (tx) => {
        const named = tx
          .selectFrom('api_key')
          .selectAll()
          .where('client_id', '=', clientId)
          .where(sql`substr(hash, 1, ${sql.lit(keyIdLength)})`, '=', keyId)
        const held = await named.executeTakeFirst()
        if (held === undefined) return undefined
        await tx
          .updateTable('api_key')
          .set({ expires_at_ms: nowMs })
          .where('hash', '=', held.hash)
          .where((where) =>
            where.or([where('expires_at_ms', 'is', null), where('expires_at_ms', '>', nowMs)]),
          )
          .execute()
        return keyOf(await named.executeTakeFirstOrThrow())
      }),

    addTokens: (pair, nowMs) =>
      db.transaction().execute(async (tx) => {
        await tx
          .insertInto('token_family')
          .values({ id: pair.familyId, client_id: pair.clientId, created_at_ms: nowMs, revoked_at_ms: null })
          .execute()
        await insertPair(tx, pair)
      }),

    findAccessToken: async (hash) => {
      const row = await reads
        .selectFrom('access_token')
        .innerJoin('token_family', 'token_family.id', 'access_token.family_id')
        .innerJoin('client', 'client.id', 'access_token.client_id')
        .select([
          'access_token.client_id',
          'scope',
          'expires_at_ms',
          'access_token.revoked_at_ms',
          'environment',
        ])
        .select('token_family.revoked_at_ms as family_revoked_at_ms')
        .where('hash', '=', hash)
        .executeTakeFirst()
      return (
        row && {
          clientId: row.client_id,
          environment: row.environment,
          scope: row.scope,
          expiresAtMs: row.expires_at_ms,
          revoked: row.revoked_at_ms !== null || row.family_revoked_at_ms !== null,
        }
      )
    },

    findRefreshToken: async (hash) => {
      const row = await reads
        .selectFrom('refresh_token')
        .innerJoin('token_family', 'token_family.id', 'refresh_token.family_id')
        .selectAll('refresh_token')
        .select('token_family.revoked_at_ms')
        .where('hash', '=', hash)
        .executeTakeFirst()
      return (
        row && {
          clientId: row.client_id,
          familyId: row.family_id,
          scope: row.scope,
          expiresAtMs: row.expires_at_ms,
          used: row.used_at_ms !== null,
          revoked: row.revoked_at_ms !== null,
        }
      )
    },

    useRefreshToken: (hash, pair, nowMs) =>
      db.transaction().execute(async (tx) => {
        const used = await tx
          .updateTable('refresh_token')
          .set({ used_at_ms: nowMs })
          .where('hash', '=', hash)
          .where('used_at_ms', 'is', null)
          .executeTakeFirst()
        if (used.numUpdatedRows === 0n) return false
        await insertPair(tx, pair)
        return true
      }),

    revokeFamily: async (familyId, nowMs) => {
      await db
        .updateTable('token_family')
        .set({ revoked_at_ms: nowMs })
        .where('id', '=', familyId)
        .where('revoked_at_ms', 'is', null)
        .execute()
    },

    revokeAccessToken: async (hash, nowMs) => {
      await db
        .updateTable('access_token')
        .set({ revoked_at_ms: nowMs })
        .where('hash', '=', hash)
        .where('revoked_at_ms', 'is', null)
        .execute()
    },

    forgetTokens: (expiredBeforeMs) =>
      db.transaction().execute(async (tx) => {
        const access = await tx
          .deleteFrom('access_token')
          .where('expires_at_ms', '<', expiredBeforeMs)
          .executeTakeFirst()
        const refresh = await tx
          .deleteFrom('refresh_token')
          .where('expires_at_ms', '<', expiredBeforeMs)
          .executeTakeFirst()
        await tx
          .deleteFrom('token_family')
          .where('created_at_ms', '<', expiredBeforeMs)
          .where((eb) =>
            eb.not(
              eb.exists(
                eb.selectFrom('access_token').select('hash').whereRef('family_id', '=', 'token_family.id'),
              ),
            ),
          )
          .where((eb) =>
            eb.not(
              eb.exists(
                eb.selectFrom('refresh_token').select('hash').whereRef('family_id', '=', 'token_family.id'),
              ),
            ),
          )
          .execute()
        return Number(access.numDeletedRows + refresh.numDeletedRows)
      }),
  }
}

/**
 * How long a name may be is asked where it comes in. One that is kept may be longer, or empty, and its client is
 * still served: nobody who signs in or asks could do anything about it.
 */
const contractCheck = compiledOnUse(
  Type.Object(
    {
      ...ClientContract.properties,
      segment: Type.Optional(Type.String()),
      creditors: Type.Optional(Type.Array(Type.Object({ document: Type.String(), name: Type.String() }))),
    },
    { additionalProperties: false },
  ),
)

function clientOf(row: Selectable<Tables['client']>): Client {
  const contract: unknown = JSON.parse(row.contract)
  if (!contractCheck().Check(contract))
    throw new Error(`The contract kept for client ${row.id} cannot be read`)
  return {
    id: row.id,
    environment: row.environment,
    name: row.name,
    contract,
    contractVersion: row.contract_version,
    createdAtMs: row.created_at_ms,
    revokedAtMs: row.revoked_at_ms ?? undefined,
  }
}

/** Statements of months that are over go by the terms that held then. */
async function keepTerms(
  tx: Transaction<Tables>,
  clientId: string,
  contract: ClientContract,
  { version, atMs }: { readonly version: number; readonly atMs: number },
): Promise<void> {
  await tx
    .insertInto('contract_terms')
    .values({
      client_id: clientId,
      version: version + 1,
      set_at_ms: atMs,
      terms: JSON.stringify(termsOf(contract)),
    })
    .execute()
}

const keyOf = (row: Selectable<Tables['api_key']>): ListedKey => ({
  id: keyIdOf(row.hash),
  hint: row.hint ?? undefined,
  createdAtMs: row.created_at_ms,
  expiresAtMs: row.expires_at_ms ?? undefined,
})

/** The signs that `like` reads for itself are taken as they are. */
const nameHolds = (part: string) =>
  sql<SqlBool>`search_name like ${`%${part.replace(/[%_!]/g, '!$&')}%`} escape '!'`

async function insertClient(tx: Transaction<Tables>, client: ClientWithSecret, key: NewKey): Promise<void> {
  await tx
    .insertInto('client')
    .values({
      id: client.id,
      environment: client.environment,
      name: client.name,
      secret_hash: client.secretHash,
      contract: JSON.stringify(client.contract),
      contract_version: client.contractVersion,
      search_name: searchText(client.name),
      created_at_ms: client.createdAtMs,
      revoked_at_ms: null,
    })
    .execute()
  await insertKey(tx, key)
}

async function insertKey(tx: Transaction<Tables>, key: NewKey): Promise<void> {
  await tx
    .insertInto('api_key')
    .values({
      hash: key.hash,
      client_id: key.clientId,
      created_at_ms: key.createdAtMs,
      expires_at_ms: null,
      hint: key.hint,
    })
    .execute()
}

async function insertPair(tx: Transaction<Tables>, pair: TokenPair): Promise<void> {
  const common = { family_id: pair.familyId, client_id: pair.clientId }
  await tx
    .insertInto('access_token')
    .values({
      ...common,
      hash: pair.accessHash,
      scope: pair.accessScope,
      expires_at_ms: pair.accessExpiresAtMs,
      revoked_at_ms: null,
    })
    .execute()
  await tx
    .insertInto('refresh_token')
    .values({
      ...common,
      hash: pair.refreshHash,
      scope: pair.refreshScope,
      expires_at_ms: pair.refreshExpiresAtMs,
      used_at_ms: null,
    })
    .execute()
}
