import type { NotReady } from '../../../http/health/readiness.ts'
import type { DatabasePool } from './database-connection.ts'

/**
 * Commits something, as recording a query does: a message in the log of the database that nobody reads. It waits for
 * the disk, and for a standby where the server is told to; it fills no table. Sessions hold on to what commits waited
 * for when they began; asked for is what the next one would find.
 */
const trialCommit = `select current_setting('transaction_read_only') as read_only,
  (select reset_val from pg_settings where name = 'synchronous_commit') as synchronous_commit,
  case when current_setting('transaction_read_only') = 'off'
    then pg_logical_emit_message(true, 'lastro', 'ready')::text end`

/** Half a megabyte that is gone with its transaction: tables that cannot grow are seen, which the log does not need. */
const trialGrowth = `create temporary table lastro_room on commit drop as
  select repeat('x', 1000) as room from generate_series(1, 512)`

const diskFullCode = '53100'

export const isDiskFull = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === diskFullCode

/** Whether the database would take a record now; after a disk was full, whether it has room again. */
export function postgresRecordingCheck(
  pool: DatabasePool,
): (after: { readonly wasFull: boolean }) => Promise<NotReady | undefined> {
  return async ({ wasFull }) => {
    if (wasFull && !(await hasRoom(pool))) return 'disk_full'
    const { rows } = await pool.query<{ read_only: string; synchronous_commit: string }>(trialCommit)
    const [facts] = rows
    if (facts?.read_only !== 'off') {
      pool.moveAway()
      return 'read_only'
    }
    return facts.synchronous_commit === 'off' ? 'synchronous_commit_off' : undefined
  }
}

/** Whoever may not make a table of its own does not learn of room, and goes on as if there were. */
const hasRoom = (pool: DatabasePool): Promise<boolean> =>
  pool.query(trialGrowth).then(
    () => true,
    (error: unknown) => !isDiskFull(error),
  )
