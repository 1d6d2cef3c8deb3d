import type { Day } from '@lastro/rules/calendar/day.ts'
import type { Insertable, Kysely, Selectable, Transaction } from 'kysely'
import type { EventChoice, WatchedDocument } from '../../features/alerts/alert.ts'
import type { WatchedDocumentStore } from '../../features/alerts/alert-store.ts'
import { policyRun } from '../../features/alerts/portfolio/policy-run.ts'
import { afterCursor } from '../engine/after-cursor.ts'
import { patiently } from '../engine/after-deadlock.ts'
import type { Tables } from '../engine/tables.ts'
import { addOutboxRows } from '../jobs/outbox.ts'

export function watchedDocumentStore(db: Kysely<Tables>, reads: Kysely<Tables>): WatchedDocumentStore {
  return {
    insert: async (documents, machineMs) => {
      for (let turn = 0; turn < turnCountMax; turn++) {
        const kept = await patiently(db, (tx) => insertAll(tx, documents, machineMs))
        if (kept !== undefined) return kept
      }
      throw new Error('A registration was neither inserted nor found')
    },

    find: async ({ register, clientId, id }) => {
      const row = await reads
        .selectFrom('alert_document')
        .selectAll()
        .where('id', '=', id)
        .where('register', '=', register)
        .where('client_id', '=', clientId)
        .executeTakeFirst()
      return row && watchedDocumentOf(row)
    },

    list: async ({ register, clientId, document, event, after, limit }) => {
      const rows = await reads
        .selectFrom('alert_document')
        .selectAll()
        .where('client_id', '=', clientId)
        .where('register', '=', register)
        .$if(document !== undefined, (query) => query.where('document', '=', document ?? ''))
        .$if(event !== undefined, (query) =>
          query.where((where) =>
            where.or([where('events', 'is', null), where('events', 'like', `%"${event ?? ''}"%`)]),
          ),
        )
        .$if(after !== undefined, (query) => query.where(afterCursor(after)))
        .orderBy('created_at_ms', 'desc')
        .orderBy('id', 'desc')
        .limit(limit)
        .execute()
      return rows.map(watchedDocumentOf)
    },

    update: (next, keptVersion, machineMs) =>
      db.transaction().execute(async (tx) => {
        const { id, document, ...rest } = documentRow(next)
        const kept = await tx
          .selectFrom('alert_document')
          .select('policy')
          .where('document', '=', document)
          .where('id', '=', id)
          .executeTakeFirst()
        const isOther = (kept?.policy ?? undefined) !== next.policy
        const { numUpdatedRows } = await tx
          .updateTable('alert_document')
          .set(rest)
          // What another policy said is nothing to compare with.
          .$if(isOther, (query) =>
            query.set((set) => ({ decided: null, decided_count: set('decided_count', '+', 1) })),
          )
          .where('document', '=', document)
          .where('id', '=', id)
          .where('version', '=', keptVersion)
          .executeTakeFirst()
        if (numUpdatedRows !== 1n) return false
        if (isOther) await addOutboxRows(tx, firstRuns([next], machineMs))
        return true
      }),

    remove: async ({ register, clientId, id }) => {
      const { numDeletedRows } = await db
        .deleteFrom('alert_document')
        .where('id', '=', id)
        .where('register', '=', register)
        .where('client_id', '=', clientId)
        .executeTakeFirst()
      return numDeletedRows === 1n
    },
  }
}

/** One that exists may be removed before it is read: then it is inserted after all. */
const turnCountMax = 5

/** Undefined when one of them was there and is gone. */
async function insertAll(
  tx: Transaction<Tables>,
  documents: readonly WatchedDocument[],
  machineMs: number,
): Promise<Awaited<ReturnType<WatchedDocumentStore['insert']>> | undefined> {
  const [first] = documents
  if (first === undefined) return []
  await tx
    .insertInto('alert_document')
    // Two bodies that meet take their documents in the same order, so neither waits for the other in a circle.
    .values(documents.toSorted((a, b) => (a.document < b.document ? -1 : 1)).map(documentRow))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const kept = await tx
    .selectFrom('alert_document')
    .selectAll()
    .where('document', 'in', [...new Set(documents.map((one) => one.document))])
    .where('register', '=', first.register)
    .where('client_id', '=', first.clientId)
    .execute()
  const byDocument = new Map(kept.map((row) => [row.document, watchedDocumentOf(row)]))
  const outcomes = documents.flatMap((wanted) => {
    const document = byDocument.get(wanted.document)
    const kind = document?.id === wanted.id ? ('inserted' as const) : ('existing' as const)
    return document === undefined ? [] : [{ kind, document }]
  })
  if (outcomes.length < documents.length) return undefined
  const inserted = outcomes.filter(({ kind }) => kind === 'inserted')
  await addOutboxRows(
    tx,
    firstRuns(
      inserted.map((one) => one.document),
      machineMs,
    ),
  )
  return outcomes
}

const firstRuns = (documents: readonly WatchedDocument[], machineMs: number) =>
  documents
    .filter(({ policy }) => policy !== undefined)
    .map((one) => policyRun(one, `v${one.version}`, machineMs))

const documentRow = (one: WatchedDocument): Insertable<Tables['alert_document']> => ({
  id: one.id,
  register: one.register,
  client_id: one.clientId,
  document: one.document,
  events: eventsText(one.events),
  label: one.label ?? null,
  until_day: one.until ?? null,
  version: one.version,
  created_at_ms: one.createdAtMs,
  request_key: one.requestKey ?? null,
  policy: one.policy ?? null,
})

export const watchedDocumentOf = (row: Selectable<Tables['alert_document']>): WatchedDocument => ({
  id: row.id,
  register: row.register,
  clientId: row.client_id,
  document: row.document,
  events: eventsOf(row.events),
  label: row.label ?? undefined,
  until: (row.until_day as Day | null) ?? undefined,
  policy: row.policy ?? undefined,
  version: row.version,
  createdAtMs: row.created_at_ms,
  requestKey: row.request_key ?? undefined,
})

export const eventsText = (events: EventChoice): string | null =>
  events === undefined ? null : JSON.stringify(events)

export const eventsOf = (text: string | null): EventChoice => (text === null ? undefined : JSON.parse(text))
