/** Reports that are kept. */
export type ReportTables = {
  /** Reports as they were answered: the text under a key of its own, which is itself sealed. */
  kept_report: {
    environment: string
    client_id: string
    request_id: string
    at_ms: number
    /** `session` or `key`: each has its term in the contract. */
    asked_by: string
    keep_until_ms: number
    sealed_key: string
    sealed: string
  }
}
