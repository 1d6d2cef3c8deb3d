import type { Client } from 'pg'
import type { NotReady, RecordingCheck } from '../../../http/health/readiness.ts'
import { postgresOutage } from '../outage-reason.ts'
import type { DatabasePool } from './database-connection.ts'

/**
 * Changed settings of a role or a database apply only to new sessions, so the check replaces its session. Shorter than
 * the idle time after which a connection is destroyed, so that this one is closed properly.
 */
const sessionMs = 4_000

type Facts = { readonly read_only: string; readonly synchronous_commit: string }

/** A session keeps its initial `synchronous_commit`; this reads the value that a new session would have. */
const factsText = `select current_setting('transaction_read_only') as read_only,
  (select reset_val from pg_settings where name = 'synchronous_commit') as synchronous_commit`

/**
 * Everything that recording a query needs, in one transaction that leaves nothing behind. The rows exceed `work_mem`,
 * so they need space on the disk of the tables, which may differ from that of the WAL. The lock is that of an insert
 * into the trail. The message makes the commit wait for the disk and for any synchronous standby.
 */
const trialText = `set local work_mem = '64kB';
  select count(*) from generate_series(1, 40000);
  lock table only trail_link, trail_lane in row exclusive mode;
  select pg_logical_emit_message(true, 'lastro', 'ready')`

/**
 * Whether the database would accept a record now. Uses a dedicated connection: under load the pool is busy, and waiting
 * for it would hide the reason.
 */
export function postgresRecordingCheck(pool: DatabasePool): {
  readonly check: RecordingCheck
  readonly close: () => Promise<void>
} {
  let session: { readonly client: Client; readonly openedAtMs: number } | undefined
  let closing: NodeJS.Timeout | undefined
  let running: Promise<NotReady | undefined> | undefined
  let lateReason: NotReady = 'store_unavailable'

  const close = async (): Promise<void> => {
    clearTimeout(closing)
    const open = session
    session = undefined
    await open?.client.end().catch(() => undefined)
  }
  const connect = async (): Promise<Client> => {
    if (session !== undefined && performance.now() - session.openedAtMs < sessionMs) return session.client
    const client = await pool.connectAlone({})
    await close()
    const opened = { client, openedAtMs: performance.now() }
    session = opened
    client.once('end', () => {
      if (session === opened) session = undefined
    })
    return client
  }
  const run = async (): Promise<NotReady | undefined> => {
    clearTimeout(closing)
    lateReason = 'store_unavailable'
    try {
      const client = await connect()
      const { rows } = await client.query<Facts>(factsText)
      lateReason = 'commits_stalled'
      const [facts] = rows
      if (facts?.read_only !== 'off') {
        pool.moveAway()
        await close()
        return 'read_only'
      }
      if (facts.synchronous_commit === 'off') return 'synchronous_commit_off'
      await client.query(trialText)
      return undefined
    } catch (error) {
      // The role's limit on temporary files says nothing about the disk.
      if (codeOf(error) === temporaryFileLimit) return undefined
      return postgresOutage(error) ?? 'store_unavailable'
    } finally {
      closing = setTimeout(() => void close(), sessionMs).unref()
    }
  }
  return {
    check: (ifLate) => {
      ifLate?.(() => lateReason)
      running ??= run().finally(() => {
        running = undefined
      })
      return running
    },
    close,
  }
}

const temporaryFileLimit = '53400'

const codeOf = (error: unknown): unknown =>
  error instanceof Error && 'code' in error ? error.code : undefined
