/** Which public data there is, and which is served. */
export type DataTables = {
  data_snapshot: {
    id: string
    data_set: string
    period: string
    date: string
    state: string
    started_at_ms: number
    seen_at_ms: number
    imported_at_ms: number | null
    /** JSON, as are the accounts. */
    progress: string | null
    accounting: string | null
    size_bytes: number | null
  }
  data_served: { data_set: string; snapshot_id: string }
}
