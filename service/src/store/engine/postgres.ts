import { tmpdir } from 'node:os'
import { Kysely, PostgresDialect } from 'kysely'
import { alertStore } from '../alerts/alerts.ts'
import { correctionStore } from '../alerts/corrections.ts'
import { watchedPolicyStore } from '../alerts/watched-policies.ts'
import { webhookStore } from '../alerts/webhooks.ts'
import { billingStore } from '../billing/billing.ts'
import { postgresClaimHolder } from '../clients/claim-holder.ts'
import { clientStore } from '../clients/clients.ts'
import { idempotencyStore } from '../clients/idempotency.ts'
import { postgresRates } from '../clients/rates.ts'
import { decisionStore } from '../decisions/decisions.ts'
import { policyStore } from '../decisions/policies.ts'
import { outboxStore } from '../jobs/outbox.ts'
import { queueStore } from '../jobs/queue.ts'
import { batchStore } from '../listings/batches.ts'
import { lockedTurns } from '../listings/debt-turns.ts'
import { listingStore } from '../listings/listings.ts'
import { postgresForReport } from '../listings/report-listings.ts'
import { sandboxClockStore } from '../listings/sandbox-clock.ts'
import { actStore } from '../operator/operator-acts.ts'
import { verificationStore } from '../operator/verifications.ts'
import { requestStore } from '../person/person-requests.ts'
import { personSessionStore } from '../person/person-sessions.ts'
import { comparisonStore } from '../public-data/comparisons.ts'
import { dataCatalogue } from '../public-data/data-catalogue.ts'
import { queryBatchStore } from '../query-batches/query-batches.ts'
import { keptReportStore } from '../reports/kept-reports.ts'
import { sealedStore } from '../sealed/sealed.ts'
import { sourceStore } from '../sources/declared-sources.ts'
import { copyStore } from '../sources/source-copies.ts'
import type { Store } from '../store.ts'
import { bureauCoverageStore } from '../subjects/bureau-coverages.ts'
import { type LoadedSubjects, loadedSubjects } from '../subjects/loaded-subjects.ts'
import { postgresSubjects } from '../subjects/postgres-subjects.ts'
import { archivingStore } from '../trail/archiving.ts'
import { makeMonths, shrinkMonth } from '../trail/postgres/months.ts'
import { postgresTrailIndex, postgresTrailWriter } from '../trail/postgres/postgres-trail.ts'
import { postgresSealing } from '../trail/postgres/seal-lanes.ts'
import { postgresIndexWalk } from '../trail/trail-index-walk.ts'
import { trailReader } from '../trail/trail-reader.ts'
import { peopleStore } from '../users/people.ts'
import { userStore } from '../users/users.ts'
import { watchCommits } from './commit-watch.ts'
import { databaseConnection, databasePool, type SessionLimits } from './database/database-connection.ts'
import { numberTypes } from './database/number-types.ts'
import { commandLimits, patientLimits } from './database/patient-limits.ts'
import { postgresRecordingCheck } from './database/recording-check.ts'
import { distributeStore } from './distributed/distribute-store.ts'
import { type Distribution, readDistribution } from './distributed/distribution.ts'
import { migratePostgres } from './migrations/migrate-postgres.ts'
import { areNewer } from './migrations/migrations.ts'
import { type OutageReason, postgresOutage } from './outage-reason.ts'
import { openReplicas, type ReplicaSettings } from './replicas/replicas.ts'
import type { Tables } from './tables.ts'

/** Enough to keep a two-core database busy; more would only queue inside it. */
const connectionCountMax = 16

/** Less than the silence that ends a connection, so that one at rest is closed in good order. */
const idleTimeoutMs = 5_000

/** A caller would rather hear "unavailable" than wait for a database that is not coming back. */
const sessionLimits: SessionLimits = {
  applicationName: 'lastro',
  statementMs: 5_000,
  // Longer than a service that froze in the middle of a transaction can hold anything.
  lockMs: 4_000,
  // Between two statements of a transaction lie microseconds; a service that takes this long is frozen or dead.
  idleInTransactionMs: 3_000,
  // By now a server that still speaks has given the statement up and said so.
  silenceMs: 5_500,
}

/** With the limits of a command, which no caller waits for. */
export const openPatiently = (
  databaseUrl: string,
  replicaSettings: ReplicaSettings | undefined,
  dataDirectory: string,
): Promise<Store> =>
  openPostgres(databaseUrl, replicaSettings, { limits: commandLimits(sessionLimits), dataDirectory })

type OpenOptions = {
  readonly limits?: SessionLimits
  /** Where a load lays its rows aside. */
  readonly dataDirectory?: string
}

