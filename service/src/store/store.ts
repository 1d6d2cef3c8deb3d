import type { AlertStore } from '../alerts/alert-store.ts'
import type { WebhookStore } from '../alerts/webhooks/webhook-store.ts'
import type { ClientStore } from '../clients/client-store.ts'
import type { RateStore } from '../clients/limits.ts'
import type { IdempotencyStore } from '../http/idempotency.ts'
import type { OutboxStore } from '../jobs/outbox.ts'
import type { BatchStore } from '../listings/batches/batch-store.ts'
import type { ListingStore, SandboxClockStore } from '../listings/listing-store.ts'
import type { ActStore } from '../operator/act-store.ts'
import type { PeopleStore } from '../operator/people-store.ts'
import type { QueueStore } from '../operator/queue-store.ts'
import type { VerificationStore } from '../operator/verification-store.ts'
import type { SealedStore } from '../sealing/reseal-secrets.ts'
import type { SubjectStore } from '../subjects/subject-store.ts'
import type { TrailStore } from '../trail/trail-store.ts'
import type { UserStore } from '../users/user-store.ts'
import { openSqlite } from './sqlite.ts'
import type { Engine } from './tables.ts'

/** Everything that is kept, whichever engine keeps it. */
export type Store = {
  readonly engine: Engine
  readonly clients: ClientStore
  readonly users: UserStore
  readonly rates: RateStore
  readonly subjects: SubjectStore
  readonly trail: TrailStore
  readonly idempotency: IdempotencyStore
  readonly listings: ListingStore
  readonly batches: BatchStore
  readonly sandboxClocks: SandboxClockStore
  readonly outbox: OutboxStore
  readonly alerts: AlertStore
  readonly webhooks: WebhookStore
  readonly sealed: SealedStore
  readonly acts: ActStore
  readonly queue: QueueStore
  readonly people: PeopleStore
  readonly verifications: VerificationStore
  /** Fails when the engine cannot answer. */
  readonly ping: () => Promise<void>
  /** Whether an error means that the engine is out of reach, rather than that we are wrong. */
  readonly isOutage: (error: unknown) => boolean
  readonly close: () => Promise<void>
}

export type StoreLocation = { readonly databaseUrl: string | undefined; readonly dataDirectory: string }

/** PostgreSQL where a URL is given, SQLite in the data directory otherwise; migrated and ready. */
export async function openStore({ databaseUrl, dataDirectory }: StoreLocation): Promise<Store> {
  if (databaseUrl === undefined) return openSqlite(dataDirectory)
  // Loaded only where it is used: a start on SQLite should not wait for a driver it does not need.
  const { openPostgres } = await import('./postgres.ts')
  return openPostgres(databaseUrl)
}
