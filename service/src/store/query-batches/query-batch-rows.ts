import type { QueryBatchWait, QueryLineStatus } from '@lastro/contract/query-batches/query-batch-codes.ts'
import type { DocumentNumber } from '@lastro/rules/documents/document-number.ts'
import type { StoredBatchState } from '@lastro/rules/reports/query-batch-states.ts'
import type { Selectable } from 'kysely'
import type {
  KeptQueryBatch,
  KeptQueryLine,
  ReadQueryLine,
} from '../../features/reports/batches/query-batch-store.ts'
import type { Tables } from '../engine/tables.ts'

export const batchOf = (row: Selectable<Tables['query_batch']>): KeptQueryBatch => ({
  id: row.id,
  environment: row.environment === 'sandbox' ? 'sandbox' : 'production',
  clientId: row.client_id,
  userId: row.user_id ?? undefined,
  terms: JSON.parse(row.terms),
  state: row.state as StoredBatchState,
  waitsFor: (row.waits_for ?? undefined) as QueryBatchWait | undefined,
  dueAtMs: row.due_at_ms,
  claimedUntilMs: row.claimed_until_ms,
  lastLine: row.last_line,
  digest: row.digest,
  lines: row.lines,
  answered: row.answered,
  billed: row.billed,
  refused: row.refused,
  invalid: row.invalid,
  repeated: row.repeated,
  unknown: row.unknown,
  cents: row.cents,
  createdAtMs: row.created_at_ms,
  endedAtMs: row.ended_at_ms ?? undefined,
  keepUntilMs: row.keep_until_ms ?? undefined,
  hasLines: row.has_lines === 1,
})

type LineRow = Omit<
  Selectable<Tables['query_batch_line']>,
  'batch_id' | 'claim' | 'claimed_until_ms' | 'asked_at_ms'
>

/** What a page without reports leaves out. */
export const emptyLine = { sealed_key: null, sealed: null }

export const lineOf = (row: LineRow): KeptQueryLine => ({
  line: row.line,
  document: (row.document ?? undefined) as DocumentNumber | undefined,
  status: row.status as QueryLineStatus,
  repeats: row.repeats ?? undefined,
  atMs: row.at_ms ?? undefined,
  isBilled: row.billed === null ? undefined : row.billed === 1,
  fault: row.fault === null ? undefined : JSON.parse(row.fault),
  sealing:
    row.sealed_key === null || row.sealed === null
      ? undefined
      : { sealedKey: row.sealed_key, sealed: row.sealed },
})

export const newLineRow = (batchId: string, read: ReadQueryLine) => ({
  batch_id: batchId,
  line: read.line,
  document: read.status === 'invalid' ? null : read.document,
  status: read.status,
  repeats: read.status === 'repeated' ? read.repeats : null,
  claim: null,
  claimed_until_ms: null,
  asked_at_ms: null,
  at_ms: null,
  billed: null,
  fault: read.status === 'invalid' ? JSON.stringify(read.fault) : null,
  sealed_key: null,
  sealed: null,
})
