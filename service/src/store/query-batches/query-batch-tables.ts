/** Documents that are asked in the background. */
export type QueryBatchTables = {
  /** Queries that were sent together. */
  query_batch: {
    id: string
    environment: string
    client_id: string
    user_id: string | null
    key: string | null
    key_expires_at_ms: number
    /** What every line is asked with, as JSON: product, features, purpose, scopes, language, address, format. */
    terms: string
    state: string
    waits_for: string | null
    /** It is not worked on before. */
    due_at_ms: number
    /** Of the sending that writes its lines. */
    claim: string
    claimed_until_ms: number
    last_line: number
    digest: string
    lines: number
    answered: number
    billed: number
    refused: number
    invalid: number
    repeated: number
    unknown: number
    cents: number
    created_at_ms: number
    ended_at_ms: number | null
    keep_until_ms: number | null
    has_lines: number
  }
  query_batch_line: {
    batch_id: string
    line: number
    document: string | null
    status: string
    repeats: number | null
    claim: string | null
    claimed_until_ms: number | null
    /** When it was asked first: what it cost since is not billed again. */
    asked_at_ms: number | null
    at_ms: number | null
    billed: number | null
    /** Why it was not answered, as JSON in the words of its sender. */
    fault: string | null
    sealed_key: string | null
    sealed: string | null
  }
}
