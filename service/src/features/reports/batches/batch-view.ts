import { outcomeUnknownCode } from '@lastro/contract/query-batches/query-batch-codes.ts'
import type { QueryBatch, QueryLine } from '@lastro/contract/query-batches/query-batches.ts'
import type { Language, Text } from '@lastro/contract/text.ts'
import { instantText } from '@lastro/rules/calendar/day.ts'
import { moneyText } from '@lastro/rules/money/cents.ts'
import { lineRequestId } from './line-billing.ts'
import type { KeptQueryBatch, KeptQueryLine } from './query-batch-store.ts'

/** A batch as its client sees it. */
export const batchView = (batch: KeptQueryBatch, nowMs: number): QueryBatch => ({
  id: batch.id,
  state: stateOf(batch, nowMs),
  ...(batch.waitsFor !== undefined && { waitsFor: batch.waitsFor }),
  product: batch.terms.product,
  features: [...batch.terms.features],
  lines: batch.lines,
  lastLine: batch.lastLine,
  answered: batch.answered,
  billed: batch.billed,
  refused: batch.refused,
  invalid: batch.invalid,
  repeated: batch.repeated,
  unknown: batch.unknown,
  left: leftOf(batch),
  cost: moneyText(BigInt(batch.cents)),
  createdAt: instantText(batch.createdAtMs),
  ...(batch.endedAtMs !== undefined && { endedAt: instantText(batch.endedAtMs) }),
  ...(batch.keepUntilMs !== undefined && { resultUntil: instantText(batch.keepUntilMs) }),
})

function stateOf({ state, waitsFor, claimedUntilMs }: KeptQueryBatch, nowMs: number): QueryBatch['state'] {
  if (state === 'receiving') return claimedUntilMs > nowMs ? 'receiving' : 'interrupted'
  return state === 'running' && waitsFor !== undefined ? 'waiting' : state
}

const leftOf = ({ lines, answered, refused, invalid, repeated, unknown }: KeptQueryBatch): number =>
  lines - answered - refused - invalid - repeated - unknown

/** A line as its client sees it, without its report. */
export function lineView(batchId: string, line: KeptQueryLine, language: Language): QueryLine {
  const { document, status, repeats, atMs, isBilled, fault } = line
  const isUnknown = status === 'unknown'
  const wasAsked = isUnknown || atMs !== undefined
  return {
    line: line.line,
    ...(document !== undefined && { documento: document }),
    status,
    ...(wasAsked && { requestId: lineRequestId(batchId, line.line) }),
    ...(atMs !== undefined && { at: instantText(atMs) }),
    ...(isBilled !== undefined && { billed: isBilled }),
    ...(repeats !== undefined && { repeats }),
    ...(isUnknown && { code: outcomeUnknownCode, detail: unknownText[language] }),
    ...(fault !== undefined && {
      code: fault.code,
      ...(fault.detail !== undefined && { detail: fault.detail }),
      ...(fault.errors !== undefined && { errors: [...fault.errors] }),
    }),
  }
}

const unknownText: Text = {
  pt: 'O processo caiu enquanto esta linha era consultada. A fonte pode ter sido consultada. Peça a repetição para consultá-la de novo.',
  en: 'The process ended while this line was being asked. Its source may have been asked. Request it again to have it asked once more.',
}
