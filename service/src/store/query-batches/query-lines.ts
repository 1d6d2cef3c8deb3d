import { queryBatchResultDays } from '@lastro/contract/query-batches/query-batches.ts'
import type { DocumentNumber } from '@lastro/rules/documents/document-number.ts'
import type { Kysely, Selectable, Transaction } from 'kysely'
import type { ClaimedLine, QueryLineOutcome } from '../../features/reports/batches/query-batch-store.ts'
import type { Engine, Tables } from '../engine/tables.ts'

const dayMs = 86_400_000

/** The result of a batch that ends now is kept from now on. */
export const ending = (nowMs: number) => ({
  ended_at_ms: nowMs,
  keep_until_ms: nowMs + queryBatchResultDays * dayMs,
})

/** Held to the end of the transaction: of two processes at one batch, each sees what the other has done. */
export const lockedBatch = (
  tx: Transaction<Tables>,
  engine: Engine,
  batchId: string,
): Promise<Selectable<Tables['query_batch']> | undefined> =>
  tx
    .selectFrom('query_batch')
    .selectAll()
    .where('id', '=', batchId)
    .$if(engine === 'postgres', (query) => query.forUpdate())
    .executeTakeFirst()

type Claim = {
  readonly batchId: string
  readonly claim: string
  readonly limit: number
  readonly nowMs: number
  readonly claimedUntilMs: number
}

export async function claimLines(
  tx: Transaction<Tables>,
  engine: Engine,
  { batchId, claim, limit, nowMs, claimedUntilMs }: Claim,
): Promise<readonly ClaimedLine[]> {
  const batch = await lockedBatch(tx, engine, batchId)
  if (batch?.state !== 'running') return []
  const rows = await tx
    .selectFrom('query_batch_line')
    .select(['line', 'document', 'asked_at_ms'])
    .where('batch_id', '=', batchId)
    .where('status', '=', 'waiting')
    .orderBy('line')
    .limit(limit)
    .execute()
  if (rows.length === 0) return []
  await tx
    .updateTable('query_batch_line')
    .set((row) => ({
      status: 'asking',
      claim,
      claimed_until_ms: claimedUntilMs,
      asked_at_ms: row.fn.coalesce('asked_at_ms', row.val(nowMs)),
    }))
    .where('batch_id', '=', batchId)
    .where(
      'line',
      'in',
      rows.map(({ line }) => line),
    )
    .execute()
  await tx
    .updateTable('query_batch')
    // Behind the others that are due, so that each gets its turn.
    .set({ waits_for: null, due_at_ms: nowMs })
    .where('id', '=', batchId)
    .execute()
  return rows.map((row) => ({
    line: row.line,
    document: row.document as DocumentNumber,
    askedAtMs: row.asked_at_ms ?? undefined,
  }))
}

type Settling = {
  readonly batchId: string
  readonly claim: string
  readonly outcomes: readonly QueryLineOutcome[]
  readonly nowMs: number
}

export async function settleLines(
  tx: Transaction<Tables>,
  engine: Engine,
  { batchId, claim, outcomes, nowMs }: Settling,
): Promise<void> {
  await lockedBatch(tx, engine, batchId)
  const settled: QueryLineOutcome[] = []
  for (const outcome of outcomes) {
    const { numUpdatedRows } = await tx
      .updateTable('query_batch_line')
      .set(outcomeRow(outcome))
      .where('batch_id', '=', batchId)
      .where('line', '=', outcome.line)
      .where('claim', '=', claim)
      .where('status', '=', 'asking')
      .executeTakeFirst()
    if (numUpdatedRows === 1n) settled.push(outcome)
  }
  const answered = settled.filter((one) => one.status === 'answered')
  const billed = answered.filter(({ isBilled }) => isBilled)
  await tx
    .updateTable('query_batch')
    .set((row) => ({
      answered: row('answered', '+', answered.length),
      refused: row('refused', '+', settled.length - answered.length),
      billed: row('billed', '+', billed.length),
      cents: row(
        'cents',
        '+',
        billed.reduce((sum, { cents }) => sum + cents, 0),
      ),
    }))
    .where('id', '=', batchId)
    .execute()
  await endIfOver(tx, batchId, nowMs)
}

const outcomeRow = (outcome: QueryLineOutcome) => ({
  status: outcome.status,
  claimed_until_ms: null,
  at_ms: outcome.atMs,
  ...(outcome.status === 'answered'
    ? {
        billed: outcome.isBilled ? 1 : 0,
        fault: null,
        sealed_key: outcome.sealedKey,
        sealed: outcome.sealed,
      }
    : { billed: 0, fault: JSON.stringify(outcome.fault) }),
})

/** A batch whose every line has an outcome is done. */
export async function endIfOver(tx: Transaction<Tables>, batchId: string, nowMs: number): Promise<void> {
  const left = await tx
    .selectFrom('query_batch_line')
    .select('line')
    .where('batch_id', '=', batchId)
    .where('status', 'in', ['waiting', 'asking'])
    .limit(1)
    .executeTakeFirst()
  if (left !== undefined) return
  await tx
    .updateTable('query_batch')
    .set({ state: 'done', waits_for: null, ...ending(nowMs) })
    .where('id', '=', batchId)
    .where('state', 'in', ['running', 'paused'])
    .execute()
}

/** Lines whose claim ended before a time. */
export async function lapseLines(
  db: Kysely<Tables>,
  engine: Engine,
  nowMs: number,
  claimedBeforeMs: number,
): Promise<number> {
  const lapsed = await db
    .selectFrom('query_batch_line')
    .select('batch_id')
    .distinct()
    .where('status', '=', 'asking')
    .where('claimed_until_ms', '<=', claimedBeforeMs)
    .execute()
  let count = 0
  for (const { batch_id } of lapsed) {
    count += await db.transaction().execute(async (tx) => {
      await lockedBatch(tx, engine, batch_id)
      const { numUpdatedRows } = await tx
        .updateTable('query_batch_line')
        .set({ status: 'unknown', claimed_until_ms: null })
        .where('batch_id', '=', batch_id)
        .where('status', '=', 'asking')
        .where('claimed_until_ms', '<=', claimedBeforeMs)
        .executeTakeFirst()
      await tx
        .updateTable('query_batch')
        .set((row) => ({ unknown: row('unknown', '+', Number(numUpdatedRows)) }))
        .where('id', '=', batch_id)
        .execute()
      await endIfOver(tx, batch_id, nowMs)
      return Number(numUpdatedRows)
    })
  }
  return count
}
