import { Socket } from 'node:net'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { alertStore } from '../alerts/alerts.ts'
import { correctionStore } from '../alerts/corrections.ts'
import { webhookStore } from '../alerts/webhooks.ts'
import { clientStore } from '../clients/clients.ts'
import { idempotencyStore } from '../clients/idempotency.ts'
import { postgresRates } from '../clients/rates.ts'
import { outboxStore } from '../jobs/outbox.ts'
import { queueStore } from '../jobs/queue.ts'
import { batchStore } from '../listings/batches.ts'
import { lockedTurns } from '../listings/debt-turns.ts'
import { listingStore, sandboxClockStore } from '../listings/listings.ts'
import { postgresReadable } from '../listings/readable-listings.ts'
import { actStore } from '../operator/operator-acts.ts'
import { verificationStore } from '../operator/verifications.ts'
import { requestStore } from '../person/person-requests.ts'
import { personSessionStore } from '../person/person-sessions.ts'
import { comparisonStore } from '../public-data/comparisons.ts'
import { dataCatalogue } from '../public-data/data-catalogue.ts'
import type { Store } from '../store.ts'
import { postgresSubjects } from '../subjects/postgres-subjects.ts'
import { postgresTrailIndex, postgresTrailWriter } from '../trail/postgres/postgres-trail.ts'
import { postgresSealing } from '../trail/postgres/seal-lanes.ts'
import { postgresIndexWalk } from '../trail/trail-index-walk.ts'
import { trailReader } from '../trail/trail-reader.ts'
import { peopleStore } from '../users/people.ts'
import { sealedStore } from '../users/sealed.ts'
import { userStore } from '../users/users.ts'
import { migrate } from './migrations/migrate.ts'
import { areNewer, storeMigrations, trailMigrations } from './migrations/migrations.ts'
import type { Tables } from './tables.ts'

/** Enough to keep a two-core database busy; more would only queue inside it. */
const connectionCountMax = 16

/** A caller would rather hear "unavailable" than wait for a database that is not coming back. */
const connectTimeoutMs = 3_000
const queryTimeoutMs = 5_000

/** By now a server that still speaks has given the statement up and said so. */
const silenceTimeoutMs = 5_500

/** Less than the silence that ends a connection, so that one at rest is closed in good order. */
const idleTimeoutMs = 5_000

export async function openPostgres(databaseUrl: string): Promise<Store> {
  const settings: pg.ClientConfig = {
    connectionString: databaseUrl,
    connectionTimeoutMillis: connectTimeoutMs,
    statement_timeout: queryTimeoutMs,
    stream: impatientSocket,
    keepAlive: true,
    application_name: 'lastro',
    types: {
      getTypeParser: (id, format) => (id === bigintType ? Number : pg.types.getTypeParser(id, format)),
    },
  }
  const pool = new pg.Pool({ ...settings, max: connectionCountMax, idleTimeoutMillis: idleTimeoutMs })
  // A connection that breaks while idle is replaced at the next query; without a listener it would end the process.
  pool.on('error', () => undefined)
  pool.on('connect', (connection) => connection.on('error', () => undefined))
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  let applied: readonly string[]
  try {
    applied = await migrate(db, 'postgres', storeMigrations)
    await migrate(db, 'postgres', trailMigrations)
  } catch (error) {
    await db.destroy()
    throw error
  }
  const trailWriter = postgresTrailWriter(() => connectAlone(settings))
  return {
    engine: 'postgres',
    clients: clientStore(db, db),
    users: userStore(db, db, 'postgres'),
    rates: postgresRates(pool),
    subjects: postgresSubjects(pool),
    trail: {
      ...trailReader(db),
      ...postgresIndexWalk(db),
      ...postgresTrailIndex(db),
      append: trailWriter.append,
      seal: postgresSealing(pool),
    },
    idempotency: idempotencyStore(db),
    listings: listingStore(db, db, postgresReadable(pool), lockedTurns),
    batches: batchStore(db, db, lockedTurns),
    sandboxClocks: sandboxClockStore(db, db),
    outbox: outboxStore(db, 'postgres'),
    alerts: alertStore(db, db, 'postgres'),
    corrections: correctionStore(db, db, 'postgres'),
    dataComparisons: comparisonStore(db),
    webhooks: webhookStore(db, db),
    sealed: sealedStore(db),
    acts: actStore(db, db),
    queue: queueStore(db, db),
    people: peopleStore(db, db),
    verifications: verificationStore(db),
    dataCatalogue: dataCatalogue(db, 'postgres'),
    isNewer: areNewer(applied),
    requests: requestStore(db, db),
    personSessions: personSessionStore(db, db),
    ping: async () => void (await pool.query('select 1')),
    isOutage,
    close: async () => {
      await trailWriter.close()
      await db.destroy()
    },
  }
}

/** A connection beside the pool. Its statements are sent without waiting for the answers of those before. */
async function connectAlone(settings: pg.ClientConfig): Promise<pg.Client> {
  const pipelined = { ...settings, pipeline: true }
  const client = new pg.Client(pipelined)
  client.on('error', () => undefined)
  await client.connect()
  return client
}

/**
 * A statement that a silent server has not answered may still be run when it wakes up, so its connection is
 * closed: given to the next query, it could be inside a transaction that nobody commits.
 */
function impatientSocket(): Socket {
  const socket = new Socket()
  const silence = Object.assign(new Error('PostgreSQL went silent'), { code: 'ETIMEDOUT' })
  return socket.setTimeout(silenceTimeoutMs, () => socket.destroy(silence))
}

const bigintType = 20

/** Connection failures, shutdowns, failovers and time-outs; see the classes 08, 53 and 57 of PostgreSQL's codes. */
function isOutage(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? String(error.code) : ''
  return (
    /^(08|53|57P|57014|25006|40001)/.test(code) ||
    /^(ECONN|EPIPE|ETIMEDOUT|ENOTFOUND|EHOSTUNREACH|ENETUNREACH|EAI_)/.test(code) ||
    /^(Connection terminated|Query read timeout|timeout e|Client has encountered a connection error)/i.test(
      error.message,
    )
  )
}
