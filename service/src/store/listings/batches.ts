import type { Draft } from '@lastro/rules/listings/listing.ts'
import type { Kysely, Selectable, Transaction } from 'kysely'
import type {
  BatchStore,
  Keeping,
  KeptBatch,
  NewBatch,
  OpenedBatch,
  SettledLine,
} from '../../features/listings/batches/batch-store.ts'
import type { KnownDebts } from '../../features/listings/listing-store.ts'
import { afterCursor } from '../engine/after-cursor.ts'
import type { Tables } from '../engine/tables.ts'
import { addOutboxRows } from '../jobs/outbox.ts'
import type { DebtTurns } from './debt-turns.ts'
import { inSlices } from './in-slices.ts'
import { isStillKnown } from './known-debts.ts'
import { historyRows, listingRow, noticeRow } from './listing-rows.ts'

export function batchStore(db: Kysely<Tables>, reads: Kysely<Tables>, turns: DebtTurns): BatchStore {
  return {
    open: (batch, nowMs) => db.transaction().execute((tx) => openBatch(tx, batch, nowMs)),

    keep: async (keeping) => {
      try {
        await db.transaction().execute((tx) => keepLines(tx, turns, keeping))
        return 'kept'
      } catch (error) {
        if (error instanceof ClaimLost) return 'lost'
        if (error instanceof DebtsMoved) return 'again'
        throw error
      }
    },

    finish: async (batchId, claim, nowMs) => {
      await db
        .updateTable('batch')
        .set({ done_at_ms: nowMs, claimed_until_ms: 0 })
        .where('id', '=', batchId)
        .where('claim', '=', claim)
        .execute()
    },

    release: async (batchId, claim) => {
      await db
        .updateTable('batch')
        .set({ claimed_until_ms: 0 })
        .where('id', '=', batchId)
        .where('claim', '=', claim)
        .execute()
    },

    find: async ({ register, clientId, id }) => {
      const row = await reads
        .selectFrom('batch')
        .selectAll()
        .where('id', '=', id)
        .where('register', '=', register)
        .where('client_id', '=', clientId)
        .executeTakeFirst()
      return row && batchOf(row)
    },

    list: async (page) => (await batchesOfClient(reads, page).execute()).map(batchOf),

    answers: (batchId, after, limit) => answersOf(reads, batchId, after, limit).execute(),

    refusedAnswers: (batchId, after, limit) =>
      answersOf(reads, batchId, after, limit).where('answer', 'not like', takenAnswer).execute(),

    forget: async ({ expiredMs, refusedMs }) => {
      const over = (hasLines: number, beforeMs: number) =>
        reads
          .selectFrom('batch')
          .select(['id', 'last_line as lastLine'])
          .where('has_lines', '=', hasLines)
          .where('key_expires_at_ms', '<', beforeMs)
          .execute()
      for (const one of await over(allLines, expiredMs)) await forgetTaken(db, one)
      for (const one of await over(refusedLines, refusedMs)) await forgetRefused(db, one)
    },

    abandon: async () => {
      await db.updateTable('batch').set({ claimed_until_ms: 0 }).where('claimed_until_ms', '>', 0).execute()
    },
  }
}

/** Newest first. A page is as many entries of the index `batch_of_client`, from where the page before ended. */
export const batchesOfClient = (
  db: Kysely<Tables>,
  { register, clientId, limit, after }: Parameters<BatchStore['list']>[0],
) =>
  db
    .selectFrom('batch')
    .selectAll()
    .where('register', '=', register)
    .where('client_id', '=', clientId)
    .$if(after !== undefined, (query) => query.where(afterCursor(after)))
    .orderBy('created_at_ms', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)

/** What a batch still has of its lines: everything, those that were not taken, nothing. */
const [allLines, refusedLines, noLines] = [1, 2, 0]

/** How the answer of a line that was taken begins; what a sender wrote is quoted in any other, and cannot look so. */
const takenAnswer = '{"line":%,"status":"created",%'

