import type { Environment } from '@lastro/contract/clients/credentials.ts'
import { paidSinceMs, queryOf } from '@lastro/rules/trail/billing.ts'
import type { ConsultationDraft } from '@lastro/rules/trail/consultation.ts'
import type { TrailStore } from './trail-store.ts'

/**
 * Whether a query repeats one that its client has paid for, as the trail stands before it is asked. What is billed is
 * decided where it is recorded; this only says whether a source need be called.
 */
export async function isPaid(
  trail: Pick<TrailStore, 'ofDocument'>,
  environment: Environment,
  draft: ConsultationDraft,
): Promise<boolean> {
  const { document, clientId, repeatWindowMs, atMs } = draft
  if (document === '' || repeatWindowMs === 0) return false
  const fromMs = paidSinceMs({ ...draft, key: '' }) + 1
  const found = await trail.ofDocument(environment, document, { fromMs, untilMs: atMs })
  return found.some((one) => one.clientId === clientId && one.billed && queryOf(one) === queryOf(draft))
}
