import type { DeliveryState } from '@lastro/contract/alerts/alerts.ts'
import { correctionEvent } from '@lastro/contract/listings/listing-codes.ts'
import { type Kysely, type Selectable, sql } from 'kysely'
import {
  type Attempt,
  type Delivery,
  type Occurrence,
  sendingNumber,
  type TargetKind,
} from '../../features/alerts/alert.ts'
import type {
  ClaimDeliveries,
  ClaimDigests,
  ClaimedDelivery,
  DeliveryStore,
  EventMoment,
  NewDelivery,
  ReturnedMail,
  Settlement,
} from '../../features/alerts/alert-store.ts'
import { againAfterDeadlock, patiently } from '../engine/after-deadlock.ts'
import { batchWrites } from '../engine/batch-writes.ts'
import type { Engine, Tables } from '../engine/tables.ts'
import { untellCorrection } from './correction-row.ts'
import { occurrenceOf } from './occurrence-row.ts'

export function deliveryStore(db: Kysely<Tables>, engine: Engine): DeliveryStore {
  const settle = batchWrites(
    (batch: readonly Settled[]) => patiently(db, (tx) => settleAll(tx, batch)),
    settledCountMax,
  )
  return {
    claim: async (request) => withOccurrences(db, (await claimEarliest(db, engine, request)).rows),

    claimDigests: async (request) =>
      withOccurrences(db, await againAfterDeadlock(() => claimDigests(db, request))),

    settle: (delivery, attempt, settlement, machineMs) =>
      settle({ delivery, attempt, settlement, machineMs }),

    postpone: (delivery, dueAtMs) => patiently(db, (tx) => putOff(tx, delivery, dueAtMs)),

    giveBack: async (deliveries) => {
      const held = deliveries.map(
        ({ occurrenceId, targetId, claimedUntilMs }) =>
          sql`(${occurrenceId}, ${targetId}, cast(${claimedUntilMs} as bigint))`,
      )
      const back = sql`update delivery set claimed_until_ms = 0
        where (occurrence_id, target_id, claimed_until_ms) in (values ${sql.join(held)})`
      await againAfterDeadlock(() => back.execute(db))
    },

    drop: (targetId, moment, what) => againAfterDeadlock(() => dropDeliveries(db, targetId, moment, what)),

    // Takes rows in whatever order they lie, while those that settle deliveries take theirs in another.
    bringNearer: async (register, byMs) => {
      const nearer = db
        .updateTable('delivery')
        .set((set) => ({ due_at_ms: set('due_at_ms', '-', byMs) }))
        .where('register', '=', register)
        .where('state', '=', 'pending')
      await againAfterDeadlock(() => nearer.execute())
    },

    forget: (endedBeforeMs, limit) => patiently(db, (tx) => forgetEnded(tx, engine, endedBeforeMs, limit)),

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

type Settled = {
  readonly delivery: Delivery
  readonly attempt: Attempt
  readonly settlement: Settlement
  readonly machineMs: number
}

/** What one statement holds: engines count the values in it. */
const settledCountMax = 200

async function settleAll(tx: Kysely<Tables>, batch: readonly Settled[]): Promise<void> {
  // Two attempts at one delivery, where it was put on its way again during the first, are counted one by one.
  const turns = [...Map.groupBy(batch, ({ delivery }) => keyOf(delivery)).values()]
  for (let turn = 0; turns.some((of) => turn < of.length); turn++) {
    await settleEach(
      tx,
      turns.flatMap((of) => of[turn] ?? []),
    )
  }
}

/** Of each delivery one attempt. */
async function settleEach(tx: Kysely<Tables>, batch: readonly Settled[]): Promise<void> {
  const written = await writeSettled(tx, batch)
  const attempts = batch.flatMap(({ delivery, attempt }) => {
    const row = written.get(keyOf(delivery))
    return row === undefined ? [] : [{ ...placeOf(delivery), attempt: row.attempts, ...attemptRow(attempt) }]
  })
  if (attempts.length > 0) await tx.insertInto('delivery_attempt').values(attempts).execute()
  for (const { delivery, settlement } of batch) {
    const row = written.get(keyOf(delivery))
    const isPutOff = settlement.state === 'pending' && row?.due_at_ms === settlement.dueAtMs
    if (isPutOff && !delivery.isDigest) await putOffBehind(tx, delivery, settlement.dueAtMs)
  }
}

/** Whether a mail is under way, and nobody has written down yet that it was taken. */
export async function isBeingSent(
  tx: Kysely<Tables>,
  targetId: string,
  mail: Pick<ReturnedMail, 'told' | 'moment'>,
): Promise<boolean> {
  const first = await firstOf(tx, targetId, mail)
  return first?.state === 'pending' && first.claimed_until_ms > mail.moment.machineMs
}

/**
 * A mail came back: what it told has failed, unless it is on its way again. A day's mail is named after the first of
 * what it told, and all of it was written down as taken at one moment.
 */
export async function writeBounce(tx: Kysely<Tables>, targetId: string, mail: ReturnedMail): Promise<void> {
  const first = await firstOf(tx, targetId, mail)
  if (first?.state !== 'delivered') return
  const { attempt, moment } = mail
  const failed = await tx
    .updateTable('delivery')
    .set((set) => ({
      state: 'failed',
      attempts: set('attempts', '+', 1),
      settled_at_ms: attempt.atMs,
      ended_at_ms: moment.machineMs,
    }))
    .where('target_id', '=', targetId)
    .where('state', '=', 'delivered')
    .$if(first.is_digest === 0, (query) => query.where('occurrence_id', '=', first.occurrence_id))
    .$if(first.is_digest === 1, (query) =>
      query.where('is_digest', '=', 1).where('ended_at_ms', '=', first.ended_at_ms),
    )
    .returning(['occurrence_id', 'attempts'])
    .execute()
  for (const { occurrence_id, attempts } of failed) {
    const written = { ...attemptRow(attempt), occurrence_id, target_id: targetId, attempt: attempts }
    await tx.insertInto('delivery_attempt').values(written).execute()
    await untellCorrection(tx, occurrence_id)
  }
}

/** The delivery that a mail is named after, unless it has been put on its way again since. */
async function firstOf(
  tx: Kysely<Tables>,
  targetId: string,
  { told }: Pick<ReturnedMail, 'told'>,
): Promise<DeliveryRow | undefined> {
  if (told === undefined) return undefined
  const row = await tx
    .selectFrom('delivery')
    .selectAll()
    .where('occurrence_id', '=', told.occurrenceId)
    .where('target_id', '=', targetId)
    .executeTakeFirst()
  return row && sendingNumber(row) === told.sending ? row : undefined
}

type SettledRow = Pick<DeliveryRow, 'occurrence_id' | 'target_id' | 'attempts' | 'due_at_ms'>

/**
 * Counts the attempt at each. What became of it is written where its claim still holds: what was dropped meanwhile
 * stays dropped, and what was put on its way again, or is held by another, waits for its own attempt.
 */
async function writeSettled(
  tx: Kysely<Tables>,
  batch: readonly Settled[],
): Promise<ReadonlyMap<string, SettledRow>> {
  const values = batch.map(({ delivery, attempt, settlement, machineMs }) => {
    const isPending = settlement.state === 'pending'
    return sql`(${delivery.occurrenceId}, ${delivery.targetId}, cast(${delivery.claimedUntilMs} as bigint),
      ${settlement.state},
      cast(${isPending ? settlement.dueAtMs : null} as bigint), cast(${attempt.status ?? null} as integer),
      cast(${isPending ? null : attempt.atMs} as bigint), cast(${isPending ? null : machineMs} as bigint))`
  })
  const isOwn = sql`delivery.state = 'pending' and delivery.claimed_until_ms = settled.claimed_until_ms`
  const ifOwn = (column: string) => sql`${sql.ref(column)} = case when ${isOwn}
    then ${sql.ref(`settled.${column}`)} else ${sql.ref(`delivery.${column}`)} end`
  const { rows } = await sql<SettledRow>`
    with settled (occurrence_id, target_id, claimed_until_ms, state, due_at_ms, last_status, settled_at_ms,
      ended_at_ms) as (values ${sql.join(values)})
    update delivery set attempts = delivery.attempts + 1, last_status = settled.last_status,
      step = case when delivery.state = 'pending' then delivery.step + 1 else delivery.step end,
      claimed_until_ms = case when ${isOwn} then 0 else delivery.claimed_until_ms end,
      due_at_ms = case when ${isOwn} then coalesce(settled.due_at_ms, delivery.due_at_ms)
        else delivery.due_at_ms end,
      ${sql.join([ifOwn('settled_at_ms'), ifOwn('ended_at_ms'), ifOwn('state')])}
    from settled
    where delivery.occurrence_id = settled.occurrence_id and delivery.target_id = settled.target_id
    returning delivery.occurrence_id, delivery.target_id, delivery.attempts, delivery.due_at_ms`.execute(tx)
  return new Map(rows.map((row) => [`${row.occurrence_id} ${row.target_id}`, row]))
}

const keyOf = ({ occurrenceId, targetId }: Delivery): string => `${occurrenceId} ${targetId}`

const placeOf = ({ occurrenceId, targetId }: Pick<Delivery, 'occurrenceId' | 'targetId'>) => ({
  occurrence_id: occurrenceId,
  target_id: targetId,
})

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
  // By nothing but the index, so that of thousands that are due together only as many are looked at as are taken.
  return sql<DeliveryRow>`
    update delivery set claimed_until_ms = ${claimedUntilMs}
    where (occurrence_id, target_id) in (
      select due.occurrence_id, due.target_id from delivery as due
      where due.state = 'pending' and due.target_kind = ${kind} and due.is_digest = 0
        and due.due_at_ms <= ${nowMs} and due.claimed_until_ms <= ${nowMs} ${ofRegister} ${toTarget} ${toOthers}
        and not exists (select 1 from delivery as earlier
          where earlier.state = 'pending' and earlier.target_id = due.target_id
            and earlier.document = due.document and earlier.sequence < due.sequence)
      order by due.due_at_ms limit ${limit} ${skipLocked}
    )
    returning *`.execute(db)
}

/** What one mail holds to each of so many targets: a day of fifty thousand changes is no reason to hold them all. */
async function claimDigests(
  db: Kysely<Tables>,
  { kind, register, perTarget, nowMs, claimedUntilMs, limit }: ClaimDigests,
): Promise<DeliveryRow[]> {
  const ofRegister = register === undefined ? sql`` : sql`and register = ${register}`
  const isDue = sql`state = 'pending' and target_kind = ${kind} and is_digest = 1
    and due_at_ms <= ${nowMs} and claimed_until_ms <= ${nowMs} ${ofRegister}`
  const targets = await sql<Pick<DeliveryRow, 'target_id'>>`
    select target_id from delivery where ${isDue}
    group by target_id order by min(due_at_ms) limit ${limit}`.execute(db)
  const claimed: DeliveryRow[] = []
  for (const { target_id } of targets.rows) {
    // Where two claim the same target at once, the second waits for the first and takes none of what it took.
    const { rows } = await sql<DeliveryRow>`
      update delivery set claimed_until_ms = ${claimedUntilMs}
      where ${isDue} and (occurrence_id, target_id) in (
        select occurrence_id, target_id from delivery where ${isDue} and target_id = ${target_id}
        order by due_at_ms, created_at_ms, sequence, occurrence_id limit ${perTarget}
      )
      returning *`.execute(db)
    claimed.push(...rows)
  }
  return claimed
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

async function putOff(db: Kysely<Tables>, delivery: Delivery, dueAtMs: number): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('delivery')
    .set({ due_at_ms: dueAtMs, claimed_until_ms: 0 })
    .where('occurrence_id', '=', delivery.occurrenceId)
    .where('target_id', '=', delivery.targetId)
    .where('state', '=', 'pending')
    .where('claimed_until_ms', '=', delivery.claimedUntilMs)
    .executeTakeFirst()
  if (numUpdatedRows === 1n && !delivery.isDigest) await putOffBehind(db, delivery, dueAtMs)
}

/** Those behind it wait at least as long, so that looking for what is due does not pass over them each time. */
async function putOffBehind(db: Kysely<Tables>, delivery: Delivery, dueAtMs: number): Promise<void> {
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

/** With their attempts, the oldest first. What is put on its way again meanwhile is left. */
async function forgetEnded(
  tx: Kysely<Tables>,
  engine: Engine,
  endedBeforeMs: number,
  limit: number,
): Promise<number> {
  const skipLocked = engine === 'postgres' ? sql`for update skip locked` : sql``
  const { rows } = await sql<Pick<DeliveryRow, 'occurrence_id' | 'target_id'>>`
    delete from delivery where (occurrence_id, target_id) in (
      select occurrence_id, target_id from delivery where ended_at_ms < ${endedBeforeMs}
      order by ended_at_ms limit ${limit} ${skipLocked}
    )
    returning occurrence_id, target_id`.execute(tx)
  if (rows.length === 0) return 0
  const keys = rows.map((row) => sql`(${row.occurrence_id}, ${row.target_id})`)
  await sql`delete from delivery_attempt
    where (occurrence_id, target_id) in (values ${sql.join(keys)})`.execute(tx)
  return rows.length
}

/** Nothing more is sent to a target; or no alerts, and corrections still are. */
export async function dropDeliveries(
  db: Kysely<Tables>,
  targetId: string,
  { nowMs, machineMs }: EventMoment,
  what?: 'alerts',
): Promise<void> {
  await db
    .updateTable('delivery')
    .set({ state: 'dropped', settled_at_ms: nowMs, ended_at_ms: machineMs })
    .where('target_id', '=', targetId)
    .where('state', '=', 'pending')
    .$if(what === 'alerts', (query) =>
      query.where('occurrence_id', 'not in', (of) =>
        of
          .selectFrom('occurrence')
          .innerJoin('delivery as waiting', 'waiting.occurrence_id', 'occurrence.id')
          .select('occurrence.id')
          .where('waiting.target_id', '=', targetId)
          .where('waiting.state', '=', 'pending')
          .where('occurrence.event', '=', correctionEvent)
          .where('occurrence.registration_id', '=', ''),
      ),
    )
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
  claimedUntilMs: row.claimed_until_ms,
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
  ended_at_ms: null,
})
