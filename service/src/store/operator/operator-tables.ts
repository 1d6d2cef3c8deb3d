/** What the operator did. */
export type OperatorTables = {
  operator_act: {
    id: string
    at_ms: number
    user_id: string
    user_name: string
    operation: string
    target: string | null
    outcome: string | null
    request_id: string
  }
}
