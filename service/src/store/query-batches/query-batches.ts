import { queryBatchDaysMax } from '@lastro/contract/query-batches/query-batches.ts'
import { batchActs } from '@lastro/rules/reports/query-batch-states.ts'
import type { Kysely, Transaction } from 'kysely'
import type {
  KeptQueryBatch,
  NewQueryBatch,
  OpenedQueryBatch,
  QueryBatchStore,
} from '../../features/reports/batches/query-batch-store.ts'
import { afterCursor } from '../engine/after-cursor.ts'
import type { Engine, Tables } from '../engine/tables.ts'
import { inSlices } from '../listings/in-slices.ts'
import { destroyLines } from './destroy-lines.ts'
import { batchOf, emptyLine, lineOf, newLineRow } from './query-batch-rows.ts'
import { claimLines, endIfOver, ending, lapseLines, lockedBatch, settleLines } from './query-lines.ts'

const dayMs = 86_400_000

export function queryBatchStore(db: Kysely<Tables>, reads: Kysely<Tables>, engine: Engine): QueryBatchStore {
  return {
    open: (batch, nowMs) => db.transaction().execute((tx) => openBatch(tx, batch, nowMs)),

    add: ({ batchId, claim, claimedUntilMs, lines, lastLine, digest }) =>
      db.transaction().execute(async (tx) => {
        const countOf = (status: string) => lines.filter((one) => one.status === status).length
        const { numUpdatedRows } = await tx
          .updateTable('query_batch')
          .set((row) => ({
            claimed_until_ms: claimedUntilMs,
            last_line: lastLine,
            digest,
            lines: row('lines', '+', lines.length),
            invalid: row('invalid', '+', countOf('invalid')),
            repeated: row('repeated', '+', countOf('repeated')),
          }))
          .where('id', '=', batchId)
          .where('claim', '=', claim)
          .where('state', '=', 'receiving')
          .executeTakeFirst()
        if (numUpdatedRows !== 1n) return false
        for (const some of inSlices(lines.map((one) => newLineRow(batchId, one)))) {
          await tx.insertInto('query_batch_line').values(some).execute()
        }
        return true
      }),

    begin: (batchId, claim, nowMs) =>
      db.transaction().execute(async (tx) => {
        await tx
          .updateTable('query_batch')
          .set({ state: 'running', claimed_until_ms: 0, due_at_ms: nowMs })
          .where('id', '=', batchId)
          .where('claim', '=', claim)
          .where('state', '=', 'receiving')
          .execute()
        await endIfOver(tx, batchId, nowMs)
      }),

    release: async (batchId, claim) => {
      await db
        .updateTable('query_batch')
        .set({ claimed_until_ms: 0 })
        .where('id', '=', batchId)
        .where('claim', '=', claim)
        .execute()
    },

    find: async ({ environment, clientId, id }) => {
      const row = await reads
        .selectFrom('query_batch')
        .selectAll()
        .where('id', '=', id)
        .where('environment', '=', environment)
        .where('client_id', '=', clientId)
        .executeTakeFirst()
      return row && batchOf(row)
    },

    list: async ({ environment, clientId, limit, after }) => {
      const rows = await reads
        .selectFrom('query_batch')
        .selectAll()
        .where('client_id', '=', clientId)
        .where('environment', '=', environment)
        .$if(after !== undefined, (query) => query.where(afterCursor(after)))
        .orderBy('created_at_ms', 'desc')
        .orderBy('id', 'desc')
        .limit(limit)
        .execute()
      return rows.map(batchOf)
    },

    lines: async ({ batchId, after, limit, status, sealed = false }) => {
      const rows = await reads
        .selectFrom('query_batch_line')
        .select(['line', 'document', 'status', 'repeats', 'at_ms', 'billed', 'fault'])
        .$if(sealed, (query) => query.select(['sealed_key', 'sealed']))
        .where('batch_id', '=', batchId)
        .where('line', '>', after)
        .$if(status !== undefined, (query) => query.where('status', '=', status ?? ''))
        .orderBy('line')
        .limit(limit)
        .execute()
      return rows.map((row) => lineOf({ ...emptyLine, ...row }))
    },

    due: async (nowMs, limit) => {
      const rows = await reads
        .selectFrom('query_batch')
        .selectAll()
        .where('state', '=', 'running')
        .where('due_at_ms', '<=', nowMs)
        .orderBy('due_at_ms')
        .orderBy('id')
        .limit(limit)
        .execute()
      return rows.map(batchOf)
    },

    claim: (asked) => db.transaction().execute((tx) => claimLines(tx, engine, asked)),

    giveBack: async (batchId, claim, lines) => {
      for (const { line, askedAtMs } of lines) {
        await db
          .updateTable('query_batch_line')
          .set({ status: 'waiting', claim: null, claimed_until_ms: null, asked_at_ms: askedAtMs ?? null })
          .where('batch_id', '=', batchId)
          .where('line', '=', line)
          .where('claim', '=', claim)
          .where('status', '=', 'asking')
          .execute()
      }
    },

    settle: (batchId, claim, outcomes, nowMs) =>
      db.transaction().execute((tx) => settleLines(tx, engine, { batchId, claim, outcomes, nowMs })),

    lapse: (nowMs, billingOf) => lapseLines(db, engine, { nowMs, claimedBeforeMs: nowMs, billingOf }),

    passOver: async ({ id, dueAtMs }, nowMs) => {
      await db
        .updateTable('query_batch')
        .set({ due_at_ms: nowMs })
        .where('id', '=', id)
        .where('state', '=', 'running')
        .where('due_at_ms', '=', dueAtMs)
        .execute()
    },

    hold: async (batchId, waitsFor, dueAtMs) => {
      await db
        .updateTable('query_batch')
        .set({ waits_for: waitsFor, due_at_ms: dueAtMs })
        .where('id', '=', batchId)
        .where('state', '=', 'running')
        .execute()
    },

    act: (batchId, act, nowMs) =>
      db.transaction().execute(async (tx): Promise<KeptQueryBatch | undefined> => {
        const row = await lockedBatch(tx, engine, batchId)
        const before = row && batchOf(row)
        const to = before && batchActs[act][before.state]
        if (before === undefined || to === undefined || !before.hasLines) return undefined
        // Nothing to ask is nothing done: a result is kept no longer for being asked about.
        if (act === 'askAgain' && !(await askAgain(tx, batchId))) return before
        await tx
          .updateTable('query_batch')
          .set({
            state: to,
            waits_for: null,
            due_at_ms: nowMs,
            ...(to === 'cancelled' ? ending(nowMs) : { ended_at_ms: null, keep_until_ms: null }),
          })
          .where('id', '=', batchId)
          .execute()
        await endIfOver(tx, batchId, nowMs)
        const after = await tx
          .selectFrom('query_batch')
          .selectAll()
          .where('id', '=', batchId)
          .executeTakeFirstOrThrow()
        return batchOf(after)
      }),

    destroy: async (nowMs) => {
      await db
        .updateTable('query_batch')
        .set({ state: 'cancelled', waits_for: null, ...ending(nowMs) })
        .where('state', 'in', ['receiving', 'running', 'paused'])
        .where('created_at_ms', '<', nowMs - queryBatchDaysMax * dayMs)
        .execute()
      return destroyLines(db, reads, engine, nowMs)
    },

    abandon: async (nowMs, billingOf) => {
      await db
        .updateTable('query_batch')
        .set({ claimed_until_ms: 0 })
        .where('claimed_until_ms', '>', 0)
        .execute()
      await lapseLines(db, engine, { nowMs, claimedBeforeMs: Number.MAX_SAFE_INTEGER, billingOf })
    },
  }
}

