import type { AlertTables } from '../alerts/alert-tables.ts'
import type { BillingTables } from '../billing/billing-tables.ts'
import type { ClientTables } from '../clients/client-tables.ts'
import type { DecisionTables } from '../decisions/decision-tables.ts'
import type { JobTables } from '../jobs/job-tables.ts'
import type { ListingTables } from '../listings/listing-tables.ts'
import type { OperatorTables } from '../operator/operator-tables.ts'
import type { PersonTables } from '../person/person-tables.ts'
import type { DataTables } from '../public-data/data-tables.ts'
import type { QueryBatchTables } from '../query-batches/query-batch-tables.ts'
import type { ReportTables } from '../reports/report-tables.ts'
import type { SourceTables } from '../sources/source-tables.ts'
import type { SubjectTables } from '../subjects/subject-tables.ts'
import type { TrailTables } from '../trail/trail-tables.ts'
import type { UserTables } from '../users/user-tables.ts'

/**
 * The tables that both engines have alike, each beside the store that keeps it. Times are milliseconds since 1970;
 * documents are bare text. Those on the path of a query are each engine's own: see its subjects and its trail.
 */
export type Tables = OwnTables &
  AlertTables &
  BillingTables &
  ClientTables &
  DecisionTables &
  JobTables &
  ListingTables &
  OperatorTables &
  PersonTables &
  DataTables &
  QueryBatchTables &
  ReportTables &
  SourceTables &
  SubjectTables &
  TrailTables &
  UserTables

/** What the store keeps of itself. */
type OwnTables = {
  migration: { name: string }
  /** Things done once in the life of an installation. */
  milestone: { name: string; reached_at_ms: number }
  /** Names the key that its secrets are sealed under, in one row, from the first start on. */
  seal_key: { id: number; mark: string }
  /** On PostgreSQL: how many commits have changed what replicas answer, in one row. */
  load_version: { id: number; version: number }
}

export type Engine = 'sqlite' | 'postgres'
