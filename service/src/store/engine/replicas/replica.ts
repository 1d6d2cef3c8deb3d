import { setTimeout as wait } from 'node:timers/promises'
import type { Text } from '@lastro/contract/text.ts'
import type { CustomTypesConfig, PoolConfig } from 'pg'
import { DatabaseFault, type DatabaseHost, databaseAddress } from '../database/database-address.ts'
import { databasePool, type SessionLimits } from '../database/database-connection.ts'
import type { LagMarks } from './lag-marks.ts'
import { loadVersion, versionAndRows, withLoadVersion } from './load-version.ts'
import type { ReadStatement } from './reads.ts'

export type ReplicaState =
  | 'in_use'
  /** It answers, and is further behind than it may be, or lacks a load. */
  | 'behind'
  /** It does not answer, or failed a read a moment ago. */
  | 'silent'
  /** It is no replica of the database that is written to. */
  | 'foreign'

/** One server of `DATABASE_READ_URLS`. */
export type Replica = {
  /** Its host and port, for figures and log: an address may hold a password. */
  readonly name: string
  readonly state: (neededVersion: number) => ReplicaState
  /** How far it may be behind, as far as is known. */
  readonly lagMs: () => number
  /** Rows with the count of loads that they are read after; undefined where it does not answer in time. Never fails. */
  readonly read: (
    statement: ReadStatement,
    withinMs: number,
  ) => Promise<{ readonly version: number; readonly rows: unknown[][] } | undefined>
  readonly probe: (identity: string, marks: LagMarks) => Promise<void>
  /** Whether it has so many loads, or comes to have them by then. Never fails. */
  readonly catchesUp: (neededVersion: number, untilMs: number) => Promise<boolean>
  readonly close: () => Promise<void>
}

export type ReplicaOptions = {
  readonly lagMaxMs: number
  readonly types: CustomTypesConfig
}

const connectionCountMax = 8

/** After a read that failed or hung, and twice as long after each that follows: trying it costs next to nothing. */
const asideMs = 1_000
const asideMsMax = 30_000

/** A replica that cannot say where it stands within this time is not one to wait for. */
const probeTimeoutMs = 1_000

/** Longer than any read of a replica is waited for: what is still under way then is given up by both sides. */
const readTimeoutMs = 2_500

/** Less than the silence that ends a connection, so that one at rest is closed in good order. */
const idleTimeoutMs = 5_000

const sessionLimits: SessionLimits = {
  applicationName: 'lastro',
  statementMs: readTimeoutMs,
  lockMs: probeTimeoutMs,
  idleInTransactionMs: 3_000,
  silenceMs: 5_500,
}

/**
 * What a server is: the cluster it was copied from, and the database and table in it, which have the same numbers in
 * every copy. Another database of the same cluster has others.
 */
export const identityOf = `(select system_identifier from pg_control_system())::text || ' '
  || (select oid from pg_database where datname = current_database())::text || ' '
  || 'load_version'::regclass::oid::text`

const whereItStands = `select pg_is_in_recovery() as is_replica, ${identityOf} as identity,
  pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0')::bigint as position, (${loadVersion}) as version`

type Standing = {
  readonly is_replica: boolean
  readonly identity: string
  readonly position: number
  readonly version: number
}

