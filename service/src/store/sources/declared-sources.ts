import type { SourceKind } from '@lastro/contract/operator/source-kinds.ts'
import type { Kysely, Selectable } from 'kysely'
import type { DeclaredSource } from '../../features/declared-sources/declared-source.ts'
import type { SourceStore } from '../../features/declared-sources/source-store.ts'
import { patiently } from '../engine/after-deadlock.ts'
import type { Tables } from '../engine/tables.ts'
import { endCopiesOfSource } from './copy-terms.ts'
import { sourceSpending } from './source-spending.ts'

export function sourceStore(db: Kysely<Tables>, reads: Kysely<Tables>): SourceStore {
  const oneWhere = async (column: 'id' | 'name', value: string) => {
    const row = await reads
      .selectFrom('declared_source')
      .selectAll()
      .where(column, '=', value)
      .executeTakeFirst()
    return row && sourceOf(row)
  }
  return {
    ...sourceSpending(db, reads),

    add: (source, sealed) =>
      patiently(db, async (tx) => {
        const added = await tx
          .insertInto('declared_source')
          .values(rowOf(source))
          .onConflict((conflict) => conflict.doNothing())
          .executeTakeFirst()
        if (Number(added.numInsertedOrUpdatedRows ?? 0) === 0) return false
        if (sealed !== undefined) {
          await tx
            .insertInto('source_credential')
            .values({ source_id: source.id, client_id: operators, sealed })
            .execute()
        }
        return true
      }),

    list: async () =>
      (await reads.selectFrom('declared_source').selectAll().orderBy('name').execute()).map(sourceOf),
    find: (id) => oneWhere('id', id),
    findNamed: (name) => oneWhere('name', name),

    setEnabled: (id, isEnabled) =>
      patiently(db, async (tx) => {
        const changed = await tx
          .updateTable('declared_source')
          .set((set) => ({ is_enabled: isEnabled ? 1 : 0, version: set('version', '+', 1) }))
          .where('id', '=', id)
          .executeTakeFirst()
        if (!isEnabled) await endCopiesOfSource(tx, id)
        return Number(changed.numUpdatedRows) === 1
      }),

    remove: (id) =>
      patiently(db, async (tx) => {
        const gone = await tx.deleteFrom('declared_source').where('id', '=', id).executeTakeFirst()
        await tx.deleteFrom('source_credential').where('source_id', '=', id).execute()
        await endCopiesOfSource(tx, id)
        return Number(gone.numDeletedRows) === 1
      }),

    setCredentials: ({ sourceId, clientId = operators }, sealed) =>
      patiently(db, async (tx) => {
        const changed = await tx
          .updateTable('declared_source')
          .set((set) => ({ version: set('version', '+', 1) }))
          .where('id', '=', sourceId)
          .executeTakeFirst()
        if (Number(changed.numUpdatedRows) === 0) return false
        await tx
          .insertInto('source_credential')
          .values({ source_id: sourceId, client_id: clientId, sealed })
          .onConflict((conflict) => conflict.columns(['source_id', 'client_id']).doUpdateSet({ sealed }))
          .execute()
        return true
      }),

    credentialsOf: async ({ sourceId, clientId = operators }) => {
      const row = await reads
        .selectFrom('source_credential')
        .select('sealed')
        .where('source_id', '=', sourceId)
        .where('client_id', '=', clientId)
        .executeTakeFirst()
      return row?.sealed
    },

    credentialOwners: async () => {
      const rows = await reads.selectFrom('source_credential').select(['source_id', 'client_id']).execute()
      return rows.map(({ source_id, client_id }) => ({
        sourceId: source_id,
        clientId: client_id === operators ? undefined : client_id,
      }))
    },
  }
}

/** In the place of a client: the operator. */
const operators = ''

const rowOf = (source: DeclaredSource): Tables['declared_source'] => ({
  id: source.id,
  name: source.name,
  kind: source.kind,
  url: source.url,
  sections: source.sections === undefined ? null : JSON.stringify(source.sections),
  concurrency_max: source.concurrencyMax,
  client_concurrency_max: source.clientConcurrencyMax,
  timeout_ms: source.timeoutMs,
  price_cents: source.priceCents,
  monthly_budget_cents: source.monthlyBudgetCents ?? null,
  is_enabled: source.isEnabled ? 1 : 0,
  version: source.version,
  created_at_ms: source.createdAtMs,
})

const sourceOf = (row: Selectable<Tables['declared_source']>): DeclaredSource => ({
  id: row.id,
  name: row.name,
  kind: row.kind as SourceKind,
  url: row.url,
  sections: row.sections === null ? undefined : JSON.parse(row.sections),
  concurrencyMax: row.concurrency_max,
  clientConcurrencyMax: row.client_concurrency_max,
  timeoutMs: row.timeout_ms,
  priceCents: row.price_cents,
  monthlyBudgetCents: row.monthly_budget_cents ?? undefined,
  isEnabled: row.is_enabled === 1,
  version: row.version,
  createdAtMs: row.created_at_ms,
})
