import type { Environment } from '@lastro/contract/clients/credentials.ts'
import { paidSinceMs, queryOf } from '@lastro/rules/trail/billing.ts'
import type { ConsultationDraft } from '@lastro/rules/trail/consultation.ts'
import type { TrailStore } from './trail-store.ts'

/**
 * When the client last paid for the same query, according to the trail before this query; undefined if it is not a
 * repeat. Billing is decided when the query is recorded; this only decides whether a source must be called.
 */
export async function paidAtMs(
  trail: Pick<TrailStore, 'ofDocument'>,
  environment: Environment,
  draft: ConsultationDraft,
): Promise<number | undefined> {
  const { document, clientId, repeatWindowMs, atMs } = draft
  if (document === '' || repeatWindowMs === 0) return undefined
  const fromMs = paidSinceMs({ ...draft, key: '' }) + 1
  const found = await trail.ofDocument(environment, document, { fromMs, untilMs: atMs })
  return found
    .filter((one) => one.clientId === clientId && one.billed && queryOf(one) === queryOf(draft))
    .reduce<number | undefined>((last, { atMs }) => Math.max(last ?? atMs, atMs), undefined)
}
