import type { NotReady } from '../../../http/health/readiness.ts'
import type { DatabasePool } from './database-connection.ts'

/**
 * Commits something, as recording a query does: a message in the log of the database that nobody reads. It waits for
 * the disk, and for a standby where the server is told to; it fills no table.
 */
const trialCommit = `select current_setting('transaction_read_only') as read_only,
  current_setting('synchronous_commit') as synchronous_commit,
  case when current_setting('transaction_read_only') = 'off'
    then pg_logical_emit_message(true, 'lastro', 'ready')::text end`

/** Whether the database would take a record now. */
export function postgresRecordingCheck(pool: DatabasePool): () => Promise<NotReady | undefined> {
  return async () => {
    const { rows } = await pool.query<{ read_only: string; synchronous_commit: string }>(trialCommit)
    const [facts] = rows
    if (facts?.read_only !== 'off') {
      pool.moveAway()
      return 'read_only'
    }
    return facts.synchronous_commit === 'off' ? 'synchronous_commit_off' : undefined
  }
}
