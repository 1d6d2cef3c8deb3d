/** Clients, their contracts, and how they are let in. */
export type ClientTables = {
  client: {
    id: string
    environment: 'sandbox' | 'production'
    name: string
    secret_hash: string
    contract: string
    contract_version: number
    /** The name as a search compares it. */
    search_name: string
    created_at_ms: number
    revoked_at_ms: number | null
  }
  /** What each edition of a contract says about money, from when it was set, as JSON. */
  contract_terms: { client_id: string; version: number; set_at_ms: number; terms: string }
  api_key: {
    hash: string
    client_id: string
    created_at_ms: number
    expires_at_ms: number | null
    /** How the key begins and ends; null for one made before that was kept. */
    hint: string | null
  }
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
  rate_window: { client_id: string; step: number; taken: string }
  idempotency: {
    environment: string
    client_id: string
    key: string
    request_hash: string
    claim: string
    /** The process that does the work, while there is no answer; null if the claim ends only by expiry. */
    holder: number | null
    claimed_until_ms: number
    expires_at_ms: number
    answer: string | null
  }
}
