import { type Expression, type Kysely, type Selectable, type SqlBool, sql } from 'kysely'
import type {
  NewVersion,
  PolicyId,
  PolicyOwner,
  PolicyState,
  PolicyStore,
  SavedVersion,
  VersionMark,
} from '../../features/policies/policy-store.ts'
import { clientTurn } from '../clients/client-turn.ts'
import type { Tables } from '../engine/tables.ts'

export function policyStore(db: Kysely<Tables>, reads: Kysely<Tables>): PolicyStore {
  return {
    list: async ({ clientId, environment }) => {
      const rows = await reads
        .selectFrom('policy')
        .innerJoin('policy_version as newest', (join) =>
          join
            .onRef('newest.client_id', '=', 'policy.client_id')
            .onRef('newest.environment', '=', 'policy.environment')
            .onRef('newest.name', '=', 'policy.name')
            .onRef('newest.version', '=', 'policy.version'),
        )
        .selectAll('newest')
        .select('policy.retired_at_ms')
        .where('policy.client_id', '=', clientId)
        .where('policy.environment', '=', environment)
        .orderBy('policy.name')
        .execute()
      return rows.map((row) => ({ ...stateOf(row), newest: versionOf(row) }))
    },

    find: async (id) => {
      const row = await reads.selectFrom('policy').selectAll().where(ownedBy(id)).executeTakeFirst()
      return row && stateOf(row)
    },

    version: async ({ version, ...id }) => {
      const row = await reads
        .selectFrom('policy_version')
        .selectAll()
        .where(ownedBy(id))
        .where('version', '=', version)
        .executeTakeFirst()
      return row && versionOf(row)
    },

    versions: async (id) => {
      const rows = await reads
        .selectFrom('policy_version')
        .select(['version', 'created_at_ms', 'user_id'])
        .where(ownedBy(id))
        .orderBy('version', 'desc')
        .execute()
      return rows.map(markOf)
    },

    create: (first, countMax) =>
      db.transaction().execute(async (tx) => {
        await clientTurn(tx, first.clientId)
        const names = await tx.selectFrom('policy').select('name').where(ofOwner(first)).execute()
        if (names.some(({ name }) => name === first.name)) return 'taken'
        if (names.length >= countMax) return 'too_many'
        await tx
          .insertInto('policy')
          .values({ ...keyOf(first), version: 1, retired_at_ms: null, retired_by: null })
          .execute()
        await tx.insertInto('policy_version').values(rowOf(first, 1)).execute()
        return 'created'
      }),

    addVersion: ({ after, ...next }) =>
      db.transaction().execute(async (tx) => {
        const { numUpdatedRows } = await tx
          .updateTable('policy')
          .set({ version: after + 1 })
          .where(ownedBy(next))
          .where('version', '=', after)
          .where('retired_at_ms', 'is', null)
          .executeTakeFirst()
        if (numUpdatedRows === 1n) {
          await tx
            .insertInto('policy_version')
            .values(rowOf(next, after + 1))
            .execute()
          return 'added'
        }
        const row = await tx.selectFrom('policy').selectAll().where(ownedBy(next)).executeTakeFirst()
        if (row === undefined) return 'unknown'
        return row.retired_at_ms === null ? 'conflict' : 'retired'
      }),

    retire: async (id, { userId, nowMs }) => {
      await db
        .updateTable('policy')
        .set({ retired_at_ms: nowMs, retired_by: userId ?? null })
        .where(ownedBy(id))
        .where('retired_at_ms', 'is', null)
        .execute()
      const row = await db.selectFrom('policy').selectAll().where(ownedBy(id)).executeTakeFirst()
      return row && stateOf(row)
    },
  }
}

const ofOwner = ({ clientId, environment }: PolicyOwner): Expression<SqlBool> =>
  sql<SqlBool>`client_id = ${clientId} and environment = ${environment}`

const ownedBy = ({ clientId, environment, name }: PolicyId): Expression<SqlBool> =>
  sql<SqlBool>`client_id = ${clientId} and environment = ${environment} and name = ${name}`

const keyOf = ({ clientId, environment, name }: PolicyId) => ({ client_id: clientId, environment, name })

const rowOf = (of: NewVersion, version: number): Tables['policy_version'] => ({
  ...keyOf(of),
  version,
  policy: JSON.stringify(of.policy),
  warnings: JSON.stringify(of.warnings),
  user_id: of.userId ?? null,
  created_at_ms: of.createdAtMs,
})

const stateOf = (row: Pick<Tables['policy'], 'name' | 'version' | 'retired_at_ms'>): PolicyState => ({
  name: row.name,
  version: row.version,
  retiredAtMs: row.retired_at_ms ?? undefined,
})

const markOf = (
  row: Pick<Tables['policy_version'], 'version' | 'created_at_ms' | 'user_id'>,
): VersionMark => ({
  version: row.version,
  createdAtMs: row.created_at_ms,
  userId: row.user_id ?? undefined,
})

const versionOf = (row: Selectable<Tables['policy_version']>): SavedVersion => ({
  ...markOf(row),
  policy: JSON.parse(row.policy),
  warnings: JSON.parse(row.warnings),
})
