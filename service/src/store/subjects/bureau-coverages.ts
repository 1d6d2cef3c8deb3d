import { setTimeout as wait } from 'node:timers/promises'
import type { DocumentType } from '@lastro/contract/reports/sections.ts'
import type { Day } from '@lastro/rules/calendar/day.ts'
import type { Kysely, Selectable, Transaction } from 'kysely'
import {
  type BureauCoverage,
  type BureauCoverageStore,
  type BureauSection,
  type CoverageChange,
  coverageSnapshot,
} from '../../features/bureau/bureau-coverage.ts'
import { patiently } from '../engine/after-deadlock.ts'
import type { Engine, Tables } from '../engine/tables.ts'
import { addOutboxRows } from '../jobs/outbox.ts'

/** A change by another process takes effect here within this time plus one read. */
const refreshEveryMs = 1_500

/** Empty until a caller has awaited `refresh` once. */
export function bureauCoverageStore(
  db: Kysely<Tables>,
  reads: Kysely<Tables>,
  engine: Engine,
): BureauCoverageStore {
  let snapshot = coverageSnapshot([])
  let text = ''
  let refreshing: Promise<void> = Promise.resolve()

  const list = async () => {
    const rows = await reads
      .selectFrom('bureau_coverage')
      .selectAll()
      .orderBy('declared_at_ms', 'desc')
      .orderBy('id', 'desc')
      .execute()
    return rows.map(coverageOf)
  }
  // Serialized, so that of two overlapping refreshes an older read cannot overwrite a newer one.
  const refresh = (): Promise<void> => {
    const next = async () => {
      const all = await list()
      const read = JSON.stringify(all)
      if (read === text) return
      text = read
      snapshot = coverageSnapshot(all)
    }
    refreshing = refreshing.then(next, next)
    return refreshing
  }
  // The change is durable by now: if it cannot be read back, the next refresh picks it up.
  const refreshAfterChange = (): Promise<void> => refresh().catch(() => undefined)
  const change = async (
    id: string,
    decide: (coverage: BureauCoverage) => Exclude<CoverageChange, { kind: 'unknown' }>,
  ): Promise<CoverageChange> => {
    const changed = await patiently(db, async (tx): Promise<CoverageChange> => {
      const found = await lockedRow(tx, id, engine)
      if (found === undefined) return { kind: 'unknown' }
      const decided = decide(coverageOf(found))
      if (decided.kind !== 'changed') return decided
      const { id: _, ...values } = rowOf(decided.coverage)
      await tx.updateTable('bureau_coverage').set(values).where('id', '=', id).execute()
      return decided
    })
    await refreshAfterChange()
    return changed
  }

  return {
    declare: async (declared) => {
      if (declared.length === 0) return
      await patiently(db, (tx) => tx.insertInto('bureau_coverage').values(declared.map(rowOf)).execute())
      await refreshAfterChange()
    },
    list,
    shorten: (id, until, { name, nowMs }) =>
      change(id, (coverage) => {
        if (coverage.withdrawnAtMs !== undefined) return { kind: 'withdrawn', coverage }
        if (until > coverage.until) return { kind: 'not_earlier', coverage }
        if (until === coverage.until) return { kind: 'changed', coverage }
        return { kind: 'changed', coverage: { ...coverage, until, shortenedAtMs: nowMs, shortenedBy: name } }
      }),
    withdraw: (id, { name, nowMs }) =>
      change(id, (coverage) =>
        coverage.withdrawnAtMs === undefined
          ? { kind: 'changed', coverage: { ...coverage, withdrawnAtMs: nowMs, withdrawnBy: name } }
          : { kind: 'withdrawn', coverage },
      ),
    remind: async (ids, nowMs, rowsOf) => {
      if (ids.length === 0) return []
      const reminded = await patiently(db, async (tx) => {
        const rows = await tx
          .updateTable('bureau_coverage')
          .set({ reminded_at_ms: nowMs })
          .where('id', 'in', ids)
          .where('reminded_at_ms', 'is', null)
          .where('withdrawn_at_ms', 'is', null)
          .returningAll()
          .execute()
        const coverages = rows.map(coverageOf)
        if (coverages.length > 0) await addOutboxRows(tx, rowsOf(coverages))
        return coverages
      })
      await refreshAfterChange()
      return reminded
    },
    current: {
      of: (type, section, today) => snapshot.of(type, section, today),
      snapshot: () => snapshot,
    },
    refresh,
    follow: (onError) => {
      const stopping = new AbortController()
      const following = (async () => {
        while (!stopping.signal.aborted) {
          await wait(refreshEveryMs, undefined, { signal: stopping.signal, ref: false }).catch(
            () => undefined,
          )
          if (!stopping.signal.aborted) await refresh().catch(onError)
        }
      })()
      return async () => {
        stopping.abort()
        await following
      }
    },
  }
}

/** Serializes changes of a declaration; on SQLite the transaction does that. */
const lockedRow = (tx: Transaction<Tables>, id: string, engine: Engine) =>
  tx
    .selectFrom('bureau_coverage')
    .selectAll()
    .where('id', '=', id)
    .$if(engine === 'postgres', (query) => query.forUpdate())
    .executeTakeFirst()

const rowOf = (one: BureauCoverage): Tables['bureau_coverage'] => ({
  id: one.id,
  section: one.section,
  document_type: one.documentType,
  extent: one.extent,
  as_of: one.asOf,
  until_day: one.until,
  generation: one.generation,
  declared_at_ms: one.declaredAtMs,
  declared_by: one.declaredBy,
  shortened_at_ms: one.shortenedAtMs ?? null,
  shortened_by: one.shortenedBy ?? null,
  withdrawn_at_ms: one.withdrawnAtMs ?? null,
  withdrawn_by: one.withdrawnBy ?? null,
  reminded_at_ms: one.remindedAtMs ?? null,
})

const coverageOf = (row: Selectable<Tables['bureau_coverage']>): BureauCoverage => ({
  id: row.id,
  section: row.section as BureauSection,
  documentType: row.document_type as DocumentType,
  extent: row.extent as BureauCoverage['extent'],
  asOf: row.as_of as Day,
  until: row.until_day as Day,
  generation: row.generation,
  declaredAtMs: row.declared_at_ms,
  declaredBy: row.declared_by,
  shortenedAtMs: row.shortened_at_ms ?? undefined,
  shortenedBy: row.shortened_by ?? undefined,
  withdrawnAtMs: row.withdrawn_at_ms ?? undefined,
  withdrawnBy: row.withdrawn_by ?? undefined,
  ...(row.reminded_at_ms !== null && { remindedAtMs: row.reminded_at_ms }),
})
