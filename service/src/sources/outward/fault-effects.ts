import type { CallFault } from '@lastro/contract/operator/call-faults.ts'
import type { SourceFault } from '@lastro/contract/reports/source-faults.ts'

export type FaultEffect = {
  /** What the reader of a report is told of the section. */
  readonly section: SourceFault
  /** Whether it is the provider's doing, and counts for the breaker. */
  readonly isProviders: boolean
  /** Whether the provider may have done its work, and charge for it. */
  readonly mayCharge: boolean
}

const effect = (section: SourceFault, isProviders: boolean, mayCharge: boolean): FaultEffect => ({
  section,
  isProviders,
  mayCharge,
})

/** What follows from each fault. What may have been charged stays counted: a budget errs on the safe side. */
export const faultEffects: Readonly<Record<CallFault, FaultEffect>> = {
  unreachable: effect('source_unavailable', true, false),
  tls_failed: effect('source_unavailable', true, false),
  address_refused: effect('source_unavailable', true, false),
  connection_lost: effect('source_unavailable', true, true),
  timeout: effect('source_timeout', true, true),
  answer_too_large: effect('source_answer_invalid', true, true),
  answer_malformed: effect('source_answer_invalid', true, true),
  other_document: effect('source_answer_invalid', true, true),
  server_error: effect('source_unavailable', true, false),
  refused: effect('source_refused', false, false),
  login_refused: effect('source_refused', false, false),
  session_over: effect('source_refused', false, false),
  credentials_missing: effect('source_refused', false, false),
  rate_limited: effect('source_unavailable', false, false),
  breaker_open: effect('source_unavailable', false, false),
  no_place: effect('source_unavailable', false, false),
  waited_too_long: effect('source_timeout', false, false),
  budget_spent: effect('source_refused', false, false),
}
