import type { IdempotencyStore } from '../../../http/idempotency.ts'
import type { Seal } from '../../sealing/sealed-secrets.ts'
import { keyedReportMark, keyedReportOwner } from './keyed-report.ts'

/**
 * A report that waits to be given again under its key lies sealed in the store, and opens for that key alone. Earlier
 * releases left theirs open: those are read as they are, for as long as they are kept.
 */
export const sealedReports = (idempotency: IdempotencyStore, { seal, open }: Seal): IdempotencyStore => ({
  ...idempotency,
  claim: async (claim, nowMs) => {
    const outcome = await idempotency.claim(claim, nowMs)
    if (outcome.kind !== 'answered' || !outcome.answer.startsWith(keyedReportMark)) return outcome
    const sealed = outcome.answer.slice(keyedReportMark.length)
    return { ...outcome, answer: open(sealed, keyedReportOwner(claim)) }
  },
  complete: (claim, answer) =>
    idempotency.complete(claim, `${keyedReportMark}${seal(answer, keyedReportOwner(claim))}`),
})