const answersOf = (db: Kysely<Tables>, batchId: string, after: number, limit: number) =>
  db
    .selectFrom('batch_line')
    .select(['line', 'answer'])
    .where('batch_id', '=', batchId)
    .where('line', '>', after)
    .orderBy('line')
    .limit(limit)

type Forgotten = { readonly id: string; readonly lastLine: number }

async function forgetTaken(db: Kysely<Tables>, { id, lastLine }: Forgotten): Promise<void> {
  // From here on a new batch may have the key: the lines of this one are no longer whole.
  await db.updateTable('batch').set({ key: null }).where('id', '=', id).execute()
  await inSteps(lastLine, (from, until) =>
    linesBetween(db, id, from, until).where('answer', 'like', takenAnswer).execute(),
  )
  await db.updateTable('batch').set({ has_lines: refusedLines }).where('id', '=', id).execute()
}

async function forgetRefused(db: Kysely<Tables>, { id, lastLine }: Forgotten): Promise<void> {
  await inSteps(lastLine, (from, until) => linesBetween(db, id, from, until).execute())
  await db.updateTable('batch').set({ has_lines: noLines }).where('id', '=', id).execute()
}

const linesBetween = (db: Kysely<Tables>, batchId: string, from: number, until: number) =>
  db
    .deleteFrom('batch_line')
    .where('batch_id', '=', batchId)
    .where('line', '>', from)
    .where('line', '<=', until)

/** A few at a time, so that nobody waits long for a whole batch to be swept out. */
const forgottenLineCount = 2_000

async function inSteps(
  lastLine: number,
  work: (from: number, until: number) => Promise<unknown>,
): Promise<void> {
  for (let from = 0; from < lastLine; from += forgottenLineCount) await work(from, from + forgottenLineCount)
}

