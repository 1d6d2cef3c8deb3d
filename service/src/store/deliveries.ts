import type { DeliveryState } from '@lastro/contract/alerts.ts'
import { type Kysely, type Selectable, sql } from 'kysely'
import type { Attempt, Delivery, Occurrence, TargetKind } from '../alerts/alert.ts'
import type { ClaimDeliveries, ClaimedDelivery, DeliveryStore, NewDelivery } from '../alerts/alert-store.ts'
import { occurrenceOf } from './occurrence-row.ts'
import type { Engine, Tables } from './tables.ts'

export function deliveryStore(db: Kysely<Tables>, engine: Engine): DeliveryStore {
  return {
    claim: async (request) => {
      const { rows } = request.isDigest
        ? await claimDigests(db, request)
        : await claimEarliest(db, engine, request)
      return withOccurrences(db, rows)
    },

    settle: (delivery, attempt, settlement) =>
      db.transaction().execute(async (tx) => {
        const ofThis = { occurrence_id: delivery.occurrenceId, target_id: delivery.targetId }
        const counted = await tx
          .updateTable('delivery')
          .set((set) => ({
            attempts: set('attempts', '+', 1),
            step: set('step', '+', 1),
            claimed_until_ms: 0,
            last_status: attempt.status ?? null,
          }))
          .where('occurrence_id', '=', ofThis.occurrence_id)
          .where('target_id', '=', ofThis.target_id)
          .returning('attempts')
          .executeTakeFirst()
        if (counted === undefined) return
        await tx
          .insertInto('delivery_attempt')
          .values({ ...ofThis, attempt: counted.attempts, ...attemptRow(attempt) })
          .execute()
        if (settlement.state === 'pending') await putOff(tx, delivery, settlement.dueAtMs)
        else {
          await tx
            .updateTable('delivery')
            .set({ state: settlement.state, settled_at_ms: attempt.atMs })
            .where('occurrence_id', '=', ofThis.occurrence_id)
            .where('target_id', '=', ofThis.target_id)
            .where('state', '=', 'pending')
            .execute()
        }
      }),

    postpone: (delivery, dueAtMs) =>
      db.transaction().execute(async (tx) => {
        await tx
          .updateTable('delivery')
          .set({ claimed_until_ms: 0 })
          .where('occurrence_id', '=', delivery.occurrenceId)
          .where('target_id', '=', delivery.targetId)
          .execute()
        await putOff(tx, delivery, dueAtMs)
      }),

    drop: (targetId, nowMs) => dropDeliveries(db, targetId, nowMs),

    bringNearer: async (register, byMs) => {
      await db
        .updateTable('delivery')
        .set((set) => ({ due_at_ms: set('due_at_ms', '-', byMs) }))
        .where('register', '=', register)
        .where('state', '=', 'pending')
        .execute()
    },

    abandon: async () => {
      await db
        .updateTable('delivery')
        .set({ claimed_until_ms: 0 })
        .where('state', '=', 'pending')
        .where('claimed_until_ms', '>', 0)
        .execute()
    },
  }
}

type DeliveryRow = Selectable<Tables['delivery']>

function claimEarliest(
  db: Kysely<Tables>,
  engine: Engine,
  { kind, register, onlyTarget, exceptTargets = [], nowMs, claimedUntilMs, limit }: ClaimDeliveries,
) {
  // PostgreSQL's processes pass over what another holds; SQLite has one writer at a time.
  const skipLocked = engine === 'postgres' ? sql`for update of due skip locked` : sql``
  const ofRegister = register === undefined ? sql`` : sql`and due.register = ${register}`
  const toTarget = onlyTarget === undefined ? sql`` : sql`and due.target_id = ${onlyTarget}`
  const toOthers =
    exceptTargets.length === 0 ? sql`` : sql`and due.target_id not in (${sql.join(exceptTargets)})`
  return sql<DeliveryRow>`
    update delivery set claimed_until_ms = ${claimedUntilMs}
    where (occurrence_id, target_id) in (
      select due.occurrence_id, due.target_id from delivery as due
      where due.state = 'pending' and due.target_kind = ${kind} and due.is_digest = 0
        and due.due_at_ms <= ${nowMs} and due.claimed_until_ms <= ${nowMs} ${ofRegister} ${toTarget} ${toOthers}
        and not exists (select 1 from delivery as earlier
          where earlier.state = 'pending' and earlier.target_id = due.target_id
            and earlier.document = due.document and earlier.sequence < due.sequence)
      order by due.due_at_ms, due.sequence limit ${limit} ${skipLocked}
    )
    returning *`.execute(db)
}

