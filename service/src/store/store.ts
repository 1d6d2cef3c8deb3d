import type { Awaitable } from '../awaitable.ts'
import type { ActStore } from '../features/acts/act-store.ts'
import type { AlertStore } from '../features/alerts/alert-store.ts'
import type { CorrectionStore } from '../features/alerts/corrections/correction-store.ts'
import type { WatchedPolicyStore } from '../features/alerts/portfolio/watched-policy-store.ts'
import type { WebhookStore } from '../features/alerts/webhooks/webhook-store.ts'
import type { BillingStore } from '../features/billing/billing-store.ts'
import type { BureauCoverageStore } from '../features/bureau/bureau-coverage.ts'
import type { SubjectStore } from '../features/bureau/subject-store.ts'
import type { ClientStore } from '../features/clients/client-store.ts'
import type { RateStore } from '../features/clients/limits.ts'
import type { CopyStore } from '../features/declared-sources/copies/source-copy.ts'
import type { SourceStore } from '../features/declared-sources/source-store.ts'
import type { BatchStore } from '../features/listings/batches/batch-store.ts'
import type { ListingStore, SandboxClockStore } from '../features/listings/listing-store.ts'
import type { PeopleStore } from '../features/operator/people-store.ts'
import type { QueueStore } from '../features/operator/queue-store.ts'
import type { VerificationStore } from '../features/operator/verification-store.ts'
import type { RequestStore } from '../features/person/request-store.ts'
import type { PersonSessionStore } from '../features/person/sign-in/person-session.ts'
import type { PolicyStore } from '../features/policies/policy-store.ts'
import type { ComparisonStore } from '../features/public-data/comparison-store.ts'
import type { DataCatalogue } from '../features/public-data/data-catalogue.ts'
import type { QueryBatchStore } from '../features/reports/batches/query-batch-store.ts'
import type { DecisionStore } from '../features/reports/decisions/decision-store.ts'
import type { KeptReportStore } from '../features/reports/kept/kept-report.ts'
import type { SealedStore } from '../features/sealing/reseal-secrets.ts'
import type { ArchivingStore } from '../features/trail/archive/archiving-store.ts'
import type { TrailStore } from '../features/trail/trail-store.ts'
import type { UserStore } from '../features/users/user-store.ts'
import type { NotReady, RecordingCheck } from '../http/health/readiness.ts'
import type { IdempotencyStore } from '../http/idempotency.ts'
import type { OutboxStore } from '../jobs/outbox.ts'
import type { Distributed } from './engine/distributed/distribute-store.ts'
import type { Distribution } from './engine/distributed/distribution.ts'
import type { OutageReason } from './engine/outage-reason.ts'
import type { Replicas } from './engine/replicas/replicas.ts'
import type { Engine } from './engine/tables.ts'

/** Everything that is kept, whichever engine keeps it. */
export type Store = {
  readonly engine: Engine
  readonly clients: ClientStore
  readonly users: UserStore
  readonly rates: RateStore
  readonly subjects: SubjectStore
  /** The coverage declared by bureau loads. */
  readonly bureauCoverage: BureauCoverageStore
  readonly trail: TrailStore
  readonly archiving: ArchivingStore
  /** Where the trail has a table for each month: makes those of this one and the next, and says how many. */
  readonly makeMonths?: (nowMs: number) => Promise<number>
  readonly idempotency: IdempotencyStore
  /** On PostgreSQL: ties the claims of this process to its lifetime, and releases those of dead processes. */
  readonly watchClaims?: () => Promise<void>
  readonly keptReports: KeptReportStore
  /** Providers that the operator declared, their credentials, and what they cost. */
  readonly declaredSources: SourceStore
  /** What they answered, for as long as contracts keep it. */
  readonly sourceCopies: CopyStore
  readonly queryBatches: QueryBatchStore
  readonly policies: PolicyStore
  readonly decisions: DecisionStore
  readonly listings: ListingStore
  readonly batches: BatchStore
  readonly sandboxClocks: SandboxClockStore
  readonly outbox: OutboxStore
  readonly alerts: AlertStore
  readonly corrections: CorrectionStore
  readonly watchedPolicies: WatchedPolicyStore
  readonly dataComparisons: ComparisonStore
  readonly webhooks: WebhookStore
  readonly sealed: SealedStore
  readonly acts: ActStore
  readonly billing: BillingStore
  readonly queue: QueueStore
  readonly people: PeopleStore
  readonly verifications: VerificationStore
  readonly dataCatalogue: DataCatalogue
  /** Whether a newer release has been at work on it, whose work this one may not know. */
  readonly isNewer: boolean
  readonly requests: RequestStore
  readonly personSessions: PersonSessionStore
  /** Why a query could not be recorded now; undefined when it could. Fails when the engine cannot answer. */
  readonly checkRecording: RecordingCheck
  /** Why the engine could not do its work; undefined for an error that is our own fault. */
  readonly outageReason: OutageReason
  readonly isOutage: (error: unknown) => boolean
  /** On SQLite: why it accepts no more work now, before it fails. Cheap enough to check before every request. */
  readonly refusal?: () => Awaitable<NotReady | undefined>
  readonly figures: StoreFigures
  /** Where copies of the database help with reading. */
  readonly replicas?: Replicas
  /** Where it is spread over the workers of a Citus. */
  readonly distribution?: Distribution
  /** On PostgreSQL: spreads it, into so many shards where that is said, while nobody else is at work on it. */
  readonly distribute?: (shardCount?: number) => Promise<Distributed>
  readonly close: () => Promise<void>
}

/** What there is to measure of it. */
export type StoreFigures = {
  /** Every commit of the trail that ended well: how long it took, and how many records it held. */
  readonly onCommit: (listener: (ms: number, records: number) => void) => void
  /** Where the data is kept on this machine. */
  readonly diskFreeBytes?: () => Promise<number>
  /** Where there is a pool of connections. */
  readonly connections?: () => Readonly<Record<'busy' | 'idle' | 'waiting', number>>
}
