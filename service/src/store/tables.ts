/**
 * The tables that both engines have alike. Times are milliseconds since 1970; documents are bare text. Those on
 * the path of a query are each engine's own: see its subjects and its trail.
 */
export type Tables = {
  migration: { name: string }
  client: {
    id: string
    environment: 'sandbox' | 'production'
    name: string
    secret_hash: string
    contract: string
    created_at_ms: number
    revoked_at_ms: number | null
  }
  api_key: { hash: string; client_id: string; created_at_ms: number; expires_at_ms: number | null }
  token_family: { id: string; client_id: string; created_at_ms: number; revoked_at_ms: number | null }
  access_token: {
    hash: string
    family_id: string
    client_id: string
    scope: string
    expires_at_ms: number
    revoked_at_ms: number | null
  }
  refresh_token: {
    hash: string
    family_id: string
    client_id: string
    scope: string
    expires_at_ms: number
    used_at_ms: number | null
  }
  /** Things done once in the life of an installation. */
  milestone: { name: string; reached_at_ms: number }
  trail_link: {
    environment: string
    number: number
    first_at_ms: number
    last_at_ms: number
    records: string
    record_hashes: Buffer
    hash: string
  }
  /** On PostgreSQL; SQLite has a narrower one. */
  consultation: {
    environment: string
    document: string
    billed: number
    at_ms: number
    number: number
    place: number
    client_id: string
    query: string
    key: string
    outcome: string
  }
  usage_day: {
    environment: string
    client_id: string
    day: string
    product: string
    features: string
    billed: number
    unbilled: number
    cents: number
  }
  idempotency: {
    environment: string
    client_id: string
    key: string
    request_hash: string
    claim: string
    claimed_until_ms: number
    expires_at_ms: number
    answer: string | null
  }
  rate_window: { client_id: string; step: number; taken: string }
  participation: { document: string; company_document: string; participation: string }
}

export type Engine = 'sqlite' | 'postgres'
