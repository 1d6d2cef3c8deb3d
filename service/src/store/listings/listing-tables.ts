/** Debts, their notices, and the files they came in. */
export type ListingTables = {
  listing: {
    id: string
    register: string
    client_id: string
    principal_id: string | null
    document: string
    creditor_document: string | null
    contract_id: string | null
    /** The contract as it is compared, and as it looks without punctuation and zeros: see debt-identity.ts. */
    contract_key: string | null
    contract_joined: string | null
    contract_parts: string | null
    section: string
    state: string
    is_active: number
    version: number
    created_at_ms: number
    amount_cents: number
    due_date: string
    publish_on: string | null
    expires_on: string
    paid_on: string | null
    /** The last day on which an open dispute leaves it readable. */
    answer_by: string | null
    /** The day on which time alone changes it next. */
    next_due_on: string | null
    /** Why the operator has to look, while something may still happen to it. */
    review: string | null
    /** The e-mail address for its notice, in small letters. */
    mailbox: string | null
    /** The rest, as JSON. */
    facts: string
    /** What readers were told of it, as JSON; null where it was kept before that was. */
    told: string | null
  }
  listing_history: {
    listing_id: string
    version: number
    at_ms: number
    on_day: string
    change: string
    state: string
    actor: string
    cause: string | null
    /** What a report shows of this version, as JSON; null where nobody could read it. */
    shown: string | null
  }
  notice: {
    id: string
    listing_id: string
    register: string
    version: number
    channel: string
    status: string
    created_at_ms: number
    sent_at_ms: number | null
    settled_on: string | null
    proof: string | null
    /** The exact words and what they were made from, as JSON. */
    notice: string | null
    sha256: string | null
    lot: string | null
  }
  /** Who is to be told that a listing was wrong, and who was. */
  correction: {
    id: string
    register: string
    client_id: string
    recipient: string
    listing_id: string
    version: number
    /** The versions that showed the error, as JSON. */
    wrong_versions: string
    due_on: string
    occurrence_id: string | null
    way: string | null
    /** What is printed, as JSON, where a letter tells it. */
    letter: string | null
    lot: string | null
    created_at_ms: number
    told_at_ms: number | null
    told_by: string | null
    note: string | null
  }
  batch: {
    id: string
    register: string
    client_id: string
    key: string | null
    format: string
    claim: string
    claimed_until_ms: number
    key_expires_at_ms: number
    created_at_ms: number
    done_at_ms: number | null
    has_lines: number
    last_line: number
    digest: string
    lines: number
    created: number
    refused: number
    invalid: number
  }
  batch_line: { batch_id: string; line: number; answer: string }
  sandbox_clock: { client_id: string; offset_ms: number }
}
