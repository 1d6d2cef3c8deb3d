import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Kysely } from 'kysely'
import { alertStore } from '../alerts/alerts.ts'
import { correctionStore } from '../alerts/corrections.ts'
import { watchedPolicyStore } from '../alerts/watched-policies.ts'
import { webhookStore } from '../alerts/webhooks.ts'
import { refuseUnfinishedRestore } from '../backup/unfinished-restore.ts'
import { billingStore } from '../billing/billing.ts'
import { clientStore } from '../clients/clients.ts'
import { idempotencyStore } from '../clients/idempotency.ts'
import { rateStore } from '../clients/rates.ts'
import { decisionStore } from '../decisions/decisions.ts'
import { policyStore } from '../decisions/policies.ts'
import { outboxStore } from '../jobs/outbox.ts'
import { queueStore } from '../jobs/queue.ts'
import { batchStore } from '../listings/batches.ts'
import { oneWriter } from '../listings/debt-turns.ts'
import { listingStore } from '../listings/listings.ts'
import { sqliteForReport } from '../listings/report-listings.ts'
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
import { sqliteSubjects } from '../subjects/sqlite-subjects.ts'
import { archivingStore } from '../trail/archiving.ts'
import { sqliteTrail } from '../trail/sqlite/sqlite-trail.ts'
import type { TrailWorkerData } from '../trail/sqlite/sqlite-trail-worker.ts'
import { sqliteIndexWalk } from '../trail/trail-index-walk.ts'
import { trailReader } from '../trail/trail-reader.ts'
import { peopleStore } from '../users/people.ts'
import { userStore } from '../users/users.ts'
import { watchCommits } from './commit-watch.ts'
import { makeForOwner } from './directory-lock.ts'
import { migrate } from './migrations/migrate.ts'
import { areNewer, storeMigrations, trailMigrations } from './migrations/migrations.ts'
import { sqliteOutage } from './outage-reason.ts'
import { sqliteDialect } from './sqlite-dialect.ts'
import { diskFreeBytes, diskReserve, sqliteRecordingCheck } from './sqlite-recording-check.ts'
import { sharedReading } from './sqlite-shared-reading.ts'
import type { Tables } from './tables.ts'

/** Earlier releases can lose a committed transaction in write-ahead mode. */
const sqliteVersionMin = [3, 51, 3] as const

/** Readers wait only while a file is being recovered or set up. */
const readerTimeoutMs = 5_000

type SqliteOptions = Partial<Omit<TrailWorkerData, 'path'>> & { readonly diskFreeMinBytes?: number }

