/** The tables that are spread over workers by the document they are about, so that one document's rows lie together. */
export const spreadTables = ['subject', 'participation', 'listing', 'alert_document', 'consultation'] as const

/** Small, and read beside those: every node has all of them. */
export const referenceTables = ['client', 'contract_terms'] as const

/**
 * Keys without the document, which Citus cannot hold over several nodes. An id is random, so that one of a document is
 * one of all; the index finds it where the document is not known.
 */
export const keysByDocument = [
  { table: 'listing', key: 'listing_pkey', index: 'listing_by_id' },
  { table: 'alert_document', key: 'alert_document_pkey', index: 'alert_document_by_id' },
] as const

/** From tables that stay on the coordinator to one that is spread: Citus has no such foreign keys. */
export const endedForeignKeys = [
  { table: 'listing_history', key: 'listing_history_listing_id_fkey' },
  { table: 'notice', key: 'notice_listing_id_fkey' },
] as const
