import { setTimeout as wait } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import type { Client } from 'pg'
import type { IdempotencyStore } from '../../http/idempotency.ts'
import { advisoryLockClasses } from '../engine/database/advisory-locks.ts'
import type { Tables } from '../engine/tables.ts'

export type ClaimHolder = {
  readonly current: IdempotencyStore['holder']
  /** From then on, claims are made under the lock of this process, and those of dead processes are released. */
  readonly start: () => Promise<void>
  readonly close: () => Promise<void>
}

type ClaimHolderDeps = {
  readonly db: Kysely<Tables>
  readonly connect: () => Promise<Client>
  readonly abandon: IdempotencyStore['abandon']
}

const lookEveryMs = 1_000

/**
 * A lock that is free for this long belongs to a dead process: a live one that lost only its connection has by then
 * detached its claims from the lock. A client whose service was killed waits less than five seconds.
 */
const deadAfterMs = 2_500

/** After a restart or failover of the database all locks are free, and the other processes are still reconnecting. */
const deadAfterReconnectMs = 15_000

type Session = {
  readonly client: Client
  readonly holder: number
  readonly deadAfterMs: number
  seenMs: number
}

/**
 * Ties the idempotency claims of this process to its lifetime: it holds an advisory lock on a dedicated connection,
 * which PostgreSQL releases when the process dies. Every process checks once a second for claims whose lock is free.
 */
export function postgresClaimHolder({ db, connect, abandon }: ClaimHolderDeps): ClaimHolder {
  let session: Session | undefined
  let isFirst = true
  let running: Promise<void> | undefined
  /** Locks lost with their connection whose numbers may still be on claims. */
  const lost = new Set<number>()
  /** Holders whose lock is free, with the time since when. */
  const suspects = new Map<number, number>()
  const closing = new AbortController()

  const open = async (): Promise<Session> => {
    const client = await connect()
    try {
      const holder = await takeLock(client)
      const opened = {
        client,
        holder,
        deadAfterMs: isFirst ? deadAfterMs : deadAfterReconnectMs,
        seenMs: performance.now(),
      }
      isFirst = false
      suspects.clear()
      client.once('end', () => {
        lost.add(holder)
        if (session === opened) session = undefined
      })
      return opened
    } catch (error) {
      await client.end().catch(() => undefined)
      throw error
    }
  }
  /** This process is alive: detach its claims from the lost lock, so that they last until they expire. */
  const withdraw = async (): Promise<void> => {
    for (const holder of lost) {
      await db.updateTable('idempotency').set({ holder: null }).where('holder', '=', holder).execute()
      lost.delete(holder)
    }
  }
  const look = async (own: Session): Promise<void> => {
    const { rows } = await own.client.query<{ holder: number }>(freeLocksText, [
      advisoryLockClasses.claimHolder,
      own.holder,
    ])
    const nowMs = performance.now()
    own.seenMs = nowMs
    const free = new Set(rows.map(({ holder }) => holder))
    for (const holder of suspects.keys()) if (!free.has(holder)) suspects.delete(holder)
    for (const holder of free) {
      const sinceMs = suspects.get(holder) ?? nowMs
      suspects.set(holder, sinceMs)
      if (nowMs - sinceMs >= own.deadAfterMs) await abandon(holder)
    }
  }
  const round = async (): Promise<void> => {
    await withdraw()
    session ??= await open()
    await look(session)
  }
  const run = async (): Promise<void> => {
    while (!closing.signal.aborted) {
      await wait(lookEveryMs, undefined, { ref: false, signal: closing.signal }).catch(() => undefined)
      // Without a lock, claims last until they expire. The next round retries.
      if (!closing.signal.aborted) await round().catch(() => undefined)
    }
  }

  return {
    current: () =>
      session !== undefined && performance.now() - session.seenMs < deadAfterMs ? session.holder : undefined,
    start: async () => {
      await round().catch(() => undefined)
      running = run()
    },
    close: async () => {
      closing.abort()
      await running
      const open = session
      session = undefined
      await open?.client.end().catch(() => undefined)
    },
  }
}

/** A number that no live process has. */
async function takeLock(client: Client): Promise<number> {
  for (;;) {
    const holder = Math.floor(Math.random() * 2 ** 31)
    const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1, $2) as taken', [
      advisoryLockClasses.claimHolder,
      holder,
    ])
    if (rows[0]?.taken === true) return holder
  }
}

/** The shared lock ends with the statement, so that concurrent checks do not mistake each other for the holder. */
const freeLocksText = `with claimed as materialized (
    select distinct holder from idempotency where holder is not null and holder <> $2
  )
  select holder from claimed where pg_try_advisory_xact_lock_shared($1, holder)`
