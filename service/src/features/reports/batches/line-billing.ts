import type { Environment } from '@lastro/contract/clients/credentials.ts'
import type { DocumentNumber } from '@lastro/rules/documents/document-number.ts'
import type { TrailStore } from '../../trail/trail-store.ts'

/** The id of a line's query in the trail, derived from batch and line, so that a lost outcome can be found. */
export const lineRequestId = (batchId: string, line: number): string => `${batchId}-${line}`

/** A line that was queried, and may have been billed before its outcome was lost. */
export type AskedBefore = {
  readonly environment: Environment
  readonly batchId: string
  readonly line: number
  readonly document: DocumentNumber
  readonly askedAtMs: number
}

/** The amount billed on the records of a line, in cents; undefined if none was billed. */
export type LineBilling = (line: AskedBefore) => Promise<number | undefined>

/** Clocks of several servers differ; a record is at most this much older than the line's claim. */
const clockSkewMs = 3_600_000

/** Reads the records of one document, because only the trail knows what was billed. */
export const lineBilling =
  (trail: Pick<TrailStore, 'ofDocument'>): LineBilling =>
  async ({ environment, batchId, line, document, askedAtMs }) => {
    const requestId = lineRequestId(batchId, line)
    const records = await trail.ofDocument(environment, document, {
      fromMs: askedAtMs - clockSkewMs,
      untilMs: Number.MAX_SAFE_INTEGER,
    })
    return records.find((one) => one.billed && one.requestId === requestId)?.cents
  }
