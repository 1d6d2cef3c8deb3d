import type { Environment } from '@lastro/contract/clients/credentials.ts'
import { isAnswer } from '@lastro/rules/trail/billing.ts'
import { readRecord } from '@lastro/rules/trail/chain.ts'
import { readCode, recordCode } from '@lastro/rules/trail/check-code.ts'
import type { Consultation } from '@lastro/rules/trail/consultation.ts'
import { recordsIn } from '@lastro/rules/trail/cut-link.ts'
import type { SearchRange, TrailStore } from './trail-store.ts'

export type Confirmation =
  | { readonly kind: 'confirmed'; readonly consultation: Consultation }
  /** The trail has that very record, of a query that was refused: no report was given for it. */
  | { readonly kind: 'not_answered' }
  /** The trail has the request id, and no record of it has this code. */
  | { readonly kind: 'code_differs' }
  | { readonly kind: 'unknown' }

/** Whether the trail has the consultation that a document says it was made by. Walks the time asked for. */
export async function confirmConsultation(
  trail: Pick<TrailStore, 'linksWithin'>,
  environment: Environment,
  { requestId, code, fromMs, untilMs }: SearchRange & { readonly requestId: string; readonly code: string },
): Promise<Confirmation> {
  const wanted = readCode(code)
  let isKnown = false
  for await (const link of trail.linksWithin(environment, { fromMs, untilMs })) {
    // Most links do not have it, and reading their records would be most of the work.
    if (!link.records.includes(requestId)) continue
    for (const { place, text } of recordsIn(link)) {
      const record = readRecord(text)
      if (record.requestId !== requestId) continue
      isKnown = true
      if (recordCode(text) !== wanted) continue
      // Whoever was refused knows enough of the record to work out its code, and could write a report around it.
      if (!isAnswer(record.outcome)) return { kind: 'not_answered' }
      return { kind: 'confirmed', consultation: { environment, number: link.number, place, ...record } }
    }
  }
  return { kind: isKnown ? 'code_differs' : 'unknown' }
}
