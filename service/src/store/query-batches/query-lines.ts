import { queryBatchResultDays } from '@lastro/contract/query-batches/query-batches.ts'
import type { DocumentNumber } from '@lastro/rules/documents/document-number.ts'
import type { Kysely, Selectable, Transaction } from 'kysely'
import type { LineBilling } from '../../features/reports/batches/line-billing.ts'
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
      .set((row) => ({ ...outcomeRow(outcome), billed: row.fn.coalesce('billed', row.val(0)) }))
      .where('batch_id', '=', batchId)
      .where('line', '=', outcome.line)
      .where('claim', '=', claim)
      .where('status', '=', 'asking')
      .executeTakeFirst()
    if (numUpdatedRows === 1n) settled.push(outcome)
    if (outcome.status === 'answered' && outcome.isBilled) await countBilled(tx, batchId, outcome)
  }
  const answered = settled.filter((one) => one.status === 'answered')
  await tx
    .updateTable('query_batch')
    .set((row) => ({
      answered: row('answered', '+', answered.length),
      refused: row('refused', '+', settled.length - answered.length),
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
    ? { fault: null, sealed_key: outcome.sealedKey, sealed: outcome.sealed }
    : { fault: JSON.stringify(outcome.fault) }),
})

/** Counts the amount billed on a line's records, once per line. */
async function countBilled(
  tx: Transaction<Tables>,
  batchId: string,
  { line, cents }: { readonly line: number; readonly cents: number },
): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('query_batch_line')
    .set({ billed: 1 })
    .where('batch_id', '=', batchId)
    .where('line', '=', line)
    .where((where) => where.or([where('billed', 'is', null), where('billed', '=', 0)]))
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return
  await tx
    .updateTable('query_batch')
    .set((row) => ({ billed: row('billed', '+', 1), cents: row('cents', '+', cents) }))
    .where('id', '=', batchId)
    .execute()
}

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

type Lapsing = {
  readonly nowMs: number
  readonly claimedBeforeMs: number
  readonly billingOf: LineBilling
}

/** Lines whose claim ended before a time. */
export async function lapseLines(
  db: Kysely<Tables>,
  engine: Engine,
  { nowMs, claimedBeforeMs, billingOf }: Lapsing,
): Promise<number> {
  const lapsed = await db
    .selectFrom('query_batch_line')
    .innerJoin('query_batch', 'query_batch.id', 'query_batch_line.batch_id')
    .select(['batch_id', 'environment', 'line', 'document', 'asked_at_ms', 'query_batch_line.claim'])
    .where('query_batch_line.status', '=', 'asking')
    .where('query_batch_line.claimed_until_ms', '<=', claimedBeforeMs)
    .execute()
  let count = 0
  for (const [batchId, lines] of Map.groupBy(lapsed, ({ batch_id }) => batch_id)) {
    const billed = await Promise.all(
      lines.map(({ environment, line, document, asked_at_ms }) =>
        billingOf({
          environment: environment === 'sandbox' ? 'sandbox' : 'production',
          batchId,
          line,
          document: document as DocumentNumber,
          askedAtMs: asked_at_ms ?? nowMs,
        }),
      ),
    )
    count += await db.transaction().execute(async (tx) => {
      await lockedBatch(tx, engine, batchId)
      let unknownCount = 0
      for (const [at, { line, claim }] of lines.entries()) {
        const { numUpdatedRows } = await tx
          .updateTable('query_batch_line')
          .set({ status: 'unknown', claimed_until_ms: null })
          .where('batch_id', '=', batchId)
          .where('line', '=', line)
          .where('claim', '=', claim ?? '')
          .where('status', '=', 'asking')
          .where('claimed_until_ms', '<=', claimedBeforeMs)
          .executeTakeFirst()
        if (numUpdatedRows === 0n) continue
        unknownCount++
        const cents = billed[at]
        if (cents !== undefined) await countBilled(tx, batchId, { line, cents })
      }
      await tx
        .updateTable('query_batch')
        .set((row) => ({ unknown: row('unknown', '+', unknownCount) }))
        .where('id', '=', batchId)
        .execute()
      await endIfOver(tx, batchId, nowMs)
      return unknownCount
    })
  }
  return count
}
