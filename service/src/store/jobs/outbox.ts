import { type Kysely, type Selectable, sql } from 'kysely'
import type { ClaimRequest, NewOutboxRow, OutboxRow, OutboxStore } from '../../jobs/outbox.ts'
import type { Engine, Tables } from '../engine/tables.ts'

export function outboxStore(db: Kysely<Tables>, engine: Engine): OutboxStore {
  return {
    claim: async ({ topics, ...request }) => {
      const claimed: OutboxRow[] = []
      for (const topic of topics) claimed.push(...(await claimTopic(db, engine, topic, request)))
      return claimed.toSorted((a, b) => a.dueAtMs - b.dueAtMs)
    },

    done: async (id, nowMs) => {
      await db.updateTable('outbox').set({ done_at_ms: nowMs }).where('id', '=', id).execute()
    },

    retry: async (id, dueAtMs, fault) => {
      await db
        .updateTable('outbox')
        .set({
          due_at_ms: dueAtMs,
          claimed_until_ms: 0,
          last_error: fault?.text ?? null,
          failed_at_ms: fault?.atMs ?? null,
        })
        .where('id', '=', id)
        .where('done_at_ms', 'is', null)
        .execute()
    },

    add: (rows) => db.transaction().execute((tx) => addOutboxRows(tx, rows)),

    bringNearer: async (register, topics, byMs) => {
      await db
        .updateTable('outbox')
        .set((set) => ({
          due_at_ms: set('due_at_ms', '-', byMs),
          claimed_until_ms: set('claimed_until_ms', '-', byMs),
        }))
        .where('done_at_ms', 'is', null)
        .where('topic', 'in', [...topics])
        .where('register', '=', register)
        .execute()
    },

    forget: async (doneBeforeMs) => {
      const { numDeletedRows } = await db
        .deleteFrom('outbox')
        .where('done_at_ms', '<', doneBeforeMs)
        .executeTakeFirst()
      return Number(numDeletedRows)
    },

    read: async (topic, limit) => {
      const rows = await db
        .selectFrom('outbox')
        .selectAll()
        .where('topic', '=', topic)
        .orderBy('created_at_ms')
        .orderBy('id')
        .limit(limit)
        .execute()
      return rows.map(outboxRowOf)
    },
  }
}

/** One topic at a time, in the order of its index: what waits behind the first few is not even looked at. */
async function claimTopic(
  db: Kysely<Tables>,
  engine: Engine,
  topic: string,
  { register, nowMs, claimedUntilMs, limit }: Omit<ClaimRequest, 'topics'>,
): Promise<OutboxRow[]> {
  const ofRegister = register === undefined ? sql`` : sql`and register = ${register}`
  // PostgreSQL's processes pass over what another holds; SQLite has one writer at a time.
  const skipLocked = engine === 'postgres' ? sql`for update skip locked` : sql``
  const { rows } = await sql<Selectable<Tables['outbox']>>`
    update outbox set claimed_until_ms = ${claimedUntilMs}, attempts = attempts + 1
    where id in (
      select id from outbox
      where done_at_ms is null and topic = ${topic}
        and due_at_ms <= ${nowMs} and claimed_until_ms <= ${nowMs} ${ofRegister}
      order by due_at_ms, id limit ${limit} ${skipLocked}
    )
    returning *`.execute(db)
  return rows.map(outboxRowOf)
}

/** In the commit of whatever caused them. A row that is known already is left as it is. */
export async function addOutboxRows(db: Kysely<Tables>, rows: readonly NewOutboxRow[]): Promise<void> {
  if (rows.length === 0) return
  await db
    .insertInto('outbox')
    .values(
      rows.map((one) => ({
        id: one.id,
        topic: one.topic,
        register: one.register,
        client_id: one.clientId,
        payload: JSON.stringify(one.payload),
        created_at_ms: one.createdAtMs,
        due_at_ms: one.dueAtMs,
        claimed_until_ms: 0,
        attempts: 0,
        done_at_ms: null,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export const outboxRowOf = (row: Selectable<Tables['outbox']>): OutboxRow => ({
  id: row.id,
  topic: row.topic,
  register: row.register,
  clientId: row.client_id,
  payload: JSON.parse(row.payload),
  createdAtMs: row.created_at_ms,
  dueAtMs: row.due_at_ms,
  attempts: row.attempts,
})
