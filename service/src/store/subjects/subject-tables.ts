/** Of those on file only what both engines keep alike. */
export type SubjectTables = {
  participation: { document: string; company_document: string; participation: string; generation: number }
  /** The coverage declared by loads. */
  bureau_coverage: {
    id: string
    section: string
    document_type: string
    extent: string
    as_of: string
    until_day: string
    generation: number
    declared_at_ms: number
    declared_by: string
    shortened_at_ms: number | null
    shortened_by: string | null
    withdrawn_at_ms: number | null
    withdrawn_by: string | null
    reminded_at_ms: number | null
  }
  /** Every load, numbered in start order. */
  bureau_load: { generation: number; started_at_ms: number }
  /** The oldest load whose data of a section still counts. */
  bureau_floor: { section: string; document_type: string; generation: number }
}
