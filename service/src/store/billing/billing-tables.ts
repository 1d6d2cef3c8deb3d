/** What goes onto a statement besides usage. */
export type BillingTables = {
  /** Credits and debits besides usage. None is ever changed. */
  account_entry: {
    id: string
    client_id: string
    /** The month it is about. It counts in the one in which it was recorded. */
    month: string
    kind: string
    cents: number
    reason: string
    at_ms: number
    user_id: string
    user_name: string
    /** The entry that this one takes back. */
    reverses: string | null
    request_key: string | null
  }
}