function claimDigests(db: Kysely<Tables>, { kind, register, nowMs, claimedUntilMs, limit }: ClaimDeliveries) {
  const ofRegister = register === undefined ? sql`` : sql`and register = ${register}`
  const isDue = sql`state = 'pending' and target_kind = ${kind} and is_digest = 1
    and due_at_ms <= ${nowMs} and claimed_until_ms <= ${nowMs} ${ofRegister}`
  // Where two claim the same target at once, the second waits for the first and finds nothing left.
  return sql<DeliveryRow>`
    update delivery set claimed_until_ms = ${claimedUntilMs}
    where ${isDue} and target_id in (
      select target_id from delivery where ${isDue} group by target_id order by min(due_at_ms) limit ${limit}
    )
    returning *`.execute(db)
}

async function withOccurrences(
  db: Kysely<Tables>,
  rows: readonly DeliveryRow[],
): Promise<readonly ClaimedDelivery[]> {
  if (rows.length === 0) return []
  const found = await db
    .selectFrom('occurrence')
    .selectAll()
    .where('id', 'in', [...new Set(rows.map((row) => row.occurrence_id))])
    .execute()
  const byId = new Map(found.map((row) => [row.id, occurrenceOf(row)]))
  return rows
    .map((row) => {
      const occurrence = byId.get(row.occurrence_id)
      if (occurrence === undefined) throw new Error('A delivery has lost its occurrence')
      return { delivery: deliveryOf(row), occurrence }
    })
    .toSorted((a, b) => a.delivery.dueAtMs - b.delivery.dueAtMs || a.delivery.sequence - b.delivery.sequence)
}

/** Those behind it wait at least as long, so that looking for what is due does not pass over them each time. */
async function putOff(db: Kysely<Tables>, delivery: Delivery, dueAtMs: number): Promise<void> {
  await db
    .updateTable('delivery')
    .set({ due_at_ms: dueAtMs })
    .where('occurrence_id', '=', delivery.occurrenceId)
    .where('target_id', '=', delivery.targetId)
    .where('state', '=', 'pending')
    .execute()
  if (delivery.isDigest) return
  await db
    .updateTable('delivery')
    .set({ due_at_ms: dueAtMs })
    .where('target_id', '=', delivery.targetId)
    .where('document', '=', delivery.document)
    .where('sequence', '>', delivery.sequence)
    .where('state', '=', 'pending')
    .where('due_at_ms', '<', dueAtMs)
    .execute()
}

/** Nothing more is sent to a target. */
export async function dropDeliveries(db: Kysely<Tables>, targetId: string, nowMs?: number): Promise<void> {
  await db
    .updateTable('delivery')
    .set({ state: 'dropped', ...(nowMs !== undefined && { settled_at_ms: nowMs }) })
    .where('target_id', '=', targetId)
    .where('state', '=', 'pending')
    .execute()
}

const attemptRow = ({ atMs, status, error, excerpt }: Attempt) => ({
  at_ms: atMs,
  status: status ?? null,
  error: error ?? null,
  excerpt: excerpt ?? null,
})

export const attemptOf = (row: Selectable<Tables['delivery_attempt']>): Attempt => ({
  atMs: row.at_ms,
  status: row.status ?? undefined,
  error: row.error ?? undefined,
  excerpt: row.excerpt ?? undefined,
})

export const deliveryOf = (row: DeliveryRow): Delivery => ({
  occurrenceId: row.occurrence_id,
  targetKind: row.target_kind as TargetKind,
  targetId: row.target_id,
  register: row.register,
  document: row.document,
  sequence: row.sequence,
  isDigest: row.is_digest === 1,
  state: row.state as DeliveryState,
  attempts: row.attempts,
  step: row.step,
  dueAtMs: row.due_at_ms,
  lastStatus: row.last_status ?? undefined,
  settledAtMs: row.settled_at_ms ?? undefined,
})

/** On its way from now on. */
export const deliveryRow = (
  { id, register, document, sequence }: Pick<Occurrence, 'id' | 'register' | 'document' | 'sequence'>,
  { targetKind, targetId, isDigest, dueAtMs }: NewDelivery,
  nowMs: number,
) => ({
  occurrence_id: id,
  target_id: targetId,
  target_kind: targetKind,
  register,
  document,
  sequence,
  is_digest: isDigest ? 1 : 0,
  state: 'pending',
  attempts: 0,
  step: 0,
  due_at_ms: dueAtMs,
  claimed_until_ms: 0,
  last_status: null,
  created_at_ms: nowMs,
  settled_at_ms: null,
})
