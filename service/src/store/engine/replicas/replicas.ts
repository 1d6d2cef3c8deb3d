import type { CustomTypesConfig, Pool } from 'pg'
import { batchReads } from '../batch-reads.ts'
import { loadVersion } from './load-version.ts'
import { probeReplicas, type StateListener } from './probe-replicas.ts'
import { primaryReads, type ReadStatement, type Reads } from './reads.ts'
import { openReplica } from './replica.ts'

/** What `DATABASE_READ_URLS` says, and how far behind a replica may be that is read from. */
export type ReplicaSettings = { readonly urls: readonly string[]; readonly lagMaxMs: number }

export type Replicas = {
  /** Reads that replicas help with, over connections to the primary that answer whenever none of them can. */
  readonly readsOver: (primary: Pool) => Reads
  /** Waits for every replica to have all loads up to now. Names those that have not, and so are not read from. */
  readonly caughtUp: () => Promise<readonly string[]>
  /** Begins to look at the replicas; before, the primary answers everything. Tells of each what becomes of it. */
  readonly start: (onChange?: StateListener) => void
  readonly figures: () => ReplicaFigures
  readonly close: () => Promise<void>
}

export type ReplicaFigures = {
  readonly replicas: readonly {
    readonly name: string
    readonly isInUse: boolean
    readonly lagMs: number
    readonly answered: number
  }[]
  /** Reads that the primary answered, by why. */
  readonly fallbacks: Readonly<Record<Fallback, number>>
}

type Fallback = 'none_in_use' | 'failed' | 'behind'

/** A read takes a millisecond. */
const readWithinMs = 250

/** Loads wait this much longer for a replica than it may lag. */
const catchUpMs = 1_000

/**
 * Spreads reads over replicas. A replica's answer counts only when it was read after every load that the primary had
 * when the read was asked for: the primary is asked for that count beside each read, so that nothing that a process
 * remembers of a replica has to be right.
 */
export function openReplicas(
  { urls, lagMaxMs }: ReplicaSettings,
  { databaseUrl, pool, types }: { databaseUrl: string; pool: Pool; types: CustomTypesConfig },
): Replicas {
  const replicas = urls.map((url) => ({ ...openReplica(url, { lagMaxMs, types }), answered: 0 }))
  const fallbacks: Record<Fallback, number> = { none_in_use: 0, failed: 0, behind: 0 }
  let lastVersion = 0
  const probing = probeReplicas(replicas, { databaseUrl, lagMaxMs, types, neededVersion: () => lastVersion })
  let turn = 0
  const version = batchReads<void, number>(async (asked) => {
    const { rows } = await pool.query<[number]>({ name: 'load_version', text: loadVersion, rowMode: 'array' })
    lastVersion = rows[0]?.[0] ?? 0
    return asked.map(() => lastVersion)
  })
  const next = () => {
    const inUse = replicas.filter((one) => one.state(lastVersion) === 'in_use')
    turn += 1
    return inUse[turn % inUse.length]
  }

  /** The rows, or why the primary has to answer. */
  const fromReplica = async (statement: ReadStatement, withinMs: number): Promise<unknown[][] | Fallback> => {
    const replica = next()
    if (replica === undefined) return 'none_in_use'
    const [neededVersion, answer] = await Promise.all([version(), replica.read(statement, withinMs)])
    if (answer === undefined) return 'failed'
    if (answer.version < neededVersion) return 'behind'
    replica.answered += 1
    return answer.rows
  }

  return {
    readsOver: (primary) => {
      const { read } = primaryReads(primary)
      return {
        read: async <Row extends unknown[]>(statement: ReadStatement, { withinMs = readWithinMs } = {}) => {
          const rows = await fromReplica(statement, withinMs)
          if (typeof rows !== 'string') return rows as Row[]
          fallbacks[rows] += 1
          return read<Row>(statement)
        },
      }
    },
    caughtUp: async () => {
      const neededVersion = await version()
      const untilMs = performance.now() + lagMaxMs + catchUpMs
      const has = await Promise.all(replicas.map((one) => one.catchesUp(neededVersion, untilMs)))
      return replicas.filter((_, at) => !has[at]).map(({ name }) => name)
    },
    start: probing.start,
    figures: () => ({
      replicas: replicas.map(({ name, state, lagMs, answered }) => ({
        name,
        isInUse: state(lastVersion) === 'in_use',
        lagMs: lagMs(),
        answered,
      })),
      fallbacks,
    }),
    close: async () => {
      await probing.stop()
      await Promise.all(replicas.map((one) => one.close()))
    },
  }
}
