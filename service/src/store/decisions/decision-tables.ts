/** Policies, and what was decided by them. */
export type DecisionTables = {
  policy: {
    client_id: string
    environment: string
    name: string
    /** The newest. */
    version: number
    retired_at_ms: number | null
    retired_by: string | null
  }
  policy_version: {
    client_id: string
    environment: string
    name: string
    version: number
    /** JSON, as are the warnings. */
    policy: string
    warnings: string
    user_id: string | null
    created_at_ms: number
  }
  decision: {
    id: string
    client_id: string
    environment: string
    /** The consultation that it rests on. */
    request_id: string
    /** The code of that consultation's record: callers choose their request ids, and may use one twice. */
    check_code: string
    /** Of the request that it answers, where that came with a key: one decision for each. */
    request_key: string | null
    user_id: string | null
    at_ms: number
    day: string
    policy: string
    version: number
    product: string
    features: string
    outcome: string
    decided_by: string
    /** That of the last review; the policy's own without one. */
    final_outcome: string
    review_count: number
    reviewed_at_ms: number | null
    keep_until_ms: number
  }
  decision_inputs: { decision_id: string; sealed_key: string; sealed: string }
  decision_review: {
    decision_id: string
    number: number
    outcome: string
    reason: string
    user_id: string | null
    /** Whom a key named. */
    named: string | null
    at_ms: number
  }
}