async function askAgain(tx: Transaction<Tables>, batchId: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('query_batch_line')
    .set({ status: 'waiting', claim: null, claimed_until_ms: null })
    .where('batch_id', '=', batchId)
    .where('status', '=', 'unknown')
    .executeTakeFirst()
  await tx
    .updateTable('query_batch')
    .set((row) => ({ unknown: row('unknown', '-', Number(numUpdatedRows)) }))
    .where('id', '=', batchId)
    .execute()
  return numUpdatedRows > 0n
}

async function openBatch(
  tx: Transaction<Tables>,
  batch: NewQueryBatch,
  nowMs: number,
): Promise<OpenedQueryBatch> {
  const { id, environment, clientId, key = null, claim, claimedUntilMs } = batch
  const terms = JSON.stringify(batch.terms)
  if (key !== null) {
    await tx
      .updateTable('query_batch')
      .set({ key: null })
      .where('environment', '=', environment)
      .where('client_id', '=', clientId)
      .where('key', '=', key)
      .where('key_expires_at_ms', '<', nowMs)
      .execute()
  }
  await tx
    .insertInto('query_batch')
    .values({ ...newBatchRow(batch, nowMs), terms })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const row = await tx
    .selectFrom('query_batch')
    .selectAll()
    .where('environment', '=', environment)
    .where('client_id', '=', clientId)
    .$if(key !== null, (query) => query.where('key', '=', key))
    .$if(key === null, (query) => query.where('id', '=', id))
    .executeTakeFirstOrThrow()
  if (row.id === id) return { kind: 'opened', batch: batchOf(row) }
  if (questionOf(row.terms) !== questionOf(terms)) return { kind: 'reused' }
  if (row.state !== 'receiving') return { kind: 'opened', batch: batchOf(row) }
  if (row.claimed_until_ms > nowMs) return { kind: 'in_flight' }
  const taken = await tx
    .updateTable('query_batch')
    .set({ claim, claimed_until_ms: claimedUntilMs })
    .where('id', '=', row.id)
    .where('claim', '=', row.claim)
    .where('last_line', '=', row.last_line)
    .executeTakeFirst()
  if (taken.numUpdatedRows !== 1n) return { kind: 'in_flight' }
  return { kind: 'opened', batch: { ...batchOf(row), claimedUntilMs } }
}

/** What is asked, whoever asks from wherever: the same key with another question is a mistake. */
function questionOf(terms: string): string {
  const { product, features, purpose, format } = JSON.parse(terms) as NewQueryBatch['terms']
  return JSON.stringify([product, features, purpose, format])
}

const newBatchRow = (batch: NewQueryBatch, nowMs: number) => ({
  id: batch.id,
  environment: batch.environment,
  client_id: batch.clientId,
  user_id: batch.userId ?? null,
  key: batch.key ?? null,
  key_expires_at_ms: batch.keyExpiresAtMs,
  state: 'receiving',
  waits_for: null,
  due_at_ms: nowMs,
  claim: batch.claim,
  claimed_until_ms: batch.claimedUntilMs,
  last_line: 0,
  digest: '',
  lines: 0,
  answered: 0,
  billed: 0,
  refused: 0,
  invalid: 0,
  repeated: 0,
  unknown: 0,
  cents: 0,
  created_at_ms: nowMs,
  ended_at_ms: null,
  keep_until_ms: null,
  has_lines: 1,
})
