import { type Outcome, outcomes } from '@lastro/contract/policies/policy.ts'
import type { Selectable } from 'kysely'
import type { DecisionReview, DecisionRow } from '../../features/reports/decisions/decision-store.ts'
import type { Tables } from '../engine/tables.ts'

export type DecisionTableRow = Selectable<Tables['decision']>

/** A row as the feature knows it. */
export const decisionOf = (row: DecisionTableRow): DecisionRow => ({
  id: row.id,
  environment: row.environment === 'sandbox' ? 'sandbox' : 'production',
  clientId: row.client_id,
  requestId: row.request_id,
  checkCode: row.check_code,
  userId: row.user_id ?? undefined,
  atMs: row.at_ms,
  policy: row.policy,
  version: row.version,
  product: row.product,
  features: row.features === '' ? [] : row.features.split(','),
  outcome: outcomeOf(row.outcome),
  decidedBy: row.decided_by,
  finalOutcome: outcomeOf(row.final_outcome),
  reviewCount: row.review_count,
  reviewedAtMs: row.reviewed_at_ms ?? undefined,
  keepUntilMs: row.keep_until_ms,
})

export const reviewOf = (row: Selectable<Tables['decision_review']>): DecisionReview => ({
  outcome: outcomeOf(row.outcome),
  reason: row.reason,
  atMs: row.at_ms,
  userId: row.user_id ?? undefined,
  named: row.named ?? undefined,
})

/** Asserted when it is read back: a row that says something else was written by nobody of ours. */
export function outcomeOf(text: string): Outcome {
  const outcome = outcomes.find((one) => one === text)
  if (outcome === undefined) throw new Error('A decision in the store has an outcome that there is not')
  return outcome
}