export async function openPostgres(
  databaseUrl: string,
  replicaSettings?: ReplicaSettings,
  { limits = sessionLimits, dataDirectory = tmpdir() }: OpenOptions = {},
): Promise<Store> {
  const pool = databasePool(databaseUrl, {
    limits,
    max: connectionCountMax,
    idleTimeoutMillis: idleTimeoutMs,
    types: numberTypes,
  })
  const named =
    replicaSettings === undefined || replicaSettings.urls.length === 0
      ? undefined
      : openReplicas(replicaSettings, { databaseUrl, pool, types: numberTypes })
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  let applied: readonly string[]
  let distribution: Distribution | undefined
  let loaded: LoadedSubjects
  const bureauCoverage = bureauCoverageStore(db, db, 'postgres')
  try {
    applied = await migratePostgres(databaseUrl, db)
    distribution = await readDistribution(pool)
    loaded = await loadedSubjects(pool)
    await bureauCoverage.refresh()
  } catch (error) {
    await db.destroy()
    throw error
  }
  const isDistributed = distribution !== undefined
  // Of a store that is spread a copy of the coordinator has no rows.
  if (isDistributed) await named?.close()
  const replicas = isDistributed ? undefined : named
  const connectPatiently = () => databaseConnection(databaseUrl, patientLimits('lastro months'))
  // Its statements are sent without waiting for the answers of those before.
  const pipelined = { types: numberTypes, pipeline: true }
  const trailWriter = postgresTrailWriter(() => pool.connectAlone(pipelined), isDistributed)
  const commits = watchCommits(trailWriter.append, postgresOutage)
  const recordingCheck = postgresRecordingCheck(pool)
  const outageReason: OutageReason = (error) => {
    const reason = postgresOutage(error)
    // The host was made a standby, or is fenced off.
    if (reason === 'read_only') pool.moveAway()
    return reason
  }
  const claimHolder = postgresClaimHolder({
    db,
    connect: () => pool.connectAlone({}),
    abandon: (holder) => idempotency.abandon(holder),
  })
  const idempotency = idempotencyStore(db, claimHolder.current)
  return {
    engine: 'postgres',
    clients: clientStore(db, db),
    users: userStore(db, db, 'postgres'),
    rates: postgresRates(pool),
    subjects: postgresSubjects(
      pool,
      dataDirectory,
      { loaded, coverage: bureauCoverage.current },
      replicas?.readsOver(pool),
    ),
    bureauCoverage,
    trail: {
      ...trailReader(db),
      ...postgresIndexWalk(db),
      ...postgresTrailIndex(db),
      append: commits.append,
      seal: postgresSealing(pool),
    },
    archiving: archivingStore(db, 'postgres', (month) => shrinkMonth(connectPatiently, month)),
    makeMonths: (nowMs) => makeMonths(connectPatiently, nowMs),
    idempotency,
    watchClaims: claimHolder.start,
    keptReports: keptReportStore(db, db, 'postgres'),
    sourceCopies: copyStore(db, db, 'postgres'),
    declaredSources: sourceStore(db, db),
    queryBatches: queryBatchStore(db, db, 'postgres'),
    listings: listingStore(db, db, postgresForReport(pool, isDistributed), lockedTurns, isDistributed),
    policies: policyStore(db, db),
    decisions: decisionStore(db, db, 'postgres'),
    batches: batchStore(db, db, lockedTurns),
    sandboxClocks: sandboxClockStore(db, db),
    outbox: outboxStore(db, 'postgres'),
    alerts: alertStore(db, db, 'postgres'),
    corrections: correctionStore(db, db, 'postgres'),
    watchedPolicies: watchedPolicyStore(db, 'postgres'),
    dataComparisons: comparisonStore(db),
    webhooks: webhookStore(db, db),
    sealed: sealedStore(db),
    acts: actStore(db, db),
    billing: billingStore(db, db),
    queue: queueStore(db, db),
    people: peopleStore(db, db),
    verifications: verificationStore(db),
    dataCatalogue: dataCatalogue(db, 'postgres'),
    isNewer: areNewer(applied),
    requests: requestStore(db, db),
    personSessions: personSessionStore(db, db),
    figures: {
      onCommit: commits.onCommit,
      connections: () => ({
        busy: pool.totalCount - pool.idleCount,
        idle: pool.idleCount,
        waiting: pool.waitingCount,
      }),
    },
    checkRecording: async (ifLate) => {
      const reason = await recordingCheck.check(ifLate)
      // The connections already open may be sufficient.
      if (reason === 'connections_exhausted' && commits.isCommitting()) return undefined
      return reason ?? commits.fault()
    },
    outageReason,
    isOutage: (error) => outageReason(error) !== undefined,
    ...(replicas !== undefined && { replicas }),
    ...(distribution !== undefined && { distribution }),
    distribute: (shardCount) =>
      distributeStore({ connect: connectPatiently, ownProcessIds: pool.processIds }, shardCount),
    close: async () => {
      await replicas?.close()
      await claimHolder.close()
      await recordingCheck.close()
      await trailWriter.close()
      await db.destroy()
    },
  }
}
