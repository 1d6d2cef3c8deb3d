import { type Kysely, type Selectable, type SqlBool, sql } from 'kysely'
import type { TargetKind } from '../../features/alerts/alert.ts'
import type {
  QueueStore,
  TopicCount,
  WaitingDelivery,
  WaitingJob,
} from '../../features/operator/queue-store.ts'
import type { Tables } from '../engine/tables.ts'

export function queueStore(db: Kysely<Tables>, reads: Kysely<Tables>): QueueStore {
  return {
    topics: async (nowMs, countMax) => {
      const counted: TopicCount[] = []
      for await (const topic of topicsOf(reads)) counted.push(await countTopic(reads, topic, nowMs, countMax))
      return counted
    },

    jobs: async (topic, { after, limit }) => {
      const rows = await reads
        .selectFrom('outbox')
        .selectAll()
        .where('done_at_ms', 'is', null)
        .where('topic', '=', topic)
        .$if(after !== undefined, (query) =>
          query.where(sql<SqlBool>`(due_at_ms, id) > (${after?.createdAtMs ?? 0}, ${after?.id ?? ''})`),
        )
        .orderBy('due_at_ms')
        .orderBy('id')
        .limit(limit)
        .execute()
      return rows.map(jobOf)
    },

    findJob: async (id) => {
      const row = await db
        .selectFrom('outbox')
        .selectAll()
        .where('id', '=', id)
        .where('done_at_ms', 'is', null)
        .executeTakeFirst()
      return row && jobOf(row)
    },

    retryJob: async (id, nowMs) => {
      const { numUpdatedRows } = await db
        .updateTable('outbox')
        .set({ due_at_ms: nowMs, claimed_until_ms: 0 })
        .where('id', '=', id)
        .where('done_at_ms', 'is', null)
        .where('claimed_until_ms', '<=', nowMs)
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },

    giveUpJob: async (id, nowMs) => {
      const { numUpdatedRows } = await db
        .updateTable('outbox')
        .set({ done_at_ms: nowMs })
        .where('id', '=', id)
        .where('done_at_ms', 'is', null)
        .where('claimed_until_ms', '<=', nowMs)
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },

    deliveries: (countMax) =>
      Promise.all((['webhook', 'email'] as const).map((kind) => countDeliveries(reads, kind, countMax))),

    deliveriesInTrouble: async (kind, { after, limit }) => {
      const [occurrenceId = '', targetId = ''] = (after?.id ?? '').split(' ')
      const rows = await reads
        .selectFrom('delivery')
        .innerJoin('occurrence', 'occurrence.id', 'delivery.occurrence_id')
        .leftJoin('delivery_attempt', (join) =>
          join
            .onRef('delivery_attempt.occurrence_id', '=', 'delivery.occurrence_id')
            .onRef('delivery_attempt.target_id', '=', 'delivery.target_id')
            .onRef('delivery_attempt.attempt', '=', 'delivery.attempts'),
        )
        .selectAll('delivery')
        .select(['occurrence.event', 'occurrence.client_id'])
        .select(['delivery_attempt.at_ms', 'delivery_attempt.error'])
        .where(inTrouble)
        .$if(kind !== undefined, (query) => query.where('target_kind', '=', kind ?? ''))
        .$if(after !== undefined, (query) =>
          query.where(sql<SqlBool>`(delivery.due_at_ms, delivery.occurrence_id, delivery.target_id)
            > (${after?.createdAtMs ?? 0}, ${occurrenceId}, ${targetId})`),
        )
        .orderBy('delivery.due_at_ms')
        .orderBy('delivery.occurrence_id')
        .orderBy('delivery.target_id')
        .limit(limit)
        .execute()
      return rows.map(deliveryInTrouble)
    },

    retryDelivery: (occurrenceId, targetId, nowMs) =>
      changeDelivery(db, { occurrenceId, targetId, nowMs }, { due_at_ms: nowMs, claimed_until_ms: 0 }),

    giveUpDelivery: (occurrenceId, targetId, nowMs) =>
      changeDelivery(
        db,
        { occurrenceId, targetId, nowMs },
        { state: 'dropped', settled_at_ms: nowMs, ended_at_ms: nowMs },
      ),
  }
}

/** The words of the index on them. */
const inTrouble = sql<SqlBool>`delivery.state = 'pending' and delivery.attempts > 0`

/** What is done every minute for ever is no work that waits. */
const choreTopic = 'chores'

