import type { Environment } from '@lastro/contract/clients/credentials.ts'
import type { Kysely, Selectable } from 'kysely'
import type {
  FoundOfChain,
  KeptVerification,
  VerificationStore,
} from '../../features/operator/verification-store.ts'
import type { Tables } from '../engine/tables.ts'

export function verificationStore(db: Kysely<Tables>): VerificationStore {
  return {
    begin: (asked, deadBeforeMs) =>
      db.transaction().execute(async (tx) => {
        await tx
          .updateTable('trail_verification')
          .set({ state: 'failed', ended_at_ms: asked.startedAtMs })
          .where('state', '=', 'running')
          .where('seen_at_ms', '<', deadBeforeMs)
          .execute()
        const begun = await tx
          .insertInto('trail_verification')
          .values({
            id: asked.id,
            environment: asked.environment,
            state: 'running',
            started_by: asked.startedBy,
            started_at_ms: asked.startedAtMs,
            seen_at_ms: asked.startedAtMs,
            ended_at_ms: null,
            links_total: asked.linksTotal,
            links: 0,
            records: 0,
            head: null,
            broken_number: null,
            broken_place: null,
            holds_expected: null,
            besides: null,
          })
          .onConflict((conflict) => conflict.doNothing())
          .executeTakeFirst()
        return (begun.numInsertedOrUpdatedRows ?? 0n) > 0n
      }),

    progress: async (id, { links, records, nowMs }) => {
      await db
        .updateTable('trail_verification')
        .set({ links, records, seen_at_ms: nowMs })
        .where('id', '=', id)
        .where('state', '=', 'running')
        .execute()
    },

    end: async (id, found, nowMs) => {
      await db
        .updateTable('trail_verification')
        .set({
          ended_at_ms: nowMs,
          seen_at_ms: nowMs,
          state: stateOf(found),
          ...(found !== undefined && {
            links: found.links,
            records: found.records,
            head: found.head,
            besides: JSON.stringify(found.besides),
            broken_number: found.broken?.number ?? null,
            broken_place: found.broken?.place ?? null,
            holds_expected: found.holdsExpected === undefined ? null : Number(found.holdsExpected),
          }),
        })
        .where('id', '=', id)
        .execute()
    },

    find: async (id) => {
      const row = await db
        .selectFrom('trail_verification')
        .selectAll()
        .where('id', '=', id)
        .executeTakeFirst()
      return row && verificationOf(row)
    },

    last: async (environment) => {
      const row = await db
        .selectFrom('trail_verification')
        .selectAll()
        .where('environment', '=', environment)
        .orderBy('started_at_ms', 'desc')
        .limit(1)
        .executeTakeFirst()
      return row && verificationOf(row)
    },
  }
}

function stateOf(found: FoundOfChain | undefined): KeptVerification['state'] {
  if (found === undefined) return 'failed'
  if (found.broken !== undefined) return 'broken'
  return found.besides.length > 0 ? 'differing' : 'whole'
}

const verificationOf = (row: Selectable<Tables['trail_verification']>): KeptVerification => ({
  id: row.id,
  environment: row.environment as Environment,
  state: row.state as KeptVerification['state'],
  startedBy: row.started_by,
  startedAtMs: row.started_at_ms,
  seenAtMs: row.seen_at_ms,
  endedAtMs: row.ended_at_ms ?? undefined,
  linksTotal: row.links_total,
  links: row.links,
  records: row.records,
  head: row.head ?? undefined,
  broken:
    row.broken_number === null || row.broken_place === null
      ? undefined
      : { number: row.broken_number, place: row.broken_place },
  besides: JSON.parse(row.besides ?? '[]'),
  holdsExpected: row.holds_expected === null ? undefined : row.holds_expected === 1,
})