export function openReplica(url: string, { lagMaxMs, types }: ReplicaOptions): Replica {
  const { host, port } = replicaHost(url)
  const poolOf = (options: PoolConfig) =>
    databasePool(url, {
      limits: sessionLimits,
      isReadOnly: true,
      connectionTimeoutMillis: probeTimeoutMs,
      idleTimeoutMillis: idleTimeoutMs,
      types,
      ...options,
    })
  const reads = poolOf({ max: connectionCountMax, query_timeout: readTimeoutMs })
  // Apart from the others, so that a replica that is busy with reads can still say where it stands.
  const probes = poolOf({ max: 1, query_timeout: probeTimeoutMs })
  const nowMs = () => performance.now()
  let answers: 'yes' | 'no' | 'foreign' = 'no'
  let version = 0
  let reachedAtMs = nowMs() - lagMaxMs
  let asideUntilMs = nowMs()
  let failures = 0
  let isProbing = false

  const setAside = (): void => {
    // Reads that were under way together have failed once.
    if (nowMs() < asideUntilMs) return
    asideUntilMs = nowMs() + Math.min(asideMs * 2 ** failures, asideMsMax)
    failures += 1
  }
  const standing = async (): Promise<Standing> => {
    const { rows } = await probes.query<Standing>(whereItStands)
    return rows[0] as Standing
  }
  const look = async (identity: string, marks: LagMarks): Promise<void> => {
    const found = await standing()
    version = found.version
    reachedAtMs = marks.reachedAtMs(found.position) ?? Math.min(reachedAtMs, nowMs() - lagMaxMs)
    answers = found.is_replica && found.identity === identity ? 'yes' : 'foreign'
  }

  return {
    name: `${host}:${port}`,
    lagMs: () => nowMs() - reachedAtMs,
    state: (neededVersion) => {
      if (answers === 'foreign') return 'foreign'
      if (answers === 'no' || nowMs() < asideUntilMs) return 'silent'
      return nowMs() - reachedAtMs < lagMaxMs && version >= neededVersion ? 'in_use' : 'behind'
    },
    read: async (statement, withinMs) => {
      const asked = reads.query<unknown[]>({ ...withLoadVersion(statement), rowMode: 'array' })
      const answer = await inTime(asked, withinMs)
      if (answer === undefined) {
        setAside()
        return undefined
      }
      failures = 0
      const found = versionAndRows(answer.rows)
      version = found.version
      return found
    },
    probe: async (identity, marks) => {
      if (isProbing) return
      isProbing = true
      await look(identity, marks).catch(() => {
        answers = 'no'
      })
      isProbing = false
    },
    catchesUp: async (neededVersion, untilMs) => {
      // One that is not there, or lacks even the table, may come yet.
      while (nowMs() < untilMs) {
        const found = await standing().catch(() => undefined)
        if (found !== undefined && found.version >= neededVersion) return true
        await wait(catchUpPauseMs)
      }
      return false
    },
    close: async () => {
      // One that hangs would not say goodbye.
      for (const pool of [reads, probes]) pool.cut()
      await Promise.all([reads.end(), probes.end()])
    },
  }
}

const catchUpPauseMs = 10

/** What came in time; undefined where it failed or did not come. */
async function inTime<Answer>(asked: Promise<Answer>, withinMs: number): Promise<Answer | undefined> {
  const { promise: late, resolve } = Promise.withResolvers<undefined>()
  const timer = setTimeout(resolve, withinMs, undefined)
  const answer = await Promise.race([asked.catch(() => undefined), late])
  clearTimeout(timer)
  return answer
}

/** One host: of several it would not be known which of them lags. */
function replicaHost(url: string): DatabaseHost {
  const [host, ...others] = readAddress(url).hosts
  if (others.length > 0 || url.indexOf('://') !== url.lastIndexOf('://')) throw new DatabaseFault(unreadable)
  return host
}

function readAddress(url: string): ReturnType<typeof databaseAddress> {
  try {
    return databaseAddress(url)
  } catch (error) {
    // Its words are about the other setting.
    throw error instanceof DatabaseFault ? new DatabaseFault(unreadable) : error
  }
}

const unreadable: Text = {
  pt: 'DATABASE_READ_URLS não pôde ser lida. Indique uma réplica em cada endereço, separados por espaço: postgres://usuario:senha@replica1:5432/banco postgres://usuario:senha@replica2:5432/banco. Arquivos de certificados indicados ali devem existir.',
  en: 'DATABASE_READ_URLS could not be read. Name one replica in each address, separated by spaces: postgres://user:password@replica1:5432/database postgres://user:password@replica2:5432/database. Files of certificates that are named there have to exist.',
}
