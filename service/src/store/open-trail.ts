import { statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import type { Text } from '@lastro/contract/text.ts'
import { Kysely, PostgresDialect } from 'kysely'
import type { VerifiedTrail } from '../features/trail/seals/verify-trail.ts'
import { trailMigrations } from './engine/migrations/migrations.ts'
import { sqliteOutage } from './engine/outage-reason.ts'
import { sqliteDialect } from './engine/sqlite-dialect.ts'
import type { Tables } from './engine/tables.ts'
import type { StoreLocation } from './open-store.ts'
import { postgresIndexWalk, sqliteIndexWalk } from './trail/trail-index-walk.ts'
import { trailReader } from './trail/trail-reader.ts'

/** Opens the trail for verification. Writes, locks and migrates nothing, so that it works on a read-only copy. */
export type OpenTrail = {
  readonly trail: VerifiedTrail & ReturnType<typeof trailReader>
  readonly close: () => Promise<void>
}

/** A trail that cannot be read, with advice for the operator. */
export class TrailUnreadable extends Error {
  readonly text: Text

  constructor(text: Text) {
    super(text.en)
    this.text = text
  }
}

export async function openTrail({ databaseUrl, dataDirectory }: StoreLocation): Promise<OpenTrail> {
  const { db, indexWalk } =
    databaseUrl === undefined
      ? { db: sqliteQueries(join(dataDirectory, 'trail.db')), indexWalk: sqliteIndexWalk }
      : { db: await postgresQueries(databaseUrl), indexWalk: postgresIndexWalk }
  try {
    await refuseOlder(db)
  } catch (error) {
    await db.destroy()
    throw error
  }
  return { trail: { ...trailReader(db), ...indexWalk(db) }, close: () => db.destroy() }
}

async function postgresQueries(databaseUrl: string): Promise<Kysely<Tables>> {
  // Loaded only if needed.
  const [{ databasePool }, { patientLimits }, { numberTypes }] = await Promise.all([
    import('./engine/database/database-connection.ts'),
    import('./engine/database/patient-limits.ts'),
    import('./engine/database/number-types.ts'),
  ])
  const limits = patientLimits('lastro trail verify')
  const pool = databasePool(databaseUrl, { limits, isReadOnly: true, types: numberTypes })
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
}

const sqliteQueries = (path: string): Kysely<Tables> =>
  new Kysely<Tables>({ dialect: sqliteDialect(openReadOnly(path)) })

/**
 * SQLite reads a file with a write-ahead log only if it can create files next to it. If it cannot and the log is empty,
 * the file alone is the whole trail and does not change.
 */
function openReadOnly(path: string): DatabaseSync {
  const db = new DatabaseSync(path, { readOnly: true, timeout: 10_000 })
  try {
    db.prepare('select 1 from sqlite_master').get()
    return db
  } catch (error) {
    db.close()
    const reason = sqliteOutage(error)
    if (reason !== 'store_unavailable' && reason !== 'read_only') throw error
  }
  if ((statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0)
    throw new TrailUnreadable(logUnread)
  const address = pathToFileURL(path)
  address.searchParams.set('immutable', '1')
  return new DatabaseSync(address, { readOnly: true })
}

/** The tables of an older release are migrated when a service starts, which does not happen to a read-only copy. */
async function refuseOlder(db: Kysely<Tables>): Promise<void> {
  const applied = (await db.selectFrom('migration').select('name').execute()).map(({ name }) => name)
  if (Object.keys(trailMigrations).some((name) => !applied.includes(name)))
    throw new TrailUnreadable(ofOlderRelease)
}

const logUnread: Text = {
  pt: 'Ao lado de trail.db há um trail.db-wal com registros que não estão nele, e não é possível criar neste diretório os arquivos necessários para lê-los. Copie os dois arquivos para um diretório gravável e verifique ali.',
  en: 'Next to trail.db there is a trail.db-wal with records that are not in it, and no file can be created in this directory to read them. Copy both files to a writable directory and verify there.',
}

const ofOlderRelease: Text = {
  pt: 'As tabelas desta trilha são de uma versão anterior. Inicie uma vez o serviço desta versão com ela, ou verifique com a versão que a gravou.',
  en: 'The tables of this trail are those of an earlier release. Start the service of this release with it once, or verify with the release that wrote it.',
}
