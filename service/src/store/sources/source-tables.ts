import type { Generated } from 'kysely'

/** Providers that the operator declared, what they cost, and copies of what they answered. */
export type SourceTables = {
  declared_source: {
    id: string
    name: string
    kind: string
    url: string
    /** As JSON; null is all that its kind answers. */
    sections: string | null
    concurrency_max: number
    client_concurrency_max: number
    timeout_ms: number
    price_cents: number
    monthly_budget_cents: number | null
    is_enabled: number
    version: number
    created_at_ms: number
  }
  /** Empty is the operator's; otherwise those of a client that pays for itself. */
  source_credential: { source_id: string; client_id: string; sealed: string }
  /** By client, and in a row of no client for all of them together. */
  source_spending: {
    source_id: string
    month: string
    paid_by: string
    client_id: string
    calls: number
    cents: number
    /** As it was when it was last called; null of what an earlier release counted for a source that is gone. */
    source_name: string | null
    /** What of it was for answers that no client was billed for. */
    unbilled_calls: Generated<number>
    unbilled_cents: Generated<number>
  }
  /** What a source answered a client, section by section: the text under a key of its own, which is itself sealed. */
  source_copy: {
    client_id: string
    source_id: string
    document: string
    section: string
    /** When it was asked for, and by which query. */
    at_ms: number
    request_id: string
    keep_until_ms: number
    sealed_key: string
    sealed: string
  }
  /** Of a document, the moment up to which no copy may be used: something was corrected or released. */
  source_copy_end: { document: string; at_ms: number }
}