async function openBatch(tx: Transaction<Tables>, batch: NewBatch, nowMs: number): Promise<OpenedBatch> {
  const { id, register, clientId, key = null, format, claim, claimedUntilMs, keyExpiresAtMs } = batch
  const ofKey = { register, client_id: clientId, key }
  if (key !== null) {
    await tx
      .updateTable('batch')
      .set({ key: null })
      .where('register', '=', register)
      .where('client_id', '=', clientId)
      .where('key', '=', key)
      .where('key_expires_at_ms', '<', nowMs)
      .execute()
  }
  await tx
    .insertInto('batch')
    .values({
      id,
      ...ofKey,
      format,
      claim,
      claimed_until_ms: claimedUntilMs,
      key_expires_at_ms: keyExpiresAtMs,
      created_at_ms: nowMs,
      done_at_ms: null,
      has_lines: 1,
      last_line: 0,
      digest: '',
      lines: 0,
      created: 0,
      refused: 0,
      invalid: 0,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const row = await tx
    .selectFrom('batch')
    .selectAll()
    .where('register', '=', register)
    .where('client_id', '=', clientId)
    .$if(key !== null, (query) => query.where('key', '=', key))
    .$if(key === null, (query) => query.where('id', '=', id))
    .executeTakeFirstOrThrow()
  if (row.id === id) return { kind: 'opened', batch: batchOf(row) }
  if (row.format !== format) return { kind: 'reused' }
  if (row.done_at_ms !== null) return { kind: 'opened', batch: batchOf(row) }
  if (row.claimed_until_ms > nowMs) return { kind: 'in_flight' }
  return takeUp(tx, row, { claim, claimedUntilMs })
}

/** Of two that go on with the same batch at once, one gets it. */
async function takeUp(
  tx: Transaction<Tables>,
  row: Selectable<Tables['batch']>,
  { claim, claimedUntilMs }: Pick<NewBatch, 'claim' | 'claimedUntilMs'>,
): Promise<OpenedBatch> {
  const taken = await tx
    .updateTable('batch')
    .set({ claim, claimed_until_ms: claimedUntilMs })
    .where('id', '=', row.id)
    .where('claim', '=', row.claim)
    .where('last_line', '=', row.last_line)
    .where('done_at_ms', 'is', null)
    .executeTakeFirst()
  if (taken.numUpdatedRows !== 1n) return { kind: 'in_flight' }
  return { kind: 'opened', batch: { ...batchOf(row), claimedUntilMs } }
}

class ClaimLost extends Error {}
class DebtsMoved extends Error {}

/** Lines, listings and progress together: a batch that is cut off anywhere is whole up to its last commit. */
async function keepLines(
  tx: Transaction<Tables>,
  turns: DebtTurns,
  { batchId, claim, settled: { lines, known }, ...rest }: Keeping,
): Promise<void> {
  const invalid = lines.filter((one) => one.kind === 'invalid')
  const outcomes = lines.filter((one) => one.kind === 'listing')
  await insertListings(tx, turns, outcomes, known)
  const rows = lines.map(({ line, answer }) => ({ batch_id: batchId, line, answer }))
  for (const some of inSlices(rows)) await tx.insertInto('batch_line').values(some).execute()
  const created = outcomes.filter(({ status }) => status === 'created').length
  const { numUpdatedRows } = await tx
    .updateTable('batch')
    .set((row) => ({
      claimed_until_ms: rest.claimedUntilMs,
      last_line: rest.lastLine,
      digest: rest.digest,
      lines: row('lines', '+', lines.length),
      created: row('created', '+', created),
      refused: row('refused', '+', outcomes.length - created),
      invalid: row('invalid', '+', invalid.length),
    }))
    .where('id', '=', batchId)
    .where('claim', '=', claim)
    .where('done_at_ms', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows !== 1n) throw new ClaimLost()
}

type ListingLine = Extract<SettledLine, { kind: 'listing' }>

/** Where a place is taken, or something came to what was known, nothing of the lines is kept. */
async function insertListings(
  tx: Transaction<Tables>,
  turns: DebtTurns,
  lines: readonly ListingLine[],
  known: KnownDebts,
): Promise<void> {
  const drafts = lines.flatMap(({ saving }) => saving.drafts)
  await insertRows(tx, drafts)
  if (!(await isStillKnown(tx, turns, known, drafts))) throw new DebtsMoved()
  for (const rows of inSlices(drafts.flatMap(historyRows))) {
    await tx.insertInto('listing_history').values(rows).execute()
  }
  for (const rows of inSlices(drafts.flatMap(noticeRows))) {
    await tx.insertInto('notice').values(rows).execute()
  }
  for (const rows of inSlices(lines.flatMap(({ saving }) => saving.outbox))) await addOutboxRows(tx, rows)
}

/** A notice that was queued and delivered on the way here is kept as it ended. */
const noticeRows = ({ notices }: Draft) => {
  const byId = new Map(notices.map((one) => [one.id, one]))
  return [...byId.values()].map((one) => ({ ...noticeRow(one), lot: null }))
}

/** In the order of their places, so that two batches with the same debts never wait for each other in a circle. */
async function insertRows(tx: Transaction<Tables>, drafts: readonly Draft[]): Promise<void> {
  const rows = drafts
    .map(({ listing }) => listingRow(listing))
    .map((row) => ({ row, place: `${row.creditor_document} ${row.document} ${row.contract_key}` }))
    .toSorted((a, b) => (a.place === b.place ? 0 : a.place < b.place ? -1 : 1))
    .map(({ row }) => row)
  for (const some of inSlices(rows)) {
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto('listing')
      .values(some)
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
    if (numInsertedOrUpdatedRows !== BigInt(some.length)) throw new DebtsMoved()
  }
}

const batchOf = (row: Selectable<Tables['batch']>): KeptBatch => ({
  id: row.id,
  clientId: row.client_id,
  format: row.format,
  lastLine: row.last_line,
  digest: row.digest,
  lines: row.lines,
  created: row.created,
  refused: row.refused,
  invalid: row.invalid,
  createdAtMs: row.created_at_ms,
  claimedUntilMs: row.claimed_until_ms,
  isDone: row.done_at_ms !== null,
})