export async function openSqlite(
  dataDirectory: string,
  { fastRepeats = true, diskFreeMinBytes = 0, memoryRecordsMax }: SqliteOptions = {},
): Promise<Store> {
  mkdirSync(dataDirectory, { recursive: true, mode: 0o700 })
  refuseUnfinishedRestore(dataDirectory)
  const path = join(dataDirectory, 'lastro.db')
  const trailPath = join(dataDirectory, 'trail.db')
  for (const file of [path, trailPath]) makeForOwner(file)
  const writer = open(path)
  const reader = open(path, pageBytes, readerCacheKib)
  const reading = sharedReading(reader)
  const db = queriesOn(writer, reading.end)
  const applied = await migrate(db, 'sqlite', storeMigrations)
  const trail = queriesOn(open(trailPath, trailPageBytes))
  await migrate(trail, 'sqlite', trailMigrations)
  // A reader never waits for a writer, here or in another process.
  const beside = open(path)
  const reads = queriesOn(beside)
  const { close: closeTrail, ...trailThread } = sqliteTrail({
    path: trailPath,
    fastRepeats,
    memoryRecordsMax,
  })
  const bureauCoverage = bureauCoverageStore(db, reads, 'sqlite')
  await bureauCoverage.refresh()
  const commits = watchCommits(trailThread.append, sqliteOutage)
  const reserve = diskReserve(dataDirectory, diskFreeMinBytes)
  const recordingCheck = sqliteRecordingCheck(dataDirectory, reserve)
  return {
    engine: 'sqlite',
    clients: clientStore(db, reads),
    users: userStore(db, reads, 'sqlite'),
    rates: rateStore(db),
    subjects: sqliteSubjects(db, writer, reader, {
      reading,
      directory: dataDirectory,
      coverage: bureauCoverage.current,
    }),
    bureauCoverage,
    trail: { ...trailReader(trail), ...sqliteIndexWalk(trail), ...trailThread, append: commits.append },
    archiving: archivingStore(trail, 'sqlite'),
    // All processes are on this machine, so the main process releases the claims of a dead worker.
    idempotency: idempotencyStore(db, () => process.pid),
    keptReports: keptReportStore(db, reads, 'sqlite'),
    sourceCopies: copyStore(db, reads, 'sqlite'),
    declaredSources: sourceStore(db, reads),
    queryBatches: queryBatchStore(db, reads, 'sqlite'),
    listings: listingStore(db, reads, sqliteForReport(reader), oneWriter),
    policies: policyStore(db, reads),
    decisions: decisionStore(db, reads, 'sqlite'),
    batches: batchStore(db, reads, oneWriter),
    sandboxClocks: sandboxClockStore(db, reads),
    outbox: outboxStore(db, 'sqlite'),
    alerts: alertStore(db, reads, 'sqlite'),
    corrections: correctionStore(db, reads, 'sqlite'),
    watchedPolicies: watchedPolicyStore(db, 'sqlite'),
    dataComparisons: comparisonStore(db),
    webhooks: webhookStore(db, reads),
    sealed: sealedStore(db),
    acts: actStore(db, reads),
    billing: billingStore(db, reads),
    queue: queueStore(db, reads),
    people: peopleStore(db, reads),
    verifications: verificationStore(db),
    dataCatalogue: dataCatalogue(db, 'sqlite'),
    isNewer: areNewer(applied),
    requests: requestStore(db, reads),
    personSessions: personSessionStore(db, reads),
    figures: { onCommit: commits.onCommit, diskFreeBytes: () => diskFreeBytes(dataDirectory) },
    checkRecording: async () => (await recordingCheck()) ?? commits.fault(),
    outageReason: sqliteOutage,
    isOutage: (error) => sqliteOutage(error) !== undefined,
    refusal: reserve,
    close: async () => {
      await closeTrail()
      reader.close()
      await reads.destroy()
      await trail.destroy()
      await db.destroy()
      // Kysely closes what it has used; while a connection is open, the log stays beside the file.
      if (beside.isOpen) beside.close()
    },
  }
}

/** Waiting for another process is left to the dialect, which does it without holding up the event loop. */
function queriesOn(connection: DatabaseSync, onCommit?: () => void): Kysely<Tables> {
  connection.exec('pragma busy_timeout = 0')
  return new Kysely<Tables>({ dialect: sqliteDialect(connection, onCommit) })
}

/** A subject fits a page of this size, so that a report costs one read. */
const pageBytes = 8_192

/** A record of the trail touches a page somewhere in its index; the smaller it is, the less there is to write. */
const trailPageBytes = 4_096

/** The connection that answers queries may keep this much of the file at hand; the others need little. */
const readerCacheKib = 16 * 1024
const otherCacheKib = 2 * 1024

function open(path: string, pageSize = pageBytes, cacheKib = otherCacheKib): DatabaseSync {
  const db = new DatabaseSync(path, { timeout: readerTimeoutMs })
  const { version } = db.prepare('select sqlite_version() as version').get() as { version: string }
  if (isOlder(version)) {
    throw new Error(`SQLite ${version} is too old: ${sqliteVersionMin.join('.')} or newer comes with Node 26`)
  }
  db.exec(`pragma page_size = ${pageSize}`)
  db.exec('pragma journal_mode = wal')
  db.exec('pragma synchronous = full')
  db.exec('pragma foreign_keys = on')
  db.exec(`pragma cache_size = -${cacheKib}`)
  return db
}

function isOlder(version: string): boolean {
  const parts = version.split('.').map(Number)
  for (const [at, least] of sqliteVersionMin.entries()) {
    if (parts[at] !== least) return (parts[at] ?? 0) < least
  }
  return false
}
