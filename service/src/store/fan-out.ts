import { type Selectable, sql, type Transaction } from 'kysely'
import { productionRegister, type Register } from '../alerts/alert.ts'
import type { Decide, NewOccurrence, OccurrenceStore, Watcher } from '../alerts/alert-store.ts'
import type { OutboxRow } from '../jobs/outbox.ts'
import { watchedDocumentOf } from './alert-documents.ts'
import { isEvent } from './alert-tables.ts'
import { targetsOf } from './alert-targets.ts'
import { deliveryRow } from './deliveries.ts'
import { occurrenceRow } from './occurrence-row.ts'
import { outboxRowOf } from './outbox.ts'
import type { Engine, Tables } from './tables.ts'

type Request = Parameters<OccurrenceStore['fanOut']>[0]

/**
 * Events become occurrences one after another in the order in which they were written, by one process at a time, so
 * that each document's keep their order. Only whoever watches a document is looked at, by the index on it.
 */
export async function fanOut(
  tx: Transaction<Tables>,
  engine: Engine,
  request: Request,
  decide: Decide,
): Promise<number> {
  if (engine === 'postgres' && !(await hasTurn(tx, request.isAwaited))) return 0
  const events = await waitingEvents(tx, request)
  const watched = await watchedAmong(tx, events)
  const clocks = new Map<Register, number>()
  for (const event of events) {
    if (!watched.has(placeOf(event))) continue
    const nowMs = request.nowMs + (clocks.get(event.register) ?? (await offsetMs(tx, clocks, event.register)))
    const moment = { machineMs: request.nowMs, nowMs }
    for await (const watchers of watchersOf(tx, event)) {
      const told = watchers.map((one) => decide(event, one, moment)).filter((one) => one !== undefined)
      await write(tx, told, request.nowMs)
    }
  }
  if (events.length > 0) {
    await tx
      .updateTable('outbox')
      .set({ done_at_ms: request.nowMs })
      .where(
        'id',
        'in',
        events.map((one) => one.id),
      )
      .execute()
  }
  return events.length
}

/** Any number that nothing else in the database locks. SQLite's transaction is the turn. */
const fanOutLock = 5_291_078_204

async function hasTurn(tx: Transaction<Tables>, isAwaited: boolean): Promise<boolean> {
  if (isAwaited) {
    await sql`select pg_advisory_xact_lock(${fanOutLock})`.execute(tx)
    return true
  }
  const { rows } = await sql<{
    has: boolean
  }>`select pg_try_advisory_xact_lock(${fanOutLock}) as has`.execute(tx)
  return rows[0]?.has === true
}

async function waitingEvents(
  tx: Transaction<Tables>,
  { register, limit }: Request,
): Promise<readonly OutboxRow[]> {
  const ofRegister = register === undefined ? sql`` : sql`and register = ${register}`
  // Ids of one listing end in its version, so that the longer is the later.
  const { rows } = await sql<Selectable<Tables['outbox']>>`
    select * from outbox where done_at_ms is null and ${isEvent} ${ofRegister}
    order by created_at_ms, length(id), id limit ${limit}`.execute(tx)
  return rows.map(outboxRowOf)
}

const documentIn = ({ payload }: OutboxRow): string => String(payload.documento)
const placeOf = (event: OutboxRow): string => `${event.register} ${documentIn(event)}`

async function watchedAmong(
  tx: Transaction<Tables>,
  events: readonly OutboxRow[],
): Promise<ReadonlySet<string>> {
  if (events.length === 0) return new Set()
  const rows = await tx
    .selectFrom('alert_document')
    .select(['register', 'document'])
    .distinct()
    .where('document', 'in', [...new Set(events.map(documentIn))])
    .where('register', 'in', [...new Set(events.map((one) => one.register))])
    .execute()
  return new Set(rows.map((row) => `${row.register} ${row.document}`))
}

async function offsetMs(
  tx: Transaction<Tables>,
  clocks: Map<Register, number>,
  register: Register,
): Promise<number> {
  const row =
    register === productionRegister
      ? undefined
      : await tx
          .selectFrom('sandbox_clock')
          .select('offset_ms')
          .where('client_id', '=', register)
          .executeTakeFirst()
  const offset = row?.offset_ms ?? 0
  clocks.set(register, offset)
  return offset
}

/** A document that thousands watch is told to them by the page. */
const pageWatcherCount = 500

async function* watchersOf(tx: Transaction<Tables>, event: OutboxRow): AsyncGenerator<readonly Watcher[]> {
  for (let after = ''; ; ) {
    const rows = await tx
      .selectFrom('alert_document')
      .innerJoin('client', 'client.id', 'alert_document.client_id')
      .selectAll('alert_document')
      .select(['client.contract', 'client.revoked_at_ms'])
      .where('alert_document.document', '=', documentIn(event))
      .where('alert_document.register', '=', event.register)
      .where('alert_document.client_id', '>', after)
      .orderBy('alert_document.client_id')
      .limit(pageWatcherCount)
      .execute()
    const last = rows.at(-1)
    if (last === undefined) return
    const targets = Map.groupBy(
      await targetsOf(
        tx,
        rows.map((row) => row.client_id),
      ),
      (one) => one.clientId,
    )
    yield rows.map(({ contract, revoked_at_ms, ...row }) => ({
      registration: watchedDocumentOf(row),
      contract: JSON.parse(contract),
      isRevoked: revoked_at_ms !== null,
      targets: targets.get(row.client_id) ?? [],
    }))
    if (rows.length < pageWatcherCount) return
    after = last.client_id
  }
}

/** What one statement holds: engines count the values in it. */
const statementRowCount = 500

async function write(tx: Transaction<Tables>, told: readonly NewOccurrence[], nowMs: number): Promise<void> {
  const [first] = told
  if (first === undefined) return
  const { document } = first.occurrence
  const last = await tx
    .selectFrom('occurrence')
    .select((select) => ['client_id', select.fn.max('sequence').as('sequence')])
    .where('document', '=', document)
    .where(
      'client_id',
      'in',
      told.map((one) => one.occurrence.clientId),
    )
    .groupBy('client_id')
    .execute()
  const before = new Map(last.map((row) => [row.client_id, row.sequence]))
  const occurrences = told.map(({ occurrence, deliveries }) => ({
    occurrence: { ...occurrence, sequence: (before.get(occurrence.clientId) ?? 0) + 1 },
    deliveries,
  }))
  await tx
    .insertInto('occurrence')
    .values(occurrences.map((one) => occurrenceRow(one.occurrence)))
    // The id is made of event and client: what was told already is not told again.
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const rows = occurrences.flatMap(({ occurrence, deliveries }) =>
    deliveries.map((one) => deliveryRow(occurrence, one, nowMs)),
  )
  for (let from = 0; from < rows.length; from += statementRowCount) {
    await tx
      .insertInto('delivery')
      .values(rows.slice(from, from + statementRowCount))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
}
