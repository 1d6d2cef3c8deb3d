/** What is done after its answer. */
export type JobTables = {
  outbox: {
    id: string
    topic: string
    register: string
    client_id: string
    payload: string
    created_at_ms: number
    due_at_ms: number
    claimed_until_ms: number
    attempts: number
    done_at_ms: number | null
    /** What the last failure said, without numbers; null when it only asked for later. */
    last_error: string | null
    failed_at_ms: number | null
  }
}
