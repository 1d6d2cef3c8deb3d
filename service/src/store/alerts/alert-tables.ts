import type { Generated } from 'kysely'

/** Who watches which document, what happened to it, and whom it was told. */
export type AlertTables = {
  alert_document: {
    id: string
    register: string
    client_id: string
    document: string
    /** Names of events as JSON; null stands for all. */
    events: string | null
    label: string | null
    until_day: string | null
    version: number
    created_at_ms: number
    request_key: string | null
    /** The name of the client's policy that goes with it. */
    policy: Generated<string | null>
    /** What that policy said last, as JSON. */
    decided: Generated<string | null>
    /** Grows each time that it is decided or another policy is chosen. */
    decided_count: Generated<number>
  }
  alert_email: {
    id: string
    register: string
    client_id: string
    address: string
    events: string | null
    /** Documents as JSON; null stands for all. */
    documents: string | null
    digest: string
    language: string
    state: string
    paused_reason: string | null
    paused_detail: string | null
    bounces: number
    /** When a mail that had been taken last came back. */
    bounce_reported_at_ms: number | null
    confirmed_at_ms: number | null
    version: number
    created_at_ms: number
    request_key: string | null
  }
  alert_email_token: { hash: string; email_id: string; purpose: string; expires_at_ms: number }
  webhook: {
    id: string
    register: string
    client_id: string
    url: string
    events: string | null
    label: string | null
    /** As JSON: each with the time until which it signs, the newest without. */
    secrets: string
    state: string
    disabled_reason: string | null
    disabled_at_ms: number | null
    /** Since when every delivery to it has failed; null while one has not. */
    failing_since_ms: number | null
    version: number
    created_at_ms: number
    request_key: string | null
  }
  occurrence: {
    id: string
    register: string
    client_id: string
    document: string
    event: string
    registration_id: string
    label: string | null
    /** What changed, as JSON. */
    payload: string
    /** The listing version that it shows, as the trail writes them. */
    shown: string
    sequence: number
    created_at_ms: number
    /** When its first sending was put on record as a consultation. */
    recorded_at_ms: number | null
  }
  delivery: {
    occurrence_id: string
    target_id: string
    target_kind: string
    register: string
    document: string
    sequence: number
    is_digest: number
    state: string
    /** All attempts there were, and the step of the ladder that comes next; a resend begins the ladder again. */
    attempts: number
    step: number
    due_at_ms: number
    claimed_until_ms: number
    last_status: number | null
    created_at_ms: number
    settled_at_ms: number | null
    /** The same by the machine's clock: what ended long ago is forgotten. */
    ended_at_ms: number | null
  }
  delivery_attempt: {
    occurrence_id: string
    target_id: string
    attempt: number
    at_ms: number
    status: number | null
    error: string | null
    excerpt: string | null
  }
  /** How far those who watch companies were told of a set of public data. */
  data_comparison: {
    data_set: string
    told_id: string
    told_date: string
    /** The snapshot that they are being told of. */
    next_id: string | null
    next_date: string | null
    /** The last document that is done. */
    after_document: string
  }
  /** What may be asked only so often. */
  allowance: { key: string; taken: number; ends_at_ms: number }
}
