import type { CorrectionSubject, RequestKind, RequestOutcome } from '@lastro/contract/person/request-codes.ts'
import type { Day } from '@lastro/rules/calendar/day.ts'
import type { Draft } from '@lastro/rules/listings/listing.ts'
import { productionRegister } from '@lastro/rules/listings/register.ts'
import type { PersonRequest, RequestEnd } from '@lastro/rules/person/request.ts'
import { settledRequest } from '@lastro/rules/person/settled-request.ts'
import { type Insertable, type Kysely, type Selectable, type SqlBool, sql, type Transaction } from 'kysely'
import type { RequestStore } from '../../features/person/request-store.ts'
import type { Tables } from '../engine/tables.ts'
import { endCopiesOf } from '../sources/copy-terms.ts'

/** Marked in one statement: a day on which more than this many fall due takes several turns. */
const markedCountMax = 200

export function requestStore(db: Kysely<Tables>, reads: Kysely<Tables>): RequestStore {
  return {
    insert: (request) =>
      db.transaction().execute(async (tx) => {
        await tx.insertInto('person_request').values(requestRow(request)).execute()
        // Whoever says that something is wrong is not told of from before; access says nothing of the kind.
        if (request.kind !== 'access') await endCopiesOf(tx, request.document, request.openedAtMs)
      }),

    find: async (id) => {
      const row = await reads.selectFrom('person_request').selectAll().where('id', '=', id).executeTakeFirst()
      return row && requestOf(row)
    },

    ofDocument: async (document) => {
      const rows = await reads
        .selectFrom('person_request')
        .selectAll()
        .where('document', '=', document)
        .orderBy('opened_at_ms', 'desc')
        .orderBy('id', 'desc')
        .execute()
      return rows.map(requestOf)
    },

    list: async ({ state, kind, today, after, limit }) => {
      const isAnswered = state === 'answered'
      const direction = isAnswered ? 'desc' : 'asc'
      const rows = await reads
        .selectFrom('person_request')
        .selectAll()
        .where('outcome', isAnswered ? 'is not' : 'is', null)
        .$if(state === 'overdue', (query) => query.where('due_on', '<', today))
        .$if(kind !== undefined, (query) => query.where('kind', '=', kind ?? ''))
        .$if(after !== undefined, (query) =>
          query.where(
            isAnswered
              ? sql<SqlBool>`(due_on, id) < (${after?.dueOn ?? ''}, ${after?.id ?? ''})`
              : sql<SqlBool>`(due_on, id) > (${after?.dueOn ?? ''}, ${after?.id ?? ''})`,
          ),
        )
        .orderBy('due_on', direction)
        .orderBy('id', direction)
        .limit(limit)
        .execute()
      return rows.map(requestOf)
    },

    end: (id, end, nowMs) => db.transaction().execute((tx) => endRequest(tx, id, end, nowMs)),

    markOverdue: async (today, nowMs) => {
      const rows = await reads
        .selectFrom('person_request')
        .select('id')
        .where('outcome', 'is', null)
        .where('due_on', '<', today)
        .where('overdue_at_ms', 'is', null)
        .limit(markedCountMax)
        .execute()
      const ids = rows.map((row) => row.id)
      if (ids.length === 0) return ids
      // Of two processes one marks it, and tells.
      const marked = await db
        .updateTable('person_request')
        .set({ overdue_at_ms: nowMs })
        .where('id', 'in', ids)
        .where('outcome', 'is', null)
        .where('overdue_at_ms', 'is', null)
        .returning('id')
        .execute()
      return marked.map((row) => row.id)
    },

    countOverdue: async (today) => {
      const row = await reads
        .selectFrom('person_request')
        .select((select) => select.fn.countAll<number>().as('count'))
        .where('outcome', 'is', null)
        .where('due_on', '<', today)
        .executeTakeFirstOrThrow()
      return Number(row.count)
    },

    watchesOf: async (document) => {
      const rows = await reads
        .selectFrom('alert_document')
        .select(['client_id', 'created_at_ms', 'until_day'])
        .where('document', '=', document)
        .where('register', '=', productionRegister)
        .orderBy('created_at_ms', 'desc')
        .execute()
      return rows.map((row) => ({
        clientId: row.client_id,
        sinceMs: row.created_at_ms,
        until: (row.until_day as Day | null) ?? undefined,
      }))
    },
  }
}

/** With the listing that it is about: opened with its dispute, and settled by whatever settles that. */
export async function writeRequest(
  tx: Transaction<Tables>,
  { listing, entries, request }: Draft,
): Promise<void> {
  if (request !== undefined) await tx.insertInto('person_request').values(requestRow(request)).execute()
  const settled = settledRequest(listing)
  const last = entries.at(-1)
  if (settled === undefined || last === undefined) return
  const answeredBy = last.actor.startsWith('operator:') ? last.actor.slice('operator:'.length) : undefined
  await endRequest(tx, settled.id, { ...settled, answeredBy }, last.atMs)
}

async function endRequest(
  tx: Transaction<Tables>,
  id: string,
  { outcome, answer, answeredBy }: RequestEnd,
  nowMs: number,
): Promise<boolean> {
  const ended = await tx
    .updateTable('person_request')
    .set({ outcome, answer: answer ?? null, answered_at_ms: nowMs, answered_by: answeredBy ?? null })
    .where('id', '=', id)
    .where('outcome', 'is', null)
    .returning(['document', 'kind'])
    .executeTakeFirst()
  if (ended === undefined) return false
  if (ended.kind !== 'access') await endCopiesOf(tx, ended.document, nowMs)
  return true
}

const requestRow = (of: PersonRequest): Insertable<Tables['person_request']> => ({
  id: of.id,
  document: of.document,
  kind: of.kind,
  subject: of.subject ?? null,
  listing_id: of.listingId ?? null,
  field: of.field ?? null,
  statement: of.statement ?? null,
  identity: of.identity,
  reason: of.reason ?? null,
  channel: of.channel,
  opened_by: of.openedBy ?? null,
  opened_at_ms: of.openedAtMs,
  due_on: of.dueOn,
  answer_by: of.answerBy ?? null,
  overdue_at_ms: of.overdueAtMs ?? null,
  outcome: of.outcome ?? null,
  answer: of.answer ?? null,
  answered_at_ms: of.answeredAtMs ?? null,
  answered_by: of.answeredBy ?? null,
})

const requestOf = (row: Selectable<Tables['person_request']>): PersonRequest => ({
  id: row.id,
  document: row.document,
  kind: row.kind as RequestKind,
  subject: (row.subject as CorrectionSubject | null) ?? undefined,
  listingId: row.listing_id ?? undefined,
  field: row.field ?? undefined,
  statement: row.statement ?? undefined,
  identity: row.identity,
  reason: row.reason ?? undefined,
  channel: row.channel as PersonRequest['channel'],
  openedBy: row.opened_by ?? undefined,
  openedAtMs: row.opened_at_ms,
  dueOn: row.due_on as Day,
  answerBy: (row.answer_by as Day | null) ?? undefined,
  overdueAtMs: row.overdue_at_ms ?? undefined,
  outcome: (row.outcome as RequestOutcome | null) ?? undefined,
  answer: row.answer ?? undefined,
  answeredAtMs: row.answered_at_ms ?? undefined,
  answeredBy: row.answered_by ?? undefined,
})