/** From topic to topic along their index, however many rows each has. */
async function* topicsOf(db: Kysely<Tables>): AsyncGenerator<string> {
  for (let topic = ''; ; ) {
    const next = await db
      .selectFrom('outbox')
      .select('topic')
      .where('done_at_ms', 'is', null)
      .where('topic', '>', topic)
      .orderBy('topic')
      .limit(1)
      .executeTakeFirst()
    if (next === undefined) return
    topic = next.topic
    if (topic !== choreTopic) yield topic
  }
}

/**
 * Since when a row waits: from its own hour on. A try that fails puts that hour off, so that what was tried before
 * counts since it came about; what is held now is at its newest try.
 */
const waitsSince = (nowMs: number) => sql<number | null>`case
  when attempts > case when claimed_until_ms > ${nowMs} then 1 else 0 end then created_at_ms
  when due_at_ms > ${nowMs} then null
  when due_at_ms > created_at_ms then due_at_ms
  else created_at_ms end`

async function countTopic(
  db: Kysely<Tables>,
  topic: string,
  nowMs: number,
  countMax: number,
): Promise<TopicCount> {
  const { rows } = await sql<Record<'waiting' | 'due' | 'failing', number> & { oldest: number | null }>`
    select cast(count(*) as integer) as waiting,
      cast(coalesce(sum(case when due_at_ms <= ${nowMs} then 1 else 0 end), 0) as integer) as due,
      cast(coalesce(sum(case when attempts > 0 and claimed_until_ms <= ${nowMs} then 1 else 0 end), 0)
        as integer) as failing,
      min(${waitsSince(nowMs)}) as oldest
    from (select due_at_ms, attempts, claimed_until_ms, created_at_ms from outbox
      where done_at_ms is null and topic = ${topic} order by due_at_ms limit ${countMax}) as held`.execute(db)
  const [counted] = rows
  return {
    topic,
    waiting: counted?.waiting ?? 0,
    due: counted?.due ?? 0,
    failing: counted?.failing ?? 0,
    oldestAtMs: counted?.oldest ?? undefined,
  }
}

async function countDeliveries(db: Kysely<Tables>, kind: TargetKind, countMax: number) {
  const { rows } = await sql<Record<'waiting' | 'failing', number> & { oldest: number | null }>`
    select cast(count(*) as integer) as waiting,
      cast(coalesce(sum(case when attempts > 0 then 1 else 0 end), 0) as integer) as failing,
      min(created_at_ms) as oldest
    from (select attempts, created_at_ms from delivery
      where state = 'pending' and target_kind = ${kind} order by due_at_ms limit ${countMax}) as held`.execute(
    db,
  )
  const [counted] = rows
  return {
    kind,
    waiting: counted?.waiting ?? 0,
    failing: counted?.failing ?? 0,
    oldestAtMs: counted?.oldest ?? undefined,
  }
}

type DeliveryChange = Partial<
  Pick<
    Selectable<Tables['delivery']>,
    'due_at_ms' | 'claimed_until_ms' | 'state' | 'settled_at_ms' | 'ended_at_ms'
  >
>

/** Only while it waits: what is being sent right now settles itself. */
async function changeDelivery(
  db: Kysely<Tables>,
  { occurrenceId, targetId, nowMs }: { occurrenceId: string; targetId: string; nowMs: number },
  change: DeliveryChange,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('delivery')
    .set(change)
    .where('occurrence_id', '=', occurrenceId)
    .where('target_id', '=', targetId)
    .where('state', '=', 'pending')
    .where('attempts', '>', 0)
    .where('claimed_until_ms', '<=', nowMs)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

const jobOf = (row: Selectable<Tables['outbox']>): WaitingJob => ({
  id: row.id,
  topic: row.topic,
  register: row.register,
  clientId: row.client_id,
  createdAtMs: row.created_at_ms,
  dueAtMs: row.due_at_ms,
  claimedUntilMs: row.claimed_until_ms,
  attempts: row.attempts,
  fault:
    row.last_error === null || row.failed_at_ms === null
      ? undefined
      : { atMs: row.failed_at_ms, text: row.last_error },
})

type TroubleRow = Selectable<Tables['delivery']> & {
  readonly event: string
  readonly client_id: string
  readonly at_ms: number | null
  readonly error: string | null
}

const deliveryInTrouble = (row: TroubleRow): WaitingDelivery => ({
  occurrenceId: row.occurrence_id,
  targetId: row.target_id,
  kind: row.target_kind as TargetKind,
  register: row.register,
  clientId: row.client_id,
  event: row.event,
  createdAtMs: row.created_at_ms,
  dueAtMs: row.due_at_ms,
  attempts: row.attempts,
  lastStatus: row.last_status ?? undefined,
  fault: row.error === null || row.at_ms === null ? undefined : { atMs: row.at_ms, text: row.error },
})
