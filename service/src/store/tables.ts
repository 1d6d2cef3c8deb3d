/** The tables, as both engines have them. Times are milliseconds since 1970; documents are bare text. */
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
  month_usage: { client_id: string; month: string; count: number }
  subject: { document: string; valid_until: string; sections: string; facts: Buffer }
  participation: { document: string; company_document: string; participation: string }
}

export type Engine = 'sqlite' | 'postgres'
