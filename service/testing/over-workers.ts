import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { ListingStore } from '../src/features/listings/listing-store.ts'
import { databasePool } from '../src/store/engine/database/database-connection.ts'
import type { Tables } from '../src/store/engine/tables.ts'
import { lockedTurns } from '../src/store/listings/debt-turns.ts'
import { listingStore } from '../src/store/listings/listings.ts'
import { postgresForReport } from '../src/store/listings/report-listings.ts'
import { postgresTrailWriter, type TrailWriter } from '../src/store/trail/postgres/postgres-trail.ts'
import { cleanUp } from './clean-up.ts'
import type { Place } from './engines.ts'

const limits = {
  applicationName: 'as over workers',
  statementMs: 5_000,
  lockMs: 4_000,
  idleInTransactionMs: 3_000,
  silenceMs: 5_500,
}

const bigintType = 20
const types: pg.CustomTypesConfig = {
  getTypeParser: (id, format) => (id === bigintType ? Number : pg.types.getTypeParser(id, format)),
}

/**
 * What a store over workers asks in another way, asked of one PostgreSQL: it is SQL like any other, and so its
 * conditions are tried where no Citus is.
 */
export function asOverWorkers({ databaseUrl = '' }: Place): {
  readonly listings: ListingStore
  readonly append: TrailWriter['append']
} {
  const pool = databasePool(databaseUrl, { limits, types })
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  const trail = postgresTrailWriter(() => pool.connectAlone({ types, pipeline: true }), true)
  cleanUp(async () => {
    await trail.close()
    await db.destroy()
  })
  return {
    listings: listingStore(db, db, postgresForReport(pool, true), lockedTurns, true),
    append: trail.append,
  }
}
