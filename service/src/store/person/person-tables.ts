/** The person on file: sessions and requests. */
export type PersonTables = {
  person_request: {
    id: string
    document: string
    kind: string
    subject: string | null
    listing_id: string | null
    field: string | null
    statement: string | null
    identity: string
    reason: string | null
    channel: string
    opened_by: string | null
    opened_at_ms: number
    due_on: string
    answer_by: string | null
    /** When it was marked as overdue; whether it is, its day says. */
    overdue_at_ms: number | null
    outcome: string | null
    answer: string | null
    answered_at_ms: number | null
    answered_by: string | null
  }
  person_sign_in: { hash: string; language: string; ends_at_ms: number }
  person_session: {
    hash: string
    document: string
    request_id: string
    identity: string
    language: string
    last_used_at_ms: number
    ends_at_ms: number
  }
}
