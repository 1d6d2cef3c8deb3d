import type { CustomTypesConfig } from 'pg'
import { databasePool, type SessionLimits } from '../database/database-connection.ts'
import { lagMarks } from './lag-marks.ts'
import { identityOf, type Replica, type ReplicaState } from './replica.ts'

export type StateListener = (replica: string, state: ReplicaState) => void

/** A replica is looked at several times before it would be out of use. */
const probesInLag = 4

/** Where it may lag for long it is still soon found again after it was away. */
const probeEveryMsMax = 250

const markLimits: SessionLimits = {
  applicationName: 'lastro',
  statementMs: 1_000,
  lockMs: 1_000,
  idleInTransactionMs: 3_000,
  silenceMs: 5_500,
}

type ProbeSettings = {
  readonly databaseUrl: string
  readonly lagMaxMs: number
  readonly types: CustomTypesConfig
  readonly neededVersion: () => number
}

const whereThePrimaryStands = `select pg_wal_lsn_diff(pg_current_wal_flush_lsn(), '0/0')::bigint as position,
  ${identityOf} as identity`

/** Marks where the primary stands, and asks each replica how far it is, again and again. */
export function probeReplicas(
  replicas: readonly Replica[],
  { databaseUrl, lagMaxMs, types, neededVersion }: ProbeSettings,
) {
  // Of its own: a pool that is busy must not make replicas look late.
  const primary = databasePool(databaseUrl, {
    limits: markLimits,
    max: 1,
    idleTimeoutMillis: 5_000,
    query_timeout: 1_000,
    types,
  })
  const marks = lagMarks()
  const reported = new Map<string, ReplicaState>()
  let timer: NodeJS.Timeout | undefined
  let isMarking = false

  const mark = async (): Promise<string> => {
    const atMs = performance.now()
    const { rows } = await primary.query<{ position: number; identity: string }>(whereThePrimaryStands)
    const [found] = rows
    if (found === undefined) throw new Error('The primary did not say where it stands')
    marks.add({ atMs, position: found.position })
    return found.identity
  }
  const notify = (onChange: StateListener): void => {
    for (const { name, state } of replicas) {
      const now = state(neededVersion())
      if (reported.get(name) === now) continue
      reported.set(name, now)
      onChange(name, now)
    }
  }
  const probe = async (onChange: StateListener): Promise<void> => {
    if (isMarking) return
    isMarking = true
    // Without a mark no replica is heard of, and in the end none is in use.
    const identity = await mark().catch(() => undefined)
    isMarking = false
    if (identity !== undefined) {
      for (const one of replicas) void one.probe(identity, marks).then(() => notify(onChange))
    }
  }
  return {
    start: (onChange: StateListener = () => undefined): void => {
      timer = setInterval(
        () => void probe(onChange),
        Math.min(lagMaxMs / probesInLag, probeEveryMsMax),
      ).unref()
      void probe(onChange)
    },
    stop: async () => {
      clearInterval(timer)
      await primary.end()
    },
  }
}
