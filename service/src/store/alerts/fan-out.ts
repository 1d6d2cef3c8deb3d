import { productionRegister, type Register } from '@lastro/rules/listings/register.ts'
import { type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import type {
  DecideOccurrence,
  Follow,
  NewOccurrence,
  OccurrenceStore,
  Watcher,
} from '../../features/alerts/alert-store.ts'
import type { NewOutboxRow, OutboxRow } from '../../jobs/outbox.ts'
import { advisoryLocks } from '../engine/database/advisory-locks.ts'
import type { Engine, Tables } from '../engine/tables.ts'
import { addOutboxRows, outboxRowOf } from '../jobs/outbox.ts'
import { watchedDocumentOf } from './alert-documents.ts'
import { targetsOf } from './alert-targets.ts'
import { deliveryRow } from './deliveries.ts'
import { occurrenceRow } from './occurrence-row.ts'

type Request = Parameters<OccurrenceStore['fanOut']>[0]

/**
 * Events become occurrences one after another in the order in which they were written, by one process at a time, so
 * that each document's keep their order. Only whoever watches a document is looked at, by the index on it.
 */
export async function fanOut(
  tx: Transaction<Tables>,
  engine: Engine,
  request: Request,
  decide: DecideOccurrence,
  follow: Follow,
): Promise<number> {
  if (engine === 'postgres' && !(await hasTurn(tx, request.isAwaited))) return 0
  const events = await waitingEvents(tx, request)
  const counts = await watcherCounts(tx, events)
  const clocks = new Map<Register, number>()
  for (const group of inGroups(events, counts)) {
    for await (const watchers of watchersOf(tx, watchedIn(group))) {
      const alerted = await alertedBefore(tx, group, watchers)
      const told: NewOccurrence[] = []
      const following: NewOutboxRow[] = []
      for (const event of group) {
        const offset = clocks.get(event.register) ?? (await offsetMs(tx, clocks, event.register))
        const moment = { machineMs: request.nowMs, nowMs: request.nowMs + offset }
        for (const found of watchers.get(watchedNameOf(event)) ?? []) {
          const before = alerted.get(lineOf(found.registration))
          const watcher = before === undefined ? found : { ...found, told: before }
          const occurrence = decide(event, watcher, moment)
          if (occurrence !== undefined) told.push(occurrence)
          const row = follow(event, watcher, moment)
          if (row !== undefined) following.push(row)
        }
      }
      await writeOccurrences(tx, told, request.nowMs)
      for (const part of inStatements(following)) await addOutboxRows(tx, part)
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

/** Whoever writes occurrences takes turns, so that each document's keep their order. */
export async function hasTurn(tx: Transaction<Tables>, isAwaited: boolean): Promise<boolean> {
  if (isAwaited) {
    await sql`select pg_advisory_xact_lock(${advisoryLocks.fanOut})`.execute(tx)
    return true
  }
  const { rows } = await sql<{
    has: boolean
  }>`select pg_try_advisory_xact_lock(${advisoryLocks.fanOut}) as has`.execute(tx)
  return rows[0]?.has === true
}

async function waitingEvents(
  tx: Transaction<Tables>,
  { register, limit }: Request,
): Promise<readonly OutboxRow[]> {
  const ofRegister = register === undefined ? sql`` : sql`and register = ${register}`
  // Ids of one listing end in its version, so that the longer is the later.
  const { rows } = await sql<Selectable<Tables['outbox']>>`
    select * from outbox where done_at_ms is null and ${sql.raw(isEvent)} ${ofRegister}
    order by created_at_ms, length(id), id limit ${limit}`.execute(tx)
  return rows.map(outboxRowOf)
}

/**
 * The topics of events. Engines use an index with a condition only where the query repeats it word for word, so these
 * are the words of the index `outbox_events`; another topic is a migration with another index.
 */
export const isEvent = `topic in ('listing.received', 'listing.notice_queued', 'listing.notice_sent',
  'listing.notice_retried', 'listing.waiting', 'listing.published', 'listing.changed', 'listing.suspended',
  'listing.resumed', 'listing.released', 'listing.expired', 'listing.withdrawn', 'listing.refused', 'listing.held',
  'listing.paid', 'listing.release_reminded', 'listing.disputed', 'listing.dispute_overdue',
  'listing.dispute_rejected', 'listing.guarantor_added', 'registration.changed', 'partners.changed',
  'status.changed', 'public_debt.changed', 'sanction.added',
  'listing.notice_failed', 'listing.notice_returned', 'listing.reviewed', 'listing.lifted', 'negative.added',
  'negative.removed', 'sanction.removed', 'decision.changed')`

export const eventTopics: readonly string[] = [...isEvent.matchAll(/'([^']+)'/g)].map(
  ([, topic = '']) => topic,
)

const documentIn = ({ payload }: OutboxRow): string => String(payload.documento)
const watchedNameOf = (event: OutboxRow): string => `${event.register} ${documentIn(event)}`

/** By document and register. */
type WatchedInRegister = { readonly document: string; readonly register: Register }

const watchedIn = (events: readonly OutboxRow[]): readonly WatchedInRegister[] => {
  const byName = events.map((one) => [
    watchedNameOf(one),
    { document: documentIn(one), register: one.register },
  ])
  return [...new Map(byName as [string, WatchedInRegister][]).values()]
}

const amongWatched = (watched: readonly WatchedInRegister[]) =>
  sql<boolean>`(alert_document.document, alert_document.register) in
    (values ${sql.join(watched.map(({ document, register }) => sql`(${document}, ${register})`))})`

/** How many watch each; those that nobody watches are not in it. */
async function watcherCounts(
  tx: Transaction<Tables>,
  events: readonly OutboxRow[],
): Promise<ReadonlyMap<string, number>> {
  if (events.length === 0) return new Map()
  const rows = await tx
    .selectFrom('alert_document')
    .select(({ fn }) => ['register', 'document', fn.countAll<number>().as('count')])
    .where(amongWatched(watchedIn(events)))
    .groupBy(['register', 'document'])
    .execute()
  return new Map(rows.map((row) => [`${row.register} ${row.document}`, Number(row.count)]))
}

/** In their order, as many together as have a page of watchers between them; one with more stands alone. */
function inGroups(events: readonly OutboxRow[], counts: ReadonlyMap<string, number>): OutboxRow[][] {
  const groups: OutboxRow[][] = []
  let room = 0
  for (const event of events) {
    const count = counts.get(watchedNameOf(event)) ?? 0
    if (count === 0) continue
    const group = groups.at(-1)
    if (group === undefined || count > room) {
      groups.push([event])
      room = pageWatcherCount - count
    } else {
      group.push(event)
      room -= count
    }
  }
  return groups
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

export async function* watchersOf(
  tx: Kysely<Tables>,
  watched: readonly WatchedInRegister[],
): AsyncGenerator<ReadonlyMap<string, readonly Watcher[]>> {
  for (let after = ''; ; ) {
    const rows = await tx
      .selectFrom('alert_document')
      .innerJoin('client', 'client.id', 'alert_document.client_id')
      .selectAll('alert_document')
      .select(['client.contract', 'client.revoked_at_ms'])
      .where(amongWatched(watched))
      .where('alert_document.client_id', '>', after)
      .orderBy('alert_document.client_id')
      .limit(pageWatcherCount)
      .execute()
    const last = rows.at(-1)
    if (last === undefined) return
    const clientIds = [...new Set(rows.map((row) => row.client_id))]
    const targets = Map.groupBy(await targetsOf(tx, clientIds), (one) => one.clientId)
    const watchers = rows.map(({ contract, revoked_at_ms, ...row }) => ({
      registration: watchedDocumentOf(row),
      contract: JSON.parse(contract),
      isRevoked: revoked_at_ms !== null,
      targets: targets.get(row.client_id) ?? [],
    }))
    yield Map.groupBy(watchers, ({ registration: { register, document } }) => `${register} ${document}`)
    if (rows.length < pageWatcherCount) return
    after = last.client_id
  }
}

/** What one statement holds: engines count the values in it. */
const statementRowCount = 500

/** Occurrences with their deliveries, each with the next number of its client and document. */
export async function writeOccurrences(
  tx: Transaction<Tables>,
  told: readonly NewOccurrence[],
  nowMs: number,
): Promise<void> {
  if (told.length === 0) return
  const sequences = await lastSequences(tx, told)
  const occurrences = told.map(({ occurrence, deliveries }) => {
    const sequence = (sequences.get(lineOf(occurrence)) ?? 0) + 1
    sequences.set(lineOf(occurrence), sequence)
    return { occurrence: { ...occurrence, sequence }, deliveries }
  })
  for (const part of inStatements(occurrences.map((one) => occurrenceRow(one.occurrence)))) {
    await tx
      .insertInto('occurrence')
      .values(part)
      // The id is made of event and client: what was told already is not told again.
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
  const deliveries = occurrences.flatMap((one) =>
    one.deliveries.map((delivery) => deliveryRow(one.occurrence, delivery, nowMs)),
  )
  for (const part of inStatements(deliveries)) {
    await tx
      .insertInto('delivery')
      .values(part)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
}

type Line = Pick<NewOccurrence['occurrence'], 'clientId' | 'document'>

const lineOf = ({ clientId, document }: Line): string => `${clientId} ${document}`

/**
 * Of those who began to watch when what an event is about could no longer be read: the listings that they were alerted
 * of before. Hardly ever is there anybody to ask for.
 */
async function alertedBefore(
  tx: Transaction<Tables>,
  events: readonly OutboxRow[],
  watchers: ReadonlyMap<string, readonly Watcher[]>,
): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const late = events.flatMap((event) =>
    (watchers.get(watchedNameOf(event)) ?? [])
      .map(({ registration }) => registration)
      .filter(({ createdAtMs }) => createdAtMs > Number(event.payload.untilMs ?? Number.POSITIVE_INFINITY)),
  )
  const alerted = new Map<string, Set<string>>()
  for (const part of inStatements([...new Map(late.map((one) => [lineOf(one), one])).values()])) {
    const lines = part.map(({ clientId, document }) => sql`(${clientId}, ${document})`)
    const rows = await tx
      .selectFrom('occurrence')
      .select(['client_id', 'document', 'shown'])
      .distinct()
      .where(sql<boolean>`(client_id, document) in (values ${sql.join(lines)})`)
      .where('shown', '<>', '')
      .execute()
    for (const { client_id: clientId, document, shown } of rows) {
      const [listingId = ''] = shown.split(':')
      const line = lineOf({ clientId, document })
      alerted.set(line, (alerted.get(line) ?? new Set()).add(listingId))
    }
  }
  return alerted
}

/** The last of each client and document, from which the next are counted. */
async function lastSequences(
  tx: Transaction<Tables>,
  told: readonly NewOccurrence[],
): Promise<Map<string, number>> {
  const sequences = new Map<string, number>()
  for (const part of inStatements(told)) {
    const lines = part.map(({ occurrence: { clientId, document } }) => sql`(${clientId}, ${document})`)
    const rows = await tx
      .selectFrom('occurrence')
      .select((select) => ['client_id', 'document', select.fn.max('sequence').as('sequence')])
      .where(sql<boolean>`(client_id, document) in (values ${sql.join(lines)})`)
      .groupBy(['client_id', 'document'])
      .execute()
    for (const row of rows) sequences.set(`${row.client_id} ${row.document}`, row.sequence)
  }
  return sequences
}

const inStatements = <One>(rows: readonly One[]): One[][] =>
  Array.from({ length: Math.ceil(rows.length / statementRowCount) }, (_, at) =>
    rows.slice(at * statementRowCount, (at + 1) * statementRowCount),
  )
